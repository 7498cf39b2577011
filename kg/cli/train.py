"""`kg train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli import messages
from kg.errors import UsageError


def train(
    shared: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where gold/ and corpora/ lie.")],
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the model goes.")],
    work: Annotated[
        Path, typer.Option("--work", metavar="FOLDER", help="What an interrupted run goes on from.")
    ] = Path("build/train"),
    stage: Annotated[
        str | None,
        typer.Option(
            "--stage", metavar="STAGE", help="Only teacher, labels, student, model or corpora; else all."
        ),
    ] = None,
    share: Annotated[
        str, typer.Option("--share", metavar="N/OF", help="Of the labels only each OFth chunk from the Nth.")
    ] = "1/1",
) -> None:
    """Train the model from annotated abstracts; needs kg\\[train].

    The teacher takes hours, and so do its labels: each stage goes on where it was interrupted, and several
    processes can share the labels.

    Examples:

      kg train ../shared --out kg/data/model
      kg train ../shared --out kg/data/model --stage labels --share 1/2
    """
    from kg.train import run
    from kg.train.recipe import Recipe

    if stage is not None and stage not in run.STAGES:
        raise UsageError(f"--stage: {stage!r} is none of {', '.join(run.STAGES)}.")
    number, _, of = share.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise UsageError(f"--share: {share!r} is not of the form 1/2: which share, of how many.")
    stages = (stage,) if stage else run.STAGES
    run.run(shared, out, work, Recipe(), messages.note, stages, (int(number) - 1, int(of)))
