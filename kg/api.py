"""kg from Python: a graph's questions as the methods of one class. `kg.making` makes the graph."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, Unpack

from kg.errors import Report, ignore
from kg.query.duplicates import LIMIT as MOST_PAIRS
from kg.query.neighbourhood import LIMIT, Neighbourhood
from kg.query.search import LIMIT as MOST_FOUND
from kg.settings import QUERY
from kg.store import GRAPH, Store

if TYPE_CHECKING:
    import networkx
    import rdflib

    from kg.align import Aligned
    from kg.check import ValidationReport
    from kg.curate import Correction
    from kg.query.answer import Answer
    from kg.query.dossier import Dossier
    from kg.query.duplicates import Duplicates
    from kg.query.leaderboard import Ends, Leaderboard
    from kg.query.papers import PaperEntry
    from kg.query.path import Path as Chain
    from kg.query.stats import Stats
    from kg.query.why import Why
    from kg.records import Concept
    from kg.view import Options, View

Source = str | Path

_SHOWN = 150  # concepts of a whole graph below a notebook's cell


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
        skip: int = 0,
    ) -> Around:
        """What stands within `hops` statements of a concept: see `kg.query.neighbourhood`. Notebooks draw it.

        >>> [r.concept.name for r in graph.neighbours("SQuAD").concepts]  # doctest: +SKIP
        ['BERT', 'RoBERTa']
        """
        from kg.query.neighbourhood import neighbourhood

        near = neighbourhood(self.store, name, hops, types, relations, limit, skip)
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

    def why(self, name: str, other: str, curation: Source | None = None) -> Why:
        """Why two names are one concept, or two: see `kg.query.why`.

        Corrections that part two are read from the file `curation`, or from `curation.tsv` beside the graph.

        >>> graph.why("LLMs", "large language models").same  # doctest: +SKIP
        True
        """
        from kg.query.why import why

        return why(self.store, name, other, self._corrections(curation))

    def duplicates(
        self,
        limit: int | None = MOST_PAIRS,
        types: Collection[str] | None = None,
        curation: Source | None = None,
    ) -> Duplicates:
        """Pairs of concepts that may be one, best first, but for those that the corrections decide.

        >>> [(pair.one.name, pair.other.name) for pair in graph.duplicates().pairs]  # doctest: +SKIP
        [('Convolution Neural Network', 'convolutional neural networks')]
        """
        from kg.query.curation import decided
        from kg.query.duplicates import duplicates

        return duplicates(self.store, limit, types, decided(self._corrections(curation)))

    def _corrections(self, path: Source | None) -> tuple[Correction, ...]:
        from kg import curate

        return curate.read(self.store.path.parent / curate.FILE if path is None else Path(path))

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
