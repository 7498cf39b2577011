"""Triples in a table on disk, for as long as they are looked at."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path

import pyoxigraph as ox
from rdflib import XSD, BNode, Literal, URIRef
from rdflib.term import Node

from kg.errors import InputError, OutputError
from kg.rdf_file import quads

Subject = ox.NamedNode | ox.BlankNode | ox.Triple
Triple = tuple[Subject, ox.NamedNode, Subject | ox.Literal]
"""Subject, predicate and object; triples about triples are refused by `encode`."""

_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA temp_store = FILE;
-- terms as `encode` has them
CREATE TABLE triple (s TEXT NOT NULL, p TEXT NOT NULL, o TEXT NOT NULL);
-- which nodes which shape is about; see parts.py
CREATE TABLE focus (node TEXT NOT NULL, shape INTEGER NOT NULL, PRIMARY KEY (node, shape)) WITHOUT ROWID;
"""
_INDEXES = """
CREATE INDEX by_subject ON triple (s, p);
CREATE INDEX by_predicate ON triple (p);
"""


def read(path: Path) -> Iterator[Triple]:
    """Every triple of an RDF file, those of named graphs too. Raises as `kg.rdf_file.quads` does."""
    return ((quad.subject, quad.predicate, quad.object) for quad in quads(path))


@contextmanager
def table(triples: Iterable[Triple]) -> Iterator[sqlite3.Connection]:
    """The triples as rows of `triple`, in a database that is gone when the block ends."""
    with (
        tempfile.TemporaryDirectory(prefix="kg-check-", ignore_cleanup_errors=True) as folder,
        closing(sqlite3.connect(Path(folder) / "triples.sqlite", isolation_level=None)) as db,
    ):
        try:
            db.executescript(_TABLES)
            db.execute("BEGIN")
            rows = ((encode(s), p.value, encode(o)) for s, p, o in triples)
            db.executemany("INSERT INTO triple VALUES (?, ?, ?)", rows)
            db.execute("COMMIT")
            db.executescript(_INDEXES)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_FULL":
                raise  # the graph's own file
            raise OutputError(f"{folder}: no room for the triples. Set TMPDIR to a larger place.") from error
        yield db


def encode(term: Subject | ox.Literal) -> str:
    """A term as one string: an IRI as it is, a literal after its datatype or language in quotation marks.

    >>> encode(ox.NamedNode("urn:a")), encode(ox.Literal("chat", language="fr"))
    ('urn:a', '"@fr"chat')

    Raises `InputError` for a triple about a triple.
    """
    if isinstance(term, ox.NamedNode):
        return term.value
    if isinstance(term, ox.BlankNode):
        return f"_:{term.value}"
    if isinstance(term, ox.Literal):
        return f'"@{term.language}"{term.value}' if term.language else f'"{term.datatype.value}"{term.value}'
    raise InputError("A triple about a triple: kg check knows IRIs, blank nodes and literals alone.")


@lru_cache(maxsize=1 << 16)
def decode(text: str) -> Node:
    """What `encode` was given, as rdflib has it; a literal keeps the form that it was written in.

    >>> decode('"@fr"chat'), decode("urn:a")
    (rdflib.term.Literal('chat', lang='fr'), rdflib.term.URIRef('urn:a'))
    """
    if text.startswith("_:"):
        return BNode(text[2:])
    if not text.startswith('"'):
        return URIRef(text)
    kind, value = text[1:].split('"', 1)
    if kind.startswith("@"):
        return Literal(value, lang=kind[1:])
    return Literal(value, datatype=URIRef(kind), normalize=False)


def recode(term: Node) -> str:
    """A term of rdflib as `encode` would have it."""
    if isinstance(term, Literal):
        return f'"@{term.language}"{term}' if term.language else f'"{term.datatype or XSD.string}"{term}'
    return f"_:{term}" if isinstance(term, BNode) else str(term)


def values(db: sqlite3.Connection, node: str, predicate: str) -> list[str]:
    """What the node has there, sorted."""
    rows = db.execute("SELECT DISTINCT o FROM triple WHERE s = ? AND p = ? ORDER BY o", (node, predicate))
    return [row[0] for row in rows]
