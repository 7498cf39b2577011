"""Which part of the graph a page shows: a pure choice of concepts and the statements among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from kg import ontology
from kg.errors import NotFoundError, UsageError
from kg.records import Concept, Statement
from kg.store import Store

STATEMENTS = 7_500
"""The most statements that a page draws: with more, a large screen shows a dark ball."""

Years = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Part:
    """What is asked for: the whole graph, or what lies around a concept, in a paper, or beside two concepts.

    `concept`, `paper` and the two of `compare` are ids, and at most one of the three is given. The other fields
    narrow that down: to `types` and `relations` (all where there are none), to what at least `min_support` papers
    name or state, in papers of the `years` from and to (either may be open).
    """

    concept: str | None = None
    hops: int = 1
    paper: str | None = None
    compare: tuple[str, str] | None = None
    types: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    min_support: int = 1
    years: Years | None = None


@dataclass(frozen=True, slots=True)
class Selection:
    """What one page shows.

    `concepts` come best supported first, `statements` (among them) sorted by subject, predicate and object;
    `about` holds what papers state of the concepts (proposes, mentions). `left_out` counts the concepts that
    belong to the part asked for and did not fit, `cut` the statements; `centre` is the concept that a
    neighbourhood surrounds, `compared` the two that are compared.
    """

    concepts: tuple[Concept, ...] = ()
    statements: tuple[Statement, ...] = ()
    about: tuple[Statement, ...] = ()
    left_out: int = 0
    centre: str | None = None
    cut: int = 0
    compared: tuple[str, str] | None = None


def choose(store: Store, part: Part, limit: int) -> Selection:
    """The part asked for, or the `limit` best supported concepts of it.

    Of a neighbourhood nearer concepts go before farther ones, of a comparison those beside both before those
    beside one. Raises `NotFoundError` for an unknown concept or paper, `UsageError` for a type or a relation that
    the ontology lacks.
    """
    predicates = _asked(part)
    papers = None if part.years is None else _papers(store, part.years)
    in_years = None if papers is None else _named_in(store, papers)

    bare_will_do = papers is None and part.min_support == 1

    def lasting(statements: Iterable[Statement]) -> list[Statement]:
        if bare_will_do:
            return list(statements)
        kept = (_within(s, papers) for s in statements)
        return [s for s in kept if s.papers >= part.min_support]

    def beside(ids: list[str]) -> list[Statement]:
        return lasting(store.incident(ids, predicates, evidence=not bare_will_do))

    ids, always = _candidates(store, part, beside, in_years)
    named = {c.id: c if in_years is None else replace(c, papers=in_years[c.id]) for c in store.concepts(ids)}
    fitting = [
        named[i]
        for i in ids
        if i in always
        or ((not part.types or named[i].type in part.types) and named[i].papers >= part.min_support)
    ]
    shown = fitting[:limit]
    inside = {concept.id for concept in shown}
    # Of a hub's thousands of statements few lie inside: all come bare, those inside are completed.
    bare = store.incident(inside, predicates, evidence=False)
    among = lasting(store.supported(s for s in bare if s.subject in inside and s.object in inside))
    if part.paper is not None:
        among = [s for s in among if any(e.paper == part.paper for e in s.evidence)]
    about = [_within(s, papers) for s in store.incident(inside, _from_papers())]
    best = sorted(among, key=lambda s: (-s.papers, -s.score, s.subject, s.predicate, s.object))[:STATEMENTS]
    return Selection(
        tuple(shown),
        _in_order(best),
        _in_order(s for s in about if s.evidence or papers is None),
        len(fitting) - len(shown),
        part.concept,
        len(among) - len(best),
        part.compare,
    )


def _candidates(
    store: Store,
    part: Part,
    beside: Callable[[list[str]], list[Statement]],
    in_years: Counter[str] | None,
) -> tuple[list[str], set[str]]:
    """The ids that belong to the part, best first, and those that stay whatever narrows it down."""
    if part.concept is not None:
        _known(store, part.concept)
        return _around(part.concept, part.hops, beside), {part.concept}
    if part.compare is not None:
        for concept in part.compare:
            _known(store, concept)
        near = [set(_around(concept, 1, beside)) for concept in part.compare]
        both = near[0] & near[1] - set(part.compare)
        ranked = sorted(store.concepts(near[0] | near[1]), key=lambda c: (c.id not in both, -c.papers, c.id))
        others = [c.id for c in ranked if c.id not in part.compare]
        return [*dict.fromkeys(part.compare), *others], set(part.compare)
    if part.paper is not None:
        if store.paper(part.paper) is None:
            raise NotFoundError(f"{part.paper!r}: the graph has no paper with this id. See: kg papers")
        return list(dict.fromkeys(concept for _, concept in store.mentions(part.paper))), set()
    if in_years is not None:
        return sorted(in_years, key=lambda i: (-in_years[i], i)), set()
    return [concept.id for concept in store.top_concepts(store.counts()["concepts"])], set()


def _around(centre: str, hops: int, beside: Callable[[list[str]], list[Statement]]) -> list[str]:
    """The concepts within `hops` statements, in the order in which they are met."""
    order = {centre: None}  # a dict keeps the order of discovery
    frontier = [centre]
    for _ in range(hops):
        ends = (end for s in beside(frontier) for end in (s.subject, s.object))
        frontier = list(dict.fromkeys(end for end in ends if end not in order))
        order |= dict.fromkeys(frontier)
        if not frontier:
            break
    return list(order)


def _known(store: Store, concept: str) -> None:
    if store.concept(concept) is None:
        raise NotFoundError(f"{concept!r}: the graph has no concept with this id. See: kg search TEXT")


def _asked(part: Part) -> list[str]:
    """The relations between concepts that the page shows."""
    known = ontology.load()
    between = [r.name for r in known.relations.values() if not r.of_papers]
    for name in part.types:
        if name not in known.types:
            raise UsageError(f"{name!r} is no type of concept; those are {', '.join(known.types)}.")
    for name in part.relations:
        if name not in between:
            raise UsageError(f"{name!r} is no relation between concepts; those are {', '.join(between)}.")
    return [name for name in between if not part.relations or name in part.relations]


def _papers(store: Store, years: Years) -> frozenset[str]:
    first, last = years
    return frozenset(
        paper.id
        for paper in store.papers()
        if paper.year is not None
        and (first is None or first <= paper.year)
        and (last is None or paper.year <= last)
    )


def _named_in(store: Store, papers: Iterable[str]) -> Counter[str]:
    """How many of the papers name each concept."""
    return Counter(concept for paper in papers for concept in {c for _, c in store.mentions(paper)})


def _within(statement: Statement, papers: frozenset[str] | None) -> Statement:
    """The statement as these papers alone support it."""
    if papers is None:
        return statement
    return replace(statement, evidence=tuple(e for e in statement.evidence if e.paper in papers))


def _in_order(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    return tuple(sorted(statements, key=lambda s: (s.subject, s.predicate, s.object)))


def _from_papers() -> list[str]:
    return [r.name for r in ontology.load().relations.values() if r.of_papers]
