"""The pages and the API, asked without a browser."""

from __future__ import annotations

import html
import json
import shutil
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest

from kg import store
from kg.serve.app import application
from kg.settings import SERVE
from tests import samples
from tests.serve.conftest import asking

PAGES = [
    "/",
    "/search?q=bert",
    "/concept/method/bert",
    "/concept/dataset/squad",
    "/statements?concept=dataset/squad&predicate=evaluatedOn&side=object",
    "/statement?subject=method/bert&predicate=evaluatedOn&object=dataset/squad",
    "/naming?concept=bert",
    "/graph/method/bert",
    "/paper/p1",
    "/paper?id=p3",
    "/papers",
    "/results",
    "/results?dataset=SQuAD&metric=F1",
    "/path?start=GLUE&end=F1",
    "/docs",
    "/sparql",
]
BROWSER = {"accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}


@pytest.mark.parametrize("url", PAGES)
def test_each_page_is_whole_and_shut_in(client: Any, url: str) -> None:
    answer = client.get(url, headers=BROWSER)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.text.startswith("<!DOCTYPE html>")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "frame-ancestors" in answer.headers["content-security-policy"]
    assert "set-cookie" not in answer.headers
    assert not [part for part in answer.text.split('src="')[1:] if not part.startswith("/")]


def test_only_scripts_of_its_own_run(client: Any) -> None:
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "script-src 'sha256-" in html.unescape(client.get("/graph/method/bert").text)


def test_a_concept_shows_its_statements_with_their_evidence(client: Any) -> None:
    text = client.get("/concept/method/bert").text
    assert "<h2>evaluated on</h2>" in text
    assert '<a href="/concept/dataset/squad" dir="auto">SQuAD</a>' in text
    assert "<mark>BERT</mark> is evaluated on <mark>SQuAD</mark>" in text
    assert "Bidirectional Encoder Representations from Transformers" in text
    assert 'src="/graph/method/bert#whole"' in text


def test_a_paper_shows_its_abstract_with_the_mentions_marked(client: Any) -> None:
    text = client.get("/paper/p3").text
    assert 'class="marked method" href="/concept/method/albert" title="Method">ALBERT</a> reaches an ' in text
    assert '<b dir="auto">92.2%</b>' in text


def test_a_leaderboard_has_its_evidence(client: Any) -> None:
    assert "/results?dataset=dataset%2Fsquad&amp;metric=metric%2Ff1" in client.get("/results").text
    text = client.get("/results?dataset=squad&metric=f1").text
    assert '<b dir="auto">92.2%</b>' in text
    assert "on <mark>SQuAD</mark> for" in text


def test_results_are_asked_for_by_any_of_their_ends(client: Any) -> None:
    text = client.get("/results?method=albert").text
    assert text.count("<tr>") == 4
    assert '<th scope="col">Method</th>' not in text
    assert client.get("/results?task=question answering&metric=F1").text.count("<tr>") == 2
    assert "No results." in client.get("/results?task=question answering&metric=F1&dataset=GLUE").text
    answer = client.get("/results?dataset=bert")
    assert answer.status_code == 404
    assert "No Dataset is called &#34;bert&#34;" in answer.text
    assert 'value="bert"' in answer.text


def test_a_path_is_found_or_said_not_to_be(client: Any) -> None:
    assert client.get("/path?start=GLUE&end=F1").text.count("<li>") == 3
    answer = client.get("/path?start=GLUE&end=nothing")
    assert answer.status_code == 404
    assert "No concept is called &#34;nothing&#34;" in answer.text


@pytest.mark.parametrize("form", ["application/ld+json", "text/turtle"])
def test_iris_answer_as_linked_data(client: Any, form: str) -> None:
    formats = {"application/ld+json": ox.RdfFormat.JSON_LD, "text/turtle": ox.RdfFormat.TURTLE}
    for path, said in (("concept/method/bert", "evaluatedOn"), ("paper/p1", "proposes")):
        answer = client.get(f"/{path}", headers={"accept": form})
        assert answer.headers["content-type"].startswith(form)
        assert answer.headers["vary"] == "Accept"
        triples = [q.triple for q in ox.parse(answer.content, format=formats[form])]
        assert {t.subject.value for t in triples} == {f"https://example.org/kg/{path}"}
        assert f"https://example.org/kg/ontology#{said}" in {t.predicate.value for t in triples}
    assert client.get("/concept/method/bert", headers={"accept": "image/png"}).status_code == 406
    assert client.get("/paper?id=p1&form=turtle").headers["content-type"].startswith("text/turtle")
    assert client.get("/concept/method/bert?form=turtle").headers["content-type"].startswith("text/turtle")


def test_the_api_says_what_the_command_line_says(client: Any) -> None:
    assert [c["name"] for c in client.get("/api/search?q=bert").json()] == ["BERT"]
    around = client.get("/api/neighbours?name=bert").json()
    assert around["centre"]["id"] == "method/bert"
    assert {s["predicate"] for s in around["statements"]} >= {"evaluatedOn", "usedFor"}
    paper = client.get("/api/paper?id=p1").json()
    assert paper["text"][paper["mentions"][0]["start"] : paper["mentions"][0]["end"]] == "BERT"
    assert client.get("/api/results?dataset=dataset/squad").json()[0]["value"] == "92.2"
    assert client.get("/api/stats").json()["papers"] == 3
    chain = client.get("/api/path?start=GLUE&end=F1").json()
    assert [c["name"] for c in chain["concepts"]][0::3] == ["GLUE", "F1"]
    assert [p["id"] for p in client.get("/api/papers?after=p1&limit=1").json()] == ["p2"]


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("/api/search", 422),
        ("/api/search?q=", 422),
        ("/api/search?q=a&limit=0", 422),
        ("/api/search?q=a&limit=101", 422),
        ("/api/search?q=" + "a" * (SERVE.text + 1), 422),
        ("/api/neighbours?name=bert&hops=3", 422),
        ("/api/neighbours?name=nobody", 404),
        ("/api/paper?id=nothing", 404),
        ("/api/nothing", 404),
        ("/concept/method/nothing", 404),
        ("/paper/nothing", 404),
        ("/statement?subject=a&predicate=b&object=c", 404),
        ("/statements?concept=bert&predicate=uses&side=left", 422),
        ("/results?order=sideways&dataset=squad", 422),
        ("/papers?after=" + "a" * (SERVE.text + 1), 422),
        ("/static/..%2Fapp.py", 404),
        ("/nothing", 404),
    ],
)
def test_what_makes_no_sense_is_told(client: Any, url: str, status: int) -> None:
    answer = client.get(url)
    assert answer.status_code == status
    if url.startswith("/api/"):
        assert answer.json()["detail"]
    else:
        assert answer.text.startswith("<!DOCTYPE html>")
        assert 'class="fault"' in answer.text


def test_hostile_names_are_text_on_every_page(hostile_client: Any, hostile_path: Path) -> None:
    with store.Store(hostile_path) as opened:
        concepts = [c.id for c in opened.concepts()]
    from kg.serve.render import node_url

    for url in [
        *map(node_url, concepts),
        node_url(f"paper/{samples.HOSTILE_PAPER}"),
        "/",
        "/papers",
        "/results",
    ]:
        answer = hostile_client.get(url)
        assert answer.status_code == 200, url
        for attack in ("<script>alert", "<img src", "<b>friends", "</script><"):
            assert attack not in answer.text, url
        assert 'href="javascript:' not in answer.text
    for name in samples.HOSTILE:
        answer = hostile_client.get("/api/search", params={"q": name})
        assert answer.status_code == (200 if len(name) <= SERVE.text else 422)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", "192.168.0.7", ""]
)
def test_a_name_that_was_made_to_point_here_is_refused(client: Any, host: str) -> None:
    answer = client.get("/api/stats", headers={"host": host})
    assert answer.status_code == 421
    assert "papers" not in answer.text


def test_an_address_that_is_served_on_purpose_is_answered(results_path: Path) -> None:
    assert asking(results_path, "0.0.0.0").get("/", headers={"host": "192.168.0.7:8765"}).status_code == 200
    assert asking(results_path, "my.host").get("/", headers={"host": "my.host:1"}).status_code == 200
    assert asking(results_path, "0.0.0.0").get("/", headers={"host": "evil.example"}).status_code == 421


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_changed(client: Any, method: str) -> None:
    for url in ("/", "/api/stats", "/concept/method/bert"):
        assert client.request(method, url).status_code == 405


def test_head_is_get_without_the_body(client: Any) -> None:
    answer = client.head("/api/stats")
    assert (answer.status_code, answer.content) == (200, b"")


def test_a_rebuilt_graph_is_served_at_once(tmp_path: Path, sample_path: Path, results_path: Path) -> None:
    path = tmp_path / "graph.sqlite"
    shutil.copy(sample_path, path)
    client = asking(path)
    assert client.get("/api/stats").json()["papers"] == 2
    shutil.copy(results_path, tmp_path / "new")
    (tmp_path / "new").replace(path)
    assert client.get("/api/stats").json()["papers"] == 3
    assert client.get("/paper/p3").status_code == 200


def test_a_damaged_or_missing_graph_is_said_to_be(tmp_path: Path, sample_path: Path) -> None:
    path = tmp_path / "graph.sqlite"
    client = asking(path)
    assert client.get("/api/search?q=a").status_code == 404
    path.write_bytes(sample_path.read_bytes()[:5000] + b"\xff" * 60_000)
    answer = client.get("/api/search?q=bert")
    assert answer.status_code == 500
    assert "graph" in answer.json()["detail"]


def test_what_takes_too_long_is_broken_off(results_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kg.store import Store

    ending = Store.end_after
    monkeypatch.setattr(Store, "end_after", lambda self, seconds: ending(self, -1))
    monkeypatch.setattr(
        Store,
        "search",
        lambda self, *_: list(
            self.rows("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n")
        ),
    )
    answer = asking(results_path).get("/api/search?q=bert")
    assert answer.status_code == 503
    assert "longer" in answer.json()["detail"]


def test_the_description_is_served_and_asks_nothing_of_anyone(client: Any) -> None:
    described = client.get("/openapi.json").json()
    assert set(described["paths"]) >= {"/api/search", "/api/neighbours", "/api/paper", "/api/path", "/sparql"}
    docs = client.get("/docs").text
    assert all(path in docs for path in described["paths"])
    assert "http" not in docs.replace("https://example.org", "")
    assert json.dumps(described).count("cdn") == 0


def test_it_starts_over_a_path_that_holds_nothing_yet(tmp_path: Path) -> None:
    assert application(tmp_path / "graph.sqlite").title == "kg"
