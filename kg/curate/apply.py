"""The linker's concepts as people corrected them: a pure function of these, the papers and the lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from kg.curate.lines import Correction, identity
from kg.curate.paper import Corrected, corrected
from kg.curate.plan import Plan, planned
from kg.curate.reasons import reasons
from kg.errors import Problem, Report, ignore
from kg.records import Annotation, Concept, Linked
from kg.wording import count, shortened

_SHOWN = 3  # relations that a message names


def apply(
    linked: Linked,
    papers: Iterable[Annotation],
    corrections: Sequence[Correction],
    source: str = "",
    report: Report = ignore,
) -> Linked:
    """The linker's concepts with these corrections, and papers that speak of them so; equal arguments give equal ones.

    `papers` are the papers' own annotations; they are gone through once or twice. `source` is the file of the lines,
    for messages: lines that do not apply, and what a correction costs (relations that the ontology does not allow
    between the corrected types, or that would join a concept with itself).
    """
    if not corrections:
        return linked
    plan = planned(linked.concepts, _asked(linked, papers, corrections), corrections, source, report)
    moved = {id_ for id_, node in plan.nodes.items() if node.moves}
    touched = moved | {move.to.id for node in plan.nodes.values() for move in node.moves if move.to}

    def relink(paper: Annotation) -> Annotation:
        return corrected(linked.relink(paper), plan, moved).annotation

    counts = _Counts(touched)
    if moved:
        for paper in papers:
            counts.add(corrected(linked.relink(paper), plan, moved))
    concepts = _concepts(linked.concepts, counts, plan)
    _report_dropped(counts, {c.id: c for c in concepts}, plan, source, report)
    return Linked(
        concepts, reasons(linked.merges, concepts, plan), _told(linked, concepts, plan, touched), relink
    )


def _told(
    linked: Linked, concepts: Iterable[Concept], plan: Plan, touched: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """The names that tell what a concept is: of a moved or renamed one, its own name and those that it took over."""
    of_plan = {c.id: c for c in linked.concepts if c.id in plan.nodes}
    before = {id_: linked.told.get(id_, (c.name,)) for id_, c in of_plan.items()}
    told = {id_: names for id_, names in linked.told.items() if id_ not in touched}
    for c in concepts:
        if c.id in touched or (c.id in of_plan and c.name != of_plan[c.id].name):
            taken = {name for base in plan.nodes[c.id].bases for name in before[base]} & set(c.aliases)
            told[c.id] = (c.name, *sorted(taken))
    return told


def _asked(
    linked: Linked, papers: Iterable[Annotation], corrections: Iterable[Correction]
) -> dict[str, Collection[str]]:
    """The concepts of the papers that lines name."""
    asked = {c.paper for c in corrections if c.paper}
    if not asked:
        return {}
    return {
        paper.document.id: {concept.id for concept in linked.relink(paper).concepts}
        for paper in papers
        if paper.document.id in asked
    }


class _Counts:
    """How often papers name each of the concepts that lines move something to or from, and what corrections cost."""

    def __init__(self, touched: Collection[str]) -> None:
        self.touched = touched
        self.spelt: dict[str, Counter[str]] = defaultdict(Counter)
        self.naming: dict[str, Counter[str]] = defaultdict(Counter)
        self.papers: Counter[str] = Counter()
        self.broken: list[tuple[str, str, str]] = []
        self.loops = 0

    def add(self, one: Corrected) -> None:
        """Count one paper."""
        paper = one.annotation
        here: dict[str, Counter[str]] = defaultdict(Counter)
        for mention, id_ in zip(paper.mentions, paper.concept_of, strict=True):
            if id_ in self.touched:
                here[id_][paper.document.part(mention.part)[mention.start : mention.end]] += 1
        for id_, counts in here.items():
            self.spelt[id_].update(counts)
            self.naming[id_].update(counts.keys())
            self.papers[id_] += 1
        self.broken += one.broken
        self.loops += one.loops


def _concepts(before: Iterable[Concept], counts: _Counts, plan: Plan) -> tuple[Concept, ...]:
    """The concepts that no line moved as they were, and the others by what is now theirs."""
    by_id = {c.id: c for c in before}
    spelt, naming = counts.spelt, counts.naming
    kept = [_renamed(c, plan) for id_, c in by_id.items() if id_ not in counts.touched]
    for id_ in spelt:
        node = plan.nodes[id_]
        known = {name for base in node.bases for name in (by_id[base].name, *by_id[base].aliases)}
        spellings = [name for name in spelt[id_] if name in known] or list(spelt[id_])
        name = node.name
        if not node.given and identity(name) not in {identity(n) for n in spellings}:
            name = min(spellings, key=lambda n: (-naming[id_][n], -spelt[id_][n], n))
        aliases = tuple(sorted(set(spellings) - {name}))
        kept.append(Concept(id_, name, node.type, aliases, counts.papers[id_], spelt[id_].total()))
    return tuple(sorted(kept, key=lambda c: c.id))


def _renamed(concept: Concept, plan: Plan) -> Concept:
    node = plan.nodes.get(concept.id)
    if node is None or node.name == concept.name:
        return concept
    aliases = {concept.name, *concept.aliases} - {node.name}
    return replace(concept, name=node.name, aliases=tuple(sorted(aliases)))


def _report_dropped(
    counts: _Counts, concepts: Mapping[str, Concept], plan: Plan, source: str, report: Report
) -> None:
    """Say what the ontology does not allow after a change of type, and what would join a concept with itself."""
    broken: dict[int | None, Counter[str]] = defaultdict(Counter)

    def name(id_: str) -> str:
        return shortened(concepts[id_].name) if id_ in concepts else id_

    for subject, predicate, object_ in counts.broken:
        lines = [plan.nodes[end].retyped for end in (subject, object_) if end in plan.nodes]
        line = next((line for line in lines if line is not None), None)
        broken[line][f"{name(subject)} {predicate} {name(object_)}"] += 1
    for line, dropped in sorted(broken.items(), key=lambda item: item[0] or 0):
        some = "; ".join(sorted(dropped)[:_SHOWN]) + ("; …" if len(dropped) > _SHOWN else "")
        message = f"the new type does not allow {count(len(dropped), 'relation')}, which went: {some}."
        report(Problem(source, message, line, skipped=False))
    if counts.loops:
        message = f"{count(counts.loops, 'statement')} between concepts that are now one went."
        report(Problem(source, message, skipped=False))
