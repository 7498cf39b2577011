"""What stands around a concept: the concepts within some hops and the statements that lead to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from kg.errors import UsageError
from kg.query.allowed import allowed_relations, allowed_types
from kg.query.resolve import resolve
from kg.records import MENTIONS, PAPER_PREFIX, Concept, Statement
from kg.store import Store
from kg.store.beside import beside

LIMIT = 100
"""Statements that a neighbourhood holds unless told otherwise: two screens; a hub has thousands."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A concept and how many statements lie between it and the centre."""

    concept: Concept
    distance: int


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The answer to `neighbourhood`.

    `concepts` are sorted by distance and support; with a choice of types only those. `between` are the other
    concepts that the statements name. `statements` come nearest first, best supported first; `left_out`
    counts those that the limit left for the next page. `namesakes` are concepts of another type with the centre's
    name.
    """

    centre: Concept
    concepts: tuple[Reached, ...]
    statements: tuple[Statement, ...]
    left_out: int = 0
    between: tuple[Reached, ...] = ()
    namesakes: tuple[Concept, ...] = ()


def neighbourhood(
    store: Store,
    name: str,
    hops: int = 1,
    types: Collection[str] | None = None,
    relations: Collection[str] | None = None,
    limit: int | None = LIMIT,
    skip: int = 0,
) -> Neighbourhood:
    """The concepts within `hops` statements of the concept called `name`, followed in both directions.

    Papers are subjects of statements, not steps on the way. `types` and `relations` keep what is of these
    types or stated by these relations; the way may lead through concepts of any type. 0 hops give the
    concept alone. `limit` is the most statements, None for all, after the first `skip`. Raises `NotFoundError` for
    an unknown name and `UsageError` for a negative number or a type or relation that the ontology lacks.
    Cost: of one hop as much as the page has, however many statements a hub stands in; of more, all that are met.

    >>> around = neighbourhood(store, "SQuAD")  # doctest: +SKIP
    >>> [(s.subject, s.predicate) for s in around.statements]  # doctest: +SKIP
    [('method/bert', 'evaluatedOn'), ('method/roberta', 'evaluatedOn')]
    """
    if hops < 0:
        raise UsageError(f"The number of hops is {hops}; give 0 for the concept alone, or more.")
    if skip < 0 or (limit is not None and limit < 0):
        raise UsageError(
            f"The limit is {limit}, after {skip} others; give the most statements you want, at least 0."
        )
    types, relations = allowed_types(types), allowed_relations(relations)
    match = resolve(store, name)
    if hops == 1:
        page = beside(store, match.concept.id, relations, types, limit, skip)
        found, of, distances = page.statements, page.of, dict[str, int]()
    else:
        distances, met = _reach(store, match.concept.id, hops, relations)
        if types:
            wanted = {c.id for c in store.concepts(distances) if c.type in types} - {match.concept.id}
            met = [s for s in met if s.subject in wanted or s.object in wanted]
        found, of = tuple(met[skip : None if limit is None else skip + limit]), len(met)
    statements = tuple(store.supported(found))
    ends = {end for s in statements for end in (s.subject, s.object)} - {match.concept.id}
    reached = [Reached(concept, distances.get(concept.id, 1)) for concept in store.concepts(ends)]
    reached.sort(key=lambda r: (r.distance, -r.concept.papers, r.concept.id))
    return Neighbourhood(
        match.concept,
        tuple(r for r in reached if not types or r.concept.type in types),
        statements,
        max(0, of - skip - len(statements)),
        tuple(r for r in reached if types and r.concept.type not in types),
        match.others,
    )


def _reach(
    store: Store, centre: str, hops: int, relations: Iterable[str] | None
) -> tuple[dict[str, int], list[Statement]]:
    """Each concept's distance from `centre`, and the statements met on the way, without their evidence."""
    without = () if relations else (MENTIONS,)
    distances, frontier = {centre: 0}, [centre]
    found: dict[tuple[str, str, str], Statement] = {}
    for distance in range(1, hops + 1):
        met = store.incident(frontier, relations, without=without, evidence=False)
        for s in met:
            found.setdefault((s.subject, s.predicate, s.object), s)
        ends = {end for s in met for end in (s.subject, s.object) if not end.startswith(PAPER_PREFIX)}
        frontier = sorted(ends - distances.keys())
        if not frontier:
            break
        distances.update(dict.fromkeys(frontier, distance))
    return distances, list(found.values())
