"""The statements beside one concept, best supported first: a hub has tens of thousands, and nobody reads them at once.

SQLite walks its indexes in the order of support and stops where the page ends; counting reads the indexes alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from kg.records import MENTIONS, Statement
from kg.store.reader import Store
from kg.store.rows import as_statement

_OTHER = {"subject": "object", "object": "subject"}


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the statements that were asked for, bare of their evidence, and how many there are in all."""

    statements: tuple[Statement, ...]
    of: int


def beside(
    store: Store,
    concept: str,
    predicates: Collection[str] | None = None,
    types: Collection[str] | None = None,
    limit: int | None = None,
    skip: int = 0,
) -> Page:
    """The statements with the concept at either end, in the order of `Store.incident`: `limit` of them after `skip`.

    Those of `predicates`; where there are none given, all but that papers mention it. With `types` only those whose
    other end is a concept of these types, and not the concept itself.
    """
    last = -1 if limit is None else skip + limit  # to SQLite -1 is no limit
    found: dict[int, tuple[Any, ...]] = {}
    number, met = 0, set[str]()
    for side in _OTHER:
        counted = _counted(store, concept, side, predicates, types)
        number += sum(counted.values())
        met |= counted.keys()
        for predicate in counted:
            found.update((row[0], row) for row in _best(store, concept, side, predicate, types, last))
    if types is None:
        number -= _of_itself(store, concept, met)
    ranked = sorted(found.values(), key=lambda row: (-row[5], -row[4], row[1:4]))
    page = ranked[skip : None if limit is None else last]
    return Page(tuple(as_statement(row, ()) for row in page), number)


def _counted(
    store: Store, concept: str, side: str, predicates: Collection[str] | None, types: Collection[str] | None
) -> dict[str, int]:
    """How many statements there are on a side, by predicate."""
    join, of_types = _of(types, side)
    wanted = (MENTIONS, MENTIONS) if predicates is None else sorted(predicates)
    # Two ranges leave out what papers mention, which for a hub is most of the index; != would read it.
    asked = (
        ["s.predicate < ?", "s.predicate > ?"] if predicates is None else ["s.predicate = ?"] * len(wanted)
    )
    counted: dict[str, int] = {}
    for condition, predicate in zip(asked, wanted, strict=True):
        rows = store.rows(
            f"SELECT s.predicate, count(*) FROM statement s {join}WHERE s.{side} = ? AND {condition}{of_types} "
            "GROUP BY s.predicate",
            concept,
            predicate,
            *(types or ()),
        )
        counted.update(rows)
    return counted


def _best(
    store: Store, concept: str, side: str, predicate: str, types: Collection[str] | None, limit: int
) -> Iterable[tuple[Any, ...]]:
    """The first rows of one predicate on a side; only those of equal support have to be sorted."""
    join, of_types = _of(types, side)
    return store.rows(
        f"SELECT s.n, s.subject, s.predicate, s.object, s.score, s.papers FROM statement s {join}"
        f"WHERE s.{side} = ? AND s.predicate = ?{of_types} "
        f"ORDER BY s.papers DESC, s.score DESC, s.{_OTHER[side]} LIMIT ?",
        concept,
        predicate,
        *(types or ()),
        limit,
    )


def _of(types: Collection[str] | None, side: str) -> tuple[str, str]:
    """What narrows a query down to statements whose other end is another concept of so many types."""
    if types is None:
        return "", ""
    join = f"CROSS JOIN concept c ON c.id = s.{_OTHER[side]} "  # CROSS: the order of the index is kept
    return join, f" AND c.type IN ({','.join('?' * len(types))}) AND s.subject != s.object"


def _of_itself(store: Store, concept: str, predicates: Collection[str]) -> int:
    """How many statements the concept stands in twice."""
    marks = ",".join("?" * len(predicates))
    query = f"SELECT count(*) FROM statement WHERE subject = ? AND predicate IN ({marks}) AND object = ?"
    return int(store.rows(query, concept, *predicates, concept).fetchone()[0])
