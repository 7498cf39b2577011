"""The model: what a mention, a result, a link, the card and the build look like as RDF."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg import export
from kg.export import rdf
from kg.ontology import PREFIXES
from kg.records import Annotation, Concept, Document, Evidence, Mention, Statement
from kg.store import Store
from tests import samples, whole
from tests.export.conftest import BUILD, GRAPHS
from tests.export.graphs import ask, parsed
from tests.whole import Graph

BASE = "https://example.org/kg/"
XSD = PREFIXES["xsd"]


@pytest.fixture
def turtle(exports: Path) -> Path:
    """The Turtle of the graph that has everything."""
    return exports / "reporting" / "graph.ttl"


def test_a_concept_is_explicitly_a_concept_of_its_type_and_of_skos(turtle: Path) -> None:
    types = {t for (t,) in ask(turtle, "SELECT ?type { dataset:squad a ?type }")}
    assert types == {PREFIXES["kg"] + "Concept", PREFIXES["kg"] + "Dataset", PREFIXES["skos"] + "Concept"}
    assert ask(turtle, "SELECT ?c { ?c a kg:Concept MINUS { ?c a skos:Concept ; skos:inScheme ?s } }") == []


def test_broader_stands_for_kinds_and_subtasks_alone(tmp_path: Path) -> None:
    concepts = tuple(Concept(f"task/{x}", x.upper(), "Task") for x in "abc")
    statements = (
        Statement("task/a", "mentions", "task/c", 1.0),
        Statement("task/a", "subtaskOf", "task/b", 1.0),
    )
    whole.write(Graph((), concepts, statements), tmp_path / "g.sqlite")
    with Store(tmp_path / "g.sqlite") as opened:
        export.export(opened, "turtle", tmp_path / "g.ttl")
    broader = ask(tmp_path / "g.ttl", "SELECT ?a ?b { ?a skos:broader ?b }")
    assert broader == [(f"{BASE}concept/task/a", f"{BASE}concept/task/b")]


def test_a_mention_is_an_annotation_of_the_exact_name(turtle: Path) -> None:
    rows = ask(
        turtle,
        """SELECT ?exact ?prefix ?suffix ?start ?end ?confidence ?rule {
          ?m a kg:Mention, oa:Annotation ; oa:hasBody metric:f1 ; oa:hasTarget ?t ; kg:rule ?rule ;
             kg:confidence ?confidence .
          ?t oa:hasSource paper:p1 ; kg:part "abstract" ; oa:hasSelector ?q, ?p .
          ?q a oa:TextQuoteSelector ; oa:exact ?exact ; oa:prefix ?prefix ; oa:suffix ?suffix .
          ?p a oa:TextPositionSelector ; oa:start ?start ; oa:end ?end .
        }""",
    )
    text = samples.PLAIN["p1"]
    start = text.index("F1")
    around = text[start - 32 : start], text[start + 2 : start + 34]
    assert rows == [("F1", *around, str(start), str(start + 2), "0.9", "tagger")]


def test_there_is_a_mention_for_every_mention_and_its_quotation_is_in_the_paper(turtle: Path) -> None:
    rows = ask(
        turtle,
        """SELECT ?exact ?prefix ?suffix ?start ?text {
          ?m a kg:Mention ; oa:hasTarget ?t . ?t oa:hasSource/dcterms:abstract ?text ; oa:hasSelector ?q, ?p .
          ?q oa:exact ?exact . ?p oa:start ?start
          OPTIONAL { ?q oa:prefix ?prefix } OPTIONAL { ?q oa:suffix ?suffix }
        }""",
    )
    assert len(rows) == sum(len(paper.mentions) for paper in GRAPHS["reporting"].papers)
    for exact, prefix, suffix, start, text in rows:
        assert text is not None and start is not None
        whole = (prefix or "") + (exact or "") + (suffix or "")
        assert text.startswith(whole, int(start) - len(prefix or ""))


def test_a_mention_in_a_title_has_no_context_beyond_it(tmp_path: Path) -> None:
    mention = Mention(0, 4, "Method", 1.0, "title", "title")
    paper = Annotation(Document("p", "Text.", title="BERT"), (mention,), ("method/bert",))
    whole.write(Graph((paper,), (Concept("method/bert", "BERT", "Method"),)), tmp_path / "g.sqlite")
    with Store(tmp_path / "g.sqlite") as opened:
        export.export(opened, "turtle", tmp_path / "g.ttl")
    query = """SELECT ?part ?exact ?prefix ?suffix { ?t kg:part ?part ; oa:hasSelector ?q . ?q oa:exact ?exact
      OPTIONAL { ?q oa:prefix ?prefix } OPTIONAL { ?q oa:suffix ?suffix } }"""
    assert ask(tmp_path / "g.ttl", query) == [("title", "BERT", None, None)]


RESULT = """SELECT ?method ?task ?dataset ?metric ?value ?unit ?kind ?written ?paper ?exact {
  ?r a kg:Result ; kg:kind ?kind ; kg:written ?written ; prov:hadPrimarySource ?paper ; prov:wasDerivedFrom ?e .
  ?e a kg:Evidence ; oa:hasBody ?r ; oa:hasTarget/oa:hasSelector/oa:exact ?exact
  OPTIONAL { ?r kg:method ?method } OPTIONAL { ?r kg:task ?task }
  OPTIONAL { ?r kg:dataset ?dataset } OPTIONAL { ?r kg:metric ?metric }
  OPTIONAL { ?r kg:value ?value } OPTIONAL { ?r kg:unit ?unit }
  FILTER(?paper = paper:p3)
}"""


def test_results(turtle: Path) -> None:
    method, task = f"{BASE}concept/method/albert", f"{BASE}concept/task/question-answering"
    squad, glue, f1 = (f"{BASE}concept/{x}" for x in ("dataset/squad", "dataset/glue", "metric/f1"))
    paper = f"{BASE}paper/p3"
    first, second, third = (r.evidence.quote for r in samples.graph(results=True).results)
    assert set(ask(turtle, RESULT)) == {
        (method, None, glue, None, None, None, "improvement", "by a wide margin", paper, third),
        (method, None, None, None, "18", None, "reduction", "18 times fewer", paper, second),
        (method, task, squad, f1, "92.2", "%", "absolute", "92.2%", paper, first),
    }


def test_values_are_decimals_and_can_be_compared(turtle: Path) -> None:
    high = ask(turtle, "SELECT ?written { ?r kg:value ?v ; kg:written ?written FILTER(?v > 90.5) }")
    assert high == [("92.2%",)]
    datatypes = ask(turtle, "SELECT DISTINCT (datatype(?v) AS ?d) { ?r kg:value ?v }")
    assert datatypes == [(XSD + "decimal",)]


@pytest.mark.parametrize("value", ["84.8", "-3", "+3", ".5", "007", "84.80", "5."])
def test_a_number_stands_as_it_was_given(tmp_path: Path, value: str) -> None:
    assert written(tmp_path, value) == {name: [value] for name in export.RDF}


@pytest.mark.parametrize("value", ["", "1e5", "1,000", "NaN", "half", "٣", "1\n", "0x10", "."])
def test_what_is_no_decimal_number_is_not_passed_off_as_one(tmp_path: Path, value: str) -> None:
    assert written(tmp_path, value) == {name: [] for name in export.RDF}


def written(folder: Path, value: str) -> dict[str, list[str]]:
    """The values that the formats have where a result has this one."""
    document = Document("p", "A.")
    result = samples.result(document, {"A": "Method"}, "A", None, None, None, value, "%", "absolute", "x", 0)
    paper = Annotation(document, results=(result,))
    whole.write(Graph((paper,), (Concept("method/a", "A", "Method"),)), folder / "g.sqlite")
    found = {}
    with Store(folder / "g.sqlite") as opened:
        for name in export.RDF:
            export.export(opened, name, folder / "g")
            values = [t.object for t in parsed(folder / "g", name) if t.predicate.value.endswith("#value")]
            assert {v.datatype.value for v in values} <= {XSD + "decimal"}
            found[name] = [v.value for v in values]
    return found


def test_links_have_their_skos_triple_and_their_reason(turtle: Path) -> None:
    rows = ask(
        turtle,
        """SELECT ?c ?relation ?other ?label ?vocabulary ?reason {
          ?l a kg:Link ; rdf:subject ?c ; rdf:predicate ?relation ; rdf:object ?other ;
             kg:matchedLabel ?label ; kg:vocabulary ?vocabulary ; kg:reason ?reason . ?c ?relation ?other }""",
    )
    assert rows == sorted(
        (f"{BASE}concept/{x.concept}", PREFIXES["skos"] + x.relation, x.iri, x.label, x.vocabulary, x.reason)
        for x in samples.LINKS
    )


def test_the_card_counts_what_is_there(exported: Path) -> None:
    turtle = exported / "graph.ttl"
    [(triples,)] = ask(turtle, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }")
    card = "SELECT ?n ?space { <https://example.org/kg/dataset> a void:Dataset, dcat:Dataset ; void:triples ?n ; void:uriSpace ?space }"
    assert ask(turtle, card) == [(triples, BASE)]
    for class_, number in ask(
        turtle, "SELECT ?c ?n { ?d void:classPartition ?p . ?p void:class ?c ; void:entities ?n }"
    ):
        assert ask(turtle, f"SELECT (COUNT(*) AS ?n) {{ ?s a <{class_}> }}") == [(number,)], class_
    counted = {c for (c,) in ask(turtle, "SELECT ?c { ?p void:class ?c }")}
    used = {c for (c,) in ask(turtle, "SELECT DISTINCT ?c { ?s a ?c FILTER(STRSTARTS(STR(?c), STR(kg:))) }")}
    assert used - counted <= {
        PREFIXES["kg"] + name for name in ("Concept", "Link", "Build", "Model", "Input")
    }


def test_the_card_names_the_vocabularies_in_use(turtle: Path) -> None:
    named = {v for (v,) in ask(turtle, "SELECT ?v { ?d void:vocabulary ?v }")}
    predicates = {p or "" for (p,) in ask(turtle, "SELECT DISTINCT ?p { ?s ?p ?o }")}
    spaces = {p[: max(p.rfind("/"), p.rfind("#")) + 1] for p in predicates} - {PREFIXES["rdf"]}
    assert {space.replace("ontology#", "ontology") for space in spaces} <= named


def test_no_licence_is_stated_unless_the_user_states_it(sample: Store, tmp_path: Path) -> None:
    licence = "https://creativecommons.org/licenses/by/4.0/"
    query = "SELECT ?l { <https://example.org/kg/dataset> dcterms:license ?l }"
    export.export(sample, "turtle", tmp_path / "without.ttl")
    assert ask(tmp_path / "without.ttl", query) == []
    export.export(sample, "turtle", tmp_path / "with.ttl", license=licence)
    assert ask(tmp_path / "with.ttl", query) == [(licence,)]


def test_the_build_is_an_activity_by_its_content(turtle: Path, tmp_path: Path) -> None:
    rows = ask(
        turtle,
        """SELECT ?name ?version ?model { <https://example.org/kg/dataset> prov:wasGeneratedBy ?b .
          ?b a kg:Build, prov:Activity ; prov:wasAssociatedWith ?s ; prov:used ?m .
          ?s a prov:SoftwareAgent ; schema:name ?name ; schema:softwareVersion ?version .
          ?m a kg:Model ; kg:sha256 ?model }""",
    )
    assert rows == [("kg", "1.2.3", "ab" * 32)]
    inputs = ask(
        turtle,
        "SELECT ?name ?papers ?sha { ?b prov:used ?i . ?i a kg:Input ; dcterms:title ?name ; kg:paperCount ?papers "
        "OPTIONAL { ?i kg:sha256 ?sha } }",
    )
    assert inputs == [("-", "1", None), ('a "b"\n<c>.jsonl', "3", "01" * 32)]
    [(build,)] = ask(turtle, "SELECT ?b { ?b a kg:Build }")
    other = {**BUILD, "model": "cd" * 32}
    whole.write(Graph(), tmp_path / "g.sqlite", {"build": json.dumps(other)})
    with Store(tmp_path / "g.sqlite") as opened:
        names = {t[0].value for t in rdf.triples(opened) if "/build/" in t[0].value}
    assert len(names) == 1 and build not in names


def test_a_graph_that_does_not_say_what_built_it_has_no_build(exports: Path) -> None:
    assert ask(exports / "plain" / "graph.ttl", "SELECT ?b { ?b a prov:Activity }") == []


def test_a_passage_that_supports_and_names_several_things_is_described_once(tmp_path: Path) -> None:
    passage = Evidence("p", 0, 4, "BERT")
    mention = Mention(0, 4, "Method", 0.9, "tagger")
    paper = Annotation(Document("p", "BERT"), (mention,), ("method/bert",))
    statement = Statement("paper/p", "mentions", "method/bert", 0.9, (passage,))
    whole.write(
        Graph((paper,), (Concept("method/bert", "BERT", "Method"),), (statement,)), tmp_path / "g.sqlite"
    )
    with Store(tmp_path / "g.sqlite") as opened:
        export.export(opened, "ntriples", tmp_path / "g.nt")
        export.export(opened, "turtle", tmp_path / "g.ttl")
    assert len(ask(tmp_path / "g.ttl", "SELECT ?t { ?t a oa:SpecificResource }")) == 1
    lines = (tmp_path / "g.nt").read_text(encoding="utf-8").split("\n")
    assert len(lines) == len(set(lines))
