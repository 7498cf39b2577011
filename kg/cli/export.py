"""`kg export`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from kg.cli import messages, output
from kg.cli.options import GRAPH, SHARDS, BaseIri, GraphFile, PartitionOut, Shards, opened
from kg.errors import UsageError
from kg.wording import count


def export(
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help="turtle, ntriples, nquads, trig, jsonld, rdfxml, graphml, gexf, csv (for Neo4j), cytoscape, nodelink.",
        ),
    ] = None,
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
    to_endpoint: Annotated[
        str | None,
        typer.Option(
            "--to-endpoint", metavar="URL", help="Send the triples to a SPARQL endpoint; updates go there."
        ),
    ] = None,
    graph_iri: Annotated[
        str | None,
        typer.Option(
            "--graph-iri", metavar="IRI", help="The named graph there, in place of the default one."
        ),
    ] = None,
    partition_out: PartitionOut = None,
    shards: Shards = SHARDS,
    graph: GraphFile = GRAPH,
) -> None:
    """The graph in the format of another program, in shards, or sent to a SPARQL endpoint.

    An endpoint gets its credentials from KG_ENDPOINT_USER and KG_ENDPOINT_PASSWORD, or KG_ENDPOINT_TOKEN. If it
    fails half-way, the same command goes on from there.

    Examples:

      kg export --format turtle -o graph.ttl
      kg export --format trig --base-iri https://example.com/kg/ -o graph.trig
      kg export --format csv -o neo4j
      kg export --format graphml | gzip > graph.graphml.gz
      kg export --to-endpoint http://localhost:3030/kg/update
      kg export --partition-out shards --shards 64
    """
    if sum(asked is not None for asked in (form, to_endpoint, partition_out)) != 1:
        raise UsageError(
            "Say what to write with --format, or where it goes with --to-endpoint or --partition-out: one of the three."
        )
    if form is not None and graph_iri is not None:
        raise UsageError("--graph-iri names a graph of an endpoint: see --to-endpoint.")
    if form is None and str(target) != "-":
        raise UsageError("-o is where a --format goes; an endpoint and shards have a place already.")
    if partition_out is not None:
        from kg.export import partition

        with opened(graph) as store:
            partition.write(store, partition_out, shards, base_iri, license)
        messages.note(f"Written: {partition_out}, in {count(shards, 'shard')}")
    elif form is not None:
        _write(graph, form, target, base_iri, license)
    elif to_endpoint is not None:
        from kg.export import endpoint

        with opened(graph) as store:
            sent = endpoint.send(store, to_endpoint, graph_iri, base_iri, license, messages.report)
        messages.note(f"{count(sent, 'triple')} are there.")


def _write(graph: Path, form: str, target: Path, base_iri: str | None, license: str | None) -> None:
    """To the file or folder `target`, or to standard output."""
    from kg.export import export, full_name

    name = full_name(form)
    piped = str(target) == "-"
    if piped and name == "csv":
        raise UsageError("The csv format is a folder of files; say where with: -o FOLDER")
    with opened(graph) as store, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "graph" if piped else target
        export(store, name, file, base_iri=base_iri, license=license)
        if piped:
            output.file(file)
    if not piped:
        messages.note(f"Written: {target}")
