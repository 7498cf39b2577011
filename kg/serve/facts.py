"""What the pages tell of concepts and papers, read a page at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kg import ontology
from kg.records import PAPER_PREFIX, Concept, Document, Link, Result
from kg.serve.passages import Part, Quote, Quoting, parts
from kg.store import Store, pages
from kg.store.pages import Board, Group, Stated

STATEMENTS, PAPERS, RESULTS = 6, 10, 20
"""Entries of each list on a concept's page; its own page has the rest."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The whole graph at a glance; `names` are the names of the concepts in `boards`."""

    counts: dict[str, int]
    top: dict[str, list[Concept]]
    boards: list[Board]
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class Line:
    """A statement as it reads from one of its ends: the node at the other end, and passages."""

    other: str
    name: str
    stated: Stated
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A group of statements under the relation's name as it reads from here."""

    heading: str
    group: Group
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class ConceptFacts:
    """What a concept's page shows."""

    concept: Concept
    namesakes: tuple[Concept, ...]
    links: tuple[Link, ...]
    sections: tuple[Section, ...]
    results: tuple[Result, ...]
    papers: tuple[Document, ...]
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class PaperFacts:
    """What a paper's page shows: the title and the abstract in parts, and what it states."""

    paper: Document
    title: tuple[Part, ...]
    text: tuple[Part, ...]
    types: tuple[str, ...]
    lines: tuple[tuple[str, str, str, Quote], ...]
    results: tuple[Result, ...]
    names: dict[str, str]


_LOCK = threading.Lock()


def overview(graph: Path) -> Overview:
    """The numbers of the graph file, counted once as long as it is the same file."""
    state = graph.stat()
    with _LOCK:  # the first readers wait for one count
        return _overview(graph, state.st_mtime_ns, state.st_size, state.st_ino)


@lru_cache(maxsize=2)
def _overview(graph: Path, *_state: int) -> Overview:
    with Store(graph) as store:
        boards = pages.boards(store, 200)
        tops = {name: pages.top(store, name, 10) for name in ontology.load().types}
        return Overview(
            store.counts(), tops, boards, names(store, (i for b in boards for i in (b.dataset, b.metric)))
        )


def concept(store: Store, found: Concept) -> ConceptFacts:
    """What is known of a concept, the first entries of each list."""
    quoting = Quoting(store)
    sections = sorted(
        (section(store, found, group, STATEMENTS, 0, quoting) for group in pages.groups(store, found.id)),
        key=lambda s: (s.heading, s.group.side),
    )
    results = tuple(results_of(store, found, RESULTS))
    return ConceptFacts(
        found,
        tuple(c for c in store.find(found.name) if c.id != found.id)[:10],
        tuple(store.links(found.id)),
        tuple(sections),
        results,
        tuple(pages.papers_naming(store, found.id, PAPERS)),
        names(store, (end for r in results for end in r.ends if end)),
    )


def section(
    store: Store, centre: Concept, group: Group, limit: int, skip: int = 0, quoting: Quoting | None = None
) -> Section:
    """A page of a group of statements."""
    quoting = quoting or Quoting(store)
    relation = ontology.load().relations[group.predicate]
    found = pages.statements(store, centre.id, group.predicate, group.side, limit, skip)
    ends = [s.statement.object if group.side == "subject" else s.statement.subject for s in found]
    called = names(store, ends)
    lines = tuple(
        Line(end, called[end], stated, tuple(map(quoting, stated.statement.evidence)))
        for end, stated in zip(ends, found, strict=True)
    )
    return Section(relation.label if group.side == "subject" else relation.inverse_label, group, lines)


def results_of(store: Store, found: Concept, limit: int, skip: int = 0) -> list[Result]:
    """The results that have the concept as the end of its type."""
    return pages.results(store, limit, skip, **{found.type.lower(): found.id})  # type: ignore[arg-type]


def paper(store: Store, found: Document) -> PaperFacts:
    """What a paper says."""
    mentions, quoting = store.mentions(found.id), Quoting(store)
    stated = [s for s in store.stated_in(found.id) if s.predicate != "mentions"]
    results = tuple(store.results(paper=found.id))
    shown = names(
        store,
        [*(e for s in stated for e in (s.subject, s.object)), *(e for r in results for e in r.ends if e)],
    )
    return PaperFacts(
        found,
        parts(found.title or found.id, mentions if found.title else (), "title"),
        parts(found.text, mentions, "text"),
        tuple(t for t in ontology.load().types if any(m.type == t for m, _ in mentions)),
        tuple((s.subject, s.predicate, s.object, quoting(e)) for s in stated for e in s.evidence[:1]),
        results,
        shown,
    )


def names(store: Store, nodes: Iterable[str]) -> dict[str, str]:
    """What concepts and papers are called, by their nodes' ids."""
    wanted = sorted(set(nodes))
    called = {c.id: c.name for c in store.concepts(n for n in wanted if not n.startswith(PAPER_PREFIX))}
    for node in wanted:
        if node.startswith(PAPER_PREFIX):
            document = store.paper(node.removeprefix(PAPER_PREFIX))
            called[node] = (document.title if document else None) or node.removeprefix(PAPER_PREFIX)
    return {node: called.get(node, node) for node in wanted}
