// The legend: types, relations and sliders decide what is shown; the address carries the choice.

const sliders = [...document.querySelectorAll("#legend input[type=range]")];
const ATREST = Object.fromEntries(sliders.map(slider => [slider.name, slider.defaultValue]));

// The rows of the list and their concepts. Their ids are for pages without scripts: at an address that names one the
// browser would take the focus away.
const rows = [...document.querySelectorAll("#list tbody tr")];
const listedAt = rows.map(row => conceptAt.get(row.id));
for (const row of rows) row.removeAttribute("id");

/** Draw and list what is chosen; while groups are drawn, the list has the concepts of all. */
function applyFilters() {
  document.documentElement.classList.toggle("grouped", data.groups.length > 0 && openGroup === null);
  refresh();
  const listed = openGroup === null ? conceptLeft : conceptShown;
  rows.forEach((row, i) => { row.hidden = !listed(listedAt[i]); });
  const left = rows.filter(row => !row.hidden).length;
  const of = openGroup === null ? "that the legend leaves" : "of the group";
  $("listed").textContent = left < rows.length ? `: the ${left.toLocaleString("en")} ${of}` : "";
}

function setShown(kind, value, shown) {
  if (shown !== hidden[kind].has(value)) return; // it is so already
  if (shown) hidden[kind].delete(value);
  else hidden[kind].add(value);
  for (const box of document.querySelectorAll(`#legend input[name=${kind}]`)) box.checked = !hidden[kind].has(box.value);
  applyFilters();
}

/** A slider at rest sets no limit: what has no year, or no paper, is shown too. */
function setLimit(slider, value) {
  slider.value = value;
  slider.nextElementSibling.textContent = slider.value;
  const none = { from: -Infinity, to: Infinity }[slider.name] ?? 0;
  limits[slider.name] = slider.value === ATREST[slider.name] ? none : Number(slider.value);
}

/** Take back what hides this concept, or this statement, as it is asked for. */
function reveal(shown, types, relation) {
  for (const type of types) setShown("type", type, true);
  if (relation) setShown("relation", relation, true);
  if (shown()) return;
  for (const slider of sliders) setLimit(slider, ATREST[slider.name]);
  setShown("apart", "apart", true);
  applyFilters();
}

/** What the reader has changed, as the address has it after its "?"; "" where that is nothing. */
function choice() {
  const result = new URLSearchParams();
  for (const [kind, values] of Object.entries(hidden)) if (values.size) result.set(kind, [...values].sort().join(","));
  for (const slider of sliders) if (slider.value !== ATREST[slider.name]) result.set(slider.name, slider.value);
  return result.toString();
}

function applyChoice(text) {
  const wanted = new URLSearchParams(text);
  for (const kind of Object.keys(hidden)) {
    const values = (wanted.get(kind) ?? "").split(",");
    hidden[kind].clear();
    for (const box of document.querySelectorAll(`#legend input[name=${kind}]`)) {
      box.checked = !values.includes(box.value);
      if (!box.checked) hidden[kind].add(box.value);
    }
  }
  for (const slider of sliders) setLimit(slider, wanted.get(slider.name) ?? ATREST[slider.name]);
  applyFilters();
}

/** Write the place into the address; whole, as a frame inside a page would take the page's own. */
function keepPlace(place) {
  history.replaceState(null, "", `${location.href.split("#")[0]}#${place}`);
}

/** Keep the choice in the address without a step in the history. */
function keepChoice() {
  const [place] = location.hash.slice(1).split("?");
  const now = choice();
  keepPlace(`${place}${now && "?" + now}`);
}

for (const box of document.querySelectorAll("#legend input[type=checkbox]")) {
  box.addEventListener("change", () => { setShown(box.name, box.value, box.checked); keepChoice(); });
}
let sliding = 0;
for (const slider of sliders) {
  slider.addEventListener("input", () => {
    setLimit(slider, slider.value);
    clearTimeout(sliding);
    sliding = setTimeout(() => { applyFilters(); keepChoice(); }, 60);
  });
}
