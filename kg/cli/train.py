"""`kg train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli import messages


def train(
    shared: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where gold/ and corpora/ lie.")],
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the model goes.")],
    work: Annotated[
        Path, typer.Option("--work", metavar="FOLDER", help="What a later run goes on from.")
    ] = Path("build/train"),
    seed: Annotated[int, typer.Option("--seed", help="The seed of all that is random.")] = 0,
) -> None:
    """Train the tagger from annotated abstracts; needs kg\\[train].

    Examples:

      kg train ../shared --out kg/data/model
    """
    from kg.train import run
    from kg.train.recipe import Recipe, TaggerRecipe

    run.run(shared, out, work, Recipe(tagger=TaggerRecipe(seed=seed)), messages.note)
