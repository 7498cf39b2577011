"""What the panel of a page tells: papers, passages with their mentions, statements, concepts; plain JSON.

Concepts, papers, passages and statements are lists that refer to each other by index; a passage is a list of
strings and of [string, concept's index] for a marked mention, so that no offset has to survive the browser.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from kg.records import PROPOSES, Document, Evidence, Mention, Part, Result, Statement
from kg.store import Store
from kg.view import style
from kg.view.select import Selection

PASSAGES = 6
"""Passages shown for one statement, of different papers where possible; the page says how many are left."""

PAPERS = 12
"""Papers listed for one concept."""

RESULTS = 50
"""Results shown for one concept."""

LARGE = 1_000
"""Concepts on a page; with more, a third of the passages are shown for each, so that the page stays small."""

Json = dict[str, Any]


def collect(store: Store, selection: Selection, results: int = RESULTS) -> Json:
    """The facts of a selection: {"concepts", "statements", "results", "passages", "papers", "relations"}.

    Concepts stand in the order of their ids, statements in the selection's; "relations" gives the two ways that
    each reads. At most `results` results are told of each concept. panel.js makes the panels of them.
    """
    concepts = sorted(selection.concepts, key=lambda c: c.id)
    part = 3 if len(concepts) > LARGE else 1
    tables = _Tables(store, {concept.id: i for i, concept in enumerate(concepts)})
    named: dict[str, list[Evidence]] = defaultdict(list)
    proposing: dict[str, list[str]] = defaultdict(list)
    for statement in selection.about:
        if statement.predicate == PROPOSES:
            proposing[statement.object] += [evidence.paper for evidence in statement.evidence]
        else:
            named[statement.object] += statement.evidence
    return {
        "relations": {r.name: [r.label, r.inverse] for r in style.relations().values()},
        "statements": [tables.statement(s, PASSAGES // part) for s in selection.statements],
        "concepts": [
            {
                "id": c.id,
                "name": c.name,
                "type": c.type,
                "aliases": list(c.aliases),
                "papers": c.papers,
                "mentions": c.mentions,
                "proposedBy": [tables.paper(p) for p in sorted(set(proposing[c.id]))[:PAPERS]],
                "proposals": len(set(proposing[c.id])),
                "namedIn": [tables.passage(e) for e in _spread(named[c.id], PAPERS // part)],
                "years": tables.years(named[c.id]),
                **tables.results_of(c.id, results),
            }
            for c in concepts
        ],
        "results": tables.results,
        "passages": tables.passages,
        "papers": tables.papers,
    }


class _Tables:
    """The papers and passages met so far, each kept once."""

    def __init__(self, store: Store, index: dict[str, int]) -> None:
        self.papers: list[Json] = []
        self.passages: list[Json] = []
        self.results: list[Json] = []
        self._store, self._index = store, index
        self._paper_at: dict[str, int] = {}
        self._passage_at: dict[Evidence, int] = {}
        self._result_at: dict[Result, int] = {}
        self._mentions: dict[str, list[tuple[Mention, str]]] = {}
        self._year: dict[str, int | None] = {}
        self._called: dict[str, str] = {}

    def paper(self, paper_id: str) -> int:
        if paper_id not in self._paper_at:
            self._paper_at[paper_id] = len(self.papers)
            self.papers.append(_paper(paper_id, self._store.paper(paper_id)))
        return self._paper_at[paper_id]

    def passage(self, evidence: Evidence) -> int:
        if evidence not in self._passage_at:
            if evidence.paper not in self._mentions:
                self._mentions[evidence.paper] = sorted(self._store.mentions(evidence.paper), key=_place)
            of_paper = self._mentions[evidence.paper]
            first, end = (
                bisect_left(of_paper, (evidence.part, at), key=_place)
                for at in (evidence.start, evidence.end)
            )
            parts = marked(evidence, of_paper[first:end], self._index)
            self._passage_at[evidence] = len(self.passages)
            self.passages.append({"paper": self.paper(evidence.paper), "parts": parts})
        return self._passage_at[evidence]

    def statement(self, statement: Statement, passages: int) -> Json:
        return {
            "subject": self._index[statement.subject],
            "predicate": statement.predicate,
            "object": self._index[statement.object],
            "score": round(statement.score, 3),
            "papers": statement.papers,
            "passages": [self.passage(e) for e in _spread(statement.evidence, passages)],
            "years": self.years(statement.evidence),
        }

    def results_of(self, concept: str, most: int) -> Json:
        """The first results of a concept, and whether there are more."""
        found = self._store.results(concept=concept)
        first = [self.result(result) for result in islice(found, most)]
        return {"results": first, "moreResults": next(found, None) is not None}

    def result(self, result: Result) -> int:
        """A result; each end is [name, index or None where the page lacks the concept], or None."""
        if result not in self._result_at:
            self._result_at[result] = len(self.results)
            ends = zip(("method", "task", "dataset", "metric"), result.ends, strict=True)
            self.results.append(
                {
                    **{
                        key: None if end is None else [self._name(end), self._index.get(end)]
                        for key, end in ends
                    },
                    "written": result.written,
                    "kind": result.kind,
                    "passage": self.passage(result.evidence),
                }
            )
        return self._result_at[result]

    def years(self, evidence: Iterable[Evidence]) -> list[int]:
        """The known years of the papers, each once, sorted."""
        for paper in {e.paper for e in evidence} - self._year.keys():
            document = self._store.paper(paper)
            self._year[paper] = document.year if document else None
        return sorted({year for e in evidence if (year := self._year[e.paper]) is not None})

    def _name(self, concept_id: str) -> str:
        if concept_id not in self._called:
            concept = self._store.concept(concept_id)
            self._called[concept_id] = concept.name if concept else concept_id
        return self._called[concept_id]


def marked(evidence: Evidence, mentions: Iterable[tuple[Mention, str]], index: dict[str, int]) -> list[Any]:
    """The passage in parts: plain strings, and [mention, index] where a concept of the page is named.

    >>> evidence = Evidence("p1", 10, 24, "We train BERT.")
    >>> marked(evidence, [(Mention(19, 23, "Method", 0.9, "tagger"), "method/bert")], {"method/bert": 0})
    ['We train ', ['BERT', 0], '.']
    """
    parts: list[Any] = []
    at = evidence.start
    for mention, concept in sorted(mentions, key=lambda pair: (pair[0].start, -pair[0].end)):
        inside = mention.part == evidence.part and at <= mention.start and mention.end <= evidence.end
        if inside and concept in index:
            parts.append(evidence.quote[at - evidence.start : mention.start - evidence.start])
            parts.append(
                [
                    evidence.quote[mention.start - evidence.start : mention.end - evidence.start],
                    index[concept],
                ]
            )
            at = mention.end
    parts.append(evidence.quote[at - evidence.start :])
    return [part for part in parts if part]


def _place(pair: tuple[Mention, str]) -> tuple[Part, int]:
    return pair[0].part, pair[0].start


def _spread(evidence: Sequence[Evidence], most: int) -> list[Evidence]:
    """At most that many passages, each paper's first one before any paper's second."""
    turn: dict[str, int] = defaultdict(int)
    ranked = []
    for piece in sorted(evidence, key=lambda e: (e.paper, e.part, e.start)):
        ranked.append((turn[piece.paper], piece.paper, piece))
        turn[piece.paper] += 1
    return [piece for *_, piece in sorted(ranked, key=lambda entry: entry[:2])[:most]]


def _paper(paper_id: str, document: Document | None) -> Json:
    if document is None:
        return {"title": paper_id, "year": None, "link": None}
    link = f"https://doi.org/{document.doi}" if document.doi else document.url
    if link is not None and not link.startswith(("https://", "http://")):
        link = None
    return {"title": document.title or paper_id, "year": document.year, "link": link}
