"""`kg extract`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from kg.cli import messages, output
from kg.cli.options import MinScore, Quiet, Sources, Strict, VocabularyFile
from kg.cli.progress import watched
from kg.errors import InputError, Problem
from kg.records import Annotation


def extract(
    sources: Sources,
    target: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="JSON Lines file, or - for standard output."),
    ] = Path("-"),
    min_score: MinScore = 0.0,
    vocabulary: VocabularyFile = None,
    strict: Strict = False,
    quiet: Quiet = False,
) -> None:
    """Find concepts and statements in each paper and write one JSON object a paper.

    Examples:

      kg extract papers.jsonl -o annotations.jsonl
      echo "We propose LoRA for fine-tuning." | kg extract - -o -
    """
    from kg import pipeline
    from kg.export.annotations import to_line, write

    messages.quiet.set(quiet or messages.quiet.get())
    skipped: list[Problem] = []

    def report(problem: Problem) -> None:
        messages.report(problem)
        skipped.extend([problem] * problem.skipped)

    found: Iterator[Annotation] = pipeline.extract(
        sources, report, progress=watched, min_score=min_score, own_names=vocabulary
    )
    first = next(found, None)
    if first is None:
        raise InputError("no paper was found in the sources; nothing was written.")
    found = chain((first,), found)
    if str(target) == "-":
        for annotation in found:
            output.raw(to_line(annotation).encode() + b"\n")
    else:
        write(found, target)
    if strict and skipped:
        raise typer.Exit(1)
