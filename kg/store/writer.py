"""Papers and their concepts into the graph's SQLite file, a paper at a time."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from kg import names
from kg.errors import InputError, OutputError
from kg.files import atomic
from kg.records import MENTIONS, PAPER, Annotation, Concept, Merge, Result, Statement, paper_node
from kg.store import schema

_SAID = """
CREATE TABLE scratch.said (
    subject TEXT NOT NULL, predicate TEXT NOT NULL, object TEXT NOT NULL, score REAL NOT NULL,
    paper TEXT, part TEXT, start INTEGER, end INTEGER
);
CREATE TABLE scratch.dropped (subject TEXT, predicate TEXT, object TEXT, PRIMARY KEY (subject, predicate, object));
"""
"""Every passage for every statement, as the papers say it; without a paper where none does. And what is taken back."""


@contextmanager
def writing(path: Path) -> Iterator[Writer]:
    """A writer of the graph at `path`, whole or not at all; equal papers in equal order give equal bytes.

    Raises `OutputError` where the file cannot be written, and `InputError` for text that no file can hold.
    """
    with atomic(path) as temporary:
        try:
            with closing(sqlite3.connect(temporary, isolation_level=None)) as connection:
                yield Writer(connection, temporary.with_suffix(".said"))
        except sqlite3.DatabaseError as error:
            raise OutputError(f"{path}: writing the graph failed ({error}).") from error
        except UnicodeEncodeError as error:
            raise InputError(schema.HALF.format(path=path, text=error.object)) from error


class Writer:
    """Takes papers in the order of their ids, then what is known of all; memory does not grow with the papers.

    What papers say is gathered in a file at `scratch`, which is of no use afterwards.
    """

    def __init__(self, connection: sqlite3.Connection, scratch: Path) -> None:
        self._db = connection
        run = connection.execute
        run("ATTACH ? AS scratch", (str(scratch),))
        for database in ("main", "scratch"):
            # No journal: the file is not the graph until it is moved into place.
            run(f"PRAGMA {database}.journal_mode = OFF")
            run(f"PRAGMA {database}.synchronous = OFF")
        run(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        run(f"PRAGMA user_version = {schema.VERSION}")
        connection.executescript(schema.TABLES + _SAID)
        run("BEGIN")
        self._results = 0

    def add(self, paper: Annotation) -> None:
        """Add a paper with all that it names and says."""
        many = self._db.executemany
        marks = ", ".join("?" * 13)
        self._db.execute(f"INSERT INTO paper VALUES ({marks})", _paper_row(paper))
        many("INSERT INTO mention VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _mention_rows(paper))
        node = paper_node(paper.document.id)
        self.state(paper.statements, node)
        many(
            "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (_result_row(n, result) for n, result in enumerate(paper.results, self._results)),
        )
        self._results += len(paper.results)

    def state(self, statements: Iterable[Statement], paper: str = PAPER) -> None:
        """Add statements; one that is there gains the new evidence, and the better of both scores.

        `paper` is the node that stands for the subject `PAPER`.
        """
        self._db.executemany(
            "INSERT INTO said VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (paper if s.subject == PAPER else s.subject, s.predicate, s.object, s.score, *place)
                for s in statements
                for place in _places(s)
            ),
        )

    def stated(self, predicates: Iterable[str]) -> list[tuple[str, str, str, float, int]]:
        """What has been said by these predicates: subject, predicate, object, score and papers, sorted."""
        wanted = tuple(predicates)
        return self._db.execute(
            "SELECT subject, predicate, object, max(score), count(DISTINCT paper) FROM said "
            f"WHERE predicate IN ({', '.join('?' * len(wanted))}) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
            wanted,
        ).fetchall()

    def drop(self, statements: Collection[tuple[str, str, str]]) -> None:
        """Take statements back, by subject, predicate and object."""
        self._db.executemany("INSERT INTO dropped VALUES (?, ?, ?)", sorted(statements))
        self._db.execute("DELETE FROM said WHERE (subject, predicate, object) IN (SELECT * FROM dropped)")

    def finish(self, concepts: Iterable[Concept], merges: Iterable[Merge], meta: Mapping[str, str]) -> int:
        """Add the concepts, sorted by id, with the reasons for their names, and facts about the build, which
        `Store.meta` gives back; how many statements there are.
        """
        run, many = self._db.execute, self._db.executemany
        many("INSERT INTO meta VALUES (?, ?)", sorted(meta.items()))
        run(
            "INSERT INTO statement SELECT row_number() OVER (ORDER BY subject, predicate, object) - 1, subject, "
            "predicate, object, max(score), count(DISTINCT paper) FROM said GROUP BY subject, predicate, object "
            "ORDER BY subject, predicate, object"
        )
        run(
            "INSERT INTO evidence SELECT DISTINCT s.n, e.paper, e.part, e.start, e.end FROM said e "
            "JOIN statement s USING (subject, predicate, object) WHERE e.paper IS NOT NULL ORDER BY 1, 2, 3, 4, 5"
        )
        run("CREATE TABLE scratch.links (id TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID")
        run(
            "INSERT INTO links SELECT id, count(*) FROM (SELECT subject id FROM statement WHERE predicate != :names "
            "UNION ALL SELECT object FROM statement WHERE predicate != :names) GROUP BY id ORDER BY id",
            {"names": MENTIONS},
        )
        for concept in concepts:
            c = concept
            run(
                "INSERT INTO concept VALUES (?, ?, ?, ?, ?, coalesce((SELECT n FROM links WHERE id = ?), 0))",
                (c.id, c.name, c.type, c.papers, c.mentions, c.id),
            )
            many("INSERT INTO name VALUES (?, ?, ?, ?)", _name_rows(c))
        many(
            "INSERT INTO merge VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            ((m.concept, m.name, m.other, m.rule, m.score, m.papers, m.paper, m.note) for m in merges),
        )
        # Every spelling with its concept, best supported first, short before long: so a search finds them.
        run(
            "INSERT INTO spelling (name, concept) SELECT n.name, c.id FROM name n JOIN concept c ON c.id = n.concept "
            "ORDER BY c.papers DESC, length(n.name), c.id, n.name"
        )
        run("INSERT INTO spelling (spelling) VALUES ('optimize')")
        run("COMMIT")
        self._db.executescript(schema.INDEXES)
        return int(run("SELECT count(*) FROM statement").fetchone()[0])


def _places(statement: Statement) -> list[tuple[object, ...]]:
    """Where its passages are; one without a paper where it has none."""
    return [(e.paper, e.part, e.start, e.end) for e in statement.evidence] or [(None, None, None, None)]


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
