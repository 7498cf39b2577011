"""IRIs: readable, valid, each thing its own; and the base that the user gives."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import example, given
from hypothesis import strategies as st

from kg import export
from kg.errors import UsageError
from kg.export import rdf
from kg.export.iris import checked_base, node, paper_graph, segment
from kg.names import concept_id, key
from kg.records import Annotation, Concept, Document, Link, paper_node
from kg.store import Store
from kg.store.links import set_links
from tests import samples, whole
from tests.export.graphs import parsed
from tests.whole import Graph

anything = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
tricky = st.text(st.sampled_from("aAbcdef0123456789-+#%/ .:\"'é中א~"), max_size=20)
names = anything | tricky


@pytest.mark.parametrize(
    ("name", "iri"),
    [
        ("Low-Rank Adaptation", "method/low-rank-adaptation"),
        ("Gemälde-Netz", "method/gem%C3%A4lde-netz"),
        ("中文 数据", "method/%E4%B8%AD%E6%96%87-%E6%95%B0%E6%8D%AE"),
        ("C", "method/c"),
        ("C++", "method/c-cedb1bac"),
        ("C#", "method/c-951a4d36"),
        ("input/output map", "method/input-output-map-6ea234ca"),
        ('"Lottery Ticket"', "method/lottery-ticket"),
        ("95%-winsorized mean", "method/95-winsorized-mean-856606e1"),
    ],
)
def test_readable_and_the_same_for_ever(name: str, iri: str) -> None:
    assert node(concept_id("Method", name)).value == f"https://example.org/kg/concept/{iri}"


@given(names, names)
@example("C++", "C cedb1bac")
@example("C cedb1bac", "C-CEDB1BAC")
@example("***", "")
def test_distinct_names_never_share_an_iri(one: str, other: str) -> None:
    ids = concept_id("Method", one), concept_id("Method", other)
    assert (node(ids[0]) == node(ids[1])) == (ids[0] == ids[1])
    if key(one) != key(other):
        assert ids[0] != ids[1]


@given(names)
def test_a_name_that_looks_like_anothers_id_is_kept_apart(name: str) -> None:
    readable = concept_id("Method", name).partition("/")[2]
    if key(readable) != key(name):
        assert concept_id("Method", readable) != concept_id("Method", name)


@given(names, names)
@example("..", "%2E%2E")
@example(".", "..")
@example("a/b", "a%2Fb")
def test_papers_never_share_an_iri_with_each_other_or_a_concept(one: str, other: str) -> None:
    iris = node(paper_node(one)), node(paper_node(other))
    assert (iris[0] == iris[1]) == (one == other) == (paper_graph(one) == paper_graph(other))
    assert iris[0] != node(concept_id("Method", other)) != paper_graph(one)
    assert "/" not in segment(one) and segment(one) not in (".", "..")
    assert unquote(segment(one)) == one


@pytest.mark.parametrize("name", ["a.", "...", ".a", "../..", "a..b.", "a:", "~", "-a", "'"])
def test_rdflib_reads_the_turtle_of_every_id(name: str) -> None:
    paper = node(paper_node(name))
    prefixes = {"paper": "https://example.org/kg/paper/"}
    turtle = ox.serialize([ox.Triple(paper, paper, paper)], format=ox.RdfFormat.TURTLE, prefixes=prefixes)
    assert [str(s) for s in rdflib.Graph().parse(data=turtle, format="turtle").subjects()] == [paper.value]


BASES = ["https://example.com/kg/", "http://localhost:8000/#", "urn:example:kg/", "urn:example:kg#",
         "https://example.com/größe/%20/", "HTTPS://example.com/", "http://[::1]/kg/"]  # fmt: skip
NO_BASES = ["", "kg/", "example.com/kg/", "https://example.com/kg", "https://example.com/a b/", "https:///kg/",
            "ftp://example.com/", "file:///kg/", "javascript:alert(1)/", "https://example.com/?q=/", "urn:x/",
            "https://example.com/#a#", "https://example.com/<x>/", "https://example.com/\n/", "https://example.com/%zz/",
            '"; DROP TABLE/', "skos:x/", "https://example.com/\u202e/\x00/", "//example.com/"]  # fmt: skip


@pytest.mark.parametrize("base", BASES)
def test_a_base_of_ones_own(hostile: Store, tmp_path: Path, base: str) -> None:
    found = []
    for name in export.RDF:
        export.export(hostile, name, tmp_path / "g", base_iri=base)
        found.append(parsed(tmp_path / "g", name))
    assert all(triples == found[0] for triples in found)
    text = "\n".join(map(str, found[0]))
    assert f"<{base}concept/method/bert>" in text and f"<{base}dataset>" in text
    assert "https://example.org/kg/" not in text.replace("https://example.org/kg/ontology", "")


@pytest.mark.parametrize("base", NO_BASES)
def test_no_base(sample: Store, tmp_path: Path, base: str) -> None:
    with pytest.raises(UsageError, match=r"is no base for IRIs\. Write an absolute http, https or urn IRI"):
        export.export(sample, "turtle", tmp_path / "g", base_iri=base)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "base", ["https://schema.org/", "https://schema.org/kg/", "http://purl.org/dc/terms/"]
)
def test_a_base_inside_a_vocabulary(base: str) -> None:
    with pytest.raises(UsageError, match="lies in the vocabulary"):
        checked_base(base)


@pytest.mark.parametrize("licence", ["CC-BY", "", "https://example.com/a b", "dcterms:x"])
def test_no_licence(sample: Store, tmp_path: Path, licence: str) -> None:
    with pytest.raises(UsageError, match="is no absolute IRI of a licence"):
        export.export(sample, "turtle", tmp_path / "g", license=licence)


@pytest.mark.parametrize("format_", sorted(set(export.FORMATS) - set(export.RDF)))
def test_formats_without_iris_take_no_base(sample: Store, tmp_path: Path, format_: str) -> None:
    with pytest.raises(UsageError, match="turtle, ntriples, nquads, trig, jsonld, rdfxml"):
        export.export(sample, format_, tmp_path / "g", base_iri="https://example.com/")
    assert list(tmp_path.iterdir()) == []


def test_the_base_that_a_graph_was_built_with_is_the_base_of_its_exports(tmp_path: Path) -> None:
    whole.write(samples.graph(), tmp_path / "g.sqlite", {"base_iri": "urn:x:kg/"})
    with Store(tmp_path / "g.sqlite") as opened:
        assert "urn:x:kg/concept/method/bert" in {t[0].value for t in rdf.triples(opened)}
        assert "https://b.test/concept/method/bert" in {
            t[0].value for t in rdf.triples(opened, "https://b.test/")
        }


def test_an_iri_elsewhere_that_looks_like_ours_is_what_it_is_in_every_format(tmp_path: Path) -> None:
    others = ["https://example.org/kg//concept/x", "https://example.org/kg/", "http://purl.org/dc/terms/",
              "https://example.org/kg/concept/method/bert", "urn:item:x", "https://schema.org/a/b#c", "http://a/%C3%A9?q='&x"]  # fmt: skip
    graph = Graph((Annotation(Document("p", "T")),), (Concept("method/bert", "BERT", "Method"),))
    whole.write(graph, tmp_path / "g.sqlite")
    links = [Link("method/bert", "closeMatch", iri, "x", "v", "r") for iri in others]
    set_links(tmp_path / "g.sqlite", "v", links)
    with Store(tmp_path / "g.sqlite") as opened:
        for name in export.RDF:
            export.export(opened, name, tmp_path / "g")
            matches = {
                t.object.value
                for t in parsed(tmp_path / "g", name)
                if t.predicate.value.endswith("closeMatch") and "concept" in t.subject.value
            }
            assert matches == set(others), name
