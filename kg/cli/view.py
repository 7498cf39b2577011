"""`kg view`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli import messages
from kg.cli.options import GRAPH, GraphFile, opened
from kg.query.resolve import resolve
from kg.wording import count


def view(
    concept: Annotated[
        str | None, typer.Option("--concept", metavar="NAME", help="Only what stands around this concept.")
    ] = None,
    hops: Annotated[int, typer.Option("--hops", help="How far around it.")] = 1,
    target: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The page.")] = Path(
        "graph.html"
    ),
    title: Annotated[str | None, typer.Option("--title", metavar="TEXT", help="The page's heading.")] = None,
    graph: GraphFile = GRAPH,
) -> None:
    """The graph, or what stands around a concept, as one interactive page that needs no network.

    Examples:

      kg view
      kg view --concept BERT --hops 2 -o bert.html --title "Around BERT"
    """
    from kg import view as page

    with opened(graph) as store:
        centre = None if concept is None else resolve(store, concept).concept.id
        made = page.write(store, target, concept=centre, hops=hops, title=title)
    left_out = f" ({made.left_out:,} more did not fit)" if made.left_out else ""
    messages.note(f"{made.path}: {count(made.concepts, 'concept')}{left_out}. Open it in a browser.")
