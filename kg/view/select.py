"""Which part of the graph a page shows: a pure choice of concepts and the statements among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from kg import ontology
from kg.errors import NotFoundError, UsageError
from kg.records import Concept, Statement
from kg.store import Store, years

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
    neighbourhood surrounds, `compared` the two that are compared; `narrowed` says in words what was left out.
    """

    concepts: tuple[Concept, ...] = ()
    statements: tuple[Statement, ...] = ()
    about: tuple[Statement, ...] = ()
    left_out: int = 0
    centre: str | None = None
    cut: int = 0
    compared: tuple[str, str] | None = None
    narrowed: str = ""


def choose(store: Store, part: Part, limit: int) -> Selection:
    """The part asked for, or the `limit` best supported concepts of it.

    Of a neighbourhood nearer concepts go before farther ones, of a comparison those beside both before those
    beside one. Raises `NotFoundError` for an unknown concept or paper, `UsageError` for a type or a relation that
    the ontology lacks.
    """
    predicates = _asked(part)
    papers = None if part.years is None else _papers(store, part.years)
    in_years = None if part.years is None else years.named_in(store, *part.years)
    bare_will_do = papers is None and part.min_support == 1

    def lasting(statements: Iterable[Statement]) -> list[Statement]:
        if bare_will_do:
            return list(statements)
        kept = (_within(s, papers) for s in statements)
        return [s for s in kept if s.papers >= part.min_support]

    def beside(ids: list[str]) -> list[Statement]:
        return lasting(store.incident(ids, predicates, evidence=not bare_will_do))

    ids, always = _candidates(store, part, beside, in_years)
    whole = in_years is None and (part.concept, part.paper, part.compare) == (None, None, None)
    loaded = store.concepts(ids[:limit] if whole else ids)  # of the whole graph only what is shown
    named = {c.id: c if in_years is None else replace(c, papers=in_years[c.id]) for c in loaded}
    fitting = (
        ids
        if whole
        else [
            i
            for i in ids
            if i in always
            or ((not part.types or named[i].type in part.types) and named[i].papers >= part.min_support)
        ]
    )
    shown = [named[i] for i in fitting[:limit]]
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
        _narrowed(part),
    )


def around(centre: Concept, near: Iterable[Concept], statements: Iterable[Statement]) -> Selection:
    """A neighbourhood that is known already; statements of papers about it may be among those given."""
    concepts, stated = (centre, *near), tuple(statements)
    ends = {concept.id for concept in concepts}
    between = tuple(s for s in stated if {s.subject, s.object} <= ends)
    about = tuple(s for s in stated if s.subject not in ends)
    return Selection(concepts, between, about, centre=centre.id)


def _candidates(
    store: Store,
    part: Part,
    beside: Callable[[list[str]], list[Statement]],
    in_years: Mapping[str, int] | None,
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
    return _best(store, part), set()


def _best(store: Store, part: Part) -> list[str]:
    """Every concept of these types with that much support, best first: bare ids, as there may be a million."""
    of_types = f"AND type IN ({','.join('?' * len(part.types))}) " if part.types else ""
    rows = store.rows(
        f"SELECT id FROM concept WHERE papers >= ? {of_types}ORDER BY papers DESC, links DESC, mentions DESC, id",
        part.min_support,
        *part.types,
    )
    return [row[0] for row in rows]


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


def _narrowed(part: Part) -> str:
    """What narrows the part down, as the page says it: "only Method; papers of 2018 and later"."""
    said = [", ".join(part.types), ", ".join(part.relations)]
    if part.min_support > 1:
        said.append(f"in {part.min_support:,} papers or more")
    if part.years is not None:
        said.append(f"papers of {years.written(*part.years)}")
    words = "; ".join(filter(None, said))
    return words and f"only {words}"


def _papers(store: Store, asked: Years) -> frozenset[str]:
    """The papers of these years; where there are none, the error says which years there are."""
    found = years.papers_of(store, *asked)
    if not found:
        known = years.span(store)
        raise NotFoundError(
            f"No paper of the graph is of the years {years.written(*asked)}: "
            + ("none has a known year." if known is None else f"they are of {years.written(*known)}.")
        )
    return found


def _within(statement: Statement, papers: frozenset[str] | None) -> Statement:
    """The statement as these papers alone support it."""
    if papers is None:
        return statement
    return replace(statement, evidence=tuple(e for e in statement.evidence if e.paper in papers))


def _in_order(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    return tuple(sorted(statements, key=lambda s: (s.subject, s.predicate, s.object)))


def _from_papers() -> list[str]:
    return [r.name for r in ontology.load().relations.values() if r.of_papers]
