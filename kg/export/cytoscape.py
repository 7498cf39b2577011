"""Cytoscape JSON (`elements`), for Cytoscape and Cytoscape.js."""

from __future__ import annotations

from pathlib import Path

from kg.export import rows
from kg.export.text import dumps, write_array
from kg.files import atomic
from kg.graph import convert as g
from kg.store import Store


def write(store: Store, path: Path) -> None:
    """Write the graph to the file `path`. Raises `OutputError` where it cannot be written.

    Cytoscape shows a node's `name` and an edge's `interaction`, so both stand beside the label.
    """
    nodes = ({"data": row | {"name": row[g.LABEL]}} for row in rows.nodes(store))
    edges = ({"data": row | {"interaction": row[g.LABEL]}} for row in rows.edges(store))
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write('{"data":{"name":"kg"},"directed":true,"multigraph":true,"elements":{\n"nodes":')
        write_array(stream, map(dumps, nodes))
        stream.write(',\n"edges":')
        write_array(stream, map(dumps, edges))
        stream.write("}}\n")
