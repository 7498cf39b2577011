"""`kg evaluate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli import messages, output
from kg.wording import count

if TYPE_CHECKING:
    from kg.train.evaluate import Evaluation


def evaluate(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Annotated abstracts, or documents of a corpus (JSON Lines)."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Strict JSON: an object a file.")] = False,
    predictions: Annotated[
        Path | None, typer.Option("--predictions", metavar="OUT", help="Write what was predicted.")
    ] = None,
    train: Annotated[
        Path | None,
        typer.Option(
            "--train", metavar="FILE", help="Whose mentions make the floor; else train.jsonl beside FILE."
        ),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="FILE", help="Earlier predictions to compare with, pair by pair."),
    ] = None,
) -> None:
    """How right the shipped model is on annotated text, and how far its scores can be trusted.

    Mentions count if span and type are exact, concepts if type and one accepted name are. Beside each F1 stand
    its 95 % bootstrap interval over documents, what a dictionary of the training mentions reaches, and the
    agreement of two experts.

    Examples:

      kg evaluate ../shared/gold/dev.jsonl
      kg evaluate ../shared/corpora/*/dev.jsonl --json
      kg evaluate dev.jsonl --against before.jsonl --predictions after.jsonl
    """
    from kg.train import evaluate as judge
    from kg.train import report
    from kg.train.predictions import write

    read = judge.read(files, train, messages.report)
    judged = [judge.evaluate(file, below, against) for file, below in read]
    if predictions:
        write((record for evaluation in judged for record in evaluation.predictions), predictions)
    if as_json:
        output.as_json({str(evaluation.path): report.to_json(evaluation) for evaluation in judged})
    else:
        for evaluation in judged:
            _print(evaluation)


def _print(evaluation: Evaluation) -> None:
    from kg.train import report

    e = evaluation
    facts = [e.form, count(e.documents, "document"), f"scored by the head: {e.head}"]
    output.heading(str(e.path), *facts, f"{e.skipped} skipped" if e.skipped else "")
    output.table(report.COLUMNS, report.measures(e))
    if e.reliability:
        output.table(report.RELIABILITY, report.reliability(e))
    if e.against:
        output.table(report.DIFFERENCE, report.differences(e))
