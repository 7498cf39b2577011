"""SPARQL: right answers, sentences for faults, nothing written, nobody else asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import store
from kg.errors import UsageError
from kg.export.rdf import triples
from kg.query.sparql import Answer, sparql, to_json


def ask(opened: store.Store, query: str) -> Answer:
    return sparql(triples(opened), query)


def test_select_sorts_its_rows_unless_the_query_orders_them(sample: store.Store) -> None:
    query = "SELECT ?name { ?m a kg:Dataset ; skos:prefLabel ?name }"
    assert [str(row[0]) for row in ask(sample, query).rows] == ["GLUE", "SQuAD"]
    assert [str(row[0]) for row in ask(sample, query + " ORDER BY DESC(?name)").rows] == ["SQuAD", "GLUE"]


def test_the_prefixes_of_the_triples_need_no_declaration(sample: store.Store) -> None:
    answer = ask(sample, "SELECT ?name ?doi { ?paper dc:creator ?name ; prism:doi ?doi }")
    assert [tuple(map(str, row)) for row in answer.rows] == [
        ("A. Example", "10.1000/xyz1"), ("B. Sample", "10.1000/xyz1"),
    ]  # fmt: skip


def test_rows_say_what_is_unbound(sample: store.Store) -> None:
    answer = ask(sample, "SELECT ?m ?x { ?m a kg:Metric OPTIONAL { ?m kg:nothing ?x } }")
    assert answer.variables == ("m", "x")
    assert answer.rows[0][1] is None
    assert to_json(answer)["results"]["bindings"] == [
        {"m": {"type": "uri", "value": "https://example.org/kg/concept/metric/f1"}}
    ]


def test_ask_and_construct(sample: store.Store) -> None:
    assert ask(sample, "ASK { ?m kg:evaluatedOn ?d }").truth is True
    assert to_json(ask(sample, "ASK { ?m kg:trainedOn ?d }")) == {"head": {}, "boolean": False}
    answer = ask(sample, "CONSTRUCT { ?d kg:tests ?m } WHERE { ?m kg:evaluatedOn ?d }")
    assert answer.ntriples is not None
    assert answer.ntriples.count(" .\n") == len(answer.rows) == 3
    assert answer.variables == ("subject", "predicate", "object")


@pytest.mark.parametrize(
    "query",
    [
        "INSERT DATA { <a:b> <a:c> <a:d> }",
        "PREFIX x: <http://x/> # a\nDELETE WHERE { ?a ?b ?c }",
        "DROP ALL",
        "LOAD <file:///etc/passwd>",
        "clear default",
        "WITH <a:b> DELETE { ?a ?b ?c } WHERE { ?a ?b ?c }",
    ],
)
def test_updates_are_refused(query: str) -> None:
    with pytest.raises(UsageError, match="would change the graph"):
        sparql([], query)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { SERVICE <http://127.0.0.1:9/> { ?a ?b ?c } }",
        "SELECT * { service silent <http://127.0.0.1:9/> { ?a ?b ?c } }",
        "SELECT * { ?a kg:p 3SERVICE<http://127.0.0.1:9/>{ ?x ?y ?z } }",
        "PREFIX : <http://127.0.0.1:9/> SELECT * { SERVICE:g{ ?x ?y ?z } }",
        "SELECT * {?a ?b ?c FILTER(?a<'#>') SERVICE <http://127.0.0.1:9/> {?x ?y ?z} FILTER('b'='b')}",
        "SELECT * { <http://e/#x> ?b ?c # '''\n SERVICE <http://127.0.0.1:9/> {?x ?y ?z} # '''\n }",
        "SELECT * { BIND(<http://127.0.0.1:9/> AS ?s) SERVICE ?s { ?a ?b ?c } }",
    ],
)
def test_no_other_host_is_asked(query: str) -> None:
    with pytest.raises(UsageError, match="another host"):
        sparql([], query)


def test_the_word_service_in_names_is_no_fault() -> None:
    query = 'SELECT * { ?service kg:service <http://e/SERVICE> FILTER(CONTAINS(?x, "web service")) }'
    assert sparql([], query).rows == ()


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("SELECT * WHERE { ?a", "line 1, column 20"),
        ("SELECT *\nWHERE {\n ?a kg:usedFor }", "line 3, column 16"),
        ("SELECT * { ?a nope:x ?b }", "prefix is not declared"),
        ("", "line 1, column 1"),
        ('BERT" } # ', "line 1"),
        ("SELECT (1 AS ?x) (2 AS ?x) {}", "not SPARQL"),
    ],
)
def test_a_fault_is_a_sentence_with_its_place(query: str, place: str) -> None:
    with pytest.raises(UsageError, match=place) as error:
        sparql([], query)
    assert len(str(error.value)) < 200
    assert "\n" not in str(error.value)


@given(st.text(max_size=40))
def test_no_text_breaks_it(query: str) -> None:
    with pytest.raises(UsageError):
        sparql([], "SELEC " + query)
