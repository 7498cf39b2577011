"""The graph as rows of named values, one a node and one an edge: what the formats that are not RDF share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from kg.errors import InputError
from kg.export.text import identifier, legal, number
from kg.graph import convert as g
from kg.graph import results as r
from kg.records import Statement, paper_node
from kg.store import Store

ID, SOURCE, TARGET, CITED = "id", "source", "target", "cited"

NODE_FIELDS: dict[str, type] = {
    g.LABEL: str, g.KIND: str, g.TYPE: str, g.ALIASES: str, g.PAPERS: int, g.MENTIONS: int, g.TITLE: str,
    g.AUTHORS: str, g.YEAR: int, g.PUBLISHED: str, g.VENUE: str, g.DOI: str, g.URL: str, g.KEYWORDS: str,
    g.FIGURE: str, g.VALUE: float, g.UNIT: str, g.WRITTEN: str, g.SCORE: float, g.EVIDENCE: str, CITED: str,
}  # fmt: skip
"""The fields of a flat node beside its id, in order, each with its type; from `FIGURE` on they are a result's."""

EDGE_FIELDS: dict[str, type] = {
    g.LABEL: str, g.WEIGHT: float, g.SCORE: float, g.PAPERS: int, g.EVIDENCE: str, CITED: str,
}  # fmt: skip
"""The fields of a flat edge beside its id and ends; its evidence's sentences are in the order of `CITED`,
their papers' ids."""


def nodes(store: Store) -> Iterator[dict[str, Any]]:
    """Every concept, then every paper, then every result; a value that is unknown is absent, lists are lists."""
    yield from concepts(store)
    yield from papers(store)
    yield from results(store)


def concepts(store: Store) -> Iterator[dict[str, Any]]:
    """Every concept."""
    return (_row({ID: concept.id, **g.concept_attributes(concept)}) for concept in store.concepts())


def papers(store: Store) -> Iterator[dict[str, Any]]:
    """Every paper."""
    return (_row({ID: paper_node(paper.id), **g.paper_attributes(paper)}) for paper in store.papers())


def results(store: Store) -> Iterator[dict[str, Any]]:
    """Every result; `EVIDENCE` is its sentence, `CITED` its paper's id."""
    for node, result in r.each_once(store.results()):
        attributes = g.result_attributes(result)
        yield _row({ID: node, **attributes, g.EVIDENCE: [result.evidence.quote], CITED: [result.paper]})


def nodes_with_records(store: Store) -> Iterator[dict[str, Any]]:
    """Every node as NetworkX has it: a result's `EVIDENCE` is a list of records."""
    found = r.each_once(store.results())
    with_records = (_row({ID: node, **g.result_attributes(result)}) for node, result in found)
    return chain(concepts(store), papers(store), with_records)


def edges(store: Store) -> Iterator[dict[str, Any]]:
    """Every statement with its own id ("e0", "e1" …), then what joins each result to its paper and to what it is of;
    `EVIDENCE` are sentences, `CITED` their papers' ids."""
    for id_, statement, attributes in _statements(store):
        attributes[g.LABEL] = attributes.pop(g.PREDICATE)
        attributes[CITED] = [e.paper for e in statement.evidence]
        attributes[g.EVIDENCE] = [e.quote for e in statement.evidence]
        yield _row({ID: id_, SOURCE: statement.subject, TARGET: statement.object, **attributes})


def edges_with_records(store: Store) -> Iterator[dict[str, Any]]:
    """Every edge as NetworkX has it: `EVIDENCE` is a list of records."""
    for _, s, attributes in _statements(store):
        yield _row({SOURCE: s.subject, TARGET: s.object, "key": s.predicate, **attributes})


def flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row for formats without lists and with forbidden characters: lists joined by " | ", text made legal,
    what is empty left out.

    >>> flat({"id": "method/bert", "label": "BERT", "aliases": ["Bert", "B\\x01RT"], "papers": 2})
    {'id': 'method/bert', 'label': 'BERT', 'aliases': 'Bert | BRT', 'papers': 2}
    """
    values = ((name, _flat(name, value)) for name, value in row.items())
    return {name: value for name, value in values if value != ""}


def _flat(name: str, value: Any) -> Any:
    if name in (ID, SOURCE, TARGET):
        return identifier(value)
    if isinstance(value, list):
        return " | ".join(map(legal, value))
    return legal(value) if isinstance(value, str) else value


def _row(values: dict[str, Any]) -> dict[str, Any]:
    if g.LABEL in values:
        values[g.LABEL] = legal(values[g.LABEL]) or values[ID]
    if g.SCORE in values:
        values[g.SCORE] = number(values[g.SCORE])
    return {name: value for name, value in values.items() if value is not None}


def _statements(store: Store) -> Iterator[tuple[str, Statement, dict[str, Any]]]:
    """Every edge; one whose ends are not nodes is refused here, as importers would refuse it later."""
    known = {concept.id for concept in store.concepts()} | {paper_node(paper.id) for paper in store.papers()}
    of_results = (s for node, result in r.each_once(store.results()) for s in r.edges(node, result))
    for n, statement in enumerate(chain(store.statements(), of_results)):
        for end in (statement.subject, statement.object):
            if end not in known and not end.startswith(r.RESULT_PREFIX):
                raise InputError(
                    f"{store.path}: the graph is damaged, a statement refers to {end!r}, "
                    "which is not in it. Build it again with: kg build"
                )
        yield f"e{n}", statement, g.statement_attributes(statement)
