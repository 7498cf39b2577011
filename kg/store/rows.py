"""Rows of the tables as records."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from kg.records import Concept, Document, Evidence, Result, Statement

PASSAGE = (
    "e.paper, e.start, e.end, substr(CASE e.part WHEN 'text' THEN p.text ELSE p.title END, "
    "e.start + 1, e.end - e.start), e.part"
)
"""The fields of an `Evidence` in SQL, from a row e with a paper p."""

_CHUNK = 500  # SQLite's parameters a query; its limit was 999 for long


def as_document(row: tuple[Any, ...]) -> Document:
    """A row of the table `paper`."""
    authors, keywords, offsets = (json.loads(value) for value in row[10:13])
    columns = ("id", "title", "text", "source", "line", "year", "venue", "doi", "url", "published")
    known = dict(zip(columns, row[:10], strict=True))
    return Document(
        **known, authors=tuple(authors), keywords=tuple(keywords), offsets=tuple((a, b) for a, b in offsets)
    )


def as_statement(row: tuple[Any, ...], evidence: Iterable[Evidence]) -> Statement:
    """A row that begins with (n, subject, predicate, object, score)."""
    _, subject, predicate, object_, score = row[:5]
    return Statement(subject, predicate, object_, score, tuple(evidence))


def as_result(row: tuple[Any, ...]) -> Result:
    """A row of the result's fields in order, then its passage's."""
    method, task, dataset, metric, value, unit, kind, written, score, *passage = row
    return Result(method, task, dataset, metric, value, unit, kind, written, score, Evidence(*passage))


def as_concepts(rows: Iterable[tuple[Any, ...]]) -> Iterator[Concept]:
    """Rows of (id, name, type, papers, mentions, one alias or None), sorted by id, into concepts."""
    current: tuple[Any, ...] | None = None
    aliases: list[str] = []
    for *head, alias in rows:
        if current is not None and current[0] != head[0]:
            yield _concept(current, aliases)
            aliases = []
        current = tuple(head)
        if alias is not None:
            aliases.append(alias)
    if current is not None:
        yield _concept(current, aliases)


def _concept(row: tuple[Any, ...], aliases: Iterable[str]) -> Concept:
    id_, name, type_, papers, mentions = row
    return Concept(id_, name, type_, tuple(aliases), papers, mentions)


def marks(values: Collection[str]) -> str:
    """A mark for each of a query's values.

    >>> marks(["a", "b"])
    '?,?'
    """
    return ",".join("?" * len(values))


def chunks(values: list[str]) -> Iterator[list[str]]:
    """The values, as many at a time as one query may have."""
    return (values[i : i + _CHUNK] for i in range(0, len(values), _CHUNK))
