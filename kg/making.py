"""kg from Python: papers read, annotated, and made into a graph. `kg.api` asks it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kg.errors import Report, ignore
from kg.store import GRAPH

if TYPE_CHECKING:
    from kg.pipeline import BuildSummary
    from kg.records import Annotation, Document

Source = str | Path


def build(
    sources: Source | Iterable[Source],
    out: Source = GRAPH.parent,
    report: Report = ignore,
    *,
    min_score: float = 0.0,
    base_iri: str | None = None,
    curation: Source | None = None,
    vocabulary: Source | None = None,
) -> BuildSummary:
    """Build the graph of files, folders or patterns, and leave it with its exports in the folder `out`.

    Mentions that score less than `min_score` are left out; in RDF the graph's things lie under `base_iri`. It is
    corrected as the file `curation` says, or `curation.tsv` in `out` where that is there: see `kg curate`.
    The names of the SKOS file `vocabulary` are known beside those that kg ships: see `kg.vocabulary`.
    `report` receives each `Problem` as it is met; the summary holds them as well. Raises `UsageError` for a
    missing path or a base that is none, `OutputError` where `out` cannot be written and `ResourceError` where
    the model is missing.

    >>> summary = build(["library.bib", "more/"])  # doctest: +SKIP
    >>> summary.concepts, summary.skipped  # doctest: +SKIP
    (412, 0)
    """
    from kg import pipeline

    return pipeline.build(
        _several(sources),
        Path(out),
        report,
        min_score=min_score,
        base_iri=base_iri,
        curation=curation,
        own_names=vocabulary,
    )


def annotate(
    sources: Source | Iterable[Source],
    report: Report = ignore,
    *,
    min_score: float = 0.0,
    vocabulary: Source | None = None,
) -> Iterator[Annotation]:
    """Each paper with the concepts and statements found in it, in input order, one at a time.

    Mentions that score less than `min_score` are left out; `vocabulary` is as in `build`.

    >>> for annotation in annotate("papers.jsonl"):  # doctest: +SKIP
    ...     print(annotation.document.id, [concept.name for concept in annotation.concepts])
    """
    from kg import pipeline

    return pipeline.extract(_several(sources), report, min_score=min_score, own_names=vocabulary)


def documents(sources: Source | Iterable[Source], report: Report = ignore) -> Iterator[Document]:
    """Each paper as kg reads it, markup gone, nothing extracted.

    >>> next(documents("papers.jsonl")).title  # doctest: +SKIP
    'A Study of Examples'
    """
    from kg.read import read

    return read(_several(sources), report)


def _several(sources: Source | Iterable[Source]) -> Iterable[Source]:
    """One source as a list of one: a string is not a list of letters."""
    return [sources] if isinstance(sources, str | Path) else sources
