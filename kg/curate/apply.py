"""The linker's graph as people corrected it: a pure function of the graph and the lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kg import ontology
from kg.curate.lines import Correction, identity
from kg.curate.paper import Corrected, corrected
from kg.curate.plan import Plan, planned
from kg.curate.reasons import reasons
from kg.errors import Problem, Report, ignore
from kg.records import PAPER, Annotation, Concept, Evidence, Graph, Statement, paper_node
from kg.wording import count, shortened

_SHOWN = 3  # relations that a message names


def apply(
    graph: Graph, corrections: Sequence[Correction], source: str = "", report: Report = ignore
) -> Graph:
    """The graph with these corrections; equal graphs and lines give equal graphs.

    `source` is the file of the lines, for messages: lines that do not apply, and what a correction costs (relations
    that the ontology does not allow between the corrected types, or that would join a concept with itself).
    """
    if not corrections:
        return graph
    asked = {c.paper for c in corrections if c.paper}
    papers = {p.document.id: {c.id for c in p.concepts} for p in graph.papers if p.document.id in asked}
    plan = planned(graph.concepts, papers, corrections, source, report)
    moved = {id_ for id_, node in plan.nodes.items() if node.moves}
    done = [corrected(paper, plan, moved) for paper in graph.papers]
    touched = moved | {move.to.id for node in plan.nodes.values() for move in node.moves if move.to}
    relinked = tuple(one.annotation for one in done)
    concepts = _concepts(graph.concepts, relinked, plan, touched)
    _report_dropped(done, {c.id: c for c in concepts}, plan, source, report)
    return replace(
        graph,
        papers=relinked,
        concepts=concepts,
        statements=_statements(graph, relinked, concepts, plan, touched),
        merges=reasons(graph.merges, concepts, plan),
    )


def _concepts(
    before: Iterable[Concept], papers: Iterable[Annotation], plan: Plan, touched: set[str]
) -> tuple[Concept, ...]:
    """The concepts that no line moved as they were, and the others by what is now theirs."""
    by_id = {c.id: c for c in before}
    spelt: dict[str, Counter[str]] = defaultdict(Counter)
    naming: dict[str, Counter[str]] = defaultdict(Counter)
    named_by: Counter[str] = Counter()
    for paper in papers:
        here: dict[str, Counter[str]] = defaultdict(Counter)
        for mention, id_ in zip(paper.mentions, paper.concept_of, strict=True):
            if id_ in touched:
                here[id_][paper.document.part(mention.part)[mention.start : mention.end]] += 1
        for id_, counts in here.items():
            spelt[id_].update(counts)
            naming[id_].update(counts.keys())
            named_by[id_] += 1
    kept = [_renamed(c, plan) for id_, c in by_id.items() if id_ not in touched]
    for id_ in spelt:
        node = plan.nodes[id_]
        known = {name for base in node.bases for name in (by_id[base].name, *by_id[base].aliases)}
        spellings = [name for name in spelt[id_] if name in known] or list(spelt[id_])
        name = node.name
        if not node.given and identity(name) not in {identity(n) for n in spellings}:
            name = min(spellings, key=lambda n: (-naming[id_][n], -spelt[id_][n], n))
        aliases = tuple(sorted(set(spellings) - {name}))
        kept.append(Concept(id_, name, node.type, aliases, named_by[id_], spelt[id_].total()))
    return tuple(sorted(kept, key=lambda c: c.id))


def _renamed(concept: Concept, plan: Plan) -> Concept:
    node = plan.nodes.get(concept.id)
    if node is None or node.name == concept.name:
        return concept
    aliases = {concept.name, *concept.aliases} - {node.name}
    return replace(concept, name=node.name, aliases=tuple(sorted(aliases)))


def _statements(
    graph: Graph,
    papers: Iterable[Annotation],
    concepts: Iterable[Concept],
    plan: Plan,
    touched: set[str],
) -> tuple[Statement, ...]:
    """Those between concepts that no line moved as they were; the others anew from what the papers say.

    What is inferred follows its concepts where they went as a whole.
    """
    types = {c.id: c.type for c in concepts}
    found: dict[tuple[str, str, str], Statement] = {}
    said: dict[tuple[str, str, str], list[Statement]] = defaultdict(list)
    for s in graph.statements:
        if s.subject not in touched and s.object not in touched:
            found[s.subject, s.predicate, s.object] = s
        elif s.inferred:
            ends = plan.whole(s.subject), s.predicate, plan.whole(s.object)
            one, other = types.get(ends[0], ""), types.get(ends[2], "")
            if ends[0] != ends[2] and ontology.load().allows(one, s.predicate, other):
                found[ends] = Statement(*ends, s.score)
    for paper in papers:
        for s in paper.statements:
            if s.subject in touched or s.object in touched:
                subject = paper_node(paper.document.id) if s.subject == PAPER else s.subject
                said[subject, s.predicate, s.object].append(s)
    found |= {ends: _joined(ends, group) for ends, group in said.items()}
    return tuple(found[ends] for ends in sorted(found))


def _joined(ends: tuple[str, str, str], group: Iterable[Statement]) -> Statement:
    """One statement with the evidence of all and the best of their scores."""
    group = list(group)
    evidence: set[Evidence] = {passage for statement in group for passage in statement.evidence}
    ranked = tuple(sorted(evidence, key=lambda e: (e.paper, e.part, e.start, e.end)))
    return Statement(*ends, max(statement.score for statement in group), ranked)


def _report_dropped(
    done: Iterable[Corrected], concepts: Mapping[str, Concept], plan: Plan, source: str, report: Report
) -> None:
    """Say what the ontology does not allow after a change of type, and what would join a concept with itself."""
    broken: dict[int | None, Counter[str]] = defaultdict(Counter)
    loops = 0

    def name(id_: str) -> str:
        return shortened(concepts[id_].name) if id_ in concepts else id_

    for one in done:
        loops += one.loops
        for subject, predicate, object_ in one.broken:
            lines = [plan.nodes[end].retyped for end in (subject, object_) if end in plan.nodes]
            line = next((line for line in lines if line is not None), None)
            broken[line][f"{name(subject)} {predicate} {name(object_)}"] += 1
    for line, dropped in sorted(broken.items(), key=lambda item: item[0] or 0):
        some = "; ".join(sorted(dropped)[:_SHOWN]) + ("; …" if len(dropped) > _SHOWN else "")
        message = f"the new type does not allow {count(len(dropped), 'relation')}, which went: {some}."
        report(Problem(source, message, line, skipped=False))
    if loops:
        message = f"{count(loops, 'statement')} between concepts that are now one went."
        report(Problem(source, message, skipped=False))
