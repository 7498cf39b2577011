"""Node-link JSON, which NetworkX reads as `networkx.node_link_graph(data, edges="edges")`.

The list of edges is called "edges", as NetworkX 3.6 has it (before it was "links").
"""

from __future__ import annotations

from pathlib import Path

from kg.export import rows
from kg.export.text import dumps, write_array
from kg.files import atomic
from kg.store import Store


def write(store: Store, path: Path) -> None:
    """Write the graph to the file `path`. Raises `OutputError` where it cannot be written."""
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write('{"directed":true,"multigraph":true,"graph":{},\n"nodes":')
        write_array(stream, map(dumps, rows.nodes_with_records(store)))
        stream.write(',\n"edges":')
        write_array(stream, map(dumps, rows.edges_with_records(store)))
        stream.write("}\n")
