"use strict";
// The page's behaviour in five files, joined in this order: page.js (data and drawing), labels.js (the names in it),
// panel.js (what the papers say), search.js, start.js (address and controls). Text from papers stays text.

const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const conceptAt = new Map(data.concepts.map((concept, index) => [concept.id, index]));
const narrow = matchMedia("(max-width: 720px)");
if (narrow.matches) $("legend").open = false;

let lit = []; // ids of the concepts that the panel is about
let stale = true; // the labels are to be chosen anew
let theme;
const joined = new Set(data.edges.flatMap(edge => [edge.from, edge.to]));
const hidden = { type: new Set(), relation: new Set(), apart: new Set() };
const first = looks();
const nodes = new vis.DataSet(data.nodes.map((node, i) => ({ ...node, label: undefined, ...first.nodes[i] })));
const edges = new vis.DataSet(data.edges.map((edge, i) => ({ ...edge, ...first.edges[i] })));
const shownNodes = new vis.DataView(nodes, {
  filter: ({ id }) => isShown(id, data.concepts[conceptAt.get(id)].type),
});
const shownEdges = new vis.DataView(edges, {
  filter: edge => !hidden.relation.has(data.statements[numberOf(edge.id)].predicate),
});
const network = new vis.Network($("graph"), { nodes: shownNodes, edges: shownEdges }, data.options);

// --- small helpers ---

function numberOf(id) {
  return Number(id.slice("statement-".length));
}

/** An element with attributes and children; strings become text, never markup. */
function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function isShown(id, type) {
  return !hidden.type.has(type) && (joined.has(id) || !hidden.apart.size);
}

function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

function conceptLink(index, text = data.concepts[index].name) {
  return el("a", { href: "#" + encodeURIComponent(data.concepts[index].id), dir: "auto" }, text);
}

// --- drawing ---

/** How all looks in the reader's theme; what does not touch the concepts in the light steps back. */
function looks() {
  const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  theme = { ink: colour("--ink"), soft: colour("--soft"), paper: colour("--paper") };
  const near = new Set(inLight());
  const joins = ({ from, to }) => lit.length === 1 ? from === lit[0] || to === lit[0] : near.has(from) && near.has(to);
  return {
    nodes: data.nodes.map(({ id, color, proposed }) => {
      const on = !lit.length || near.has(id);
      const chosen = { background: color.background, border: theme.ink };
      return {
        id,
        color: { ...(proposed ? chosen : color), highlight: chosen, hover: chosen },
        opacity: on ? 1 : 0.15,
      };
    }),
    edges: data.edges.map(edge => {
      const on = !lit.length || joins(edge);
      const font = on
        ? { size: lit.length ? 7 : 6, color: theme.soft, strokeWidth: 3, strokeColor: theme.paper }
        : { color: "transparent", strokeWidth: 0 };
      return { id: edge.id, color: { ...edge.color, opacity: on ? 0.8 : 0.08 }, font };
    }),
  };
}

function paint() {
  const now = looks();
  stale = true;
  nodes.update(now.nodes);
  edges.update(now.edges);
}

/** Put these concepts (none, one, or the two ends of a statement) into the light. */
function light(...ids) {
  lit = ids;
  paint();
}

/** The two ends of a statement; or a concept and those that a statement joins to it. */
function inLight() {
  if (lit.length !== 1) return lit;
  const touching = data.edges.filter(edge => lit.includes(edge.from) || lit.includes(edge.to));
  return [...new Set([...lit, ...touching.flatMap(edge => [edge.from, edge.to])])];
}

/** Move the view at once, names and all. */
function moveTo(place) {
  network.moveTo({ ...place, animation: false });
  stale = true;
  network.redraw();
}

/** Bring these concepts into view, with room for the names at the rim. */
function look(ids) {
  if (document.documentElement.classList.contains("listing")) return;
  network.redraw(); // the panel may have changed the room there is
  const at = ids.filter(id => shownNodes.get(id)).map(id => network.getPosition(id));
  if (!at.length) return;
  const { clientWidth: width, clientHeight: height } = $("graph");
  const room = { x: width - 2 * Math.min(RIM, 0.12 * width), y: 0.88 * height };
  const [x, y] = ["x", "y"].map(axis => at.map(place => place[axis])).map(all => [Math.min(...all), Math.max(...all)]);
  moveTo({
    position: { x: (x[0] + x[1]) / 2, y: (y[0] + y[1]) / 2 },
    scale: Math.min(1.8, room.x / (x[1] - x[0]), room.y / (y[1] - y[0])),
  });
}

function refresh() {
  stale = true;
  shownNodes.refresh();
  shownEdges.refresh();
  for (const row of document.querySelectorAll("#list tbody tr")) {
    row.hidden = !isShown(row.id, row.dataset.type);
  }
}

function setShown(kind, value, shown) {
  if (shown !== hidden[kind].has(value)) return; // it is so already
  if (shown) hidden[kind].delete(value);
  else hidden[kind].add(value);
  for (const box of document.querySelectorAll(`#legend input[name=${kind}]`)) {
    box.checked = !hidden[kind].has(box.value);
  }
  refresh();
}
