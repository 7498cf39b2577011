"""A whole graph in memory, for tests: written by kg's writer, and what the linker makes of annotations read back."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kg import building, curate, link, vocabulary
from kg.curate import Correction
from kg.errors import Report, ignore
from kg.link.outline import outline
from kg.records import Annotation, Concept, Linked, Merge, Result, Statement
from kg.store import Store
from kg.store.writer import writing
from kg.vocabulary import Term


@dataclass(frozen=True, slots=True)
class Graph:
    """Annotations sorted by paper id, concepts by id, statements by their ends, merges by concept and name."""

    papers: tuple[Annotation, ...] = ()
    concepts: tuple[Concept, ...] = ()
    statements: tuple[Statement, ...] = ()
    merges: tuple[Merge, ...] = ()

    @property
    def results(self) -> tuple[Result, ...]:
        """Every paper's results, in the order of the papers."""
        return tuple(result for paper in self.papers for result in paper.results)


def write(graph: Graph, path: Path, meta: Mapping[str, str] | None = None) -> None:
    """Write a graph that was made by hand: its statements are those that it lists."""
    with writing(path) as writer:
        for paper in graph.papers:
            writer.add(replace(paper, statements=()))
        writer.state(graph.statements)
        writer.finish(graph.concepts, graph.merges, meta or {})


def link_corpus(
    annotations: Iterable[Annotation],
    terms: Sequence[Term] | None = None,
    corrections: Sequence[Correction] = (),
    source: str = "",
    report: Report = ignore,
) -> Graph:
    """The graph of papers' own annotations, as the pipeline makes it."""
    own = sorted(annotations, key=lambda paper: paper.document.id)
    linked = link.link_corpus([outline(paper) for paper in own], terms)
    linked = curate.apply(linked, own, corrections, source, report)
    return assembled(own, linked, vocabulary.load() if terms is None else terms)


def assembled(own: Sequence[Annotation], linked: Linked, terms: Iterable[Term]) -> Graph:
    """The graph of papers that are linked, in memory."""
    papers = tuple(map(linked.relink, own))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.sqlite"
        with writing(path) as writer:
            for paper in papers:
                writer.add(paper)
            building.add_kinds(writer, linked, terms)
            writer.finish(linked.concepts, linked.merges, {})
        with Store(path) as store:
            return Graph(papers, linked.concepts, tuple(store.statements()), linked.merges)
