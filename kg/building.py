"""Documents to a graph with its files: only what is new is extracted, and what stood there stays until all is made."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg import curate, link, manifest, store, vocabulary
from kg.errors import InputError, NotFoundError, Problem, Report, UsageError
from kg.export import FORMATS, export
from kg.export import annotations as annotations_format
from kg.files import publish, refuse_folder, staging
from kg.link import hierarchy
from kg.link.hierarchy import Stated
from kg.records import Annotation, Document, Linked
from kg.store import extracted
from kg.store.extracted import Extracted
from kg.store.journal import STAGED, journaling
from kg.store.writer import Writer, writing
from kg.vocabulary import Term
from kg.wording import count

GRAPH, ANNOTATIONS, PAGE = store.GRAPH.name, "annotations.jsonl", "graph.html"
_EXPORTS = ("turtle", "graphml")
Progress = Callable[[Iterable[Document], int | None], Iterable[Document]]
"""Wraps the stream of documents that are to be read, and their number where it is known, to show how far it is."""
Reader = Callable[[Iterable[Document], float], Iterable[Annotation]]
"""What extracts: documents and a least score to their annotations, in order."""


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """What a build did. `files` are the files written, the graph last; `problems` those met on the way.

    `extracted` counts the papers that had to be read for it, and were not known from before; `left_out` the concepts
    for which the page has no room.
    """

    papers: int
    concepts: int
    statements: int
    files: tuple[Path, ...]
    problems: tuple[Problem, ...] = ()
    left_out: int = 0
    extracted: int = 0

    @property
    def skipped(self) -> int:
        """How many records or files were left out."""
        return sum(problem.skipped for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a graph is built: of mentions with a score of `min_score` or more, in RDF under `base_iri`, corrected as the
    file `curation` says, or where none is given `curation.tsv` beside the graph; with the known names `terms`, or
    where none are given those of the shipped vocabulary.
    """

    min_score: float = 0.0
    base_iri: str | None = None
    curation: str | Path | None = None
    terms: tuple[Term, ...] | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.min_score <= 1:
            raise UsageError(f"a score lies between 0 and 1; {self.min_score} does not.")
        if self.curation is not None and not Path(self.curation).exists():
            raise UsageError(
                f"{self.curation}: there is no such file with corrections. Write one with: kg curate"
            )


class Noted:
    """Reports problems, and keeps them."""

    def __init__(self, report: Report) -> None:
        self.problems: list[Problem] = []
        self._report = report

    def __call__(self, problem: Problem) -> None:
        self.problems.append(problem)
        self._report(problem)


def build_from(
    documents: Iterable[Document],
    digests: Mapping[str, str | None],
    out: Path,
    settings: Settings,
    note: Noted,
    progress: Progress,
    reader: Reader,
) -> BuildSummary:
    """Build the graph of these documents; `digests` are those of their sources that need not be computed."""
    sources: Counter[str] = Counter()
    tools = manifest.tools(settings.min_score, settings.terms)
    with journaling(out, tools) as journal:
        papers = journal.collect(_counted(documents, sources))
        if not papers:
            raise InputError(
                "no paper was found in the sources; the graph is as it was. kg reads text, JSON, CSV, BibTeX, RIS."
            )
        missing = journal.missing()
        if journal.changed and missing:
            what = (
                f"{count(len(missing), 'paper')} must be read anew: the {', '.join(journal.changed)} changed."
            )
            note(Problem(str(out), what, skipped=False))
        journal.keep(reader(progress(journal.documents(missing), len(missing)), settings.min_score))
        with staging(out, STAGED) as folder:
            known = journal.finish(folder / extracted.NAME)
            lines = Path(out / curate.FILE if settings.curation is None else settings.curation)
            corrections = curate.read(lines, note)
            linked = curate.apply(
                link.link_corpus(known.outlines, settings.terms),
                known.annotations,
                corrections,
                str(lines),
                note,
            )
            if not linked.concepts:
                note(Problem(str(out), f"no concept was found in {count(papers, 'paper')}.", skipped=False))
            facts = manifest.facts(sources, digests, tools["model"], settings.min_score)
            if corrections:
                facts["curation"] = {"lines": len(corrections), "sha256": manifest.digest(lines)}
            if settings.terms is not None:
                facts["vocabulary"] = {"sha256": tools["vocabulary"]}
            meta = {"build": json.dumps(facts)}
            meta |= {} if settings.base_iri is None else {"base_iri": settings.base_iri}
            statements = _write_graph(known, linked, folder, meta, settings.terms)
            left_out = _write_exports(folder)
            files = _publish(folder, out, facts, note)
        journal.done = True
    return BuildSummary(
        papers=papers,
        concepts=len(linked.concepts),
        statements=statements,
        files=files,
        problems=tuple(note.problems),
        left_out=left_out,
        extracted=len(missing),
    )


def _counted(documents: Iterable[Document], sources: Counter[str]) -> Iterator[Document]:
    for document in documents:
        sources[document.source] += 1
        yield document


def _write_graph(
    known: Extracted, linked: Linked, folder: Path, meta: Mapping[str, str], terms: Iterable[Term] | None
) -> int:
    """Write the graph and the annotations, a paper at a time; how many statements there are."""
    with writing(folder / GRAPH) as graph:
        papers = (linked.relink(paper) for paper in known.annotations)
        annotations_format.write(_added(papers, graph), folder / ANNOTATIONS)
        add_kinds(graph, linked, vocabulary.load() if terms is None else terms)
        return graph.finish(linked.concepts, linked.merges, meta)


def add_kinds(graph: Writer, linked: Linked, terms: Iterable[Term]) -> None:
    """Add what names alone say of kinds to what papers say of them, and take back what would close a circle."""
    kinds = [Stated(*row) for row in graph.stated(hierarchy.BROADER.values())]
    dropped = hierarchy.circular(kinds)
    graph.drop(dropped)
    said = {(s.subject, s.predicate, s.object) for s in kinds} - dropped
    graph.state(hierarchy.inferred(linked, said, terms))


def _added(papers: Iterable[Annotation], graph: Writer) -> Iterator[Annotation]:
    """The papers, each added to the graph as it passes."""
    for paper in papers:
        graph.add(paper)
        yield paper


def _write_exports(folder: Path) -> int:
    """The exports that every build leaves, made from the graph file; how many concepts the page leaves out."""
    from kg import view

    with store.Store(folder / GRAPH) as opened:
        for name in _EXPORTS:
            export(opened, name, folder / FORMATS[name].file)
        return view.write(opened, folder / PAGE).left_out


def _publish(folder: Path, out: Path, facts: Mapping[str, Any], note: Noted) -> tuple[Path, ...]:
    """Move all that was made from `folder` into place, the graph last; where it lies then."""
    written = [extracted.NAME, ANNOTATIONS, *(FORMATS[name].file for name in _EXPORTS), PAGE]
    manifest.write(folder, facts, [*written, GRAPH])
    names = [*written, manifest.NAME, GRAPH]
    for name in names:  # all of them before the first is moved: never half of a build
        refuse_folder(out / name)
    for vocabulary_ in _linked(out / GRAPH):
        message = (
            f"the links to {vocabulary_} go with the old graph. Link the new one: kg link --vocabulary FILE"
        )
        note(Problem(str(out / GRAPH), message, skipped=False))
    for name in names:
        publish(folder / name, out / name)
    return tuple(out / name for name in names)


def _linked(path: Path) -> list[str]:
    """The vocabularies that the graph at `path` is linked to; none where there is no graph of this version."""
    try:
        with store.Store(path) as standing:
            return sorted({link.vocabulary for link in standing.links()})
    except (NotFoundError, InputError):
        return []
