// The search box: names and aliases, by keyboard or pointer.

/** The form of a name in which case, accents, hyphens and spaces make no difference. */
function folded(text) {
  return text.normalize("NFKD").toLowerCase().replace(/[\p{M}\s_\p{Pd}]+/gu, "");
}

const spellings = data.concepts.map(concept => [concept.name, ...concept.aliases].map(folded));
const rankOf = data.concepts.map(concept => concept.papers);
let hits = []; // what `find` gives for the text in the box
let chosen = 0;

/** The concepts with a name like that, best first: {index, alias}, the alias where the name itself fits less. */
function find(text) {
  const wanted = folded(text);
  if (!wanted) return [];
  const found = [];
  spellings.forEach((names, index) => {
    const fits = names.map(name => name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3);
    const fit = Math.min(...fits);
    const at = fits.indexOf(fit);
    if (fit < 3) found.push({ index, fit, alias: at ? data.concepts[index].aliases[at - 1] : "" });
  });
  return found.sort((a, b) => a.fit - b.fit || rankOf[b.index] - rankOf[a.index] || a.index - b.index).slice(0, 20);
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
  $("hits").replaceChildren(...hits.map(({ index, alias }, i) => {
    const { name, type } = data.concepts[index];
    const also = alias ? [el("span", { class: "count alias", dir: "auto" }, alias)] : [];
    const item = el("li", { id: `hit-${i}`, role: "option" }, el("span", { dir: "auto" }, name, ...also), el("span", { class: "count" }, type));
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
  go(data.concepts[hits[position].index].id);
}

let waiting = 0;

/** Search at once if typing has just stopped and the list is behind. */
function catchUp() {
  if (waiting || $("hits").hidden) search();
  clearTimeout(waiting);
  waiting = 0;
}

$("search").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(catchUp, 40); });
$("search").addEventListener("blur", closeHits);
$("search").addEventListener("keydown", event => {
  if (event.key === "ArrowDown" && hits.length) choose((chosen + 1) % hits.length);
  else if (event.key === "ArrowUp" && hits.length) choose((chosen + hits.length - 1) % hits.length);
  else if (event.key === "Enter") { catchUp(); take(chosen); }
  else if (event.key === "Escape" && !$("hits").hidden) { closeHits(); event.stopPropagation(); }
  else return;
  event.preventDefault();
});
