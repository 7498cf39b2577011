"""One paper's annotation as the plan corrects it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from kg import ontology
from kg.curate.lines import identity
from kg.curate.plan import Plan
from kg.records import (
    MENTIONS,
    PAPER,
    Annotation,
    Concept,
    Evidence,
    Result,
    Statement,
    paper_node,
    result_order,
)

REPORTS = "reports a result of"
"""What stands for a predicate where a result loses an end."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """A paper's annotation, what its concepts' new types do not allow (subject, predicate, object), and how many
    statements would join a concept with itself.
    """

    annotation: Annotation
    broken: tuple[tuple[str, str, str], ...] = ()
    loops: int = 0


def corrected(paper: Annotation, plan: Plan, moved: Collection[str]) -> Corrected:
    """The paper with its mentions where the plan puts them, and all that is said of them in their wake.

    `moved` are the linker's concepts that have mentions to move. A passage is about the concept whose mention it
    holds; of several, the first. Where it holds none, about the one that most mentions of the former concept went to.
    """
    if not any(concept.id in moved for concept in paper.concepts):
        return Corrected(paper)
    owners = [_owner(paper, i, plan, moved) for i in range(len(paper.mentions))]
    where = _Where(paper, owners, moved)
    types = {c.id: c.type for c in paper.concepts if c.id not in moved}
    types |= {id_: plan.nodes[id_].type for id_ in owners if id_ is not None and id_ in plan.nodes}
    statements, broken, loops = _statements(paper, where, types)
    results, lost = _results(paper, where, types)
    kept = [(m, id_) for m, id_ in zip(paper.mentions, owners, strict=True) if id_ is not None]
    annotation = replace(
        paper,
        mentions=tuple(m if m.type == types[id_] else replace(m, type=types[id_]) for m, id_ in kept),
        concept_of=tuple(id_ for _, id_ in kept),
        concepts=_concepts(paper, owners, types, moved),
        statements=statements,
        results=results,
    )
    return Corrected(annotation, (*broken, *lost), loops)


def _owner(paper: Annotation, i: int, plan: Plan, moved: Collection[str]) -> str | None:
    """The id of the concept that a mention is of now, None where it is rejected."""
    base = paper.concept_of[i]
    if base not in moved:
        return base
    node = plan.owner(plan.nodes[base], identity(_surface(paper, i)), paper.document.id)
    return node.id if node else None


def _surface(paper: Annotation, i: int) -> str:
    mention = paper.mentions[i]
    return paper.document.part(mention.part)[mention.start : mention.end]


class _Where:
    """Which concepts a passage is about that was about one of the linker's."""

    def __init__(self, paper: Annotation, owners: Sequence[str | None], moved: Collection[str]) -> None:
        self.places: dict[str, list[tuple[str, int, int, str | None]]] = defaultdict(list)
        for mention, base, owner in zip(paper.mentions, paper.concept_of, owners, strict=True):
            if base in moved:
                self.places[base].append((mention.part, mention.start, mention.end, owner))

    def ends(self, base: str, passage: Evidence) -> list[str | None]:
        """The owners of its mentions in the passage, in reading order, each once; None for what is rejected."""
        if base not in self.places:
            return [base]
        inside = dict.fromkeys(
            owner
            for part, start, end, owner in sorted(self.places[base], key=lambda place: place[:3])
            if part == passage.part and passage.start <= start and end <= passage.end
        )
        return list(inside) or [self._most(base)]

    def _most(self, base: str) -> str | None:
        counts = Counter(owner for *_, owner in self.places[base])
        return min(counts, key=lambda owner: (-counts[owner], owner or ""))


def _statements(
    paper: Annotation, where: _Where, types: Mapping[str, str]
) -> tuple[tuple[Statement, ...], list[tuple[str, str, str]], int]:
    """The statements with their new ends, those that their types forbid, and how many would be loops."""
    allowed = ontology.load().allows
    evidence: dict[tuple[str, str, str], set[Evidence]] = defaultdict(set)
    scores: dict[tuple[str, str, str], float] = defaultdict(float)
    loops: set[tuple[str, str, str]] = set()
    broken = []
    for s in paper.statements:
        for passage in s.evidence:
            subjects = [PAPER] if s.subject == PAPER else where.ends(s.subject, passage)[:1]
            objects = where.ends(s.object, passage)
            for subject in subjects:
                for object_ in objects if s.predicate == MENTIONS else objects[:1]:
                    if subject is None or object_ is None:
                        continue
                    if subject == object_:
                        loops.add((s.subject, s.predicate, s.object))
                        continue
                    ends = subject, s.predicate, object_
                    evidence[ends].add(passage)
                    scores[ends] = max(scores[ends], s.score)
    for ends in sorted(evidence):
        subject, predicate, object_ = ends
        if not allowed(types.get(subject, ontology.PAPER), predicate, types[object_]):
            broken.append(ends)
            del evidence[ends]
    made = (
        Statement(*ends, scores[ends], tuple(sorted(found, key=lambda e: (e.part, e.start, e.end))))
        for ends, found in sorted(evidence.items())
    )
    return tuple(made), broken, len(loops)


def _results(
    paper: Annotation, where: _Where, types: Mapping[str, str]
) -> tuple[tuple[Result, ...], list[tuple[str, str, str]]]:
    """The results with their new ends, without those that are rejected or of a type that cannot stand there."""
    best: dict[tuple[str, ...], Result] = {}
    lost = []
    for result in sorted(paper.results, key=lambda r: r.score):
        ends: dict[str, str | None] = {}
        for slot, base in zip(("Method", "Task", "Dataset", "Metric"), result.ends, strict=True):
            end = None if base is None else where.ends(base, result.evidence)[0]
            if end is not None and types[end] != slot:
                lost.append((paper_node(paper.document.id), REPORTS, end))
                end = None
            ends[slot.lower()] = end
        if any(ends.values()) or not any(result.ends):
            new = replace(
                result,
                method=ends["method"],
                task=ends["task"],
                dataset=ends["dataset"],
                metric=ends["metric"],
            )
            best[result_order(new)] = new
    return tuple(best[order] for order in sorted(best)), lost


def _concepts(
    paper: Annotation, owners: Sequence[str | None], types: Mapping[str, str], moved: Collection[str]
) -> tuple[Concept, ...]:
    """The paper's concepts: those that nothing moved to or from as they were, the others by their mentions."""
    touched = {owner for owner, base in zip(owners, paper.concept_of, strict=True) if base in moved}
    known = {name for c in paper.concepts for name in (c.name, *c.aliases)}
    spelt: dict[str, Counter[str]] = defaultdict(Counter)
    in_order = sorted(
        range(len(owners)), key=lambda i: (paper.mentions[i].part == "title", paper.mentions[i].start)
    )
    for i in in_order:
        owner = owners[i]
        if owner is not None and owner in touched:
            spelt[owner][_surface(paper, i)] += 1
    kept = [c for c in paper.concepts if c.id not in moved and c.id not in touched]
    for id_, counts in spelt.items():
        telling = [name for name, _ in counts.most_common() if name in known] or [counts.most_common(1)[0][0]]
        aliases = tuple(sorted(telling[1:]))
        kept.append(Concept(id_, telling[0], types[id_], aliases, 1, counts.total()))
    return tuple(sorted(kept, key=lambda c: c.id))
