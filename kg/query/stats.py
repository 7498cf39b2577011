"""The graph in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from kg import ontology
from kg.records import Concept
from kg.store import Store

_TOP = 10  # concepts in the list of the best supported


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts of the whole; `types` and `relations` list all that the ontology knows."""

    papers: int
    concepts: int
    statements: int
    mentions: int
    results: int
    evidence: int
    types: tuple[tuple[str, int], ...]
    relations: tuple[tuple[str, int], ...]
    top: tuple[Concept, ...]


def stats(store: Store) -> Stats:
    """The counts of the graph, zeros included, and the concepts that most papers name.

    >>> stats(store).papers  # doctest: +SKIP
    2
    """
    known, counts = ontology.load(), store.counts()
    types, relations = store.type_counts(), store.predicate_counts()
    return Stats(
        **counts,
        types=tuple((name, types.get(name, 0)) for name in known.types),
        relations=tuple((name, relations.get(name, 0)) for name in known.relations),
        top=tuple(store.top_concepts(_TOP)),
    )
