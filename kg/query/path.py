"""How two concepts hang together: the shortest chain of statements."""

from __future__ import annotations

from collections.abc import Mapping
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


def path(store: Store, start: str, end: str) -> Path:
    """The shortest chain of statements from the concept called `start` to the one called `end`.

    Statements count in both directions; papers are not crossed. Among chains of equal length, each step takes
    the best supported statement. Raises `NotFoundError` where a name is unknown or no chain exists.
    Cost: every statement within the chain's length of `start` is looked at once.

    >>> [concept.name for concept in path(store, "GLUE", "F1").concepts]  # doctest: +SKIP
    ['GLUE', 'RoBERTa', 'BERT', 'F1']
    """
    first, last = resolve(store, start).concept, resolve(store, end).concept
    steps = _search(store, first.id, last.id)
    if last.id != first.id and last.id not in steps:
        raise NotFoundError(
            f'No chain of statements joins "{first.name}" ({first.type}) and "{last.name}" ({last.type}).'
        )
    ids, statements = [last.id], []
    while ids[-1] != first.id:
        before, statement = steps[ids[-1]]
        ids.append(before)
        statements.append(statement)
    concepts = {concept.id: concept for concept in store.concepts(ids)}
    return Path(tuple(concepts[id_] for id_ in reversed(ids)), tuple(store.supported(reversed(statements))))


def _search(store: Store, first: str, last: str) -> Mapping[str, tuple[str, Statement]]:
    """Breadth first from `first` until `last`: for each concept met, the one before it and the statement."""
    steps: dict[str, tuple[str, Statement]] = {}
    seen, frontier = {first}, {first}
    while frontier and last not in seen:
        reached: set[str] = set()
        for s in store.incident(frontier, without=(MENTIONS,), evidence=False):
            for here, there in ((s.subject, s.object), (s.object, s.subject)):
                if here in frontier and there not in seen and not there.startswith(PAPER_PREFIX):
                    steps[there] = here, s
                    seen.add(there)
                    reached.add(there)
        frontier = reached
    return steps
