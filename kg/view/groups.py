"""Groups of concepts that statements join more closely than the rest (Louvain; Blondel and others, 2008)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.records import Concept, Statement
from kg.view.select import Selection

_SEED = 7
_SMALLEST = 3  # members; smaller groups are gathered into one
_REST = "In small groups or in no statement"


@dataclass(frozen=True, slots=True)
class Group:
    """A group: its name, its members best supported first, and {number of another group: statements between}."""

    name: str
    members: tuple[Concept, ...]
    near: dict[int, int]


def find(selection: Selection) -> tuple[Group, ...]:
    """The groups of a selection, the largest first and what belongs to none last; the same selection gives the same."""
    rank = {concept.id: i for i, concept in enumerate(selection.concepts)}
    found = sorted(
        (sorted(part) for part in _communities(rank, selection.statements)), key=lambda p: (-len(p), p)
    )
    large = [part for part in found if len(part) >= _SMALLEST]
    rest = sorted(i for part in found if len(part) < _SMALLEST for i in part)
    parts = [*large, rest] if rest else large
    group_of = {selection.concepts[i].id: n for n, part in enumerate(parts) for i in part}
    between: Counter[tuple[int, int]] = Counter()
    for s in selection.statements:
        a, b = group_of[s.subject], group_of[s.object]
        if a != b:
            between.update([(a, b), (b, a)])
    return tuple(
        Group(
            _REST if part is rest else ", ".join(selection.concepts[i].name for i in part[:3]),
            tuple(selection.concepts[i] for i in part),
            {b: number for (a, b), number in sorted(between.items()) if a == n},
        )
        for n, part in enumerate(parts)
    )


def _communities(rank: dict[str, int], statements: Sequence[Statement]) -> Iterator[set[int]]:
    """The communities as sets of ranks: numbers, as the order of a set of strings varies from run to run."""
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(sorted(rank.values()))
    weights = Counter(
        (min(ends), max(ends)) for s in statements if len(ends := {rank[s.subject], rank[s.object]}) == 2
    )
    graph.add_weighted_edges_from((a, b, weight) for (a, b), weight in sorted(weights.items()))
    yield from nx.community.louvain_communities(graph, seed=_SEED)
