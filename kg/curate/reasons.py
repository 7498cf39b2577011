"""Why the names of corrected concepts are one: the linker's reasons as far as they hold, and the lines for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kg.curate.plan import Plan
from kg.records import Concept, Merge

CURATED = "curated"
"""The rule of a merge that somebody wrote down; its note is the line."""


def reasons(merges: Iterable[Merge], concepts: Iterable[Concept], plan: Plan) -> tuple[Merge, ...]:
    """The reasons for every name after the corrections, sorted by concept and name; each concept's make a tree."""
    by_id = {c.id: c for c in concepts}
    bases = {
        base for id_, node in plan.nodes.items() if node.moves or node.joined for base in (id_, *node.bases)
    }
    of_base: dict[str, list[Merge]] = {base: [] for base in bases}
    kept: list[Merge] = []
    for merge in merges:
        (of_base[merge.concept] if merge.concept in bases else kept).append(merge)
    for id_ in sorted(bases & by_id.keys()):
        node = plan.nodes[id_]
        told = [merge for base in node.bases for merge in of_base[base]]
        told += [Merge(id_, name, other, CURATED, 1.0, note=line) for name, other, line in node.joined]
        kept += _tree(by_id[id_], sorted(told, key=lambda m: (m.rule == CURATED, *_order(m), m.note)))
    return tuple(sorted(kept, key=_order))


def _tree(concept: Concept, merges: Sequence[Merge]) -> Iterator[Merge]:
    """Those of the merges that join two of the concept's names, and for names left alone all lines about it."""
    spelt = (concept.name, *concept.aliases)
    root = {name: name for name in spelt}

    def find(name: str) -> str:
        while root[name] != name:
            name = root[name]
        return name

    known: set[tuple[str, str]] = set()
    for m in merges:
        alone = m.name == m.other and (m.name, m.rule) not in known
        if m.name in root and m.other in root and (alone or find(m.name) != find(m.other)):
            known.add((m.name, m.rule))
            root[find(m.name)] = find(m.other)
            yield replace(m, concept=concept.id)
    lines = "; ".join(sorted({m.note for m in merges if m.rule == CURATED}))
    for name in spelt[1:]:
        if find(name) != find(concept.name):
            root[find(name)] = find(concept.name)
            yield Merge(concept.id, name, concept.name, CURATED, 1.0, note=lines)


def _order(merge: Merge) -> tuple[str, str, str, str]:
    return merge.concept, merge.name, merge.other, merge.rule
