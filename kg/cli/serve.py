"""`kg serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli import messages
from kg.cli.options import GRAPH, GraphFile, opened


def serve(
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 is any free one.")
    ] = 8765,
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="The address; others can reach more than 127.0.0.1."),
    ] = "127.0.0.1",
    browser: Annotated[bool, typer.Option("--open", help="Open it in a browser.")] = False,
    graph: GraphFile = GRAPH,
) -> None:
    """The graph as a web application on this machine, with a JSON API. Needs: pip install 'kg[serve]'

    Search, concepts, papers, results, paths and SPARQL in the browser, until interrupted (Ctrl-C). It only reads.

    Examples:

      kg serve
      kg serve --open --port 9000
      kg serve --graph exports/graph.sqlite
    """
    from kg import serve as application

    with opened(graph):
        pass  # what is no graph is told before anything starts
    if not application.is_loopback(host):
        messages.note(f"{host}: whoever reaches this address reads the graph; there is no password.")

    def ready(address: str) -> None:
        messages.note(f"{address} shows {graph}. Ctrl-C ends it.")
        if browser:
            typer.launch(address)

    application.serve(graph, host, port, ready)
