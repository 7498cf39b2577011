"""What was read of each paper, one after the other: the file `extracted.sqlite` beside a graph."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Generic, TypeVar

from kg.errors import InputError, NotFoundError
from kg.link.outline import Outline
from kg.records import Annotation, Document
from kg.store import coding

NAME = "extracted.sqlite"
_ALL = "SELECT {} FROM paper ORDER BY id"
T = TypeVar("T")
APPLICATION_ID, VERSION = 0x6B67_0002, 1
"""Kept in the file, so that no other is taken for one, and none of another version is misread."""

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE paper (
    id TEXT PRIMARY KEY, content TEXT NOT NULL, document TEXT NOT NULL, outline TEXT NOT NULL, annotation TEXT NOT NULL
) WITHOUT ROWID;
"""
"""`content` is a hash of all of a paper that is read; the others are as `kg.store.coding` writes them."""


class Extracted:
    """The papers of a finished file, sorted by id; each is read anew when asked for, so that none is held in memory.

    Raises `NotFoundError` where there is no file and `InputError` where it is none of this version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_file():
            raise NotFoundError(
                f"{path}: there is no such file. It is made by: kg build SOURCE --out {path.parent}"
            )
        self._uri = f"{path.resolve().as_uri()}?mode=ro"
        try:
            kind, version = self._one("PRAGMA application_id"), self._one("PRAGMA user_version")
        except sqlite3.DatabaseError as error:
            raise InputError(f"{path}: is no file of kg's ({error}). Delete it.") from error
        if (kind, version) != (APPLICATION_ID, VERSION):
            raise InputError(f"{path}: is none of version {VERSION} of this kg. Delete it.")

    def __len__(self) -> int:
        return int(self._one("SELECT count(*) FROM paper"))

    def meta(self) -> dict[str, str]:
        """What the papers were read with, by part."""
        return dict(self._rows("SELECT key, value FROM meta"))

    @property
    def documents(self) -> Iterable[Document]:
        """Every paper's document."""
        return _Again(lambda: (coding.to_document(text) for (text,) in self._rows(_ALL.format("document"))))

    @property
    def outlines(self) -> Iterable[Outline]:
        """Every paper's outline."""
        return _Again(lambda: (coding.to_outline(text) for (text,) in self._rows(_ALL.format("outline"))))

    @property
    def annotations(self) -> Iterable[Annotation]:
        """Every paper's own annotation."""
        return _Again(
            lambda: (
                coding.to_annotation(annotation, coding.to_document(document))
                for document, annotation in self._rows(_ALL.format("document, annotation"))
            )
        )

    def _rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        with closing(sqlite3.connect(self._uri, uri=True)) as connection:
            yield from connection.execute(query)

    def _one(self, query: str) -> Any:
        return next(self._rows(query))[0]


class _Again(Generic[T]):
    """What can be gone through many times, as it is read anew each time."""

    def __init__(self, read: Callable[[], Iterator[T]]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[T]:
        return self._read()
