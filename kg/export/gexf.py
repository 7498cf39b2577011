"""GEXF 1.3, for Gephi: typed values, joined lists, parallel edges kept apart by their `kind`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kg.export import rows, xml
from kg.graph import convert as g
from kg.store import Store

_TYPES: dict[type, str] = {str: "string", int: "integer", float: "double"}
# An edge's label and weight are attributes of the element itself.
_OWN = (g.LABEL, g.WEIGHT)


def write(store: Store, path: Path) -> None:
    """Write the graph to the file `path`. Raises `OutputError` where it cannot be written."""
    root = {"xmlns": "http://gexf.net/1.3", "version": "1.3"}
    with xml.writing(path) as out, out.element("gexf", root):
        with out.element("meta"):
            out.leaf("creator", text="kg")
        with out.element("graph", {"defaultedgetype": "directed", "mode": "static"}):
            for owner, fields in (("node", rows.NODE_FIELDS), ("edge", rows.EDGE_FIELDS)):
                with out.element("attributes", {"class": owner, "mode": "static"}):
                    for name, type_ in _listed(fields).items():
                        out.leaf("attribute", {"id": name, "title": name, "type": _TYPES[type_]})
            with out.element("nodes"):
                for row in map(rows.flat, rows.nodes(store)):
                    with out.element("node", {"id": row[rows.ID], "label": row[g.LABEL]}):
                        _values(out, rows.NODE_FIELDS, row)
            with out.element("edges"):
                for row in map(rows.flat, rows.edges(store)):
                    with out.element("edge", _edge(row)):
                        _values(out, rows.EDGE_FIELDS, row)


def _edge(row: dict[str, Any]) -> dict[str, str]:
    own = {name: str(row[name]) for name in (rows.ID, rows.SOURCE, rows.TARGET)}
    return own | {"kind": row[g.LABEL], "label": row[g.LABEL], "weight": str(row[g.WEIGHT])}


def _values(out: xml.Writer, fields: dict[str, type], row: dict[str, Any]) -> None:
    with out.element("attvalues"):
        for name in _listed(fields):
            if name in row:
                out.leaf("attvalue", {"for": name, "value": str(row[name])})


def _listed(fields: dict[str, type]) -> dict[str, type]:
    return {name: type_ for name, type_ in fields.items() if name not in _OWN}
