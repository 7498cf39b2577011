"""A file of SHACL shapes, taken apart: what they ask, and which nodes they ask it of."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import rdflib
from rdflib import OWL, RDF, RDFS, SH
from rdflib.term import Node

from kg.check import triples
from kg.check.triples import decode, encode, recode
from kg.errors import InputError

Kind = Literal["class", "node", "subjects", "objects"]

_KINDS: dict[Node, Kind] = {
    SH.targetClass: "class",
    SH.targetNode: "node",
    SH.targetSubjectsOf: "subjects",
    SH.targetObjectsOf: "objects",
}


@dataclass(frozen=True, slots=True)
class Target:
    """One way in which the shape of that number is aimed at nodes; `value` is a term as `triples.encode` has it."""

    shape: int
    kind: Kind
    value: str


@dataclass(frozen=True, slots=True)
class Shapes:
    """Shapes without their targets, and the targets apart; `nodes` and `names` are the shapes by their numbers.

    `owners` names the shape that each node of the graph belongs to. They are `local` where what they ask of a node
    can be told from its own triples and the classes of its values.
    """

    graph: rdflib.Graph
    nodes: tuple[Node, ...]
    names: tuple[str, ...]
    targets: tuple[Target, ...]
    owners: dict[Node, str]
    local: bool


def read(path: Path) -> Shapes:
    """The shapes of an RDF file.

    Raises `InputError` where it holds none that is aimed at any node: checking by it would find nothing wrong.
    """
    graph = rdflib.Graph()
    for s, p, o in triples.read(path):
        graph.add((decode(encode(s)), decode(encode(p)), decode(encode(o))))
    aims = _taken_aims(graph)
    asleep = set(graph.subjects(SH.deactivated, rdflib.Literal(True)))
    nodes = tuple(sorted(aims.keys() - asleep, key=str))
    if not nodes:
        raise InputError(
            f"{path}: no shape with a target, so that nothing can be checked by it. A shape is a node with "
            f"sh:targetClass, sh:targetNode, sh:targetSubjectsOf or sh:targetObjectsOf, where sh: is {SH}"
        )
    names = tuple(
        str(shape) if isinstance(shape, rdflib.URIRef) else f"_:{number}"
        for number, shape in enumerate(nodes)
    )
    targets = tuple(
        Target(number, kind, recode(value))
        for number, shape in enumerate(nodes)
        for kind, value in sorted(aims[shape])
    )
    return Shapes(graph, nodes, names, targets, _owners(graph, nodes, names), _local(graph))


def _taken_aims(graph: rdflib.Graph) -> dict[Node, set[tuple[Kind, Node]]]:
    """What each shape is aimed at; the triples that say so are taken out of the graph."""
    found: dict[Node, set[tuple[Kind, Node]]] = defaultdict(set)
    for predicate, kind in _KINDS.items():
        for shape, _, value in list(graph.triples((None, predicate, None))):
            found[shape].add((kind, value))
            graph.remove((shape, predicate, value))
    for class_ in (RDFS.Class, OWL.Class):  # a shape that is a class is about the members of the class
        for shape in list(graph.subjects(RDF.type, class_)):
            if {SH.NodeShape, SH.PropertyShape} & set(graph.objects(shape, RDF.type)):
                found[shape].add(("class", shape))
                graph.remove((shape, RDF.type, class_))
    return found


def _owners(graph: rdflib.Graph, nodes: tuple[Node, ...], names: tuple[str, ...]) -> dict[Node, str]:
    """The name of the shape by each node of the graph: its own, or the first shape's that leads to it."""
    named = [*zip(nodes, names, strict=True)]
    owners = {part: name for shape, name in reversed(named) for part in _reachable(graph, shape)}
    return owners | dict(named)


def _local(graph: rdflib.Graph) -> bool:
    """Whether no shape follows a path from where another path has led, nor asks a query."""
    if any(not isinstance(path, rdflib.URIRef) for path in graph.objects(None, SH.path)):
        return False
    if any((None, predicate, None) in graph for predicate in (SH.sparql, SH.target)):
        return False
    ends = set(graph.subjects(SH.path))
    return not any(ends & (_reachable(graph, end) - {end}) for end in ends)


def _reachable(graph: rdflib.Graph, start: Node) -> set[Node]:
    """The nodes to which triples lead from `start`, itself included."""
    found, ahead = {start}, [start]
    while ahead:
        new = set(graph.objects(ahead.pop())) - found
        found |= new
        ahead += new
    return found
