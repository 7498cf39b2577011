// The search box: names and aliases, by keyboard or pointer.

/** The form of a name in which case, accents, hyphens and spaces make no difference. */
function folded(text) {
  return text.normalize("NFKD").toLowerCase().replace(/[\p{M}\s_\p{Pd}]+/gu, "");
}

const spellings = data.concepts.map(concept => [concept.name, ...concept.aliases].map(folded));
const rankOf = data.concepts.map(concept => concept.papers);
let hits = [];
let chosen = 0;

function find(text) {
  const wanted = folded(text);
  if (!wanted) return [];
  const found = [];
  spellings.forEach((names, index) => {
    const best = Math.min(...names.map(name =>
      name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3));
    if (best < 3) found.push([best, index]);
  });
  return found.sort((a, b) => a[0] - b[0] || rankOf[b[1]] - rankOf[a[1]] || a[1] - b[1]).slice(0, 20).map(pair => pair[1]);
}

function choose(position) {
  chosen = position;
  [...$("hits").children].forEach((item, i) => {
    item.setAttribute("aria-selected", String(i === chosen));
    if (i === chosen) item.scrollIntoView({ block: "nearest" });
  });
  if (hits.length) $("search").setAttribute("aria-activedescendant", `hit-${chosen}`);
}

function closeHits() {
  $("hits").hidden = true;
  $("search").setAttribute("aria-expanded", "false");
  $("search").removeAttribute("aria-activedescendant");
}

function search() {
  const text = $("search").value;
  hits = find(text);
  if (!text.trim()) return closeHits();
  $("hits").replaceChildren(...hits.map((index, i) => {
    const concept = data.concepts[index];
    const item = el("li", { id: `hit-${i}`, role: "option" }, el("span", { dir: "auto" }, concept.name), el("span", { class: "count" }, concept.type));
    item.addEventListener("mousedown", event => { event.preventDefault(); take(i); });
    return item;
  }));
  if (!hits.length) $("hits").append(el("li", { class: "none", role: "option", "aria-disabled": "true" }, "No name found"));
  $("hits").hidden = false;
  $("search").setAttribute("aria-expanded", "true");
  choose(0);
}

function take(position) {
  if (!(position in hits)) return;
  closeHits();
  go(data.concepts[hits[position]].id);
}

let waiting = 0;

/** Search at once if typing has just stopped and the list is behind. */
function catchUp() {
  if (waiting || $("hits").hidden) search();
  clearTimeout(waiting);
  waiting = 0;
}

$("search").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(catchUp, 60); });
$("search").addEventListener("blur", closeHits);
$("search").addEventListener("keydown", event => {
  if (event.key === "ArrowDown" && hits.length) choose((chosen + 1) % hits.length);
  else if (event.key === "ArrowUp" && hits.length) choose((chosen + hits.length - 1) % hits.length);
  else if (event.key === "Enter") { catchUp(); take(chosen); }
  else if (event.key === "Escape" && !$("hits").hidden) { closeHits(); event.stopPropagation(); }
  else return;
  event.preventDefault();
});
