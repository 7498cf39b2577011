"""`kg remove`."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli import messages
from kg.cli.options import GRAPH, CurationFile, GraphFile, Quiet, VocabularyFile
from kg.errors import UsageError
from kg.wording import count


def remove(
    papers: Annotated[list[str], typer.Argument(metavar="PAPER...", help="Ids of papers: see kg papers.")],
    graph: GraphFile = GRAPH,
    curation: CurationFile = None,
    vocabulary: VocabularyFile = None,
    quiet: Quiet = False,
) -> None:
    """Take papers out of the graph, with all that they alone support.

    The exports beside the graph are made anew. A build of sources that still have the papers brings them back.

    Examples:

      kg remove arXiv:1810.04805
      kg remove p17 p18 --graph exports/graph.sqlite
    """
    from kg import pipeline

    messages.quiet.set(quiet or messages.quiet.get())
    if graph.name != GRAPH.name:
        raise UsageError(f"{graph}: papers are removed from a graph where kg build left it, as {GRAPH.name}.")
    summary = pipeline.remove(papers, graph.parent, messages.report, curation=curation, own_names=vocabulary)
    counts = (summary.papers, "paper"), (summary.concepts, "concept"), (summary.statements, "statement")
    messages.note(f"{graph.parent}: {', '.join(count(number, noun) for number, noun in counts)} are left.")
