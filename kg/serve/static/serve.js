// Search as you type: names and aliases, by keyboard or pointer. Text from the graph only ever becomes text nodes.
"use strict";

const box = document.getElementById("search");
const list = document.getElementById("hits");
let hits = [];
let chosen = -1;
let waiting = 0;
let asking = null;

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

function show(found) {
  hits = found;
  list.replaceChildren(...found.map((concept, i) => {
    const item = document.createElement("li");
    const name = document.createElement("span");
    const about = document.createElement("span");
    item.id = `hit-${i}`;
    item.setAttribute("role", "option");
    name.dir = "auto";
    name.textContent = concept.name.length > 80 ? concept.name.slice(0, 79) + "…" : concept.name;
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

async function ask() {
  const text = box.value.trim();
  asking?.abort();
  if (!text) { close(); return; }
  asking = new AbortController();
  try {
    const query = new URLSearchParams({ q: text, limit: "12" });
    const answer = await fetch(`/api/search?${query}`, { signal: asking.signal });
    if (answer.ok) show(await answer.json());
  } catch (error) {
    if (error.name !== "AbortError") close();
  }
}

box.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(ask, 100);
});
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
