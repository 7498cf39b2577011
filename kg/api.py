"""kg from Python: what the commands do, as functions and one class."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, Unpack

from kg.errors import Report, ignore
from kg.query.neighbourhood import LIMIT, Neighbourhood
from kg.query.search import LIMIT as MOST_FOUND
from kg.settings import QUERY
from kg.store import GRAPH, Store

if TYPE_CHECKING:
    import networkx
    import rdflib

    from kg.align import Aligned
    from kg.check import ValidationReport
    from kg.pipeline import BuildSummary
    from kg.query.answer import Answer
    from kg.query.dossier import Dossier
    from kg.query.leaderboard import Ends, Leaderboard
    from kg.query.papers import PaperEntry
    from kg.query.path import Path as Chain
    from kg.query.stats import Stats
    from kg.records import Annotation, Concept, Document
    from kg.view import Options, View

Source = str | Path

_SHOWN = 150  # concepts of a whole graph below a notebook's cell


def build(
    sources: Source | Iterable[Source],
    out: Source = GRAPH.parent,
    report: Report = ignore,
    *,
    min_score: float = 0.0,
    base_iri: str | None = None,
    curation: Source | None = None,
) -> BuildSummary:
    """Build the graph of files, folders or patterns, and leave it with its exports in the folder `out`.

    Mentions that score less than `min_score` are left out; in RDF the graph's things lie under `base_iri`. It is
    corrected as the file `curation` says, or `curation.tsv` in `out` where that is there: see `kg curate`.
    `report` receives each `Problem` as it is met; the summary holds them as well. Raises `UsageError` for a
    missing path or a base that is none, `OutputError` where `out` cannot be written and `ResourceError` where
    the model is missing.

    >>> summary = build(["library.bib", "more/"])  # doctest: +SKIP
    >>> summary.concepts, summary.skipped  # doctest: +SKIP
    (412, 0)
    """
    from kg import pipeline

    return pipeline.build(
        _several(sources), Path(out), report, min_score=min_score, base_iri=base_iri, curation=curation
    )


def annotate(
    sources: Source | Iterable[Source], report: Report = ignore, *, min_score: float = 0.0
) -> Iterator[Annotation]:
    """Each paper with the concepts and statements found in it, in input order, one at a time.

    Mentions that score less than `min_score` are left out.

    >>> for annotation in annotate("papers.jsonl"):  # doctest: +SKIP
    ...     print(annotation.document.id, [concept.name for concept in annotation.concepts])
    """
    from kg import pipeline

    return pipeline.extract(_several(sources), report, min_score=min_score)


def documents(sources: Source | Iterable[Source], report: Report = ignore) -> Iterator[Document]:
    """Each paper as kg reads it, markup gone, nothing extracted.

    >>> next(documents("papers.jsonl")).title  # doctest: +SKIP
    'A Study of Examples'
    """
    from kg.read import read

    return read(_several(sources), report)


@dataclass(frozen=True, slots=True)
class Around(Neighbourhood):
    """A neighbourhood that a notebook draws, as long as the graph's file is there."""

    graph: Path = GRAPH

    def _repr_html_(self) -> str:
        from kg.view import frame

        near = (reached.concept for reached in (*self.concepts, *self.between))
        with Store(self.graph) as store:
            return frame.around(store, self.centre, near, self.statements)


def open(path: Source = GRAPH) -> KnowledgeGraph:
    """The graph that `build` left.

    Raises `NotFoundError` where there is none and `InputError` where the file is no graph of kg.
    """
    return KnowledgeGraph(Path(path))


class KnowledgeGraph:
    """A graph opened for reading; each method reads what it needs, and only `link` changes the file.

    A name is found in any case, hyphenation, number or abbreviation; an unknown one raises `NotFoundError`
    with the nearest names.

    >>> with open("exports/graph.sqlite") as graph:  # doctest: +SKIP
    ...     graph.neighbours("squad").centre.name
    'SQuAD'
    """

    def __init__(self, path: Path) -> None:
        self.store = Store(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _repr_html_(self) -> str:
        from kg.view import frame, select

        shown = select.choose(self.store, select.Part(), _SHOWN)
        return frame.framed(frame.drawn(self.store, shown, "Knowledge graph"), "Knowledge graph")

    def close(self) -> None:
        """Let go of the file."""
        self.store.close()

    def neighbours(
        self,
        name: str,
        hops: int = 1,
        types: Collection[str] | None = None,
        relations: Collection[str] | None = None,
        limit: int | None = LIMIT,
    ) -> Around:
        """What stands within `hops` statements of a concept: see `kg.query.neighbourhood`. Notebooks draw it.

        >>> [r.concept.name for r in graph.neighbours("SQuAD").concepts]  # doctest: +SKIP
        ['BERT', 'RoBERTa']
        """
        from kg.query.neighbourhood import neighbourhood

        near = neighbourhood(self.store, name, hops, types, relations, limit)
        known = {field.name: getattr(near, field.name) for field in fields(near)}
        return Around(**known, graph=self.store.path)

    def show(self, name: str, limit: int | None = LIMIT) -> Dossier:
        """All that the graph knows of a concept, with the papers that name it."""
        from kg.query.dossier import dossier

        return dossier(self.store, name, limit)

    def results(self, limit: int | None = LIMIT, **ends: Unpack[Ends]) -> Leaderboard:
        """The figures of a `dataset`, `task`, `metric` and `method`, any or none: see `kg.query.leaderboard`."""
        from kg.query.leaderboard import leaderboard

        return leaderboard(self.store, limit=limit, **ends)

    def search(self, text: str, limit: int = MOST_FOUND) -> tuple[Concept, ...]:
        """The concepts with a name that holds every word of `text`, best supported first."""
        from kg.query.search import search

        return search(self.store, text, limit)

    def path(self, start: str, end: str) -> Chain:
        """The shortest chain of statements between two concepts."""
        from kg.query.path import path

        return path(self.store, start, end)

    def papers(self) -> tuple[PaperEntry, ...]:
        """Every paper, with the names of what it proposes."""
        from kg.query.papers import papers

        return papers(self.store)

    def stats(self) -> Stats:
        """The graph in numbers."""
        from kg.query.stats import stats

        return stats(self.store)

    def sparql(
        self,
        query: str,
        values: Mapping[str, str] | None = None,
        timeout: int = QUERY.seconds,
        report: Report = ignore,
    ) -> Answer:
        """The answer to a SELECT, ASK, CONSTRUCT or DESCRIBE query, given within `timeout` seconds.

        `values` are what variables of the SELECT clause are to be: see `kg.query.bindings`.

        >>> graph.sparql("ASK { ?method kg:evaluatedOn ?dataset }").truth  # doctest: +SKIP
        True
        """
        from kg.export import iris, oxigraph, rdf
        from kg.query.bindings import bindings
        from kg.query.sparql import PREFIXES, sparql

        base = rdf.base_of(self.store)
        known = PREFIXES | iris.prefixes(base)
        bound = bindings(values or {}, self.store, lambda id_: iris.node(id_, base).value, known)
        with oxigraph.beside(self.store, report) as folder:
            return sparql(folder, query, bound, timeout)

    def to_networkx(self, name: str | None = None, hops: int = 1) -> networkx.MultiDiGraph:
        """The graph, or only a concept with all within `hops` of it, as a graph of NetworkX."""
        from kg import graph

        if name is None:
            return graph.to_networkx(self.store)
        near = self.neighbours(name, hops, limit=None)
        ends = {end for s in near.statements for end in (s.subject, s.object)}
        return graph.to_networkx(self.store, ends | {near.centre.id})

    def to_rdf(self) -> rdflib.Graph:
        """The graph as one of rdflib, in memory; `export` is the way for a large one."""
        from kg.export.rdf import to_rdflib

        return to_rdflib(self.store)

    def export(
        self, format: str, path: Source, *, base_iri: str | None = None, license: str | None = None
    ) -> None:
        """Write the graph in another format, under a base and a licence of your own: see `kg.export`."""
        from kg.export import export

        export(self.store, format, Path(path), base_iri=base_iri, license=license)

    def check(self, shapes: Source | None = None) -> ValidationReport:
        """What is wrong with the graph by kg's SHACL shapes, or by those of a file: see `kg.check`.

        >>> graph.check().violations  # doctest: +SKIP
        ()
        """
        from kg.check import check
        from kg.export.rdf import triples

        return check(triples(self.store), None if shapes is None else Path(shapes))

    def link(self, vocabulary: Source, report: Report = ignore) -> Aligned:
        """Link the concepts to those of a SKOS file or the CSO's CSV, by their labels: see `kg.align`.

        The links go into the graph's file in place of those to that vocabulary; where nothing fits, it stays.

        >>> graph.link("thesaurus.ttl").matches  # doctest: +SKIP
        {'exactMatch': 31, 'closeMatch': 12}
        """
        from kg.align import align
        from kg.store.links import set_links

        found = align(self.store, Path(vocabulary), report)
        if found.links:
            set_links(self.store.path, found.vocabulary, found.links)
            self.store.close()
            self.store = Store(self.store.path)
        return found

    def view(
        self,
        path: Source,
        concept: str | None = None,
        hops: int = 1,
        compare: tuple[str, str] | None = None,
        **options: Unpack[Options],
    ) -> View:
        """Write the graph, or a part of it, as one interactive HTML page; the options are `kg.view.write`'s."""
        from kg import view
        from kg.query.resolve import resolve

        centre = None if concept is None else resolve(self.store, concept).concept.id
        ends = [resolve(self.store, name).concept.id for name in compare or ()]
        pair = (ends[0], ends[1]) if compare else None
        return view.write(self.store, Path(path), concept=centre, hops=hops, compare=pair, **options)


def _several(sources: Source | Iterable[Source]) -> Iterable[Source]:
    """One source as a list of one: a string is not a list of letters."""
    return [sources] if isinstance(sources, str | Path) else sources
