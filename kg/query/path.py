"""How two concepts hang together: the shortest chain of statements."""

from __future__ import annotations

from dataclasses import dataclass

from kg.errors import NotFoundError
from kg.query.resolve import resolve
from kg.records import MENTIONS, PAPER_PREFIX, Concept, Statement
from kg.store import Store


@dataclass(frozen=True, slots=True)
class Path:
    """`statements[i]` joins `concepts[i]` and `concepts[i + 1]`, in whichever direction it says."""

    concepts: tuple[Concept, ...]
    statements: tuple[Statement, ...] = ()


@dataclass(slots=True)
class _Side:
    """What is reached from one end: for each concept the one before it and the statement; the last ones in order."""

    steps: dict[str, tuple[str, Statement]]
    reached: set[str]
    frontier: dict[str, None]


def path(store: Store, start: str, end: str) -> Path:
    """The shortest chain of statements from the concept called `start` to the one called `end`.

    Statements count in both directions; papers are not crossed. Among chains of equal length, each step takes
    the best supported statement. Raises `NotFoundError` where a name is unknown or no chain exists.
    Cost: it is looked for from both ends, so that every statement within half its length of either is looked at.

    >>> [concept.name for concept in path(store, "GLUE", "F1").concepts]  # doctest: +SKIP
    ['GLUE', 'RoBERTa', 'BERT', 'F1']
    """
    first, last = resolve(store, start).concept, resolve(store, end).concept
    sides = [_Side({}, {id_}, {id_: None}) for id_ in (first.id, last.id)]
    middle = first.id if first.id == last.id else _meet(store, *sides)
    if middle is None:
        raise NotFoundError(
            f'No chain of statements joins "{first.name}" ({first.type}) and "{last.name}" ({last.type}).'
        )
    (before, said_before), (after, said_after) = (_back(side, middle) for side in sides)
    ids = [*reversed(before), middle, *after]
    concepts = {concept.id: concept for concept in store.concepts(ids)}
    statements = store.supported([*reversed(said_before), *said_after])
    return Path(tuple(concepts[id_] for id_ in ids), tuple(statements))


def _meet(store: Store, first: _Side, last: _Side) -> str | None:
    """Grow the side with fewer concepts in front until the two share a concept; None if they cannot."""
    while first.frontier and last.frontier:
        grown, other = (first, last) if len(first.frontier) <= len(last.frontier) else (last, first)
        _grow(store, grown)
        for id_ in grown.frontier:
            if id_ in other.reached:
                return id_
    return None


def _grow(store: Store, side: _Side) -> None:
    """One step further, over the best supported statements first."""
    new: dict[str, None] = {}
    for s in store.incident(side.frontier, without=(MENTIONS,), evidence=False):
        for here, there in ((s.subject, s.object), (s.object, s.subject)):
            if here in side.frontier and there not in side.reached and not there.startswith(PAPER_PREFIX):
                side.steps[there] = here, s
                side.reached.add(there)
                new[there] = None
    side.frontier = new


def _back(side: _Side, from_: str) -> tuple[list[str], list[Statement]]:
    """The concepts from there to where the side began, and the statements on the way."""
    ids: list[str] = []
    statements: list[Statement] = []
    while from_ in side.steps:
        from_, statement = side.steps[from_]
        ids.append(from_)
        statements.append(statement)
    return ids, statements
