"""The ontology documents itself, and holds every term that exports use and no other."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
import rdflib
from rdflib import DCTERMS, OWL, RDF, RDFS, Namespace, URIRef

from kg import ontology, paths

KG = Namespace(ontology.NAMESPACE)
GRAPH = rdflib.Graph().parse(paths.ontology("kg.ttl"))
ONTOLOGY = URIRef(ontology.NAMESPACE.rstrip("#"))
CLASSES = set(GRAPH.subjects(RDF.type, OWL.Class))
RELATIONS = set(GRAPH.subjects(KG.inverseLabel))
PROPERTIES = set(GRAPH.subjects(RDF.type, OWL.ObjectProperty)) | set(
    GRAPH.subjects(RDF.type, OWL.DatatypeProperty)
)
ANNOTATIONS = {
    KG.order: "the order of the concept types, read by kg.ontology",
    KG.inverseLabel: "how a relation reads backwards, read by kg.ontology",
    KG.endsShareType: "that a relation joins equals, read by kg.ontology",
}
"""Terms that describe terms: no export has them."""


def test_the_ontology_says_what_it_is() -> None:
    assert (ONTOLOGY, RDF.type, OWL.Ontology) in GRAPH
    version = GRAPH.value(ONTOLOGY, OWL.versionInfo)
    assert GRAPH.value(ONTOLOGY, OWL.versionIRI) == URIRef(f"{ONTOLOGY}/{version}")
    for predicate in (
        DCTERMS.title,
        DCTERMS.description,
        DCTERMS.license,
        DCTERMS.creator,
        DCTERMS.contributor,
    ):
        assert GRAPH.value(ONTOLOGY, predicate), predicate


@pytest.mark.parametrize("name", ["kg.ttl", "alignment.ttl", "shapes.ttl", "vocabulary.ttl"])
def test_every_file_reads_the_same_in_rdflib_and_in_oxigraph(name: str) -> None:
    strict = {q.triple for q in ox.parse(path=paths.ontology(name), format=ox.RdfFormat.TURTLE)}
    assert len(rdflib.Graph().parse(paths.ontology(name))) == len(strict) > 20


def test_every_term_has_a_label_and_a_comment_in_english() -> None:
    terms = {s for s in GRAPH.subjects() if str(s).startswith(KG)}
    assert terms == CLASSES | PROPERTIES | ANNOTATIONS.keys()
    for term in terms:
        for predicate in (RDFS.label, RDFS.comment):
            [text] = GRAPH.objects(term, predicate)
            assert isinstance(text, rdflib.Literal)
            assert (text.language, bool(str(text).strip())) == ("en", True), term


def test_labels_are_told_apart() -> None:
    labels = [str(label) for label in GRAPH.objects(None, RDFS.label)]
    assert len({*labels}) == len(labels)


def test_every_relation_has_domain_range_and_inverse_label() -> None:
    assert {str(r).removeprefix(KG) for r in RELATIONS} == set(ontology.load().relations)
    for relation in RELATIONS:
        assert GRAPH.value(relation, RDFS.domain) in CLASSES
        assert GRAPH.value(relation, RDFS.range) in CLASSES
        assert str(GRAPH.value(relation, KG.inverseLabel)).strip()


def test_every_property_has_a_range_and_says_what_it_is_of() -> None:
    for term in PROPERTIES:
        assert GRAPH.value(term, RDFS.range), term
        assert GRAPH.value(term, RDFS.domain) or set(GRAPH.objects(term, rdflib.SDO.domainIncludes)), term


def test_exports_use_every_term_and_no_other(whole: set[ox.Triple]) -> None:
    used = {
        URIRef(term.value)
        for s, p, o in whole
        for term in (s, p, o)
        if isinstance(term, ox.NamedNode) and term.value.startswith(KG)
    }
    assert used == (CLASSES | PROPERTIES)


def test_every_other_term_is_of_a_vocabulary_with_a_prefix(whole: set[ox.Triple]) -> None:
    predicates = {p.value for _, p, _ in whole}
    classes = {o.value for _, p, o in whole if p.value == str(RDF.type) and isinstance(o, ox.NamedNode)}
    for term in predicates | classes:
        assert any(term.startswith(namespace) for namespace in ontology.PREFIXES.values()), term


def test_prefixes_are_those_that_the_files_declare() -> None:
    for name in ("kg.ttl", "alignment.ttl", "shapes.ttl"):
        declared = {p: str(n) for p, n in rdflib.Graph().parse(paths.ontology(name)).namespaces()}
        for prefix in declared.keys() & ontology.PREFIXES.keys():
            assert declared[prefix] == ontology.PREFIXES[prefix], (name, prefix)
