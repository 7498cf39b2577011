// The address (#<concept id> or #statement-<n>) decides what is shown; controls; the start.

function go(id) {
  location.hash = id === "" ? "" : encodeURIComponent(id);
}

/** Show what the address names; anything else closes the panel. */
function show() {
  let id;
  try {
    id = decodeURIComponent(location.hash.slice(1));
  } catch {
    id = "";
  }
  const number = id.startsWith("statement-") ? numberOf(id) : NaN;
  if (conceptAt.has(id)) {
    const index = conceptAt.get(id);
    setShown("type", data.concepts[index].type, true);
    if (!joined.has(id)) setShown("apart", "apart", true);
    conceptPanel(index);
    light(id);
    network.selectNodes([id]);
    look(inLight());
  } else if (data.statements[number]) {
    const { subject, object, predicate } = data.statements[number];
    for (const end of [subject, object]) setShown("type", data.concepts[end].type, true);
    setShown("relation", predicate, true);
    statementPanel(number);
    light(data.concepts[subject].id, data.concepts[object].id);
    network.setSelection({ nodes: [], edges: [id] }, { highlightEdges: false });
    look(inLight());
  } else {
    $("panel").hidden = true;
    light();
    network.unselectAll();
  }
}

function leave() {
  go("");
}

// --- controls ---

for (const box of document.querySelectorAll("#legend input")) {
  box.addEventListener("change", () => setShown(box.name, box.value, box.checked));
}
$("fit").addEventListener("click", () => look(shownNodes.getIds()));
$("physics").addEventListener("click", () => {
  const on = $("physics").getAttribute("aria-pressed") !== "true";
  $("physics").setAttribute("aria-pressed", String(on));
  network.setOptions({ physics: { enabled: on } });
  relabel();
});
$("list-button").addEventListener("click", () => {
  const on = document.documentElement.classList.toggle("listing");
  $("list-button").setAttribute("aria-pressed", String(on));
  if (on) $("list").focus();
  else look(lit.length ? inLight() : shownNodes.getIds());
});
network.on("click", ({ nodes: [node], edges: [edge], pointer }) => go(node ?? namedAt(pointer.canvas) ?? edge ?? ""));
document.addEventListener("keydown", event => { if (event.key === "Escape") leave(); });
addEventListener("hashchange", show);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);

look(joined.size ? [...joined] : shownNodes.getIds()); // what no statement joins lies below
// On a telephone a start at which names can be read; the rest is a swipe away.
if (narrow.matches && data.concepts.length && network.getScale() < 0.5) {
  const best = network.getPosition(ranked()[0]);
  const reach = 0.7 * $("graph").clientHeight; // the middle stays as high as the best concept allows
  const y = Math.min(Math.max(network.getViewPosition().y, best.y - reach), best.y + reach);
  moveTo({ scale: 0.5, position: { x: best.x, y } });
}
if (location.hash) show();
else if (document.body.dataset.centre) go(document.body.dataset.centre);
// For tests, and for the curious at the console.
window.kg = { network, labels: () => labels.map(label => ({ id: label.id, ...labelBox(label, network.getScale()) })) };
