"""A `Graph` into its SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from kg import names
from kg.errors import InputError, OutputError
from kg.files import atomic
from kg.records import MENTIONS, Annotation, Concept, Graph, Result
from kg.store import schema


def write(graph: Graph, path: Path, meta: Mapping[str, str] | None = None) -> None:
    """Write the graph to `path`, whole or not at all; equal graphs give equal bytes.

    `meta` are facts about the build that `Store.meta` gives back. Raises `OutputError` where the file cannot be
    written, and `InputError` for text that no file can hold.
    """
    with atomic(path) as temporary:
        try:
            with closing(sqlite3.connect(temporary, isolation_level=None)) as connection:
                _fill(connection, graph, meta or {})
        except sqlite3.DatabaseError as error:
            raise OutputError(f"{path}: writing the graph failed ({error}).") from error
        except UnicodeEncodeError as error:
            raise InputError(schema.HALF.format(path=path, text=error.object)) from error


def _fill(connection: sqlite3.Connection, graph: Graph, meta: Mapping[str, str]) -> None:
    run, many = connection.execute, connection.executemany
    # No journal: the file is not the graph until it is moved into place.
    run("PRAGMA journal_mode = OFF")
    run("PRAGMA synchronous = OFF")
    run(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    run(f"PRAGMA user_version = {schema.VERSION}")
    run("BEGIN")
    connection.executescript(schema.TABLES)
    many("INSERT INTO meta VALUES (?, ?)", sorted(meta.items()))
    many(
        "INSERT INTO paper VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (_paper_row(annotation) for annotation in graph.papers),
    )
    many(
        "INSERT INTO mention VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (row for annotation in graph.papers for row in _mention_rows(annotation)),
    )
    telling = [s for s in graph.statements if s.predicate != MENTIONS]
    links = Counter(end for s in telling for end in (s.subject, s.object))
    many(
        "INSERT INTO concept VALUES (?, ?, ?, ?, ?, ?)",
        ((c.id, c.name, c.type, c.papers, c.mentions, links[c.id]) for c in graph.concepts),
    )
    many("INSERT INTO name VALUES (?, ?, ?, ?)", (row for c in graph.concepts for row in _name_rows(c)))
    many(
        "INSERT INTO merge VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ((m.concept, m.name, m.other, m.rule, m.score, m.papers, m.paper, m.note) for m in graph.merges),
    )
    many(
        "INSERT INTO spelling VALUES (?, ?)",
        _spelling_rows(graph),
    )
    many(
        "INSERT INTO statement VALUES (?, ?, ?, ?, ?, ?)",
        ((n, s.subject, s.predicate, s.object, s.score, s.papers) for n, s in enumerate(graph.statements)),
    )
    many(
        "INSERT INTO evidence VALUES (?, ?, ?, ?, ?)",
        ((n, e.paper, e.part, e.start, e.end) for n, s in enumerate(graph.statements) for e in s.evidence),
    )
    many(
        "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (_result_row(n, result) for n, result in enumerate(graph.results)),
    )
    connection.executescript(schema.INDEXES)
    run("INSERT INTO spelling (spelling) VALUES ('optimize')")
    run("COMMIT") if connection.in_transaction else None


def _spelling_rows(graph: Graph) -> list[tuple[str, str]]:
    """Every spelling with its concept, best supported first, short before long: in this order a search finds them."""
    rows = ((-c.papers, len(n), c.id, n) for c in graph.concepts for n in (c.name, *c.aliases))
    return [(name, concept) for *_, concept, name in sorted(rows)]


def _paper_row(annotation: Annotation) -> tuple[object, ...]:
    d = annotation.document
    lists = (json.dumps(value, ensure_ascii=False) for value in (d.authors, d.keywords, d.offsets))
    return (d.id, d.title, d.text, d.source, d.line, d.year, d.venue, d.doi, d.url, d.published, *lists)


def _mention_rows(annotation: Annotation) -> list[tuple[object, ...]]:
    return [
        (annotation.document.id, m.part, m.start, m.end, m.type, m.score, m.rule, concept)
        for m, concept in zip(annotation.mentions, annotation.concept_of, strict=True)
    ]


def _result_row(n: int, r: Result) -> tuple[object, ...]:
    at = r.evidence
    what = (r.value, r.unit, r.kind, r.written, r.score)
    return (n, at.paper, *r.ends, *what, at.part, at.start, at.end)


def _name_rows(concept: Concept) -> list[tuple[str, str, int, str]]:
    spellings = (concept.name, *concept.aliases)
    return [(names.key(name), concept.id, rank, name) for rank, name in enumerate(spellings)]
