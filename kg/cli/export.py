"""`kg export`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from kg.cli import messages, output
from kg.cli.options import GRAPH, BaseIri, GraphFile, opened
from kg.errors import UsageError


def export(
    form: Annotated[
        str,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help="turtle, ntriples, nquads, trig, jsonld, rdfxml, graphml, gexf, csv (for Neo4j), cytoscape, nodelink.",
        ),
    ],
    target: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="PATH", help="A file (a folder for csv); - is standard output."
        ),
    ] = Path("-"),
    base_iri: BaseIri = None,
    license: Annotated[
        str | None,
        typer.Option(
            "--license", metavar="IRI", help="The licence that you offer the data under; RDF states it."
        ),
    ] = None,
    graph: GraphFile = GRAPH,
) -> None:
    """The graph in the format of another program.

    Examples:

      kg export --format turtle -o graph.ttl
      kg export --format trig --base-iri https://example.com/kg/ -o graph.trig
      kg export --format csv -o neo4j
      kg export --format graphml | gzip > graph.graphml.gz
    """
    from kg.export import export as write
    from kg.export import full_name

    name = full_name(form)
    if str(target) != "-":
        with opened(graph) as store:
            write(store, name, target, base_iri=base_iri, license=license)
        messages.note(f"Written: {target}")
    elif name == "csv":
        raise UsageError("The csv format is a folder of files; say where with: -o FOLDER")
    else:
        with opened(graph) as store, tempfile.TemporaryDirectory() as folder:
            write(store, name, Path(folder) / "graph", base_iri=base_iri, license=license)
            output.file(Path(folder) / "graph")
