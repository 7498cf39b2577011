"""The graph as RDF triples by `ontology/kg.ttl`: what the four RDF formats write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pyoxigraph import Literal, NamedNode

from kg.export import literals
from kg.export.iris import BASE, evidence_hash, node, passage_hash, prefixes, statement_hash, term
from kg.export.text import legal, number
from kg.records import Concept, Document, Evidence, Statement, paper_node
from kg.store import Store

if TYPE_CHECKING:
    import rdflib

Triple = tuple[NamedNode, NamedNode, NamedNode | Literal]
Property = tuple[str, NamedNode | Literal]
"""A term with its prefix, and its value."""

_BROADER = frozenset({"subclassOf", "subtaskOf"})
_PARTS = {"text": "abstract", "title": "title"}


def triples(store: Store, base_iri: str = BASE) -> Iterator[Triple]:
    """Every triple of the graph, in an order that the graph alone decides, those of one node together.

    Concepts, then papers, then statements: the plain triple, the node with its support and confidence, and
    its evidence. No blank nodes. A passage that supports several statements is described once.
    """
    scheme = NamedNode(f"{base_iri}concepts")
    title = literals.text("The concepts of this graph")
    yield from _node(scheme, ("rdf:type", term("skos:ConceptScheme")), ("dcterms:title", title))
    for concept in store.concepts():
        yield from _concept(concept, scheme, base_iri)
    for paper in store.papers():
        yield from _paper(paper, base_iri)
    described: set[str] = set()
    for statement in store.statements():
        yield from _statement(statement, base_iri)
        for evidence in statement.evidence:
            passage = passage_hash(evidence)
            if passage not in described:
                described.add(passage)
                yield from _passage(evidence, passage, base_iri)


def to_rdflib(store: Store, base_iri: str = BASE) -> rdflib.Graph:
    """The graph as one of rdflib, in memory, with the prefixes bound."""
    import rdflib

    def literal(value: Literal) -> rdflib.Literal:
        plain = value.datatype == term("xsd:string")
        return rdflib.Literal(value.value, datatype=None if plain else rdflib.URIRef(value.datatype.value))

    def convert(value: NamedNode | Literal) -> rdflib.URIRef | rdflib.Literal:
        return rdflib.URIRef(value.value) if isinstance(value, NamedNode) else literal(value)

    graph = rdflib.Graph(bind_namespaces="none")
    for prefix, namespace in prefixes(base_iri).items():
        graph.bind(prefix, namespace)
    for subject, predicate, object_ in triples(store, base_iri):
        graph.add((convert(subject), convert(predicate), convert(object_)))
    return graph


def _concept(concept: Concept, scheme: NamedNode, base_iri: str) -> Iterator[Triple]:
    name = legal(concept.name) or concept.id
    aliases = {legal(alias) for alias in concept.aliases} - {name, ""}
    return _node(
        node(concept.id, base_iri),
        ("rdf:type", term(f"kg:{concept.type}")),
        ("rdf:type", term("skos:Concept")),
        ("skos:inScheme", scheme),
        ("skos:prefLabel", literals.text(name)),
        *(("skos:altLabel", literals.text(alias)) for alias in sorted(aliases)),
        ("kg:support", literals.integer(concept.papers)),
        ("kg:mentionCount", literals.integer(concept.mentions)),
    )


def _paper(paper: Document, base_iri: str) -> Iterator[Triple]:
    known: list[Property] = [("dcterms:identifier", literals.text(paper.id))]
    if paper.title is not None:
        known.append(("dcterms:title", literals.passage(paper.title)))
    known.append(("dcterms:abstract", literals.passage(paper.text)))
    if paper.year is not None:
        known.append(("dcterms:date", literals.time(str(paper.year))))
    if paper.line is not None:
        known.append(("kg:sourceLine", literals.integer(paper.line)))
    strings = {
        "prism:publicationName": paper.venue,
        "prism:doi": paper.doi,
        "schema:url": paper.url,
        "kg:authorList": " | ".join(paper.authors),
        "dcterms:source": paper.source,
    }
    known += [(name, literals.text(value)) for name, value in strings.items() if value]
    if paper.published:
        known.append(("schema:datePublished", literals.time(paper.published)))
    known += [("dc:creator", literals.text(author)) for author in _distinct(paper.authors)]
    known += [("schema:keywords", literals.text(keyword)) for keyword in _distinct(paper.keywords)]
    types = (("rdf:type", term("kg:Paper")), ("rdf:type", term("schema:ScholarlyArticle")))
    return _node(node(paper_node(paper.id), base_iri), *types, *known)


def _statement(statement: Statement, base_iri: str) -> Iterator[Triple]:
    """The plain triple, the statement's own node, and one annotation for each passage."""
    subject, predicate = node(statement.subject, base_iri), term(f"kg:{statement.predicate}")
    object_ = node(statement.object, base_iri)
    hash_ = statement_hash(statement)
    stated = NamedNode(f"{base_iri}statement/{hash_}")
    passages = dict.fromkeys(map(passage_hash, statement.evidence))
    annotations = {p: NamedNode(f"{base_iri}evidence/{evidence_hash(hash_, p)}") for p in passages}
    confidence = number(statement.score)
    yield subject, predicate, object_
    if statement.predicate in _BROADER:
        yield subject, term("skos:broader"), object_
    yield from _node(
        stated,
        ("rdf:type", term("kg:Statement")),
        ("rdf:subject", subject),
        ("rdf:predicate", predicate),
        ("rdf:object", object_),
        ("kg:support", literals.integer(statement.papers)),
        *([("kg:confidence", literals.decimal(confidence))] if confidence is not None else []),
        *(("prov:wasDerivedFrom", annotation) for annotation in annotations.values()),
    )
    for passage, annotation in annotations.items():
        yield from _node(
            annotation,
            ("rdf:type", term("kg:Evidence")),
            ("rdf:type", term("oa:Annotation")),
            ("oa:hasBody", stated),
            ("oa:hasTarget", NamedNode(f"{base_iri}passage/{passage}")),
        )


def _passage(evidence: Evidence, passage: str, base_iri: str) -> Iterator[Triple]:
    """What an annotation points at: the paper, and where in it, by position and by quotation."""
    position, quote = NamedNode(f"{base_iri}position/{passage}"), NamedNode(f"{base_iri}quote/{passage}")
    yield from _node(
        NamedNode(f"{base_iri}passage/{passage}"),
        ("rdf:type", term("oa:SpecificResource")),
        ("oa:hasSource", node(paper_node(evidence.paper), base_iri)),
        ("kg:part", literals.text(_PARTS[evidence.part])),
        ("oa:hasSelector", position),
        ("oa:hasSelector", quote),
    )
    yield from _node(
        position,
        ("rdf:type", term("oa:TextPositionSelector")),
        ("oa:start", literals.integer(evidence.start, "xsd:nonNegativeInteger")),
        ("oa:end", literals.integer(evidence.end, "xsd:nonNegativeInteger")),
    )
    yield from _node(
        quote, ("rdf:type", term("oa:TextQuoteSelector")), ("oa:exact", literals.passage(evidence.quote))
    )


def _node(subject: NamedNode, *properties: Property) -> Iterator[Triple]:
    return ((subject, term(name), value) for name, value in properties)


def _distinct(values: Iterable[str]) -> list[str]:
    """The values as they will be written, each once, sorted: RDF knows neither order nor repetition."""
    return sorted({legal(value) for value in values} - {""})
