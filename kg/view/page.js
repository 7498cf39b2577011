"use strict";
// The page's behaviour in four files, joined in this order: page.js (data and drawing), panel.js (what the papers
// say), search.js, start.js (address and controls). Text from papers enters the document as text only.

const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const conceptAt = new Map(data.concepts.map((concept, index) => [concept.id, index]));
const narrow = matchMedia("(max-width: 720px)");
if (narrow.matches) $("legend").open = false;

let lit = []; // ids of the concepts that the panel is about
const hidden = { type: new Set(), relation: new Set() };
const first = looks();
const nodes = new vis.DataSet(data.nodes.map((node, i) => ({ ...node, ...first.nodes[i] })));
const edges = new vis.DataSet(data.edges.map((edge, i) => ({ ...edge, ...first.edges[i] })));
const shownNodes = new vis.DataView(nodes, {
  filter: node => !hidden.type.has(data.concepts[conceptAt.get(node.id)].type),
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
  const [ink, soft, paper] = ["--ink", "--soft", "--paper"].map(colour);
  const near = new Set(inLight());
  const joins = ({ from, to }) => lit.length === 1 ? from === lit[0] || to === lit[0] : near.has(from) && near.has(to);
  const text = (size, tone, on) => on
    ? { size, color: tone, strokeWidth: 3, strokeColor: paper }
    : { size, color: "transparent", strokeWidth: 0 };
  return {
    nodes: data.nodes.map(({ id, color, font, proposed }) => {
      const on = !lit.length || near.has(id);
      const chosen = { background: color.background, border: ink };
      return {
        id,
        color: { ...(proposed ? chosen : color), highlight: chosen, hover: chosen },
        font: text(lit.length ? font.size + 4 : font.size, ink, on),
        opacity: on ? 1 : 0.15,
      };
    }),
    edges: data.edges.map(edge => {
      const on = !lit.length || joins(edge);
      return { id: edge.id, color: { ...edge.color, opacity: on ? 0.8 : 0.08 }, font: text(10, soft, on) };
    }),
  };
}

function paint() {
  const now = looks();
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

/** Bring these concepts into view. */
function look(ids) {
  if (document.documentElement.classList.contains("listing")) return;
  network.redraw(); // the panel may have changed the room there is
  network.fit({ nodes: ids.filter(id => shownNodes.get(id)), maxZoomLevel: 1.3, animation: false });
}

function refresh() {
  shownNodes.refresh();
  shownEdges.refresh();
  for (const row of document.querySelectorAll("#list tbody tr")) row.hidden = hidden.type.has(row.dataset.type);
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
