"""The graph as RDF by `ontology/kg.ttl`: what all RDF formats write. No blank nodes, no language tags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pyoxigraph import Literal, NamedNode

from kg.export import card, corpus, paper
from kg.export.iris import BASE, paper_graph, prefixes, term
from kg.export.node import Triple
from kg.records import Concept, paper_node
from kg.store import Store

if TYPE_CHECKING:
    import rdflib

Quad = tuple[NamedNode, NamedNode, NamedNode | Literal, NamedNode | None]
"""A triple and the named graph that it stands in; None is the default graph."""


def base_of(store: Store) -> str:
    """The IRI under which the things of this graph lie: the one that it was built with."""
    return store.meta().get("base_iri", BASE)


def triples(store: Store, base_iri: str | None = None, license: str | None = None) -> Iterator[Triple]:
    """Every triple of the graph once, in an order that the graph alone decides, those of one node together.

    Concepts with what is stated of them; statements and links as nodes of their own; paper by paper what it says; the
    card last. `base_iri` is that of `base_of` unless given, `license` the IRI of the terms that the data is under.
    """
    base = base_iri or base_of(store)
    counted = _Counted()
    yield from counted(corpus.scheme(base))
    for concept in store.concepts():
        yield from counted(_concept(store, concept, base))
        yield from counted(corpus.plain(s, base) for s in store.stated_of(concept.id))
    yield from counted(_nodes(store, base))
    for said in _papers(store):
        yield from counted(paper.description(said.document, base))
        yield from counted(corpus.plain(s, base) for s in store.stated_of(paper_node(said.document.id)))
        yield from counted(paper.passages(said, base))
    yield from card.triples(store, counted.number, base, license)


def quads(store: Store, base_iri: str | None = None, license: str | None = None) -> Iterator[Quad]:
    """The same triples, with a named graph for each paper.

    It holds the paper's description, its mentions, passages, evidence and results, and the plain triples that it
    states: one that several papers state stands in each of their graphs. All else is in the default graph.
    """
    base = base_iri or base_of(store)
    counted = _Counted()
    yield from _within(None, counted(corpus.scheme(base)))
    for concept in store.concepts():
        yield from _within(None, counted(_concept(store, concept, base)))
    yield from _within(None, (corpus.plain(s, base) for s in store.stated_nowhere()))
    yield from _within(None, counted(_nodes(store, base)))
    counted.number += store.counts()["statements"]  # the plain triples, each once wherever it stands
    for said in _papers(store):
        graph = paper_graph(said.document.id, base)
        yield from _within(graph, counted(paper.description(said.document, base)))
        yield from _within(graph, (corpus.plain(s, base) for s in said.statements))
        yield from _within(graph, counted(paper.passages(said, base)))
    yield from _within(None, card.triples(store, counted.number, base, license))


def _concept(store: Store, concept: Concept, base: str) -> Iterator[Triple]:
    return corpus.concept(concept, store.stated_of(concept.id), store.links(concept.id), base)


def _nodes(store: Store, base: str) -> Iterator[Triple]:
    for statement in store.statements():
        yield from corpus.statement(statement, base)
    for link in store.links():
        yield from corpus.link(link, base)


def to_rdflib(store: Store, base_iri: str | None = None) -> rdflib.Graph:
    """The graph as one of rdflib, in memory, with the prefixes bound."""
    import rdflib

    def literal(value: Literal) -> rdflib.Literal:
        plain = value.datatype == term("xsd:string")
        return rdflib.Literal(value.value, datatype=None if plain else rdflib.URIRef(value.datatype.value))

    def convert(value: NamedNode | Literal) -> rdflib.URIRef | rdflib.Literal:
        return rdflib.URIRef(value.value) if isinstance(value, NamedNode) else literal(value)

    graph = rdflib.Graph(bind_namespaces="none")
    for prefix, namespace in prefixes(base_iri or base_of(store)).items():
        graph.bind(prefix, namespace)
    for subject, predicate, object_ in triples(store, base_iri):
        graph.add((convert(subject), convert(predicate), convert(object_)))
    return graph


class _Counted:
    """How many triples have gone by."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, found: Iterable[Triple]) -> Iterator[Triple]:
        for triple in found:
            self.number += 1
            yield triple


def _within(graph: NamedNode | None, found: Iterable[Triple]) -> Iterator[Quad]:
    return ((*triple, graph) for triple in found)


def _papers(store: Store) -> Iterator[paper.Said]:
    for document in store.papers():
        id_ = document.id
        stated, results = tuple(store.stated_in(id_)), tuple(store.results(paper=id_))
        yield paper.Said(document, tuple(store.mentions(id_)), stated, results)
