"use strict";
// The page's behaviour in files joined in this order: page.js (data, what is shown), draw.js (the drawing), labels.js
// (the names in it), panel.js (what the papers say), search.js, filter.js (the legend), save.js (PNG and SVG), start.js
// (address, buttons, start). Text from papers stays text.

const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const conceptAt = new Map(data.concepts.map((concept, index) => [concept.id, index]));
const nodeAt = new Map(data.nodes.map((node, index) => [node.id, index]));
const narrow = matchMedia("(max-width: 720px)");
if (narrow.matches) $("legend").open = false;

const joined = new Set(data.edges.flatMap(edge => [edge.from, edge.to]));
const touching = new Map(data.nodes.map(node => [node.id, []])); // id of a node -> its edges
for (const edge of data.edges) for (const end of new Set([edge.from, edge.to])) touching.get(end).push(edge);
const groupOf = new Map(data.groups.flatMap((group, number) => group.members.map(index => [index, number])));

// What the reader has chosen to see; filter.js changes it.
const hidden = { type: new Set(), relation: new Set(), apart: new Set() };
const limits = { papers: 0, support: 0, score: 0, from: -Infinity, to: Infinity };
let openGroup = null; // of a page of groups: the one whose concepts are shown, instead of the groups

function numberOf(id) {
  return Number(id.split("-").at(-1));
}

/** What has no known year is shown while all years are. */
function inYears(years) {
  if (limits.from === -Infinity && limits.to === Infinity) return true;
  return years.some(year => limits.from <= year && year <= limits.to);
}

/** Whether the legend leaves the concept. */
function conceptLeft(index) {
  const { id, type, papers, years } = data.concepts[index];
  return !hidden.type.has(type) && (joined.has(id) || !hidden.apart.size) && papers >= limits.papers && inYears(years);
}

/** Whether it is drawn: of a page of groups, while its own is open. */
function conceptShown(index) {
  return conceptLeft(index) && (!data.groups.length || groupOf.get(index) === openGroup);
}

function statementShown(number) {
  const { predicate, papers, score, years } = data.statements[number];
  return !hidden.relation.has(predicate) && papers >= limits.support && score >= limits.score && inYears(years);
}

function nodeShown(id) {
  return conceptAt.has(id) ? conceptShown(conceptAt.get(id)) : openGroup === null;
}

function edgeShown({ id, from, to }) {
  return nodeShown(from) && nodeShown(to) && (!id.startsWith("statement-") || statementShown(numberOf(id)));
}
