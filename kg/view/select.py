"""Which part of the graph a page shows: a pure choice of concepts and the statements among them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kg import ontology
from kg.errors import NotFoundError
from kg.records import Concept, Statement
from kg.store import Store


@dataclass(frozen=True, slots=True)
class Selection:
    """What one page shows.

    `concepts` come best supported first, `statements` (among them) sorted by subject, predicate and object;
    `about` holds what papers state of the concepts (proposes, mentions). `left_out` counts the concepts that
    belong to the part asked for and did not fit; `centre` is the concept that a neighbourhood surrounds.
    """

    concepts: tuple[Concept, ...] = ()
    statements: tuple[Statement, ...] = ()
    about: tuple[Statement, ...] = ()
    left_out: int = 0
    centre: str | None = None


def whole(store: Store, limit: int) -> Selection:
    """The graph, or of a large one the `limit` concepts that most papers name."""
    concepts = store.top_concepts(limit)
    return _selection(store, concepts, store.counts()["concepts"] - len(concepts), None)


def neighbourhood(store: Store, centre: str, hops: int, limit: int) -> Selection:
    """The concept with the id `centre` and what statements join to it within `hops` steps.

    Nearer concepts go before farther ones, better supported statements before others. Raises `NotFoundError`
    where there is no such concept.
    """
    if store.concept(centre) is None:
        raise NotFoundError(f"{centre!r}: the graph has no concept with this id. See: kg search TEXT")
    order = {centre: None}  # a dict keeps the order of discovery
    frontier = [centre]
    for _ in range(hops):
        met = store.incident(frontier, _between_concepts(), evidence=False)
        ends = (end for s in met for end in (s.subject, s.object))
        frontier = list(dict.fromkeys(end for end in ends if end not in order))
        order |= dict.fromkeys(frontier)
        if not frontier:
            break
    shown = list(order)[:limit]
    by_id = {concept.id: concept for concept in store.concepts(shown)}
    return _selection(store, [by_id[i] for i in shown], len(order) - len(shown), centre)


def _selection(store: Store, concepts: list[Concept], left_out: int, centre: str | None) -> Selection:
    ids = {concept.id for concept in concepts}
    # Of a hub's thousands of statements few lie inside: all come bare, those inside are completed.
    bare = store.incident(ids, _between_concepts(), evidence=False)
    among = store.supported(s for s in bare if s.subject in ids and s.object in ids)
    about = store.incident(ids, _from_papers())
    return Selection(tuple(concepts), _in_order(among), _in_order(about), left_out, centre)


def _in_order(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    return tuple(sorted(statements, key=lambda s: (s.subject, s.predicate, s.object)))


def _between_concepts() -> list[str]:
    return [r.name for r in ontology.load().relations.values() if not r.of_papers]


def _from_papers() -> list[str]:
    return [r.name for r in ontology.load().relations.values() if r.of_papers]
