"""The IRIs of the RDF exports: the terms they use, and what the things of the graph are called."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from urllib.parse import quote

from pyoxigraph import NamedNode

from kg import ontology
from kg.records import PAPER_PREFIX, Evidence, Statement

BASE = "https://example.org/kg/"
"""Where the things of a graph lie if the caller names no other base."""

_THINGS = ("evidence", "paper", "passage", "position", "quote", "statement")


def prefixes(base_iri: str = BASE) -> dict[str, str]:
    """Every prefix of an export, sorted. No namespace begins another, so that a name is shortened in one way.

    >>> prefixes()["method"]
    'https://example.org/kg/concept/method/'
    """
    types = {type_.lower(): f"{base_iri}concept/{type_.lower()}/" for type_ in ontology.load().types}
    return dict(
        sorted((ontology.PREFIXES | types | {kind: f"{base_iri}{kind}/" for kind in _THINGS}).items())
    )


@cache
def term(name: str) -> NamedNode:
    """The term that a name with a prefix of `ontology.PREFIXES` stands for.

    >>> term("skos:prefLabel").value
    'http://www.w3.org/2004/02/skos/core#prefLabel'
    """
    prefix, local = name.split(":", 1)
    return NamedNode(ontology.PREFIXES[prefix] + quote(local, safe=""))


def node(id_: str, base_iri: str = BASE) -> NamedNode:
    """The IRI of a concept or a paper; a paper's id is one segment, a concept's keeps its slashes.

    >>> node("method/c-77a2e4cd").value
    'https://example.org/kg/concept/method/c-77a2e4cd'
    >>> node("paper/10.1000/x<1>").value
    'https://example.org/kg/paper/10.1000%2Fx%3C1%3E'
    """
    if id_.startswith(PAPER_PREFIX):
        return NamedNode(f"{base_iri}paper/{quote(id_.removeprefix(PAPER_PREFIX), safe=':')}")
    return NamedNode(f"{base_iri}concept/{quote(id_)}")


def statement_hash(statement: Statement) -> str:
    """What a statement is called: the same wherever the same is stated."""
    return _hash(statement.subject, statement.predicate, statement.object)


def passage_hash(evidence: Evidence) -> str:
    """What a passage is called, whatever it supports."""
    return _hash(evidence.paper, evidence.part, evidence.start, evidence.end, evidence.quote)


def evidence_hash(statement: str, passage: str) -> str:
    """What the annotation is called that says: this passage supports that statement."""
    return _hash(statement, passage)


def _hash(*parts: str | int) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]
