"""Matches with other vocabularies, put into a graph that stands."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from kg.errors import InputError, OutputError, UsageError
from kg.files import atomic
from kg.iri import is_absolute
from kg.records import Link
from kg.store import schema
from kg.store.reader import Store


def set_links(path: Path, vocabulary: str, links: Iterable[Link]) -> None:
    """Replace the links of one vocabulary in the graph at `path`; those of others stay.

    The graph is copied, changed and moved into place: who reads it meanwhile goes on with what it was, and a
    failure leaves it so. Raises `NotFoundError` and `InputError` as `Store` and `write` do, `OutputError` where the
    file cannot be written, and `UsageError` for a link of another vocabulary, about a concept that the graph
    lacks, or to what is no http, https or urn IRI.

    >>> set_links(Path("exports/graph.sqlite"), "cso", [])  # doctest: +SKIP
    """
    rows = sorted({_row(link, vocabulary) for link in links})
    with Store(path) as store:
        known = {concept.id for concept in store.concepts()}
    for row in rows:
        if row[1] not in known:
            raise UsageError(f"{path}: a link is about {row[1]!r}, which is no concept of this graph.")
    with atomic(path) as temporary:
        try:
            with closing(sqlite3.connect(temporary, isolation_level=None)) as target:
                with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as source:
                    source.backup(target)
                target.execute("PRAGMA journal_mode = OFF")
                target.execute("BEGIN")
                target.execute("DELETE FROM link WHERE vocabulary = ?", (vocabulary,))
                target.executemany("INSERT INTO link VALUES (?, ?, ?, ?, ?, ?)", rows)
                target.execute("COMMIT")
                target.execute("VACUUM")
        except sqlite3.DatabaseError as error:
            raise OutputError(f"{path}: writing the links failed ({error}).") from error
        except UnicodeEncodeError as error:
            raise InputError(schema.HALF.format(path=path, text=error.object)) from error


def _row(link: Link, vocabulary: str) -> tuple[str, str, str, str, str, str]:
    if link.vocabulary != vocabulary:
        raise UsageError(f"A link of {link.vocabulary!r} was given among those of {vocabulary!r}.")
    if not is_absolute(link.iri):
        raise UsageError(
            f"{link.iri!r}, to which {link.concept!r} is linked, is no absolute http, https or urn IRI."
        )
    return vocabulary, link.concept, link.iri, link.relation, link.label, link.reason
