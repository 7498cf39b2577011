"""Vocabularies as files: every syntax says the same, and what is wrong is named with its line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from kg.align.spelling import loose_key
from kg.align.terms import Label, Term, Vocabulary, read
from kg.errors import InputError, Problem, UsageError

PREFIXES = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix x: <http://example.org/x/> .
"""
SKOS = "http://www.w3.org/2004/02/skos/core#"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def terms(
    folder: Path,
    content: str | bytes,
    *known: str,
    name: str = "v.ttl",
    problems: list[Problem] | None = None,
) -> Vocabulary:
    """The vocabulary read from a file of this content."""
    path = folder / name
    text = PREFIXES + content if isinstance(content, str) and name == "v.ttl" else content
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read(path, {loose_key(k) for k in known}, (problems if problems is not None else []).append)


def test_the_labels_of_a_term(tmp_path: Path) -> None:
    found = terms(
        tmp_path,
        """x: a skos:ConceptScheme .
        x:a a skos:Concept, x:Method ; skos:prefLabel "support vector machine"@en, "Stützvektor"@de ;
            skos:altLabel "SVM" ; skos:hiddenLabel "suport vector machine"@en .
        x:b a skos:Concept ; skos:prefLabel "unknown to us"@en .""",
        "support vector machines",
    )
    labels = (
        Label("support vector machine", "prefLabel", "en", preferred=True),
        Label("Stützvektor", "prefLabel", "de"),
        Label("SVM", "altLabel"),
        Label("suport vector machine", "hiddenLabel", "en"),
    )
    term = Term("http://example.org/x/a", "support vector machine", labels, frozenset({"Concept", "Method"}))
    assert found == Vocabulary("http://example.org/x/", (term,), 5)


@pytest.mark.parametrize(
    ("labels", "preferred"),
    [
        ('"neural network"@en, "neural network", "réseau"@fr', ["neural network@en"]),
        ('"neural network"@en-GB, "réseau"@fr', ["neural network@en-gb"]),
        ('"neural network", "réseau"@fr', ["neural network@"]),
        ('"neural network"@fr, "neuronal"@de', []),
    ],
)
def test_english_is_preferred_then_no_language(tmp_path: Path, labels: str, preferred: list[str]) -> None:
    (term,) = terms(tmp_path, f"x:a skos:prefLabel {labels} .", "neural network").terms
    assert [f"{label.text}@{label.language}" for label in term.labels if label.preferred] == preferred


def test_every_syntax_and_order_gives_the_same(tmp_path: Path) -> None:
    lines = [
        f'<http://example.org/x/a> <{SKOS}altLabel> "deep net" .',
        f'<http://example.org/x/a> <{SKOS}prefLabel> "deep network"@en .',
        f"<http://example.org/x/a> <{TYPE}> <{SKOS}Concept> .",
    ]
    xml = (
        f'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="{SKOS}">'
        '<skos:Concept rdf:about="http://example.org/x/a"><skos:prefLabel xml:lang="en">deep network</skos:prefLabel>'
        "<skos:altLabel>deep net</skos:altLabel></skos:Concept></rdf:RDF>"
    )
    linked = {
        "@id": "http://example.org/x/a",
        "@type": f"{SKOS}Concept",
        f"{SKOS}prefLabel": {"@value": "deep network", "@language": "en"},
        f"{SKOS}altLabel": "deep net",
    }
    files = {
        "v.nt": "\n".join(lines),
        "v.nq": "\n".join(lines[::-1]),
        "v.ttl.gz": gzip.compress("\n".join(lines).encode()),
        "v.RDF": xml,
        "v.owl": "\ufeff" + xml,
        "v.jsonld": json.dumps(linked),
    }
    read_ = {name: terms(tmp_path, content, "deep network", name=name) for name, content in files.items()}
    assert len({repr(vocabulary) for vocabulary in read_.values()}) == 1
    assert read_["v.nt"].name == "v" and len(read_["v.nt"].terms[0].labels) == 2


def test_labels_of_skos_xl(tmp_path: Path) -> None:
    found = terms(
        tmp_path,
        """x:l xl:literalForm "graph network"@en . x:a xl:prefLabel x:l .
        x:a xl:altLabel [ xl:literalForm "GN" ], [ xl:literalForm "graph net"@en ] .
        x:b xl:altLabel [ xl:literalForm "graph nets"@en ] ; xl:prefLabel [ xl:literalForm "mesh"@en ] .
        x:c xl:prefLabel [ xl:literalForm "other"@en ] .""",
        "graph net",
    )
    assert {t.iri[-1]: [(label.text, label.kind, label.preferred) for label in t.labels] for t in found.terms} == {
        "a": [
            ("graph network", "prefLabel", True), ("GN", "altLabel", False), ("graph net", "altLabel", False),
        ],
        "b": [("mesh", "prefLabel", True), ("graph nets", "altLabel", False)],
    }  # fmt: skip


CSO = "https://cso.kmi.open.ac.uk/topics/"


def test_the_csos_topics_are_joined_where_equivalent(tmp_path: Path) -> None:
    schema, label = "http://cso.kmi.open.ac.uk/schema/cso#", "http://www.w3.org/2000/01/rdf-schema#label"
    rows = f'''"<{CSO}ontology_mapping>","<{schema}preferentialEquivalent>","<{CSO}ontology_matching>"
"<{CSO}ontology_matching>","<{schema}relatedEquivalent>","<{CSO}ontology_alignment>"
"<{CSO}ontology_matching>","<{label}>","""ontology matching""@en ."
"<{CSO}ontology_mapping>","<{label}>","ontology mapping"@en .

"<{CSO}semantics>","<{schema}superTopicOf>","<{CSO}spiking_nets_%28snn%29>"
'''
    found = terms(tmp_path, rows, "ontology mapping", "Spiking nets", name="cso.csv")
    assert found.name == "https://cso.kmi.open.ac.uk/topics"
    first, second = found.terms
    assert (first.iri, first.name) == (f"{CSO}ontology_matching", "ontology matching")
    assert [str(one) for one in first.labels] == [
        "label 'ontology matching'", "equivalent topic's label 'ontology mapping'",
    ]  # fmt: skip
    assert second.name == "spiking nets (snn)"


def test_what_cannot_be_linked_to_is_said(tmp_path: Path) -> None:
    problems: list[Problem] = []
    found = terms(
        tmp_path,
        """x:old a skos:Concept ; skos:prefLabel "deep net" ; owl:deprecated true .
        [] a skos:Concept ; skos:prefLabel "deep net" .
        <javascript:alert(1)> a skos:Concept ; skos:prefLabel "deep net" .
        <relative> a skos:Concept ; skos:prefLabel "deep net" .
        <urn:x:1> a skos:Concept ; skos:prefLabel "deep net", \"\"\"deep
          net\"\"\"@en ; skos:altLabel "%s" .
        x:all a skos:Collection ; skos:prefLabel "deep net" ."""
        % ("L" * 10_000),
        "deep net",
        problems=problems,
    )
    assert [term.iri for term in found.terms] == ["urn:x:1"]
    assert {label.text for label in found.terms[0].labels} == {"deep net"}
    assert [(p.message, p.skipped) for p in problems] == [
        ("1 label of more than 1,000 characters left out.", True),
        ("1 term deprecated by the vocabulary left out.", False),
        ("3 terms left out whose identifier is no web address (http, https, urn).", False),
    ]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("v.ttl", 'x:a skos:prefLabel "a" \nx:b', "v.ttl:6: is no Turtle here"),
        ("v.ttl", "", "v.ttl: holds no skos:Concept, no SKOS label"),
        ("v.ttl", 'x:a <http://www.w3.org/2000/01/rdf-schema#label> "deep net" .', "holds no skos:Concept"),
        ("v.nt", b"\xff\xfe<\x00", "v.nt:1: is no N-Triples here"),
        ("v.rdf", "not xml", "v.rdf:1: is no RDF/XML here"),
        ("v.jsonld", '{"@context": "http://example.org/c", "a": 1}', "v.jsonld: is no JSON-LD here"),
        ("v.nt.gz", b"no gzip", "v.nt.gz: cannot be read"),
        ("v.nt.gz", gzip.compress(b"<http://a/b> <http://a/c> <http://a/d> .\n" * 9_000)[:-50], "v.nt.gz: the compressed file is cut off"),
        ("v.csv", "name,year\nBERT,2019\n", "v.csv:1: came 'name,year', expected three columns"),
        ("v.csv", '"<http://a/b>","<http://a/c>"\n', "v.csv:1: came"),
        ("v.csv", b"<http://a/b>,<http://a/c>,\xff\n", "v.csv:1: is no CSV in UTF-8"),
        ("v.csv", '"<http://a/b>","<http://a/c>","<http://a/d>"\n', "holds no skos:Concept"),
    ],
)  # fmt: skip
def test_what_is_no_vocabulary(tmp_path: Path, name: str, content: str | bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        terms(tmp_path, content, "deep net", name=name)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no such file"):
        read(tmp_path / "none.ttl", set())
    with pytest.raises(UsageError, match=r"ending tells no syntax.*\.ttl.*\.csv"):
        terms(tmp_path, "deep net", name="v.docx")
