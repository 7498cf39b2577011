// Search as you type: names and aliases, by keyboard or pointer. Text from the graph only ever becomes text nodes.
"use strict";

const box = document.getElementById("search");
const list = document.getElementById("hits");
const names = document.getElementById("names"); // of the pages that ask for a concept by its name
let hits = [];
let chosen = -1;
let waiting = 0;
let asking = null;

/** What is found for the text once nothing more is written, told to `show`; nothing where more was. */
function find(text, limit, show) {
  clearTimeout(waiting);
  asking?.abort();
  if (!text.trim()) { show([]); return; }
  waiting = setTimeout(async () => {
    asking = new AbortController();
    try {
      const query = new URLSearchParams({ q: text.trim(), limit });
      const answer = await fetch(`/api/search?${query}`, { signal: asking.signal });
      show(answer.ok ? await answer.json() : []);
    } catch (error) {
      if (error.name !== "AbortError") show([]);
    }
  }, 100);
}

// --- the search box ---

function address(id) {
  return "/concept/" + id.split("/").map(encodeURIComponent).join("/");
}

function close() {
  list.hidden = true;
  chosen = -1;
  box.setAttribute("aria-expanded", "false");
  box.removeAttribute("aria-activedescendant");
}

function choose(position) {
  chosen = position;
  [...list.children].forEach((item, i) => {
    item.setAttribute("aria-selected", String(i === chosen));
    if (i === chosen) item.scrollIntoView({ block: "nearest" });
  });
  if (chosen >= 0) box.setAttribute("aria-activedescendant", `hit-${chosen}`);
  else box.removeAttribute("aria-activedescendant");
}

function open(position) {
  location.assign(address(hits[position].id));
}

function shortened(text) {
  return text.length > 80 ? text.slice(0, 79) + "…" : text;
}

function show(found) {
  if (document.activeElement !== box) return; // who went on wants no list over the page
  hits = found;
  list.replaceChildren(...found.map((concept, i) => {
    const item = document.createElement("li");
    const name = document.createElement("span");
    const about = document.createElement("span");
    item.id = `hit-${i}`;
    item.setAttribute("role", "option");
    name.dir = "auto";
    name.textContent = shortened(concept.name);
    about.className = "count";
    about.textContent = `${concept.type} · ${concept.papers}`;
    item.append(name, about);
    item.addEventListener("mousedown", event => event.preventDefault());
    item.addEventListener("click", () => open(i));
    return item;
  }));
  list.hidden = !found.length;
  box.setAttribute("aria-expanded", String(found.length > 0));
  choose(-1);
}

box.addEventListener("input", () => find(box.value, 12, show));
box.addEventListener("keydown", event => {
  if (event.key === "Escape") close();
  else if (list.hidden) return;
  else if (event.key === "ArrowDown") choose((chosen + 1) % hits.length);
  else if (event.key === "ArrowUp") choose(chosen <= 0 ? hits.length - 1 : chosen - 1);
  else if (event.key === "Enter" && chosen >= 0) open(chosen);
  else return;
  event.preventDefault();
});
box.addEventListener("blur", close);

// --- fields for a concept's name, of a type where they say one ---

function offer(found, type) {
  const fitting = found.filter(concept => !type || concept.type === type);
  names.replaceChildren(...fitting.map(concept => {
    const option = document.createElement("option");
    option.value = concept.name;
    option.label = shortened([concept.type, ...concept.aliases.slice(0, 3)].join(" · "));
    return option;
  }));
}

for (const field of document.querySelectorAll("input[list=names]")) {
  field.addEventListener("focus", () => names.replaceChildren());
  field.addEventListener("input", () => find(field.value, 50, found => offer(found, field.dataset.type)));
}
