"""What belongs to no paper alone, as RDF: concepts, statements with their support, links to other vocabularies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyoxigraph import NamedNode

from kg.digest import passage_hash
from kg.export import literals
from kg.export.iris import annotation_hash, link_hash, node, statement_hash, term, thing
from kg.export.node import Triple, described, distinct, each
from kg.export.text import legal
from kg.records import Concept, Link, Statement

_BROADER = frozenset({"subclassOf", "subtaskOf"})


def scheme(base_iri: str) -> Iterator[Triple]:
    """The scheme that every concept is in."""
    title = literals.text("The concepts of this graph")
    return described(_scheme(base_iri), ["skos:ConceptScheme"], ("dcterms:title", title))


def concept(
    found: Concept, stated: Iterable[Statement], links: Iterable[Link], base_iri: str
) -> Iterator[Triple]:
    """A concept with its names, what it is a kind or a subtask of, and its matches in other vocabularies."""
    name = legal(found.name) or found.id
    broader = dict.fromkeys(node(s.object, base_iri) for s in stated if s.predicate in _BROADER)
    return described(
        node(found.id, base_iri),
        (f"kg:{found.type}", "kg:Concept", "skos:Concept"),
        ("skos:inScheme", _scheme(base_iri)),
        ("skos:prefLabel", literals.text(name)),
        *each("skos:altLabel", (literals.text(a) for a in distinct(found.aliases) if a != name)),
        ("kg:support", literals.integer(found.papers)),
        ("kg:mentionCount", literals.integer(found.mentions)),
        *each("skos:broader", broader),
        *dict.fromkeys((f"skos:{link.relation}", NamedNode(link.iri)) for link in links),
    )


def plain(stated: Statement, base_iri: str) -> Triple:
    """What is stated, as one triple."""
    ends = node(stated.subject, base_iri), node(stated.object, base_iri)
    return ends[0], term(f"kg:{stated.predicate}"), ends[1]


def statement(stated: Statement, base_iri: str) -> Iterator[Triple]:
    """The statement's own node with its support and where it comes from."""
    subject, predicate, object_ = plain(stated, base_iri)
    name = statement_hash(stated)
    evidence = (annotation_hash(name, passage_hash(e)) for e in stated.evidence)
    return described(
        thing("statement", name, base_iri),
        ("kg:Statement", "rdf:Statement"),
        ("rdf:subject", subject),
        ("rdf:predicate", predicate),
        ("rdf:object", object_),
        ("kg:support", literals.integer(stated.papers)),
        ("kg:confidence", literals.score(stated.score)),
        *each("prov:wasDerivedFrom", (thing("evidence", e, base_iri) for e in dict.fromkeys(evidence))),
    )


def link(found: Link, base_iri: str) -> Iterator[Triple]:
    """The node of a match with another vocabulary, with its reason."""
    return described(
        thing("link", link_hash(found), base_iri),
        ("kg:Link", "rdf:Statement"),
        ("rdf:subject", node(found.concept, base_iri)),
        ("rdf:predicate", term(f"skos:{found.relation}")),
        ("rdf:object", NamedNode(found.iri)),
        ("kg:vocabulary", literals.text(found.vocabulary)),
        ("kg:matchedLabel", literals.text(found.label)),
        ("kg:reason", literals.text(found.reason)),
    )


def _scheme(base_iri: str) -> NamedNode:
    return NamedNode(f"{base_iri}concepts")
