// The address (#<concept id>, #statement-<n> or #group-<n>, then ?<filters>) decides what is shown; buttons; the start.

const told = panels(data, {
  concept: id => "#" + encodeURIComponent(id),
  statement: number => `#statement-${number}`,
  group: number => `#group-${number}`,
});

function go(id) {
  location.hash = encodeURIComponent(id);
}

function leave() {
  go(openGroup !== null && lit.length ? `group-${openGroup}` : "");
}

let opener = null; // what had the focus when the panel opened

function showPanel(content) {
  const focused = id => $(id).contains(document.activeElement);
  const walked = focused("panel") || focused("list") || focused("search");
  if ($("panel").hidden) opener = document.activeElement;
  const close = el("button", { class: "close", type: "button", "aria-label": "Close" }, "✕");
  close.addEventListener("click", leave);
  $("panel").replaceChildren(close, ...content);
  $("panel").hidden = false;
  $("panel").scrollTop = 0;
  const heading = $("panel").querySelector("h2");
  heading.tabIndex = -1;
  if (walked) heading.focus(); // a keyboard goes on from here, a screen reader reads it
}

/** Show what the address names; anything else closes the panel. */
function show() {
  const [place, filters] = location.hash.slice(1).split("?");
  if (filters !== undefined && filters !== choice()) applyChoice(filters);
  let id;
  try {
    id = decodeURIComponent(place);
  } catch {
    id = "";
  }
  const number = /^(statement|group)-\d+$/.test(id) ? numberOf(id) : -1;
  if (conceptAt.has(id)) showConcept(id, conceptAt.get(id));
  else if (id.startsWith("statement-") && data.statements[number]) showStatement(id, number);
  else if (id.startsWith("group-") && data.groups[number]) showGroup(number);
  else if (id === "compared" && data.compared) showCompared();
  else showAll();
  keepChoice();
}

function enter(group) {
  if (!data.groups.length || openGroup === group) return;
  openGroup = group;
  applyFilters();
}

function showConcept(id, index) {
  enter(groupOf.get(index) ?? null);
  reveal(() => conceptShown(index), [data.concepts[index].type]);
  showPanel(told.concept(index));
  light(id);
  network.selectNodes([id]);
  look(inLight());
}

function showStatement(id, number) {
  const { subject, object, predicate } = data.statements[number];
  enter(groupOf.get(subject) ?? null);
  const ends = [subject, object];
  reveal(() => statementShown(number) && ends.every(conceptShown), ends.map(end => data.concepts[end].type), predicate);
  showPanel(told.statement(number));
  light(...ends.map(end => data.concepts[end].id));
  if (nodeShown(data.concepts[object].id)) network.setSelection({ nodes: [], edges: [id] }, { highlightEdges: false });
  look(inLight());
}

function showGroup(number) {
  enter(number);
  showPanel(told.group(number));
  light();
  network.unselectAll();
  look(body.nodeIndices);
}

function showCompared() {
  const ends = data.compared.ends.map(index => data.concepts[index].id);
  showPanel(told.comparison());
  light();
  network.selectNodes(ends);
  look(body.nodeIndices);
}

function showAll() {
  const back = openGroup !== null;
  enter(null);
  const walked = $("panel").contains(document.activeElement);
  $("panel").hidden = true;
  if (walked && !narrow.matches) opener.focus(); // on a telephone the search box would bring up the keys
  light();
  network.unselectAll();
  if (back) look(body.nodeIndices);
}

// --- buttons ---

function setPhysics(on) {
  $("physics").setAttribute("aria-pressed", String(on));
  $("freeze").disabled = !on;
  network.setOptions({ physics: { enabled: on } });
  redraw();
}

$("fit").addEventListener("click", () => look(body.nodeIndices));
$("physics").addEventListener("click", () => setPhysics($("physics").getAttribute("aria-pressed") !== "true"));
$("freeze").addEventListener("click", () => setPhysics(false));
$("list-button").addEventListener("click", () => {
  const on = document.documentElement.classList.toggle("listing");
  $("list-button").setAttribute("aria-pressed", String(on));
  if (on) $("list").focus();
  else look(lit.length ? inLight() : body.nodeIndices);
});
network.on("click", ({ nodes: [node], edges: [edge], pointer }) => {
  const place = node ?? namedAt(pointer.canvas) ?? (edge?.startsWith("statement-") ? edge : undefined);
  if (place !== undefined) go(place);
  else leave();
});
document.addEventListener("keydown", event => { if (event.key === "Escape") leave(); });

// --- start ---

const LEGIBLE = 0.5; // the scale from which most names have room

function allLegible() {
  return body.nodeIndices.length > 0 && viewOf(body.nodeIndices).scale >= LEGIBLE;
}

/** The first view: what statements join, as what they do not lies below; on a telephone near enough to read names. */
function firstView() {
  const shown = body.nodeIndices;
  const best = data.groups.length || allLegible() ? [] : shown.filter(id => joined.has(id));
  look(best.length ? best : shown);
  if (!narrow.matches || !shown.length || network.getScale() >= LEGIBLE) return;
  const middle = network.getPosition(ranked()[0]);
  const reach = 0.7 * $("graph").clientHeight; // the middle stays as high as the best concept allows
  const y = Math.min(Math.max(network.getViewPosition().y, middle.y - reach), middle.y + reach);
  const across = shown.map(id => network.getPosition(id).x);
  const half = $("graph").clientWidth - RIM; // of what is seen; the rest of the screen would be empty
  const x = Math.max(Math.min(middle.x, Math.max(...across) - half), Math.min(...across) + half);
  moveTo({ scale: LEGIBLE, position: { x, y } });
}

/** The panel of what the page surrounds; the light on its neighbours only where the whole is too large to be read. */
function showCentre(id) {
  keepPlace(encodeURIComponent(id));
  show();
  if (!allLegible()) return;
  light();
  look(body.nodeIndices);
}

fill(() => {
  if (data.groups.length) applyFilters();
  firstView();
  addEventListener("hashchange", show);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
  if (location.hash) show();
  else if (document.body.dataset.centre) showCentre(document.body.dataset.centre);
  performance.mark("usable");
});
// For tests, and for the curious at the console.
window.kg = { network, asSvg, labels: () => labels.map(label => ({ id: label.id, ...labelBox(label, network.getScale()) })) };
