"""Records to a NetworkX `MultiDiGraph` and back; the names of its attributes live here and nowhere else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from kg.graph import results as r
from kg.records import PAPER_PREFIX, Concept, Document, Evidence, Result, Statement, paper_node

if TYPE_CHECKING:
    import networkx

# of every node
KIND = "kind"
CONCEPT, PAPER, RESULT = "concept", "paper", "result"
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
# of results; FIGURE is "absolute", "improvement" or "reduction", and SCORE and EVIDENCE are those of an edge
RESULT_TYPE = "Result"
VALUE = "value"
UNIT = "unit"
FIGURE = "figure"
WRITTEN = "written"
# of edges; PAPERS is their support, WEIGHT the same for algorithms that look for it
PREDICATE = "predicate"
SCORE = "score"
WEIGHT = "weight"
EVIDENCE = "evidence"
# of one piece of evidence
START, END, QUOTE, PART = "start", "end", "quote", "part"

_Results = Iterable[tuple[str, Result]]
_Records = tuple[Iterable[Concept], Iterable[Document], Iterable[Statement], _Results]


class Source(Protocol):
    """What is read: a `kg.store.Store` has these."""

    def concepts(self, ids: Iterable[str] | None = None) -> Iterator[Concept]: ...
    def papers(self) -> Iterator[Document]: ...
    def paper(self, paper_id: str) -> Document | None: ...
    def statements(self) -> Iterator[Statement]: ...
    def incident(self, nodes: Iterable[str], *, evidence: bool = True) -> list[Statement]: ...
    def supported(self, statements: Iterable[Statement]) -> Iterator[Statement]: ...
    def results(self) -> Iterator[Result]: ...


def to_networkx(store: Source, nodes: Collection[str] | None = None) -> networkx.MultiDiGraph:
    """The graph, or the part that `nodes` (concept ids, `paper/<id>`, `result/<hash>`) induce.

    Nodes are concepts, papers and results; an edge's key is its predicate, that of a result's edge "reports" (from
    its paper), "method", "task", "dataset" or "metric". A value that is not known is absent, never None. Ids that
    the graph lacks are left out, as in `networkx.Graph.subgraph`; of a part the rest is not read.

    >>> with Store(path) as store:  # doctest: +SKIP
    ...     graph = to_networkx(store)
    >>> graph.edges["method/bert", "dataset/squad", "evaluatedOn"]["papers"]  # doctest: +SKIP
    1
    """
    import networkx

    graph = networkx.MultiDiGraph()
    concepts, papers, statements, results = _whole(store) if nodes is None else _part(store, nodes)
    graph.add_nodes_from((concept.id, concept_attributes(concept)) for concept in concepts)
    graph.add_nodes_from((paper_node(paper.id), paper_attributes(paper)) for paper in papers)
    graph.add_edges_from((s.subject, s.object, s.predicate, statement_attributes(s)) for s in statements)
    for node, result in results:
        graph.add_node(node, **result_attributes(result))
        inside = (s for s in r.edges(node, result) if s.subject in graph and s.object in graph)
        graph.add_edges_from((s.subject, s.object, s.predicate, statement_attributes(s)) for s in inside)
    return graph


def from_networkx(graph: networkx.MultiDiGraph) -> tuple[tuple[Concept, ...], tuple[Statement, ...]]:
    """The concepts, sorted by id, and the statements, sorted by their ends, of what `to_networkx` made.

    A node's attribute says what it is; results are no part of the answer.
    """
    concepts = (
        Concept(node, a[LABEL], a[TYPE], tuple(a[ALIASES]), a[PAPERS], a[MENTIONS])
        for node, a in graph.nodes(data=True)
        if a[KIND] == CONCEPT
    )
    statements = (
        Statement(subject, a[PREDICATE], object_, a[SCORE], tuple(map(_evidence, a[EVIDENCE])))
        for subject, object_, a in graph.edges(data=True)
        if RESULT not in (graph.nodes[subject][KIND], graph.nodes[object_][KIND])
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


def result_attributes(result: Result) -> dict[str, Any]:
    """What a result's node carries; its label is the figure as it is written."""
    known = {VALUE: r.value(result), UNIT: result.unit}
    return {
        KIND: RESULT,
        LABEL: result.written,
        TYPE: RESULT_TYPE,
        FIGURE: result.kind,
        WRITTEN: result.written,
        SCORE: result.score,
        EVIDENCE: [_record(result.evidence)],
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
    return store.concepts(), store.papers(), store.statements(), r.each_once(store.results())


def _part(store: Source, nodes: Collection[str]) -> _Records:
    of_papers = {node for node in nodes if node.startswith(PAPER_PREFIX)}
    there = (store.paper(node.removeprefix(PAPER_PREFIX)) for node in sorted(of_papers))
    papers = [paper for paper in there if paper is not None]
    of_results = {node for node in nodes if node.startswith(r.RESULT_PREFIX)}
    concepts = list(store.concepts(set(nodes) - of_papers - of_results))
    known = {concept.id for concept in concepts} | {paper_node(paper.id) for paper in papers}
    # A hub has thousands of statements with ends outside: all come bare, those inside are completed.
    bare = store.incident(known, evidence=False)
    inside = sorted((s for s in bare if s.subject in known and s.object in known), key=_ends)
    found = r.each_once(store.results()) if of_results else ()
    return concepts, papers, store.supported(inside), [one for one in found if one[0] in of_results]


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
