"""GraphML, for NetworkX, igraph, Gephi, yEd: typed values, joined lists, an id for every edge."""

from __future__ import annotations

from collections.abc import Iterator
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
            data = _data("node", rows.NODE_FIELDS)
            for row in map(rows.flat, rows.nodes(store)):
                with out.element("node", {"id": row[rows.ID]}):
                    out.leaves(_values(data, row))
            data = _data("edge", rows.EDGE_FIELDS)
            for row in map(rows.flat, rows.edges(store)):
                with out.element("edge", {name: row[name] for name in (rows.ID, rows.SOURCE, rows.TARGET)}):
                    out.leaves(_values(data, row))


def _data(owner: str, fields: dict[str, type]) -> dict[str, tuple[str, str]]:
    """By field what stands around its value."""
    return {name: xml.around("data", {"key": _key(owner, name)}) for name in fields}


def _values(data: dict[str, tuple[str, str]], row: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for name, (before, after) in data.items():
        if name in row:
            yield before, str(row[name]), after


def _key(owner: str, name: str) -> str:
    """Ids are unique over a GraphML file, and both owners have fields of one name.

    >>> _key("node", "label")
    'node_label'
    """
    return f"{owner}_{name}"
