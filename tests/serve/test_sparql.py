"""The SPARQL endpoint, by the protocol."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from kg.serve import sparql as serving
from kg.settings import SERVE

NAMES = "SELECT ?name { ?m a kg:Dataset ; skos:prefLabel ?name } ORDER BY ?name"
FORM = {"content-type": "application/x-www-form-urlencoded"}
QUERY = {"content-type": "application/sparql-query"}


def test_rows_in_every_form(client: Any) -> None:
    answer = client.get("/sparql", params={"query": NAMES}, headers={"accept": "*/*"})
    assert answer.headers["content-type"] == "application/sparql-results+json"
    rows = answer.json()["results"]["bindings"]
    assert [row["name"]["value"] for row in rows] == ["GLUE", "SQuAD"]
    answer = client.get("/sparql", params={"query": NAMES}, headers={"accept": "text/csv"})
    assert answer.text == "name\r\nGLUE\r\nSQuAD\r\n"
    answer = client.get(
        "/sparql", params={"query": NAMES}, headers={"accept": "application/sparql-results+xml"}
    )
    assert answer.text.startswith("<?xml")
    answer = client.get("/sparql", params={"query": NAMES}, headers={"accept": "image/png"})
    assert answer.status_code == 406


def test_triples_and_truth(client: Any) -> None:
    construct = "CONSTRUCT WHERE { ?m kg:evaluatedOn ?d }"
    answer = client.get("/sparql", params={"query": construct}, headers={"accept": "text/turtle, */*;q=0.1"})
    assert answer.headers["content-type"].startswith("text/turtle")
    assert "kg:evaluatedOn dataset:squad" in answer.text
    answer = client.get("/sparql", params={"query": "ASK { ?m kg:usedFor ?t }"}, headers={"accept": "*/*"})
    assert answer.json()["boolean"] is True


def test_a_query_in_the_body(client: Any) -> None:
    for headers, body in ((QUERY, NAMES), (FORM, "query=" + NAMES.replace(" ", "+"))):
        assert len(client.post("/sparql", content=body, headers=headers).json()["results"]["bindings"]) == 2
    assert client.post("/sparql", content="x", headers={"content-type": "text/plain"}).status_code == 415
    assert client.post("/sparql", content="a=b", headers=FORM).status_code == 400
    assert client.post("/sparql", content=b"\xff", headers=QUERY).status_code == 400
    assert client.post("/sparql", content="x" * (SERVE.body + 1), headers=QUERY).status_code == 413


@pytest.mark.parametrize(
    "query",
    [
        "INSERT DATA { <a:a> <a:b> <a:c> }",
        "SELECT * { SERVICE <http://x.invalid/> { ?s ?p ?o } }",
        "nonsense",
    ],
)
def test_what_is_no_question_is_refused(client: Any, query: str) -> None:
    for accept in ("*/*", "text/html"):
        answer = client.get("/sparql", params={"query": query}, headers={"accept": accept})
        assert answer.status_code == 400


def test_the_page_leads_from_an_answer_to_its_concepts(client: Any) -> None:
    query = 'SELECT ?m ("https://example.org/kg/concept/x" AS ?text) { ?m skos:prefLabel "BERT" }'
    text = client.get("/sparql", params={"query": query}, headers={"accept": "text/html"}).text
    assert '<a href="/concept/method/bert">https://example.org/kg/concept/method/bert</a>' in text
    assert 'href="/concept/x"' not in text


def test_a_page_says_by_its_status_why_there_is_no_answer(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = threading.BoundedSemaphore(1)
    taken.acquire()  # as if another query was being answered
    monkeypatch.setattr(serving, "_places", taken)
    monkeypatch.setattr(serving, "SERVE", replace(SERVE, loading_seconds=0.01))
    for accept in ("*/*", "text/html"):
        assert client.get("/sparql", params={"query": NAMES}, headers={"accept": accept}).status_code == 503


def test_the_page_shows_the_answer_as_text(hostile_client: Any) -> None:
    answer = hostile_client.get(
        "/sparql",
        params={"query": 'SELECT ("<script>alert(1)</script>" AS ?x) ?name { ?m skos:prefLabel ?name }'},
        headers={"accept": "text/html"},
    )
    assert answer.status_code == 200
    assert "&lt;script&gt;alert(1)" in answer.text
    assert "<script>alert" not in answer.text
    assert client_lists_examples(hostile_client)


def client_lists_examples(client: Any) -> bool:
    return "methods-for-a-task" in client.get("/sparql", headers={"accept": "text/html"}).text
