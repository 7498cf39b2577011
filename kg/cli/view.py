"""`kg view`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from kg.cli import messages, output
from kg.cli.options import GRAPH, GraphFile, opened
from kg.errors import UsageError
from kg.query.resolve import resolve
from kg.wording import count


def view(
    concept: Annotated[
        str | None, typer.Option("--concept", metavar="NAME", help="Only what stands around this concept.")
    ] = None,
    hops: Annotated[
        int | None, typer.Option("--hops", help="How far around it; 1 unless told otherwise.")
    ] = None,
    target: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The page; - is standard output.")
    ] = Path("graph.html"),
    title: Annotated[str | None, typer.Option("--title", metavar="TEXT", help="The page's heading.")] = None,
    graph: GraphFile = GRAPH,
) -> None:
    """The graph, or what stands around a concept, as one interactive page that needs no network.

    Examples:

      kg view
      kg view --concept BERT --hops 2 -o bert.html --title "Around BERT"
    """
    from kg import view as page

    if hops is not None and concept is None:
        raise UsageError("--hops says how far around a concept: name one with --concept.")
    piped = str(target) == "-"
    with opened(graph) as store, tempfile.TemporaryDirectory() as folder:
        centre = None if concept is None else resolve(store, concept).concept.id
        path = Path(folder) / "graph.html" if piped else target
        made = page.write(store, path, concept=centre, hops=1 if hops is None else hops, title=title)
        if piped:
            output.file(path)
    left_out = f" ({made.left_out:,} more did not fit)" if made.left_out else ""
    messages.note(f"{target}: {count(made.concepts, 'concept')}{left_out}. Open it in a browser.")
