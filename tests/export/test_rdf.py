"""The six RDF formats, read by parsers that kg did not write them with."""

from __future__ import annotations

import shutil
import socket
import subprocess
import warnings
from pathlib import Path
from urllib.parse import unquote

import pyoxigraph as ox
import pytest
import rdflib

from kg import export, ontology, paths, store
from kg.export import rdf
from kg.export.iris import prefixes
from kg.names import concept_id
from kg.ontology import PREFIXES
from kg.records import Annotation, Concept, Document, Evidence, Statement
from tests import samples, whole
from tests.export.conftest import GRAPHS
from tests.export.graphs import parsed
from tests.whole import Graph

TITLES = {"The concepts of this graph", "A knowledge graph of methods, tasks, datasets and metrics"}
ELSEWHERE = ("http://example.com/", "urn:voc:")
KG, SKOS, RDF = PREFIXES["kg"], PREFIXES["skos"], PREFIXES["rdf"]


def strict(folder: Path, format_: str) -> set[ox.Triple]:
    return parsed(folder / export.FORMATS[format_].file, format_)


def values(triples: set[ox.Triple], predicate: str) -> set[str]:
    return {t.object.value for t in triples if t.predicate.value == predicate}


def test_all_six_say_the_same(exported: Path) -> None:
    expected = strict(exported, "ntriples")
    assert (exported / "graph.nt").read_bytes().count(b"\n") == len(expected) > 0
    for format_ in export.RDF:
        assert strict(exported, format_) == expected, format_


@pytest.mark.parametrize("format_", ["turtle", "ntriples", "nquads", "trig", "rdfxml"])
def test_rapper_reads_the_same(exported: Path, format_: str) -> None:
    if shutil.which("rapper") is None:
        pytest.skip("rapper is not installed (Debian's raptor2-utils)")
    path = exported / export.FORMATS[format_].file
    command = ["rapper", "-q", "-i", format_, "-o", "ntriples", str(path)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    triples = {quad.triple for quad in ox.parse(done.stdout, ox.RdfFormat.N_TRIPLES)}
    assert triples == strict(exported, "ntriples")


@pytest.mark.parametrize(
    ("format_", "name"),
    [("turtle", "turtle"), ("rdfxml", "xml"), ("jsonld", "json-ld"), ("trig", "trig"), ("nquads", "nquads")],
)
def test_rdflib_reads_the_same_without_a_network(
    exported: Path, format_: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # rdflib's JSON-LD parser warns of rdflib itself
        read = rdflib.Dataset(default_union=True)
        read.parse(exported / export.FORMATS[format_].file, format=name)
    with store.Store(exported / "graph.sqlite") as opened:
        expected = rdf.to_rdflib(opened)
    # No blank nodes: equal sets are isomorphic graphs.
    assert {(s, p, o) for s, p, o, _ in read.quads()} == set(expected)
    assert len(expected) == len(strict(exported, "ntriples"))


def test_every_iri_is_absolute_and_clean(exported: Path) -> None:
    for triple in strict(exported, "ntriples"):
        for term in (triple.subject, triple.predicate, triple.object):
            assert not isinstance(term, ox.BlankNode)
            if isinstance(term, ox.NamedNode):
                assert term.value.startswith(("https://example.org/kg/", *PREFIXES.values(), *ELSEWHERE))
                assert not set(term.value) & set('<>"{}|\\^` ')
            elif term.datatype.value != PREFIXES["xsd"] + "string":
                assert term.datatype.value.startswith(PREFIXES["xsd"])


def test_labels_are_exact_and_names_stay_apart(exports: Path) -> None:
    triples = strict(exports / "hostile", "turtle")
    labels = [t for t in triples if t.predicate.value == SKOS + "prefLabel"]
    assert {t.object.value for t in labels} == {concept.name for concept in GRAPHS["hostile"].concepts}
    assert len({t.subject for t in labels}) == len(labels)
    assert "R(2+1)D" in values(triples, SKOS + "prefLabel")
    quoted = {unquote(t.subject.value) for t in labels}
    assert f"https://example.org/kg/concept/{concept_id('Method', 'שלום עולם')}" in quoted


def test_a_statement_has_its_plain_triple_its_node_and_its_evidence(exports: Path) -> None:
    data = ox.Store()
    data.load(path=str(exports / "plain" / "graph.ttl"), format=ox.RdfFormat.TURTLE)
    rows = data.query(
        "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in prefixes().items())
        + """SELECT ?support ?confidence ?paper ?start ?end ?exact ?text WHERE {
            method:bert kg:measuredBy metric:f1 .
            ?s a kg:Statement ; rdf:subject method:bert ; rdf:predicate kg:measuredBy ; rdf:object metric:f1 ;
               kg:support ?support ; kg:confidence ?confidence ; prov:wasDerivedFrom ?e .
            ?e a oa:Annotation ; oa:hasBody ?s ; oa:hasTarget ?target .
            ?target oa:hasSource ?paper ; kg:part "abstract" ; oa:hasSelector ?position, ?quote .
            ?position a oa:TextPositionSelector ; oa:start ?start ; oa:end ?end .
            ?quote a oa:TextQuoteSelector ; oa:exact ?exact .
            ?paper dcterms:abstract ?text
        }"""
    )
    [(support, confidence, paper, start, end, exact, text)] = list(rows)
    assert (support.value, confidence.value) == ("1", "0.8")
    assert confidence.datatype.value == PREFIXES["xsd"] + "decimal"
    assert paper.value == "https://example.org/kg/paper/p1"
    assert exact.value == "BERT is evaluated on SQuAD by F1."
    assert text.value[int(start.value) : int(end.value)] == exact.value


def test_kinds_of_concepts_are_broader_in_skos(tmp_path: Path) -> None:
    concepts = (Concept("method/a", "A", "Method"), Concept("method/b", "B", "Method"))
    title = Evidence("p", 0, 6, "A is B", "title")
    statements = (
        Statement("method/a", "subclassOf", "method/b", 1.0, (title,)),
        Statement("method/a", "uses", "method/b", 0.5, (title,)),
    )
    graph = Graph((Annotation(Document("p", "A uses B.", title="A is B")),), concepts, statements)
    whole.write(graph, tmp_path / "g.sqlite")
    with store.Store(tmp_path / "g.sqlite") as opened:
        triples = set(rdf.triples(opened, "https://kg.test/"))
    facts = {tuple(term.value for term in triple) for triple in triples}
    a, b = "https://kg.test/concept/method/a", "https://kg.test/concept/method/b"
    assert (a, SKOS + "broader", b) in facts
    assert {predicate for s, predicate, o in facts if (s, o) == (a, b)} == {
        KG + "subclassOf", SKOS + "broader", KG + "uses",
    }  # fmt: skip
    assert [o for _, predicate, o in facts if predicate == KG + "part"] == ["title"]
    assert {o for _, predicate, o in facts if predicate == KG + "confidence"} == {"1.0", "0.5"}


@pytest.mark.parametrize(
    ("given", "datatype"),
    [
        ("2019", "gYear"),
        ("2019-06", "gYearMonth"),
        ("2019-06-02", "date"),
        ("2020-02-29", "date"),
        ("2019-06-02T17:59:59Z", "dateTime"),
        ("2019-06-02T17:59:59.5+02:00", "dateTime"),
        ("2019-02-30", "string"),
        ("2019-02-30T00:00:00Z", "string"),
        ("2019-06-02T24:30:00", "string"),
        ("June 2019", "string"),
        ("0000", "string"),
        ("19", "string"),
        ("2019-13", "string"),
        ("２０１９", "string"),
        ("2019-06-02\n", "string"),
    ],
)
def test_a_date_has_the_datatype_that_it_fits(tmp_path: Path, given: str, datatype: str) -> None:
    whole.write(Graph((Annotation(Document("p", "T", published=given)),)), tmp_path / "g.sqlite")
    with store.Store(tmp_path / "g.sqlite") as opened:
        export.export(opened, "turtle", tmp_path / "graph.ttl")
    [literal] = [t.object for t in strict(tmp_path, "turtle") if t.predicate.value.endswith("datePublished")]
    assert (literal.value, literal.datatype.value) == (given, PREFIXES["xsd"] + datatype)


def test_literals_keep_quotes_backslashes_and_line_ends(tmp_path: Path) -> None:
    title = 'He said "use BERT"\nand left C:\\tmp\\new\t\'\'\' """ ]]> & <b> \\u0041'
    whole.write(Graph((Annotation(Document("p", "T", title=title)),)), tmp_path / "g.sqlite")
    with store.Store(tmp_path / "g.sqlite") as opened:
        for format_ in export.RDF:
            export.export(opened, format_, tmp_path / export.FORMATS[format_].file)
            titles = values(strict(tmp_path, format_), PREFIXES["dcterms"] + "title")
            assert titles - TITLES == {title}, format_


@pytest.mark.parametrize("format_", ["turtle", "trig"])
def test_prefixes_are_declared_once_and_sorted(exports: Path, format_: str) -> None:
    path = exports / "reporting" / export.FORMATS[format_].file
    lines = path.read_text(encoding="utf-8").splitlines()
    declared = [line for line in lines if line.startswith("@prefix")]
    assert lines[: len(declared)] == declared == sorted(set(declared))
    assert declared == [f"@prefix {name}: <{iri}> ." for name, iri in prefixes().items()]
    assert not any(a != b and b.startswith(a) for a in prefixes().values() for b in prefixes().values())


def test_every_term_of_kg_is_defined_in_the_ontology(exports: Path) -> None:
    defined = {q.subject.value for q in ox.parse(path=paths.ontology(), format=ox.RdfFormat.TURTLE)}
    used = {
        term.value
        for triple in strict(exports / "reporting", "turtle")
        for term in (triple.predicate, triple.object)
        if isinstance(term, ox.NamedNode) and term.value.startswith(KG)
    }
    assert used - defined == set()
    for name in (
        "Concept",
        "Method",
        "Statement",
        "Evidence",
        "Mention",
        "Result",
        "Link",
        "Build",
        "usedFor",
        "value",
    ):
        assert KG + name in used
    assert set(ontology.load().relations) >= {relation for _, _, relation, _ in samples.RELATIONS}
