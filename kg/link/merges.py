"""The reasons for a concept's names, as a tree of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kg.link.identity import ABBREVIATION, HEAD, POINTS_BACK, SPELLING, TYPE, Members, Node
from kg.link.joins import Group, most_used
from kg.records import Merge

_SCORES = {SPELLING: 1.0, ABBREVIATION: 0.99, HEAD: 0.97, POINTS_BACK: 0.9, TYPE: 0.9}


def merges(concept: str, group: Group, nodes: Mapping[Node, Members]) -> Iterator[Merge]:
    """Why each name is the concept's, sorted: within a node under its most used spelling, nodes by their joins."""
    told = {node: most_used(node, nodes[node]) for node in group.nodes}
    found: dict[tuple[str, str, str], Merge] = {}
    for node, main in told.items():
        for (spelling, rule), papers in nodes[node].by_rule().items():
            if spelling != main or rule == TYPE:
                found[spelling, main, rule] = Merge(
                    concept, spelling, main, rule, _SCORES[rule], len(papers), papers[0]
                )
    for join in group.joins:
        name, other = told[join.node], told[join.other]
        first = join.papers[0] if join.papers else ""
        merge = Merge(concept, name, other, join.rule, join.score, len(join.papers), first, join.note)
        found.setdefault((name, other, join.rule), merge)
    yield from (found[order] for order in sorted(found))
