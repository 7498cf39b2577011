"""The graph in parts that pySHACL can hold, each with the shapes that are about its nodes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

import rdflib
from rdflib import RDF, RDFS, SH

from kg.check.shapes import Kind, Shapes
from kg.check.triples import decode

LIMIT = 100_000
"""Triples that are checked in one go, and about as many a part where there are more: pySHACL then takes 0.3 GB in all,
and some 6,000 triples a second either way."""

_AIMED: dict[Kind, str] = {
    "node": "SELECT :value",
    "subjects": "SELECT s FROM triple WHERE p = :value",
    "objects": "SELECT o FROM triple WHERE p = :value",
    "class": f"""
        WITH RECURSIVE kind (c) AS (
            VALUES (:value) UNION SELECT s FROM triple JOIN kind ON o = c WHERE p = '{RDFS.subClassOf}'
        )
        SELECT s FROM triple WHERE p = '{RDF.type}' AND o IN kind""",
}
# What pySHACL must know to check the nodes of `part`: their triples, the classes of their values, and which
# class is of which.
_KNOWN = f"""
    SELECT s, p, o FROM triple WHERE s IN part
    UNION SELECT s, p, o FROM triple WHERE p = '{RDF.type}' AND s IN (SELECT o FROM triple WHERE s IN part)
    UNION SELECT s, p, o FROM triple WHERE p = '{RDFS.subClassOf}'"""


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the triples, and the shapes with some of the graph's nodes as their targets."""

    data: rdflib.Graph
    shapes: rdflib.Graph


def aim(db: sqlite3.Connection, shapes: Shapes) -> dict[str, int]:
    """Note in the table `focus` which nodes each shape is about; how many they are, by the shape's name."""
    for target in shapes.targets:
        db.execute(
            f"INSERT OR IGNORE INTO focus SELECT found.*, :shape FROM ({_AIMED[target.kind]}) found",
            {"shape": target.shape, "value": target.value},
        )
    counts = dict(db.execute("SELECT shape, count(*) FROM focus GROUP BY shape"))
    return {name: counts.get(number, 0) for number, name in enumerate(shapes.names)}


def split(db: sqlite3.Connection, shapes: Shapes, limit: int) -> Iterator[Part]:
    """The whole in one part, or in as many as it takes to have about `limit` triples in each.

    Shapes that look further than at a node's values need the whole at once.
    """
    triples = db.execute("SELECT count(*) FROM triple").fetchone()[0]
    if triples <= limit or not shapes.local:
        yield _part(db, shapes, "SELECT s, p, o FROM triple", "SELECT node, shape FROM focus")
        return
    nodes = db.execute("SELECT count(DISTINCT node) FROM focus").fetchone()[0]
    size = max(1, nodes * limit // triples)
    db.execute("CREATE TEMPORARY TABLE part (node TEXT PRIMARY KEY) WITHOUT ROWID")
    last = ""
    while True:
        db.execute("DELETE FROM part")
        db.execute(
            "INSERT INTO part SELECT DISTINCT node FROM focus WHERE node > ? ORDER BY node LIMIT ?",
            (last, size),
        )
        last = db.execute("SELECT max(node) FROM part").fetchone()[0]
        if last is None:
            return
        yield _part(db, shapes, _KNOWN, "SELECT node, shape FROM focus WHERE node IN part")


def _part(db: sqlite3.Connection, shapes: Shapes, known: str, about: str) -> Part:
    data, asked = rdflib.Graph(bind_namespaces="none"), rdflib.Graph(bind_namespaces="none")
    for s, p, o in db.execute(known):
        data.add((decode(s), decode(p), decode(o)))
    for triple in shapes.graph:
        asked.add(triple)
    for node, shape in db.execute(about):
        asked.add((shapes.nodes[shape], SH.targetNode, decode(node)))
    return Part(data, asked)
