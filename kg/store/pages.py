"""What belongs to one node, a page at a time: a hub has more statements and papers than anyone reads at once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from kg.records import MENTIONS, PAPER_PREFIX, PROPOSES, Concept, Document, Evidence, Result, Statement
from kg.store.reader import Store
from kg.store.rows import PASSAGE, as_document, as_result, as_statement

Side = Literal["subject", "object"]


@dataclass(frozen=True, slots=True)
class Group:
    """How many statements a concept stands in with one predicate and on one side."""

    predicate: str
    side: Side
    statements: int


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement with the first of its evidence, and how many papers support it in all."""

    statement: Statement
    papers: int


@dataclass(frozen=True, slots=True)
class Board:
    """A dataset and a metric (ids) that results name together, and how many results do."""

    dataset: str
    metric: str
    results: int


def groups(store: Store, concept: str) -> list[Group]:
    """The groups of statements that a concept stands in, those that papers mention it left out."""
    found = []
    for side in ("subject", "object"):
        rows = store.rows(
            f"SELECT predicate, count(*) FROM statement WHERE {side} = ? AND predicate != ? GROUP BY predicate "
            "ORDER BY predicate",
            concept,
            MENTIONS,
        )
        found += [Group(predicate, _side(side), number) for predicate, number in rows]
    return found


def statements(
    store: Store, concept: str, predicate: str, side: Side, limit: int, skip: int = 0, quotes: int = 2
) -> list[Stated]:
    """A group's statements, best supported first, each with passages of at most `quotes` papers, one of each."""
    rows = store.rows(
        "SELECT n, subject, predicate, object, score, papers FROM statement "
        f"WHERE {_side(side)} = ? AND predicate = ? ORDER BY papers DESC, n LIMIT ? OFFSET ?",
        concept,
        predicate,
        limit,
        skip,
    )
    return [Stated(as_statement(row, _first(store, row[0], quotes)), row[5]) for row in rows]


def statement(store: Store, ends: tuple[str, str, str], quotes: int, skip: int = 0) -> Stated | None:
    """The statement of that subject, predicate and object with a page of its evidence; None where there is none."""
    rows = store.rows(
        "SELECT n, subject, predicate, object, score, papers FROM statement "
        "WHERE subject = ? AND predicate = ? AND object = ?",
        *ends,
    )
    for row in rows:
        return Stated(as_statement(row, _evidence(store, row[0], quotes, skip)), row[5])
    return None


def among(store: Store, concepts: Collection[str], quotes: int = 2) -> list[Stated]:
    """The statements with both ends among the concepts, each with passages of at most `quotes` papers, one of each."""
    marks = ",".join("?" * len(concepts))
    rows = store.rows(
        "SELECT n, subject, predicate, object, score, papers FROM statement "
        f"WHERE subject IN ({marks}) AND +object IN ({marks}) ORDER BY n",  # + : papers that mention it are no way
        *concepts,
        *concepts,
    )
    return [Stated(as_statement(row, _first(store, row[0], quotes)), row[5]) for row in rows]


def neighbours(store: Store, concept: str) -> int:
    """How many concepts the concept shares a statement with."""
    rows = store.rows(
        "SELECT count(*) FROM (SELECT object FROM statement WHERE subject = ?1 AND object != ?1 UNION "
        "SELECT subject FROM statement WHERE object = ?1 AND subject != ?1 AND predicate NOT IN (?2, ?3))",
        concept,
        MENTIONS,
        PROPOSES,
    )
    return int(rows.fetchone()[0])


def papers_naming(store: Store, concept: str, limit: int, skip: int = 0) -> list[Document]:
    """Papers that name the concept, sorted by id."""
    rows = store.rows(
        "SELECT p.* FROM (SELECT substr(subject, ?) AS id FROM statement WHERE object = ? AND predicate = ? "
        "ORDER BY papers DESC, n LIMIT ? OFFSET ?) AS named JOIN paper p ON p.id = named.id ORDER BY p.id",
        len(PAPER_PREFIX) + 1,
        concept,
        MENTIONS,
        limit,
        skip,
    )
    return [as_document(row) for row in rows]


def papers_after(store: Store, id_: str, limit: int) -> list[Document]:
    """The papers whose ids come next after `id_`, which need be none itself ("" is before all)."""
    return [
        as_document(row)
        for row in store.rows("SELECT * FROM paper WHERE id > ? ORDER BY id LIMIT ?", id_, limit)
    ]


def top(store: Store, type_: str, limit: int) -> list[Concept]:
    """The concepts of a type that most papers name, best first."""
    rows = store.rows(
        "SELECT id FROM concept WHERE type = ? ORDER BY papers DESC, links DESC, mentions DESC, id LIMIT ?",
        type_,
        limit,
    ).fetchall()
    by_id = {concept.id: concept for concept in store.concepts(row[0] for row in rows)}
    return [by_id[row[0]] for row in rows]


def boards(store: Store, limit: int) -> list[Board]:
    """The pairs of dataset and metric that most results name together, best first."""
    rows = store.rows(
        "SELECT dataset, metric, count(*) AS size FROM result WHERE dataset IS NOT NULL AND metric IS NOT NULL "
        "GROUP BY dataset, metric ORDER BY size DESC, dataset, metric LIMIT ?",
        limit,
    )
    return [Board(*row) for row in rows]


def results(
    store: Store,
    limit: int,
    skip: int = 0,
    *,
    dataset: str | None = None,
    metric: str | None = None,
    method: str | None = None,
    task: str | None = None,
    lowest_first: bool = False,
) -> list[Result]:
    """The results with these ends: quantities before changes, by their values, those without a number last."""
    asked = {"dataset": dataset, "metric": metric, "method": method, "task": task}
    named = {end: id_ for end, id_ in asked.items() if id_ is not None}
    where = f"WHERE {' AND '.join(f'e.{end} = ?' for end in named)} " if named else ""
    order = "ASC" if lowest_first else "DESC"
    by_value = f"e.kind != 'absolute', e.value IS NULL, CAST(e.value AS REAL) {order}, e.n"
    rows = store.rows(
        "SELECT e.method, e.task, e.dataset, e.metric, e.value, e.unit, e.kind, e.written, e.score, "
        f"{PASSAGE} FROM (SELECT * FROM result e {where}ORDER BY {by_value} LIMIT ? OFFSET ?) AS e "
        f"JOIN paper p ON p.id = e.paper ORDER BY {by_value}",
        *named.values(),
        limit,
        skip,
    )
    return [as_result(row) for row in rows]


def _first(store: Store, n: int, papers: int) -> list[Evidence]:
    """The first passage of each of some papers."""
    rows = store.rows(
        f"SELECT {PASSAGE} FROM (SELECT paper, part, min(start) AS start, end FROM evidence WHERE statement = ? "
        "GROUP BY paper ORDER BY paper LIMIT ?) AS e JOIN paper p ON p.id = e.paper ORDER BY e.paper",
        n,
        papers,
    )
    return [Evidence(*row) for row in rows]


def _evidence(store: Store, n: int, limit: int, skip: int = 0) -> list[Evidence]:
    rows = store.rows(
        f"SELECT {PASSAGE} FROM (SELECT * FROM evidence WHERE statement = ? ORDER BY paper, part, start "
        "LIMIT ? OFFSET ?) AS e JOIN paper p ON p.id = e.paper ORDER BY e.paper, e.part, e.start",
        n,
        limit,
        skip,
    )
    return [Evidence(*row) for row in rows]


def _side(side: str) -> Side:
    return "subject" if side == "subject" else "object"
