"""GraphML, for NetworkX, igraph, Gephi, yEd: typed values, joined lists, an id for every edge."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kg.export import rows, xml
from kg.store import Store

_TYPES: dict[type, str] = {str: "string", int: "int", float: "double"}


def write(store: Store, path: Path) -> None:
    """Write the graph to the file `path`. Raises `OutputError` where it cannot be written."""
    with xml.writing(path) as out, out.element("graphml", {"xmlns": "http://graphml.graphdrawing.org/xmlns"}):
        for owner, fields in (("node", rows.NODE_FIELDS), ("edge", rows.EDGE_FIELDS)):
            for name, type_ in fields.items():
                key = {"id": _key(owner, name), "for": owner, "attr.name": name, "attr.type": _TYPES[type_]}
                out.leaf("key", key)
        with out.element("graph", {"id": "kg", "edgedefault": "directed"}):
            for row in map(rows.flat, rows.nodes(store)):
                with out.element("node", {"id": row[rows.ID]}):
                    _data(out, "node", rows.NODE_FIELDS, row)
            for row in map(rows.flat, rows.edges(store)):
                with out.element("edge", {name: row[name] for name in (rows.ID, rows.SOURCE, rows.TARGET)}):
                    _data(out, "edge", rows.EDGE_FIELDS, row)


def _data(out: xml.Writer, owner: str, fields: dict[str, type], row: dict[str, Any]) -> None:
    for name in fields:
        if name in row:
            out.leaf("data", {"key": _key(owner, name)}, str(row[name]))


def _key(owner: str, name: str) -> str:
    """Ids are unique over a GraphML file, and both owners have fields of one name.

    >>> _key("node", "label")
    'node_label'
    """
    return f"{owner}_{name}"
