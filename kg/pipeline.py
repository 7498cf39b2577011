"""The stages in order: sources to annotations, annotations to a graph, the graph to its files."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

import kg
from kg import curate, link, store
from kg import extract as extraction
from kg.errors import InputError, NotFoundError, Problem, Report, UsageError, ignore
from kg.export import FORMATS, export
from kg.export import annotations as annotations_format
from kg.export.iris import checked_base
from kg.extract import nlp
from kg.extract.sure import at_least
from kg.files import publish, refuse_folder, staging
from kg.link import hierarchy
from kg.read import read
from kg.read.sources import STDIN
from kg.records import Annotation, Document
from kg.wording import count

GRAPH, ANNOTATIONS, MANIFEST, PAGE = store.GRAPH.name, "annotations.jsonl", "manifest.json", "graph.html"
_EXPORTS = ("turtle", "graphml")
Progress = Callable[[Iterable[Document]], Iterable[Document]]
"""Wraps the stream of documents to show how far it is."""


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """What a build did. `files` are the files written, the graph last; `problems` those met on the way.

    `left_out` counts the concepts for which the page has no room.
    """

    papers: int
    concepts: int
    statements: int
    files: tuple[Path, ...]
    problems: tuple[Problem, ...] = ()
    left_out: int = 0

    @property
    def skipped(self) -> int:
        """How many records or files were left out."""
        return sum(problem.skipped for problem in self.problems)


def extract(
    sources: Iterable[str | Path],
    report: Report = ignore,
    *,
    stdin: BinaryIO | None = None,
    progress: Progress = iter,
    min_score: float = 0.0,
) -> Iterator[Annotation]:
    """Each paper's own annotation, in input order, lazily; of mentions with a score of `min_score` or more.

    Raises `UsageError` for a missing path or a score that is none, `ResourceError` for a missing model.
    """
    if not 0 <= min_score <= 1:
        raise UsageError(f"a score lies between 0 and 1; {min_score} does not.")
    documents = read(sources, report, stdin)
    found = (at_least(extracted, min_score) for extracted in extraction.extract(progress(documents)))
    return map(link.link_paper, found)


def build(
    sources: Iterable[str | Path],
    out: str | Path = store.GRAPH.parent,
    report: Report = ignore,
    *,
    stdin: BinaryIO | None = None,
    progress: Progress = iter,
    min_score: float = 0.0,
    base_iri: str | None = None,
    curation: str | Path | None = None,
) -> BuildSummary:
    """Build the graph of `sources`, of mentions with a score of `min_score` or more, and leave it with its exports in
    the folder `out`.

    It is corrected as `curation` says, or where none is given `curation.tsv` in `out`: see `kg.curate`.
    In RDF its things lie under `base_iri`, now and in later exports. All files are made in a hidden folder first and
    moved into place at the end, the graph last: an interrupt leaves what stood there. Equal input gives equal bytes.
    Raises `InputError` where no paper is found at all, `UsageError` for a missing path or a base that is none,
    `OutputError` where `out` cannot be written.
    """
    base = checked_base(base_iri)
    problems: list[Problem] = []

    def note(problem: Problem) -> None:
        problems.append(problem)
        report(problem)

    out = Path(out)
    lines = Path(out / curate.FILE if curation is None else curation)
    if curation is not None and not lines.exists():
        raise UsageError(f"{lines}: there is no such file with corrections. Write one with: kg curate")
    corrections = curate.read(lines, note)
    with staging(out) as folder:
        graph = link.link_corpus(extract(sources, note, stdin=stdin, progress=progress, min_score=min_score))
        graph = curate.apply(graph, corrections, str(lines), note)
        # A merge may close a circle of kinds.
        graph = replace(graph, statements=hierarchy.acyclic(graph.statements))
        if not graph.papers:
            raise InputError(
                "no paper was found in the sources; the graph is as it was. kg reads text, JSON, CSV, BibTeX, RIS."
            )
        if not graph.concepts:
            papers = count(len(graph.papers), "paper")
            note(Problem(str(out), f"no concept was found in {papers}.", skipped=False))
        facts = _facts(graph.papers, min_score)
        if corrections:
            facts["curation"] = {"lines": len(corrections), "sha256": _digest(lines)}
        meta = {"build": json.dumps(facts)} | ({} if base is None else {"base_iri": base})
        store.write(graph, folder / GRAPH, meta)
        annotations_format.write(graph.papers, folder / ANNOTATIONS)
        left_out = _write_exports(folder)
        written = [ANNOTATIONS, *(FORMATS[name].file for name in _EXPORTS), PAGE]
        _write_manifest(folder, facts, [*written, GRAPH])
        names = [*written, MANIFEST, GRAPH]
        for name in names:  # all of them before the first is moved: never half of a build
            refuse_folder(out / name)
        for vocabulary in _linked(out / GRAPH):
            message = f"the links to {vocabulary} go with the old graph. Link the new one: kg link --vocabulary FILE"
            note(Problem(str(out / GRAPH), message, skipped=False))
        for name in names:
            publish(folder / name, out / name)
    return BuildSummary(
        papers=len(graph.papers),
        concepts=len(graph.concepts),
        statements=len(graph.statements),
        files=tuple(out / name for name in names),
        problems=tuple(problems),
        left_out=left_out,
    )


def _write_exports(folder: Path) -> int:
    """The exports that every build leaves, made from the graph file; how many concepts the page leaves out."""
    from kg import view

    with store.Store(folder / GRAPH) as opened:
        for name in _EXPORTS:
            export(opened, name, folder / FORMATS[name].file)
        return view.write(opened, folder / PAGE).left_out


def _linked(path: Path) -> list[str]:
    """The vocabularies that the graph at `path` is linked to; none where there is no graph of this version."""
    try:
        with store.Store(path) as standing:
            return sorted({link.vocabulary for link in standing.links()})
    except (NotFoundError, InputError):
        return []


def _facts(papers: Iterable[Annotation], min_score: float) -> dict[str, Any]:
    """What is built by what from what: version, model, and for each source its digest (standard input has none)."""
    sources = Counter(paper.document.source for paper in papers)
    return {
        "kg": kg.__version__,
        "model": _digest(nlp.model_path()),
        "min_score": min_score,
        "sources": [
            {"source": source, "papers": number, "sha256": _source_digest(source)}
            for source, number in sorted(sources.items())
        ],
    }


def _source_digest(source: str) -> str | None:
    path = Path(source)
    return _digest(path) if source != STDIN and path.is_file() else None


def _write_manifest(folder: Path, facts: dict[str, Any], files: Iterable[str]) -> None:
    """The facts of the build, and a digest of every file."""
    manifest = facts | {"files": {name: _digest(folder / name) for name in sorted(files)}}
    text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8", newline="\n")


def _digest(path: Path) -> str:
    """The sha256 of a file, as `sha256sum` gives it; of a folder, that of all its files with their names."""
    if path.is_file():
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    total = hashlib.sha256()
    for file in sorted(path.rglob("*")):
        if file.is_file():
            total.update(file.name.encode() + b"\0" + file.read_bytes())
    return total.hexdigest()
