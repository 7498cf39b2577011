"""Records to a NetworkX `MultiDiGraph` and back; the names of its attributes live here and nowhere else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from kg.records import PAPER_PREFIX, Concept, Document, Evidence, Statement, paper_node

if TYPE_CHECKING:
    import networkx

# of every node
KIND = "kind"
CONCEPT, PAPER = "concept", "paper"
LABEL = "label"
TYPE = "type"
# of concepts
ALIASES = "aliases"
PAPERS = "papers"
MENTIONS = "mentions"
# of papers
PAPER_TYPE = "Paper"
PAPER_ID = "paper"
TITLE = "title"
AUTHORS = "authors"
YEAR = "year"
PUBLISHED = "published"
VENUE = "venue"
DOI = "doi"
URL = "url"
KEYWORDS = "keywords"
# of edges; PAPERS is their support, WEIGHT the same for algorithms that look for it
PREDICATE = "predicate"
SCORE = "score"
WEIGHT = "weight"
EVIDENCE = "evidence"
# of one piece of evidence
START, END, QUOTE, PART = "start", "end", "quote", "part"

_Records = tuple[Iterable[Concept], Iterable[Document], Iterable[Statement]]


class Source(Protocol):
    """What is read: a `kg.store.Store` has these."""

    def concepts(self, ids: Iterable[str] | None = None) -> Iterator[Concept]: ...
    def papers(self) -> Iterator[Document]: ...
    def paper(self, paper_id: str) -> Document | None: ...
    def statements(self) -> Iterator[Statement]: ...
    def incident(self, nodes: Iterable[str], *, evidence: bool = True) -> list[Statement]: ...
    def supported(self, statements: Iterable[Statement]) -> Iterator[Statement]: ...


def to_networkx(store: Source, nodes: Collection[str] | None = None) -> networkx.MultiDiGraph:
    """The graph, or the part that `nodes` (concept ids, `paper/<id>`) induce, without reading the rest.

    Nodes are concepts and papers; an edge's key is its predicate. A value that is not known is absent, never
    None. Ids that the graph lacks are left out, as in `networkx.Graph.subgraph`.

    >>> with Store(path) as store:  # doctest: +SKIP
    ...     graph = to_networkx(store)
    >>> graph.edges["method/bert", "dataset/squad", "evaluatedOn"]["papers"]  # doctest: +SKIP
    1
    """
    import networkx

    graph = networkx.MultiDiGraph()
    concepts, papers, statements = _whole(store) if nodes is None else _part(store, nodes)
    graph.add_nodes_from((concept.id, concept_attributes(concept)) for concept in concepts)
    graph.add_nodes_from((paper_node(paper.id), paper_attributes(paper)) for paper in papers)
    graph.add_edges_from((s.subject, s.object, s.predicate, statement_attributes(s)) for s in statements)
    return graph


def from_networkx(graph: networkx.MultiDiGraph) -> tuple[tuple[Concept, ...], tuple[Statement, ...]]:
    """The concepts, sorted by id, and the statements, sorted by their ends, of what `to_networkx` made."""
    concepts = (
        Concept(node, a[LABEL], a[TYPE], tuple(a[ALIASES]), a[PAPERS], a[MENTIONS])
        for node, a in graph.nodes(data=True)
        if a[KIND] == CONCEPT
    )
    statements = (
        Statement(subject, a[PREDICATE], object_, a[SCORE], tuple(map(_evidence, a[EVIDENCE])))
        for subject, object_, a in graph.edges(data=True)
    )
    return tuple(sorted(concepts, key=lambda c: c.id)), tuple(sorted(statements, key=_ends))


def concept_attributes(concept: Concept) -> dict[str, Any]:
    """What a concept's node carries."""
    return {
        KIND: CONCEPT,
        LABEL: concept.name,
        TYPE: concept.type,
        ALIASES: list(concept.aliases),
        PAPERS: concept.papers,
        MENTIONS: concept.mentions,
    }


def paper_attributes(paper: Document) -> dict[str, Any]:
    """What a paper's node carries; its label is the title, or the id where there is none."""
    known = {
        TITLE: paper.title,
        YEAR: paper.year,
        PUBLISHED: paper.published,
        VENUE: paper.venue,
        DOI: paper.doi,
        URL: paper.url,
    }
    return {
        KIND: PAPER,
        LABEL: paper.title or paper.id,
        TYPE: PAPER_TYPE,
        PAPER_ID: paper.id,
        AUTHORS: list(paper.authors),
        KEYWORDS: list(paper.keywords),
    } | {name: value for name, value in known.items() if value is not None}


def statement_attributes(statement: Statement) -> dict[str, Any]:
    """What a statement's edge carries."""
    return {
        PREDICATE: statement.predicate,
        SCORE: statement.score,
        PAPERS: statement.papers,
        WEIGHT: float(max(statement.papers, 1)),
        EVIDENCE: [_record(evidence) for evidence in statement.evidence],
    }


def _whole(store: Source) -> _Records:
    return store.concepts(), store.papers(), store.statements()


def _part(store: Source, nodes: Collection[str]) -> _Records:
    of_papers = {node for node in nodes if node.startswith(PAPER_PREFIX)}
    found = (store.paper(node.removeprefix(PAPER_PREFIX)) for node in sorted(of_papers))
    papers = [paper for paper in found if paper is not None]
    concepts = list(store.concepts(set(nodes) - of_papers))
    known = {concept.id for concept in concepts} | {paper_node(paper.id) for paper in papers}
    # A hub has thousands of statements with ends outside: all come bare, those inside are completed.
    bare = store.incident(known, evidence=False)
    inside = sorted((s for s in bare if s.subject in known and s.object in known), key=_ends)
    return concepts, papers, store.supported(inside)


def _ends(statement: Statement) -> tuple[str, str, str]:
    return statement.subject, statement.predicate, statement.object


def _record(evidence: Evidence) -> dict[str, Any]:
    return {
        PAPER_ID: evidence.paper,
        START: evidence.start,
        END: evidence.end,
        QUOTE: evidence.quote,
        PART: evidence.part,
    }


def _evidence(record: dict[str, Any]) -> Evidence:
    return Evidence(record[PAPER_ID], record[START], record[END], record[QUOTE], record[PART])
