"""The alignment names terms that exist, and a reasoner finds no contradiction in it."""

from __future__ import annotations

import owlrl
import pyoxigraph as ox
import pytest
import rdflib
from rdflib import DCTERMS, OWL, PROV, RDF, RDFS, SDO, SKOS, Namespace, URIRef
from rdflib.namespace import DCAT, QB, DefinedNamespace

from kg import ontology, paths
from kg.check.triples import decode, encode

KG = Namespace(ontology.NAMESPACE)
KG_GRAPH = rdflib.Graph().parse(paths.ontology("kg.ttl"))
ALIGNMENT = rdflib.Graph().parse(paths.ontology("alignment.ttl"))
MATCHES = (SKOS.exactMatch, SKOS.closeMatch, SKOS.broadMatch, SKOS.narrowMatch, SKOS.relatedMatch)
KNOWN: tuple[type[DefinedNamespace], ...] = (DCAT, DCTERMS, PROV, QB, SDO, SKOS)
ERROR = URIRef("http://www.daml.org/2002/03/agents/agent-ont#error")
"""What owlrl says of a contradiction."""


def expanded(*graphs: rdflib.Graph) -> rdflib.Graph:
    """All that follows from the graphs by OWL RL."""
    together = rdflib.Graph()
    for graph in graphs:
        together += graph
    owlrl.DeductiveClosure(owlrl.OWLRL_Semantics).expand(together)
    return together


def contradictions(graph: rdflib.Graph) -> set[str]:
    """What the reasoner complains of, and the members of the empty class."""
    return {str(o) for o in graph.objects(None, ERROR)} | {
        str(s) for s in graph.subjects(RDF.type, OWL.Nothing)
    }


@pytest.fixture(scope="module")
def plain(sample_triples: set[ox.Triple]) -> rdflib.Graph:
    """The sample's triples in rdflib."""
    graph = rdflib.Graph()
    for s, p, o in sample_triples:
        graph.add((decode(encode(s)), decode(encode(p)), decode(encode(o))))
    return graph


@pytest.fixture(scope="module")
def reasoned(plain: rdflib.Graph) -> rdflib.Graph:
    return expanded(KG_GRAPH, ALIGNMENT, plain)


def test_each_of_the_vocabularies_is_there() -> None:
    namespaces = (
        "https://schema.org/", "http://purl.org/dc/terms/", "http://www.w3.org/2004/02/skos/core#",
        "http://www.w3.org/ns/prov#", "http://www.w3.org/ns/oa#", "http://www.w3.org/ns/mls#",
        "https://linkedpaperswithcode.com/class/", "https://linkedpaperswithcode.com/property/",
        "https://w3id.org/cskg/ontology#", "http://orkg.org/orkg/class/", "http://orkg.org/orkg/predicate/",
        "http://purl.org/spar/fabio/",
    )  # fmt: skip
    aligned = {str(o) for _, p, o in ALIGNMENT if p in (*MATCHES, RDFS.subClassOf, RDFS.subPropertyOf)}
    for namespace in namespaces:
        assert any(term.startswith(namespace) for term in aligned), namespace


def test_traps_are_stepped_round() -> None:
    terms = {str(term) for triple in ALIGNMENT for term in triple}
    assert not [t for t in terms if t.startswith("http://schema.org/") or "hasArXivID" in t or "scholkg" in t]


@pytest.mark.parametrize("namespace", KNOWN, ids=lambda n: n.__name__)
def test_terms_of_vocabularies_that_rdflib_knows_exist(namespace: type[DefinedNamespace]) -> None:
    used = {
        t for triple in ALIGNMENT for t in triple if isinstance(t, URIRef) and t.startswith(str(namespace))
    }
    assert used
    assert not [term for term in used if term not in namespace]


def test_every_aligned_term_is_declared_and_every_class_and_relation_aligned() -> None:
    declared = {s for s in KG_GRAPH.subjects(RDF.type) if str(s).startswith(KG)}
    aligned = {s for s in ALIGNMENT.subjects() if str(s).startswith(KG)}
    assert aligned <= declared
    assert set(KG_GRAPH.subjects(RDF.type, OWL.Class)) <= aligned
    assert set(KG_GRAPH.subjects(KG.inverseLabel)) <= aligned


def test_a_subclass_is_of_a_class_and_a_subproperty_of_a_property() -> None:
    classes = set(KG_GRAPH.subjects(RDF.type, OWL.Class))
    assert set(ALIGNMENT.subjects(RDFS.subClassOf)) <= classes
    assert not set(ALIGNMENT.subjects(RDFS.subPropertyOf)) & classes


def test_the_ontology_and_its_alignment_are_consistent_alone() -> None:
    assert contradictions(expanded(KG_GRAPH, ALIGNMENT)) == set()


def test_an_export_is_consistent_with_both(reasoned: rdflib.Graph) -> None:
    assert contradictions(reasoned) == set()


def test_what_follows_is_what_other_graphs_ask_for(reasoned: rdflib.Graph, plain: rdflib.Graph) -> None:
    base = Namespace("https://example.org/kg/")
    paper, bert = base["paper/p1"], base["concept/method/bert"]
    for fact in (
        (paper, RDF.type, SDO.ScholarlyArticle),
        (paper, RDF.type, PROV.Entity),
        (paper, SDO.mentions, bert),
        (paper, SDO.about, bert),
        (bert, RDF.type, SKOS.Concept),
        (bert, DCTERMS.relation, base["concept/dataset/squad"]),
        (base["concept/dataset/squad"], RDF.type, SDO.Dataset),
        (base["concept/method/transformers"], KG.comparedWith, bert),
    ):
        assert fact in reasoned, fact
    news = {(s, p, o) for s, p, o in reasoned if p in (SDO.mentions, SDO.about)} - set(plain)
    assert len(news) > 5


def test_the_reasoner_sees_a_contradiction() -> None:
    wrong = rdflib.Graph()
    method, task = URIRef("urn:method"), URIRef("urn:task")
    wrong.add((method, KG.usedFor, task))
    wrong.add((method, RDF.type, KG.Dataset))
    assert contradictions(expanded(KG_GRAPH, wrong))
