"""Steps from concepts to those beside them, as bare rows: on the way to an answer they are met by the thousand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

from kg.records import MENTIONS, PROPOSES, Statement
from kg.store.reader import Store
from kg.store.rows import chunks, marks

_SIDES = (("subject", "object"), ("object", "subject"))


class Step(NamedTuple):
    """A statement that joins two nodes, best supported first where steps are sorted: `papers` and `score` are negative.

    `here` and `there` are its ends in the order of the walk, `forward` says whether `here` is its subject.
    """

    papers: int
    score: float
    here: str
    predicate: str
    there: str
    forward: bool

    @property
    def statement(self) -> Statement:
        """The statement, bare of its evidence."""
        subject, object_ = (self.here, self.there) if self.forward else (self.there, self.here)
        return Statement(subject, self.predicate, object_, -self.score)


def ends_from(store: Store, concepts: Collection[str]) -> set[str]:
    """The concepts that share a statement with one of these: read from the indexes alone, as a hub has thousands."""
    return {row[0] for row in _beside(store, concepts, lambda _, other: other)}


def steps_from(store: Store, concepts: Collection[str]) -> Iterator[Step]:
    """Every statement with one of the concepts at an end, from there to the other; not what papers state of it."""
    return map(Step._make, _beside(store, concepts, _step))


def _beside(
    store: Store, concepts: Collection[str], columns: Callable[[str, str], str]
) -> Iterator[tuple[Any, ...]]:
    """The columns, by the end where a concept stands and the other, of the statements with one of the concepts."""
    for chunk in chunks(sorted(concepts)):
        for end, other in _SIDES:
            for apart in (
                "<",
                ">",
            ):  # two ranges: != would read a hub's mentions, which are most of its index
                yield from store.rows(
                    f"SELECT {columns(end, other)} FROM statement "
                    f"WHERE {end} IN ({marks(chunk)}) AND predicate {apart} ? AND predicate != ?",
                    *chunk,
                    MENTIONS,
                    PROPOSES,
                )


def step_between(
    store: Store, ones: Collection[str], others: Collection[str], predicates: Collection[str]
) -> Step | None:
    """The best supported step by these predicates from one of the concepts to one of the others.

    Each pair is looked up, however many statements either stands in.
    """
    found: list[Step] = []
    for end, other in _SIDES:
        rows = store.rows(
            f"SELECT {_step(end, other)} FROM statement "
            f"WHERE {end} IN ({marks(ones)}) AND predicate IN ({marks(predicates)}) AND {other} IN ({marks(others)})",
            *ones,
            *predicates,
            *others,
        )
        found += map(Step._make, rows)
    return min(found, default=None)


def links(store: Store, concepts: Collection[str]) -> dict[str, int]:
    """How many statements each of the concepts stands in, those that papers mention it left out."""
    found: dict[str, int] = {}
    for chunk in chunks(sorted(concepts)):
        found.update(store.rows(f"SELECT id, links FROM concept WHERE id IN ({marks(chunk)})", *chunk))
    return found


def _step(end: str, other: str) -> str:
    """The fields of a `Step` in SQL."""
    return f"-papers, -score, {end}, predicate, {other}, {int(end == 'subject')}"
