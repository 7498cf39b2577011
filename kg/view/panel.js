// The side panel: a concept or a statement, its papers, and the sentences that say so.

function paperLine(index, element = "span") {
  const paper = data.papers[index];
  const title = paper.link && /^https?:\/\//.test(paper.link)
    ? el("a", { href: paper.link, target: "_blank", rel: "noopener noreferrer", dir: "auto" }, paper.title)
    : el("span", { dir: "auto" }, paper.title);
  return el(element, {}, title, paper.year === null ? "" : ` (${paper.year})`);
}

/** A passage with the given concepts marked and the page's other concepts linked. */
function quote(index, marked) {
  const passage = data.passages[index];
  const text = el("span", { dir: "auto" });
  for (const part of passage.parts) {
    if (typeof part === "string") text.append(part);
    else if (marked.includes(part[1])) text.append(el("mark", {}, part[0]));
    else text.append(conceptLink(part[1], part[0]));
  }
  return el("blockquote", {}, text, paperLine(passage.paper, "footer"));
}

/** The first two passages in sight, the others behind a click, and how many papers more there are. */
function quotes(passages, marked, papers) {
  const all = passages.map(index => quote(index, marked));
  const result = all.slice(0, 2);
  if (all.length > 2) result.push(el("details", {}, el("summary", {}, `${all.length - 2} more`), ...all.slice(2)));
  const told = new Set(passages.map(index => data.passages[index].paper)).size;
  if (papers > told) result.push(el("p", { class: "count" }, `and ${count(papers - told, "paper")} more`));
  return result;
}

function showPanel(...content) {
  const close = el("button", { class: "close", type: "button", "aria-label": "Close" }, "✕");
  close.addEventListener("click", leave);
  $("panel").replaceChildren(close, ...content);
  $("panel").hidden = false;
  $("panel").scrollTop = 0;
}

/** One line a statement, under the relation's name as it reads from this concept. */
function statementGroups(index) {
  const groups = new Map();
  data.statements.forEach((statement, number) => {
    const [label, inverse] = data.relations[statement.predicate];
    const add = (heading, other) => {
      if (!groups.has(heading)) groups.set(heading, []);
      groups.get(heading).push([statement, number, other]);
    };
    if (statement.subject === index) add(label, statement.object);
    else if (statement.object === index) add(inverse, statement.subject);
  });
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([heading, members]) => [
    el("h3", {}, heading),
    el("ul", {}, ...members
      .sort((a, b) => b[0].papers - a[0].papers || a[1] - b[1])
      .map(([statement, number, other]) => el("li", {},
        conceptLink(other), " ",
        el("a", { class: "count", href: `#statement-${number}` }, count(statement.papers, "paper")),
        ...quotes(statement.passages, [index, other], statement.papers)))),
  ]);
}

function conceptPanel(index) {
  const concept = data.concepts[index];
  const content = [
    el("h2", { dir: "auto" }, concept.name),
    el("p", { class: "count" }, `${concept.type} · ${count(concept.papers, "paper")}, ${count(concept.mentions, "mention")}`),
  ];
  if (concept.aliases.length) content.push(el("p", { dir: "auto" }, "Also: " + concept.aliases.join(", ")));
  if (concept.proposedBy.length) {
    content.push(el("p", { class: "proposed" }, el("b", {}, "Proposed by ")), el("ul", {}, ...concept.proposedBy.map(i => paperLine(i, "li"))));
  }
  content.push(...statementGroups(index));
  if (concept.namedIn.length) content.push(el("h3", {}, "Named in"), ...quotes(concept.namedIn, [index], concept.papers));
  showPanel(...content);
}

function statementPanel(number) {
  const { subject, predicate, object, score, papers, passages } = data.statements[number];
  showPanel(
    el("h2", {}, conceptLink(subject), ` ${data.relations[predicate][0]} `, conceptLink(object)),
    el("p", { class: "count" }, `${count(papers, "paper")} · confidence ${score.toFixed(2)}`),
    ...quotes(passages, [subject, object], papers),
  );
}
