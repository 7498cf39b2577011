"""`kg build`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli import messages
from kg.cli.options import (
    GRAPH,
    SHARDS,
    BaseIri,
    CurationFile,
    MinScore,
    PartitionOut,
    Quiet,
    Shards,
    Sources,
    Strict,
    VocabularyFile,
)
from kg.cli.progress import watched
from kg.store import Store
from kg.wording import count

if TYPE_CHECKING:
    from kg.records import Annotation, Document


def build(
    sources: Sources,
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Where the graph goes.")
    ] = GRAPH.parent,
    min_score: MinScore = 0.0,
    base_iri: BaseIri = None,
    curation: CurationFile = None,
    vocabulary: VocabularyFile = None,
    dask: Annotated[
        str | None,
        typer.Option(
            "--dask", metavar="ADDRESS", help="Extract on the Dask cluster whose scheduler has that address."
        ),
    ] = None,
    partition_out: PartitionOut = None,
    shards: Shards = SHARDS,
    strict: Strict = False,
    quiet: Quiet = False,
) -> None:
    """Build the graph of these papers, with its exports and its page.

    Reads text, Markdown, JSON, JSON Lines, CSV, TSV, BibTeX and RIS, compressed or not. What cannot be read
    is named, and the rest is processed. Papers that a build in the same folder has read before are not read again, and
    a build that was stopped goes on where it was.

    Examples:

      kg build seeds
      kg build library.bib more/ --out exports
      zcat papers.jsonl.gz | kg build - --strict
      kg build papers.jsonl --dask tcp://10.0.0.1:8786 --partition-out shards --shards 64
    """
    from kg import pipeline

    messages.quiet.set(quiet or messages.quiet.get())
    if partition_out is not None:
        from kg.export import partition

        partition.check(partition_out, shards)
    summary = pipeline.build(
        sources,
        out,
        messages.report,
        progress=watched,
        reader=pipeline.annotate if dask is None else _spread(dask),
        min_score=min_score,
        base_iri=base_iri,
        curation=curation,
        own_names=vocabulary,
    )
    if summary.extracted < summary.papers:
        same = count(summary.papers - summary.extracted, "paper")
        messages.note(f"{same} known from before; {summary.extracted} new or changed.")
    counts = (summary.papers, "paper"), (summary.concepts, "concept"), (summary.statements, "statement")
    messages.note(f"{out}: {', '.join(count(number, noun) for number, noun in counts)}.")
    if summary.problems:
        messages.note(f"{count(len(summary.problems), 'problem')}, {summary.skipped} skipped (named above).")
    if summary.left_out:
        left_out = count(summary.left_out, "concept")
        messages.note(
            f"The page shows the best supported concepts and leaves out {left_out}: see kg view --help"
        )
    place = "" if out == GRAPH.parent else f" --graph {out / GRAPH.name}"
    messages.note(f"Look at {out / pipeline.PAGE} in a browser, or ask: kg stats{place}")
    if partition_out is not None:
        with Store(out / GRAPH.name) as store:
            partition.write(store, partition_out, shards)
        messages.note(f"Written: {partition_out}, in {count(shards, 'shard')}")
    if strict and summary.skipped:
        raise typer.Exit(1)


def _spread(address: str) -> Callable[[Iterable[Document], float], Iterator[Annotation]]:
    """The extraction on a cluster."""
    from kg import cluster

    return lambda papers, min_score: cluster.annotate(papers, address, min_score, messages.report)
