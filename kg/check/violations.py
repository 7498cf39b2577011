"""What pySHACL finds wrong with a part of the graph, as records that a person understands."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from rdflib import RDFS, SH, Graph, URIRef
from rdflib.term import Node

from kg.check.triples import recode, values
from kg.errors import InputError
from kg.ontology import PREFIXES

_SHORT = sorted((PREFIXES | {"rdfs": str(RDFS)}).items(), key=lambda item: -len(item[1]))
_TYPE = PREFIXES["rdf"] + "type"
_NAMES = (PREFIXES["skos"] + "prefLabel", PREFIXES["dcterms"] + "title", PREFIXES["dcterms"] + "identifier")
_TRIPLE = tuple(PREFIXES["rdf"] + end for end in ("subject", "predicate", "object"))
_LEADS = tuple(PREFIXES["oa"] + name for name in ("hasBody", "hasSource"))
_CLASSES = ("Class", "Or", "Xone")  # constraints of the shapes by which a node lacks a class
_MOST = 3


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """One thing that is wrong with one node.

    `name` is what the graph calls the node, "" where it has no name for it. `shape` found it, by the constraint
    that SHACL calls `constraint` ("MinCount").
    """

    name: str
    node: str
    found: str
    expected: str
    shape: str
    constraint: str


def validate(
    data: Graph, shapes: Graph, owners: dict[Node, str], db: sqlite3.Connection
) -> Iterator[Violation]:
    """What pySHACL finds wrong with `data`, in no order; `db` holds all that is known, for the words.

    `owners` names the shape that each node of the shapes' graph belongs to. Raises `InputError` where pySHACL
    does not understand the shapes.
    """
    import pyshacl

    try:
        _, report, text = pyshacl.validate(data, shacl_graph=shapes, inplace=True)
    except Exception as error:  # it lets through whatever its parts raise
        raise InputError(f"pySHACL does not understand the shapes ({_first_line(error)}).") from error
    if not isinstance(report, Graph):
        raise InputError(f"pySHACL does not understand the shapes ({_first_line(text)}).")
    for result in report.objects(None, SH.result):
        yield _violation(report, result, owners, db)


def _violation(report: Graph, result: Node, owners: dict[Node, str], db: sqlite3.Connection) -> Violation:
    def value(predicate: Node) -> Node | None:
        return report.value(result, predicate)

    node, shape, path, given = map(value, (SH.focusNode, SH.sourceShape, SH.resultPath, SH.value))
    constraint = str(value(SH.sourceConstraintComponent)).removeprefix(str(SH))
    constraint = constraint.removesuffix("ConstraintComponent")
    messages = sorted(str(message) for message in report.objects(result, SH.resultMessage))
    focus = recode(node) if node is not None else ""
    along = str(path) if isinstance(path, URIRef) else None
    what = recode(given) if given is not None else None
    return Violation(
        name(db, focus),
        _shown(focus),
        _found(db, focus, along, what, constraint),
        _first_line("; ".join(messages)),
        owners.get(shape, "") if shape is not None else "",
        constraint,
    )


def _found(db: sqlite3.Connection, node: str, path: str | None, value: str | None, constraint: str) -> str:
    """What there is in place of what was expected."""
    if path is None:
        return f"it is {_classes(db, node)}" if constraint in _CLASSES else f"it is {_shown(node)}"
    if value is not None:
        classes = f", {_classes(db, value)}" if constraint in _CLASSES else ""
        return f"{_shown(path)} is {_described(db, value)}{classes}"
    there = values(db, node, path)
    shown = ", ".join(_described(db, each) for each in there[:_MOST])
    more = f" and {len(there) - _MOST} more" if len(there) > _MOST else ""
    return f"{_shown(path)} is {shown}{more}" if there else f"no {_shown(path)}"


def _classes(db: sqlite3.Connection, node: str) -> str:
    classes = sorted(map(_shown, values(db, node, _TYPE)))
    return f"of class {', '.join(classes)}" if classes else "of no class in this graph"


def _described(db: sqlite3.Connection, term: str) -> str:
    called = "" if term.startswith('"') else name(db, term)
    return f"{called} ({_shown(term)})" if called else _shown(term)


def name(db: sqlite3.Connection, node: str, deep: bool = True) -> str:
    """What the graph calls a node: a concept, a paper, what a statement says, what an annotation is about."""
    for predicate in _NAMES:
        for found in values(db, node, predicate)[:1]:
            return _text(found)
    ends = [values(db, node, predicate) for predicate in _TRIPLE]
    if all(ends):
        subject, relation, object_ = (each[0] for each in ends)
        parts = (name(db, subject, False) or _shown(subject), _shown(relation), name(db, object_, False))
        return " ".join(parts).strip()
    for predicate in _LEADS if deep else ():
        for found in values(db, node, predicate)[:1]:
            return name(db, found, False)
    return ""


def _text(term: str) -> str:
    """A literal without its datatype."""
    return term[1:].split('"', 1)[1] if term.startswith('"') else term


def _shown(term: str) -> str:
    """A term as people write it: with a prefix if kg has one, a string in quotation marks.

    >>> _shown("http://www.w3.org/2004/02/skos/core#prefLabel"), _shown('"http://www.w3.org/2001/XMLSchema#byte"1')
    ('skos:prefLabel', '"1"^^xsd:byte')
    """
    if term.startswith('"'):
        kind, value = term[1:].split('"', 1)
        value = value if len(value) <= 80 else f"{value[:79]}…"
        plain = kind == PREFIXES["xsd"] + "string"
        return (
            f'"{value}"' if plain else f'"{value}"{kind}' if kind[0] == "@" else f'"{value}"^^{_shown(kind)}'
        )
    if term.startswith("_:"):
        return "a blank node"  # its label means nothing, and is another one each time
    for prefix, namespace in _SHORT:
        if term.startswith(namespace) and "/" not in term[len(namespace) :]:
            return f"{prefix}:{term[len(namespace) :]}"
    return term


def _first_line(text: object) -> str:
    lines = str(text).strip().splitlines()
    return lines[0].rstrip(".") if lines else ""
