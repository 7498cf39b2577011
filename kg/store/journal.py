"""What a build has read so far, safe from a crash at any moment; the lock that keeps two builds apart."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from kg.digest import hash_of
from kg.errors import InputError, NotFoundError, OutputError
from kg.link.outline import outline
from kg.records import Annotation, Document
from kg.store import coding, extracted, schema
from kg.store.extracted import Extracted

NAME, HOLDER = ".extracting.sqlite", ".extracting.by"
STAGED = ".kg-build-"
"""What the name of a build's staging folder begins with."""
_TOGETHER = 64  # papers that are made safe at once: a second's work
_TABLES = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS done (
    id TEXT PRIMARY KEY, content TEXT NOT NULL, outline TEXT NOT NULL, annotation TEXT NOT NULL
);
DROP TABLE IF EXISTS wanted;
CREATE TABLE wanted (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, content TEXT NOT NULL, document TEXT NOT NULL);
"""


@contextmanager
def journaling(folder: Path, tools: Mapping[str, str]) -> Iterator[Journal]:
    """The journal of a build that writes to `folder`, which is made if it is missing; see `Journal`.

    What a build that was killed left in its staging folder goes. Raises `OutputError` where another build holds the
    folder or it cannot be written.
    """
    made = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"{folder}: cannot be written ({error.strerror}). Choose another folder."
        ) from error
    try:
        journal = _started(folder, tools)
        try:
            for left in folder.glob(f"{STAGED}*"):
                shutil.rmtree(left, ignore_errors=True)
            yield journal
        finally:
            journal.close()
    finally:
        if made:
            with suppress(OSError):  # not empty: something was written
                folder.rmdir()


def _started(folder: Path, tools: Mapping[str, str]) -> Journal:
    """The journal; where an interrupt comes before it is ready, it leaves no file that was not there."""
    there = set(folder.iterdir())
    try:
        return Journal(folder, tools)
    except BaseException:
        for path in (folder / HOLDER, *folder.glob(f"{NAME}*")):
            if path not in there:
                path.unlink(missing_ok=True)
        raise


class Journal:
    """The journal of the one build that writes to a folder.

    `collect` takes the papers that the graph shall have, `missing` gives those that must be read, `keep` makes what
    was found safe, and `finish` writes what is known of all. It begins with what an undone build left, if that was
    made with the same `tools` (what papers are read with, by part), and with the folder's `extracted.sqlite`;
    `changed` names the parts that differ.
    """

    def __init__(self, folder: Path, tools: Mapping[str, str]) -> None:
        """Raises `OutputError` where another build holds the folder or it cannot be written."""
        self.path, self._tools = folder / NAME, dict(tools)
        self._holder = folder / HOLDER
        self._db = self._opened()
        self.done = False
        self.changed = self._begin(folder / extracted.NAME)

    def collect(self, documents: Iterable[Document]) -> int:
        """Take the papers of this build; how many there are."""
        with self._writing():
            self._db.executemany(
                "INSERT INTO wanted (id, content, document) VALUES (?, ?, ?)",
                ((d.id, content(d), coding.from_document(d)) for d in documents),
            )
        return int(self._db.execute("SELECT count(*) FROM wanted").fetchone()[0])

    def missing(self) -> list[int]:
        """The numbers of the papers of which nothing is known yet, in the order they came."""
        query = (
            "SELECT n FROM wanted w WHERE NOT EXISTS (SELECT 1 FROM done d WHERE d.id = w.id AND d.content = w.content)"
            " AND NOT EXISTS (SELECT 1 FROM old.paper o WHERE o.id = w.id AND o.content = w.content) ORDER BY n"
        )
        return [n for (n,) in self._db.execute(query)]

    def documents(self, numbers: Iterable[int]) -> Iterator[Document]:
        """The documents with these numbers, in this order."""
        for number in numbers:
            query = "SELECT document FROM wanted WHERE n = ?"
            yield coding.to_document(self._db.execute(query, (number,)).fetchone()[0])

    def keep(self, annotations: Iterable[Annotation]) -> None:
        """Make annotations safe as they come; those that came before an error or an interrupt are."""
        waiting: list[Annotation] = []
        try:
            for annotation in annotations:
                waiting.append(annotation)
                if len(waiting) >= _TOGETHER:
                    self._store(waiting)
                    waiting = []
        finally:
            self._store(waiting)

    def finish(self, path: Path) -> Extracted:
        """Write what is known of the collected papers to a new file at `path`, equal papers to equal bytes."""
        run = self._db.execute
        run("ATTACH ? AS new", (str(path),))
        run("PRAGMA new.journal_mode = OFF")
        run(f"PRAGMA new.application_id = {extracted.APPLICATION_ID}")
        run(f"PRAGMA new.user_version = {extracted.VERSION}")
        with self._writing():
            for statement in extracted.TABLES.replace("CREATE TABLE ", "CREATE TABLE new.").split(";"):
                run(statement)
            self._db.executemany("INSERT INTO new.meta VALUES (?, ?)", sorted(self._tools.items()))
            run(
                "INSERT INTO new.paper SELECT w.id, w.content, w.document, coalesce(d.outline, o.outline), "
                "coalesce(d.annotation, o.annotation) FROM wanted w "
                "LEFT JOIN done d ON d.id = w.id AND d.content = w.content "
                "LEFT JOIN old.paper o ON o.id = w.id AND o.content = w.content ORDER BY w.id"
            )
        run("DETACH new")
        return Extracted(path)

    def close(self) -> None:
        """Let go of the folder; a journal whose build is `done`, or that holds nothing, goes."""
        with suppress(sqlite3.DatabaseError):
            self.done = self.done or not self._db.execute("SELECT 1 FROM done LIMIT 1").fetchone()
        if self.done:
            with suppress(OSError):
                self.path.unlink()
        with suppress(OSError):
            self._holder.unlink()
        self._db.close()

    def _opened(self) -> sqlite3.Connection:
        """The journal, locked; a damaged one is made anew."""
        try:
            return self._locked()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname == "SQLITE_BUSY":
                raise OutputError(
                    f"{self.path.parent}: {self._who()} Wait for it to end, or stop it."
                ) from error
            raise OutputError(f"{self.path}: cannot be written ({error}).") from error
        except sqlite3.DatabaseError:
            self.path.unlink()
            return self._locked()

    def _locked(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path.resolve().as_uri(), uri=True, timeout=0, isolation_level=None)
        try:
            # The lock is kept until the connection closes, and goes with a process that dies.
            db.execute("PRAGMA main.locking_mode = EXCLUSIVE")
            db.execute("PRAGMA synchronous = NORMAL")
            db.execute("BEGIN EXCLUSIVE")
            for statement in _TABLES.split(";"):
                db.execute(statement)
            db.execute("COMMIT")
        except BaseException:
            db.close()
            raise
        self._holder.write_text(f"process {os.getpid()} on {socket.gethostname()}", encoding="utf-8")
        return db

    def _who(self) -> str:
        try:
            return f"another kg writes to it ({self._holder.read_text(encoding='utf-8')})."
        except OSError:
            return "another kg writes to it."

    def _begin(self, before: Path) -> tuple[str, ...]:
        """Open what is known from before; the parts of the tools that have changed since."""
        mine = dict(self._db.execute("SELECT key, value FROM meta"))
        with self._writing():
            if mine != self._tools:
                self._db.execute("DELETE FROM done")
                self._db.execute("DELETE FROM meta")
                self._db.executemany("INSERT INTO meta VALUES (?, ?)", sorted(self._tools.items()))
        try:
            known = Extracted(before).meta()
        except (NotFoundError, InputError):  # nothing that can be used
            known = {}
        changed = tuple(sorted(part for part in known if known[part] != self._tools.get(part)))
        if known and not changed:
            self._db.execute("ATTACH ? AS old", (f"{before.resolve().as_uri()}?mode=ro",))
        else:
            self._db.execute("ATTACH ':memory:' AS old")
            self._db.execute("CREATE TABLE old.paper (id TEXT, content TEXT, outline TEXT, annotation TEXT)")
        return changed

    def _store(self, annotations: Iterable[Annotation]) -> None:
        rows = (
            (a.document.id, content(a.document), coding.from_outline(outline(a)), coding.from_annotation(a))
            for a in annotations
        )
        with self._writing():
            self._db.executemany("INSERT OR REPLACE INTO done VALUES (?, ?, ?, ?)", rows)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction; what cannot be written is the output's fault."""
        try:
            self._db.execute("BEGIN")
            yield
            self._db.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            raise OutputError(
                f"{self.path}: cannot be written ({error}). The next build goes on from here."
            ) from error
        except UnicodeEncodeError as error:
            raise InputError(schema.HALF.format(path=self.path, text=error.object)) from error
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")


def content(document: Document) -> str:
    """A hash of all of a paper that is read: where it stood, and who wrote it, may change without that."""
    return hash_of(document.id, document.title, document.text)
