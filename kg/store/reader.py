"""Reading the graph: each method asks SQLite for what it needs and no more."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Self

from kg import names
from kg.errors import InputError, NotFoundError
from kg.records import Concept, Document, Evidence, Link, Mention, Result, Statement
from kg.store import schema
from kg.store.rows import PASSAGE, as_concepts, as_document, as_result, as_statement, chunks, marks


class Store:
    """A graph file opened for reading.

    Raises `NotFoundError` where there is none and `InputError` where the file is no graph of this version.

    >>> with Store(Path("exports/graph.sqlite")) as store:  # doctest: +SKIP
    ...     store.counts()["papers"]
    38
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if path.is_dir():
            raise NotFoundError(f"{path}: is a folder. Name the graph in it: {path / 'graph.sqlite'}")
        if not path.is_file():
            raise NotFoundError(
                f"{path}: there is no graph. Make one with: kg build SOURCE --out {path.parent}"
            )
        try:
            self._db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        except sqlite3.OperationalError as error:
            raise InputError(f"{path}: cannot be opened ({error}).") from error
        try:
            self._check()
        except InputError:
            self.close()
            raise

    def _check(self) -> None:
        """Raise `InputError` where the opened file is no graph of this version."""
        try:
            application, version = self._one("PRAGMA application_id"), self._one("PRAGMA user_version")
        except sqlite3.DatabaseError as error:
            raise InputError(f"{self.path}: not a graph that kg built ({error}).") from error
        if (application, version) == (schema.APPLICATION_ID, schema.VERSION):
            return
        known = application == schema.APPLICATION_ID
        what = f"a graph of version {version}, this kg reads {schema.VERSION}" if known else "no graph of kg"
        raise InputError(f"{self.path}: {what}. Build it again with: kg build")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def end_after(self, seconds: float) -> None:
        """From now on, all questions together may take this long; then SQLite breaks off with "interrupted"."""
        end = monotonic() + seconds
        self._db.set_progress_handler(lambda: monotonic() > end, 10_000)

    def rows(self, query: str, *values: str | int | None) -> sqlite3.Cursor:
        """The rows of a query of this package's own."""
        return self._db.execute(query, values)

    def meta(self) -> dict[str, str]:
        """The facts about the build."""
        return dict(self._db.execute("SELECT key, value FROM meta ORDER BY key"))

    def counts(self) -> dict[str, int]:
        """How many papers, concepts, statements, mentions, results and pieces of evidence there are."""
        tables = ("paper", "concept", "statement", "mention", "result")
        result = {f"{table}s": self._one(f"SELECT count(*) FROM {table}") for table in tables}
        return result | {"evidence": self._one("SELECT count(*) FROM evidence")}

    # --- papers ---

    def papers(self) -> Iterator[Document]:
        """Every paper, sorted by id."""
        return map(as_document, self._db.execute("SELECT * FROM paper ORDER BY id"))

    def paper(self, paper_id: str) -> Document | None:
        """The paper of that id, if it is there."""
        row = self._db.execute("SELECT * FROM paper WHERE id = ?", (paper_id,)).fetchone()
        return as_document(row) if row else None

    def mentions(self, paper_id: str) -> list[tuple[Mention, str]]:
        """The paper's mentions in reading order (the title first), each with its concept's id."""
        rows = self._db.execute(
            "SELECT start, end, type, score, rule, part, concept FROM mention WHERE paper = ? "
            "ORDER BY part DESC, start",
            (paper_id,),
        )
        return [(Mention(*row[:6]), row[6]) for row in rows]

    # --- concepts ---

    def concepts(self, ids: Iterable[str] | None = None) -> Iterator[Concept]:
        """Every concept, or those of the given ids, sorted by id."""
        chosen = [None] if ids is None else list(chunks(sorted(set(ids))))
        for chunk in chosen:
            where, values = ("", ()) if chunk is None else (f"WHERE c.id IN ({marks(chunk)})", tuple(chunk))
            rows = self._db.execute(
                "SELECT c.id, c.name, c.type, c.papers, c.mentions, n.name FROM concept c "
                f"LEFT JOIN name n ON n.concept = c.id AND n.rank > 0 {where} ORDER BY c.id, n.rank",
                values,
            )
            yield from as_concepts(rows)

    def concept(self, concept_id: str) -> Concept | None:
        """The concept of that id, if it is there."""
        return next(self.concepts([concept_id]), None)

    def top_concepts(self, limit: int) -> list[Concept]:
        """The concepts that most papers name, best first; of those with as many, the best connected."""
        rows = self._db.execute(
            "SELECT id FROM concept ORDER BY papers DESC, links DESC, mentions DESC, id LIMIT ?", (limit,)
        ).fetchall()
        return self._in_order([row[0] for row in rows])

    def find(self, name: str) -> list[Concept]:
        """The concepts with this name, in any spelling or abbreviation, or with this id; most supported first."""
        name = name.encode("utf-8", "replace").decode()  # an argument may hold bytes that are no text
        rows = self._db.execute(
            "SELECT id FROM concept WHERE id = :id OR id IN "
            "(SELECT concept FROM name WHERE key = :key AND (key != '' OR name = :id)) "  # signs alone have no key
            "ORDER BY papers DESC, id",
            {"id": name, "key": names.key(name)},
        )
        return self._in_order([row[0] for row in rows])

    def search(self, text: str, limit: int = 20) -> list[Concept]:
        """The concepts with a name that holds every word of `text` (each may be a beginning), best first.

        Where `text` has signs, which are in no word, what is called exactly so comes first: "C++".
        """
        signs = not text.replace(" ", "").isalnum()
        found: dict[str, None] = {concept.id: None for concept in self.find(text)} if signs else {}
        words = ["".join(c if c.isalnum() else " " for c in word) for word in text.split()]
        query = " ".join(f'"{part}"*' for word in words for part in word.split())
        if not query:
            return self._in_order(list(found)[:limit])
        # The rows were written best first, so that the first of a short beginning's many matches are enough.
        rows = self._db.execute(
            "SELECT concept FROM spelling WHERE spelling MATCH ? ORDER BY rowid", (query,)
        )
        while len(found) < limit and (row := rows.fetchone()):
            found[row[0]] = None
        return self._in_order(list(found)[:limit])

    def spellings(self) -> Iterator[tuple[str, str]]:
        """Every (spelling, concept id), sorted."""
        return self._db.execute("SELECT name, concept FROM name ORDER BY name, concept")

    # --- statements ---

    def statements(self) -> Iterator[Statement]:
        """Every statement with its evidence, sorted by subject, predicate and object."""
        rows = self._db.execute(
            f"SELECT s.n, s.subject, s.predicate, s.object, s.score, {PASSAGE} FROM statement s "
            "LEFT JOIN evidence e ON e.statement = s.n LEFT JOIN paper p ON p.id = e.paper "
            "ORDER BY s.n, e.paper, e.part, e.start"
        )
        for statement, group in groupby(rows, key=itemgetter(0, 1, 2, 3, 4)):
            yield as_statement(statement, [Evidence(*row[5:]) for row in group if row[5] is not None])

    def incident(
        self,
        nodes: Iterable[str],
        predicates: Iterable[str] | None = None,
        *,
        without: Iterable[str] = (),
        evidence: bool = True,
    ) -> list[Statement]:
        """The statements with an end among `nodes` and a predicate among `predicates`, best supported first.

        `without` leaves predicates out. A hub has thousands: with `evidence=False` the statements come bare,
        and `supported` fills in those that are wanted.
        """
        wanted = sorted(set(predicates)) if predicates is not None else None
        unwanted = sorted(set(without))
        and_predicate = f" AND predicate IN ({marks(wanted)})" if wanted is not None else ""
        and_predicate += f" AND predicate NOT IN ({marks(unwanted)})" if unwanted else ""
        found: dict[int, tuple[Any, ...]] = {}
        for chunk in chunks(sorted(set(nodes))):
            for end in ("subject", "object"):
                rows = self._db.execute(
                    f"SELECT n, subject, predicate, object, score, papers FROM statement "
                    f"WHERE {end} IN ({marks(chunk)}){and_predicate}",
                    (*chunk, *(wanted or ()), *unwanted),
                )
                found.update((row[0], row) for row in rows)
        ranked = sorted(found.values(), key=lambda row: (-row[5], -row[4], row[1:4]))
        return [as_statement(row, self._evidence(row[0]) if evidence else ()) for row in ranked]

    def supported(self, statements: Iterable[Statement]) -> Iterator[Statement]:
        """The same statements with their evidence."""
        for s in statements:
            query = "SELECT n FROM statement WHERE subject = ? AND predicate = ? AND object = ?"
            row = self._db.execute(query, (s.subject, s.predicate, s.object)).fetchone()
            evidence = tuple(self._evidence(row[0])) if row else ()
            yield Statement(s.subject, s.predicate, s.object, s.score, evidence)

    def type_counts(self) -> dict[str, int]:
        """How many concepts there are of each type that occurs."""
        return dict(self._db.execute("SELECT type, count(*) FROM concept GROUP BY type ORDER BY type"))

    def predicate_counts(self) -> dict[str, int]:
        """How many statements there are of each predicate that occurs."""
        query = "SELECT predicate, count(*) FROM statement GROUP BY predicate ORDER BY predicate"
        return dict(self._db.execute(query))

    def stated_of(self, subject: str) -> Iterator[Statement]:
        """What is stated of a concept or of a paper's node as the subject, in their order, without evidence."""
        rows = self._db.execute(
            "SELECT n, subject, predicate, object, score FROM statement WHERE subject = ? ORDER BY n",
            (subject,),
        )
        return (as_statement(row, ()) for row in rows)

    def stated_in(self, paper_id: str) -> Iterator[Statement]:
        """What the paper states: each statement with its evidence from this paper alone, in their order."""
        rows = self._db.execute(
            f"SELECT s.n, s.subject, s.predicate, s.object, s.score, {PASSAGE} FROM evidence e "
            "JOIN statement s ON s.n = e.statement JOIN paper p ON p.id = e.paper WHERE e.paper = ? "
            "ORDER BY s.n, e.part, e.start",
            (paper_id,),
        )
        for statement, group in groupby(rows, key=itemgetter(0, 1, 2, 3, 4)):
            yield as_statement(statement, [Evidence(*row[5:]) for row in group])

    def stated_nowhere(self) -> Iterator[Statement]:
        """The statements that no paper supports: none in what kg builds."""
        rows = self._db.execute(
            "SELECT n, subject, predicate, object, score FROM statement "
            "WHERE n NOT IN (SELECT statement FROM evidence) ORDER BY n"
        )
        return (as_statement(row, ()) for row in rows)

    # --- results ---

    def results(self, concept: str | None = None, paper: str | None = None) -> Iterator[Result]:
        """Every result, or those with this concept as one of their ends, or those of this paper, in their order."""
        ends = ("method", "task", "dataset", "metric")
        # A union of their numbers, and not OR: the rows come in their order one by one, for who wants only the first.
        of_concept = " UNION ".join(f"SELECT n FROM result WHERE {end} = :concept" for end in ends)
        asked = [f"e.n IN ({of_concept})"] if concept is not None else []
        asked += ["e.paper = :paper"] if paper is not None else []
        where = f"WHERE {' AND '.join(asked)} " if asked else ""
        rows = self._db.execute(
            "SELECT e.method, e.task, e.dataset, e.metric, e.value, e.unit, e.kind, e.written, e.score, "
            f"{PASSAGE} FROM result e JOIN paper p ON p.id = e.paper {where}ORDER BY e.n",
            {"concept": concept, "paper": paper},
        )
        return map(as_result, rows)

    # --- links ---

    def links(self, concept: str | None = None) -> Iterator[Link]:
        """Every match with a concept of another vocabulary, or those of one concept, sorted."""
        where = "" if concept is None else "WHERE concept = ? "
        rows = self._db.execute(
            f"SELECT concept, relation, iri, label, vocabulary, reason FROM link {where}"
            "ORDER BY concept, vocabulary, iri",
            () if concept is None else (concept,),
        )
        return (Link(*row) for row in rows)

    def _evidence(self, statement: int) -> Iterator[Evidence]:
        rows = self._db.execute(
            f"SELECT {PASSAGE} FROM evidence e JOIN paper p ON p.id = e.paper "
            "WHERE e.statement = ? ORDER BY e.paper, e.part, e.start",
            (statement,),
        )
        return (Evidence(*row) for row in rows)

    def _in_order(self, ids: list[str]) -> list[Concept]:
        by_id = {concept.id: concept for concept in self.concepts(ids)}
        return [by_id[concept_id] for concept_id in ids]

    def _one(self, query: str) -> Any:
        return self._db.execute(query).fetchone()[0]
