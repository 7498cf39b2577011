// The side panel: a concept or a statement, its papers, its results and the sentences that say so, made of the facts
// that kg/view/facts.py collects. It knows the facts, not the drawing.

/** An element with attributes and children; strings become text, never markup. */
function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/**
 * What makes the panels of these facts: `concept(index)` and `statement(number)` give a list of elements.
 * `href.concept(id)` and `href.statement(number)` are the addresses of the links in them.
 */
function panels(facts, href) {
  const ROWS = 6; // of a table of results, before a click
  const support = papers => papers ? many(papers, "paper") : "inferred"; // by the names, as kinds are
  const many = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

  function conceptLink(index, text = facts.concepts[index].name) {
    return el("a", { href: href.concept(facts.concepts[index].id), dir: "auto" }, text);
  }

  function paperLine(index, element = "span") {
    const paper = facts.papers[index];
    const title = paper.link && /^https?:\/\//.test(paper.link)
      ? el("a", { href: paper.link, target: "_blank", rel: "noopener noreferrer", dir: "auto" }, paper.title)
      : el("span", { dir: "auto" }, paper.title);
    return el(element, {}, title, paper.year === null ? "" : ` (${paper.year})`);
  }

  /** A passage with the given concepts marked and the other concepts of the facts linked. */
  function quote(index, marked) {
    const passage = facts.passages[index];
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
    const told = new Set(passages.map(index => facts.passages[index].paper)).size;
    if (papers > told) result.push(el("p", { class: "count" }, `and ${many(papers - told, "paper")} more`));
    return result;
  }

  /** One line a statement, under the relation's name as it reads from this concept. */
  function statementGroups(index) {
    const groups = new Map();
    facts.statements.forEach((statement, number) => {
      const [label, inverse] = facts.relations[statement.predicate];
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
          el("a", { class: "count", href: href.statement(number) }, support(statement.papers)),
          ...quotes(statement.passages, [index, other], statement.papers)))),
    ]);
  }

  /**
   * The figures that papers report of a concept: a row each, its sentence behind a click. Columns that hold nothing
   * but the concept itself are left out, and rows after the first few wait for a click.
   */
  function results(numbers, index) {
    if (!numbers.length) return [];
    const end = ([name, at]) =>
      at === null || at === index ? el(at === index ? "b" : "span", { dir: "auto" }, name) : conceptLink(at, name);
    const sign = { absolute: "", improvement: "↑ ", reduction: "↓ " };
    const told = numbers.map(number => facts.results[number]);
    const columns = ["Method", "Task", "Dataset", "Metric"].map(name => [name, name.toLowerCase()])
      .filter(([, key]) => told.some(result => result[key] && result[key][1] !== index));
    const row = result => el("tr", {},
      ...columns.map(([, key]) => el("td", {}, result[key] ? end(result[key]) : "")),
      el("td", { class: "figure", title: result.kind }, sign[result.kind], result.written),
      el("td", {}, el("details", {}, el("summary", {}, "Sentence"), quote(result.passage, [index]))));
    const names = [...columns.map(([name]) => name), "Figure", "Said in"];
    const rows = told.map(row);
    const later = rows.slice(ROWS);
    for (const element of later) element.hidden = true;
    const more = el("button", { type: "button" }, many(later.length, "result") + " more");
    more.addEventListener("click", () => {
      for (const element of later) element.hidden = false;
      later[0].querySelector("summary").focus(); // a keyboard goes on from there
      more.remove();
    });
    return [
      el("h3", {}, "Results"),
      el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Results" }, el("table", {},
        el("thead", {}, el("tr", {}, ...names.map(name => el("th", { scope: "col" }, name)))),
        el("tbody", {}, ...rows))),
      ...(later.length ? [more] : []),
    ];
  }

  function concept(index) {
    const told = facts.concepts[index];
    const content = [
      el("h2", { dir: "auto" }, told.name),
      el("p", { class: "count" }, `${told.type} · ${many(told.papers, "paper")}, ${many(told.mentions, "mention")}`),
    ];
    if (told.aliases.length) content.push(el("p", { dir: "auto" }, "Also: " + told.aliases.join(", ")));
    if (told.proposedBy.length) {
      const papers = told.proposedBy.map(paper => paperLine(paper, "li"));
      content.push(el("p", { class: "proposed" }, el("b", {}, "Proposed by ")), el("ul", {}, ...papers));
      const rest = told.proposals - told.proposedBy.length;
      if (rest) content.push(el("p", { class: "count" }, `and ${many(rest, "paper")} more`));
    }
    content.push(...results(told.results, index));
    if (told.moreResults) content.push(el("p", { class: "count" }, "and more, which this page leaves out"));
    content.push(...statementGroups(index));
    if (told.namedIn.length) content.push(el("h3", {}, "Named in"), ...quotes(told.namedIn, [index], told.papers));
    return content;
  }

  function statement(number) {
    const { subject, predicate, object, score, papers, passages } = facts.statements[number];
    return [
      el("h2", {}, conceptLink(subject), ` ${facts.relations[predicate][0]} `, conceptLink(object)),
      el("p", { class: "count" }, `${support(papers)} · confidence ${score.toFixed(2)}`),
      ...quotes(passages, [subject, object], papers),
    ];
  }

  /** One line for each of `members`, the first `most` of them. */
  function listed(members, most, line) {
    const lines = members.slice(0, most).map(line);
    if (members.length > most) lines.push(el("li", { class: "count" }, `and ${many(members.length - most, "concept")} more`));
    return el("ul", {}, ...lines);
  }

  /** One group of a page of groups: what is in it, and the groups that statements join it to. */
  function group(number) {
    const { name, members, near } = facts.groups[number];
    return [
      el("h2", { dir: "auto" }, name),
      el("p", { class: "count" }, many(members.length, "concept")),
      el("p", {}, el("a", { href: "#" }, "All groups")),
      ...(near.length ? [el("h3", {}, "Joined to"), el("ul", {}, ...near.map(([other, statements]) => el("li", {},
        el("a", { href: href.group(other), dir: "auto" }, facts.groups[other].name), " ",
        el("span", { class: "count" }, many(statements, "statement")))))] : []),
      el("h3", {}, "Concepts"),
      listed(members, 100, index => el("li", {}, conceptLink(index))),
    ];
  }

  /** The statements between two concepts as links that read from the first to the second. */
  function between(index, other) {
    return facts.statements.flatMap(({ subject, predicate, object }, number) => {
      const [label, inverse] = facts.relations[predicate];
      const onward = subject === index && object === other;
      if (!onward && !(subject === other && object === index)) return [];
      return [" ", el("a", { class: "count", href: href.statement(number) }, onward ? label : inverse)];
    });
  }

  /** What two concepts share, and what stands beside one of them alone. */
  function comparison() {
    const { ends: [a, b], both, only } = facts.compared;
    const name = index => el("span", { class: "count", dir: "auto" }, facts.concepts[index].name);
    const list = (heading, members, line) => [
      el("h3", { dir: "auto" }, `${heading} (${members.length.toLocaleString("en")})`),
      listed(members, 200, index => el("li", {}, conceptLink(index), el("br"), ...line(index))),
    ];
    return [
      el("h2", {}, conceptLink(a), " and ", conceptLink(b)),
      ...list("Beside both", both, index => [name(a), ...between(a, index), " · ", name(b), ...between(b, index)]),
      ...list(`Only beside ${facts.concepts[a].name}`, only[0], index => between(a, index)),
      ...list(`Only beside ${facts.concepts[b].name}`, only[1], index => between(b, index)),
    ];
  }

  return { concept, statement, group, comparison };
}
