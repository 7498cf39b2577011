"""SPARQL: right answers, sentences for faults, nothing written, nobody else asked, an end in time."""

from __future__ import annotations

import http.server
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import store
from kg.errors import InputError, LimitError, UsageError
from kg.export import oxigraph
from kg.query import engine
from kg.query.answer import Answer, Term
from kg.query.sparql import PREFIXES, refusal, sparql

ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n2 ?o }"


@pytest.fixture(scope="module")
def folder(sample_path: Path) -> Iterator[Path]:
    """The sample graph as an Oxigraph store."""
    with store.Store(sample_path) as opened, oxigraph.beside(opened) as made:
        yield made


@pytest.fixture(scope="module")
def loaded(folder: Path) -> ox.Store:
    """The same, opened in this process."""
    return ox.Store.read_only(str(folder))


def ask(loaded: ox.Store, query: str, values: engine.Values | None = None) -> Answer:
    """What the engine answers, in this process and with the errors of `sparql`."""
    try:
        return Answer(*engine.answer(loaded, query, PREFIXES, values))
    except engine.Refused as refused:
        raise refusal(*refused.args, query) from refused


def names(answer: Answer) -> list[tuple[str, ...]]:
    return [tuple("" if term is None else str(term) for term in row) for row in answer.rows]


def test_a_query_is_answered_by_a_process_of_its_own(folder: Path) -> None:
    answer = sparql(folder, "SELECT ?name { ?m a kg:Dataset ; skos:prefLabel ?name }")
    assert (answer.variables, names(answer), answer.count) == (("name",), [("GLUE",), ("SQuAD",)], 2)
    with pytest.raises(UsageError, match="line 1, column 12"):
        sparql(folder, "SELECT * { nope }")


def test_select_sorts_its_rows_unless_the_query_orders_them(loaded: ox.Store) -> None:
    query = "SELECT ?name { ?m a kg:Dataset ; skos:prefLabel ?name }"
    assert names(ask(loaded, query)) == [("GLUE",), ("SQuAD",)]
    assert names(ask(loaded, query + " ORDER BY DESC(?name)")) == [("SQuAD",), ("GLUE",)]
    assert engine.ordered(query + " order\n# {\nBY ?name LIMIT 1")
    assert not engine.ordered("SELECT * { { SELECT * { ?a ?b '}' } ORDER BY ?a } FILTER(?b = \"ORDER BY\") }")


def test_the_prefixes_of_the_triples_need_no_declaration(loaded: ox.Store) -> None:
    answer = ask(loaded, "SELECT ?name ?doi { ?paper dc:creator ?name ; prism:doi ?doi }")
    assert names(answer) == [("A. Example", "10.1000/xyz1"), ("B. Sample", "10.1000/xyz1")]


def test_rows_say_what_is_unbound_and_what_a_term_is(loaded: ox.Store) -> None:
    query = 'SELECT ?m ?x ?l ?n { ?m a kg:Metric OPTIONAL { ?m kg:nothing ?x } BIND("é"@en AS ?l) BIND(1.5 AS ?n) }'
    answer = ask(loaded, query)
    assert answer.variables == ("m", "x", "l", "n")
    assert list(answer.rows) == [
        (
            Term("uri", "https://example.org/kg/concept/metric/f1"),
            None,
            Term("literal", "é", language="en"),
            Term("literal", "1.5", "http://www.w3.org/2001/XMLSchema#decimal"),
        )
    ]


def test_ask_and_construct(loaded: ox.Store) -> None:
    assert ask(loaded, "ASK { ?m kg:evaluatedOn ?d }").truth is True
    no = ask(loaded, "ASK { ?m kg:trainedOn ?d }")
    assert (no.truth, no.count, list(no.rows)) == (False, 0, [])
    answer = ask(loaded, "CONSTRUCT { ?d kg:tests ?m } WHERE { ?m kg:evaluatedOn ?d }")
    assert (answer.truth, answer.count, len(list(answer.triples))) == (None, 3, 3)
    assert answer.variables == ("subject", "predicate", "object")
    twice = ask(loaded, "CONSTRUCT { ?m a ?type } WHERE { ?m kg:evaluatedOn ?d ; a ?type }")
    assert len(list(twice.rows)) == len(set(twice.rows)) == 6


def test_values_are_bound_and_never_pasted(loaded: ox.Store) -> None:
    query = "SELECT ?m ?name { ?m skos:prefLabel ?name }"
    assert ask(loaded, query, {"name": ("string", "GLUE")}).count == 1
    assert ask(loaded, query, {"name": ("string", '" } UNION { ?m ?p ?name } # ')}).count == 0
    squad = {"m": ("iri", "https://example.org/kg/concept/dataset/squad")}
    assert names(ask(loaded, query, squad)) == [(squad["m"][1], "SQuAD")]
    assert ask(loaded, "SELECT ?n { ?c kg:support ?n }", {"n": ("integer", "2")}).count > 0
    with pytest.raises(UsageError, match="does not select"):
        ask(loaded, query, {"nothing": ("string", "x")})
    with pytest.raises(InputError, match="IRI"):
        ask(loaded, query, {"m": ("iri", "no iri")})


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
def test_updates_are_refused(loaded: ox.Store, query: str) -> None:
    with pytest.raises(UsageError, match="would change the graph"):
        ask(loaded, query)
    with pytest.raises(UsageError, match="not SPARQL"):
        ask(loaded, "SELECT * { ?a ?b ?c } ; " + query)


class Witness(http.server.BaseHTTPRequestHandler):
    """Another host, which nobody may ask."""

    asked: list[str] = []  # noqa: RUF012

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_error(404)

    do_POST = do_GET

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Witness)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()
    assert Witness.asked == []


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { SERVICE <HOST> { ?a ?b ?c } }",
        "ASK { SERVICE <HOST> { ?a ?b ?c } }",
        "CONSTRUCT { ?a ?b ?c } WHERE { SERVICE <HOST> { ?a ?b ?c } }",
        "DESCRIBE ?a { SERVICE <HOST> { ?a ?b ?c } }",
        "SELECT * { service silent <HOST> { ?a ?b ?c } }",
        "SELECT * { SeRvIcE/**/<HOST> { ?a ?b ?c } }".replace("/**/", "#\n"),
        "SELECT * { ?a kg:p 3SERVICE<HOST>{ ?x ?y ?z } }",
        "PREFIX : <HOST> SELECT * { SERVICE:g{ ?x ?y ?z } }",
        "PREFIX SERVICE: <http://x/> PREFIX : <HOST> SELECT * { SERVICE:g{ ?x ?y ?z } }",
        "SELECT * {?a ?b ?c FILTER(?a<'#>') SERVICE <HOST> {?x ?y ?z} FILTER('b'='b')}",
        "SELECT * { <http://e/#x> ?b ?c # '''\n SERVICE <HOST> {?x ?y ?z} # '''\n }",
        "SELECT * { BIND(<HOST> AS ?s) SERVICE ?s { ?a ?b ?c } }",
        "SELECT ?service ?sxervice { ?service ?sxervice ?sxxervice SERVICE <HOST> { ?a ?b ?c } }",
        "SELECT * { FILTER NOT EXISTS { SERVICE <HOST> { ?a ?b ?c } } }",
        "SELECT * { { SELECT * { OPTIONAL { SERVICE <HOST> { ?a ?b ?c } } } } }",
        r"SELECT * { ?a ?b '\'' SERVICE <\u0068ttp://e/> { ?x ?y '\'' } }",
    ],
)
def test_no_other_host_is_asked(loaded: ox.Store, host: str, query: str) -> None:
    with pytest.raises(UsageError, match="another host"):
        ask(loaded, query.replace("HOST", host))


@pytest.mark.parametrize(
    "query", ["SELECT * { SERV\\u0049CE <HOST> { ?a ?b ?c } }", "SELECT * { ſERVICE <HOST> { ?a ?b ?c } }"]
)
def test_what_only_looks_like_service_is_no_sparql(loaded: ox.Store, host: str, query: str) -> None:
    with pytest.raises(UsageError, match="not SPARQL"):
        ask(loaded, query.replace("HOST", host))


def test_a_dataset_clause_fetches_nothing(loaded: ox.Store, host: str) -> None:
    assert ask(loaded, f"SELECT * FROM <{host}> {{ ?a ?b ?c }}").count == 0
    assert ask(loaded, f"SELECT * FROM NAMED <{host}> {{ GRAPH ?g {{ ?a ?b ?c }} }}").count == 0
    assert ask(loaded, f"DESCRIBE <{host}>").count == 0


def test_the_word_service_in_names_is_no_fault(loaded: ox.Store) -> None:
    query = """PREFIX service: <http://e/> # a service
    SELECT * { ?service service:service '''a 'service' ''' ; kg:SERVICE <http://e/SERVICE>
    FILTER(CONTAINS(?x, "web \\"service\\" # ")) _:service ?Service "x"@service }"""
    assert ask(loaded, query).count == 0


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("SELECT * WHERE { ?a", 'line 1, column 20, at its end: "SELECT \\* WHERE { \\?a"'),
        ("SELECT * { ?a ?b }", 'line 1, column 18, "SELECT \\* { \\?a \\?b ⟨here⟩}"'),
        ("SELECT * { ?a ?b ?c FILTR(?a) }", "line 1, column 21"),
        ("SELEC * { ?a ?b ?c }", "line 1, column 1,"),
        ("SELECT * { ?a ?b ?c } ORDR BY ?a", "line 1, column 23"),
        ("SELECT * { ?a ?b ?c } # }\n}", "line 2, column 1,"),
        ("SELECT * {\n ?a ?b '''x\ny''' ; ?e }", "line 3, column 11"),
        ("SELECT * { << ?a ?b ?c >> ?d }", "line 1, column 30"),
        ("SELECT *\nWHERE {\n ?a kg:usedFor }", 'line 3, column 16, " \\?a kg:usedFor ⟨here⟩}"'),
        ("SELECT *\r\nWHERE {\r\n ?a kg:usedFor }", "line 3, column 16"),
        ("SELECT * { ?a kg:name '😀' ?b }", "line 1, column 27"),
        ("SELECT * { ?a nope:x ?b }", "prefix is not declared"),
        ("SELECT * { ?service nope:x ?b }", "prefix is not declared"),
        ("", "line 1, column 1"),
        ('BERT" } # ', "line 1"),
        ("SELECT (1 AS ?x) (2 AS ?x) {}", "selected twice"),
        ("SELECT ?a { ?a ?b ?c } GROUP BY ?b", "not SPARQL"),
    ],
)
def test_a_fault_is_a_sentence_with_its_place(loaded: ox.Store, query: str, place: str) -> None:
    with pytest.raises(UsageError, match=place) as error:
        ask(loaded, query)
    assert len(str(error.value)) < 200
    assert "\n" not in str(error.value)


@given(st.text(max_size=40))
def test_no_text_breaks_it(query: str) -> None:
    with pytest.raises(UsageError):
        ask(ox.Store(), "SELEC " + query)


def test_text_that_is_none_is_named(folder: Path) -> None:
    with pytest.raises(UsageError, match="no text at character 12"):
        sparql(folder, "SELECT * { \udc80 }")


def test_a_query_without_end_is_ended(folder: Path) -> None:
    start = time.monotonic()
    with pytest.raises(LimitError, match="ended after 1 second"):
        sparql(folder, ENDLESS, timeout=1)
    assert time.monotonic() - start < 20
    with pytest.raises(UsageError, match="at least 1"):
        sparql(folder, "ASK {}", timeout=0)


def test_a_query_that_breaks_the_engine_is_a_sentence(folder: Path) -> None:
    with pytest.raises(LimitError, match="nested too deep"):
        sparql(folder, "ASK " + "{" * 200_000 + "}" * 200_000)
    doubled = " ".join(f"BIND(CONCAT(?x{n}, ?x{n}) AS ?x{n + 1})" for n in range(30))
    with pytest.raises(LimitError, match="more than 1,000 MB"):
        sparql(folder, f"ASK {{ BIND('{'x' * 100}' AS ?x0) {doubled} }}", memory=1000 << 20)


def test_a_folder_that_is_no_store_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be answered"):
        sparql(tmp_path, "ASK {}")
