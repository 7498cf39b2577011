"""The graph sent to SPARQL endpoints on loopback: good ones, busy ones, ones that die, refuse or lead elsewhere."""

from __future__ import annotations

import base64
import http.server
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib
from typer.testing import CliRunner

from kg import settings, store
from kg.cli.app import app
from kg.errors import OutputError, Problem, UsageError
from kg.export import endpoint, post, rdf


@dataclass
class Served:
    """An endpoint over an embedded Oxigraph store; `faults` answers some requests in place of it, by their number."""

    store: ox.Store = field(default_factory=ox.Store)
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    faults: dict[int, Callable[[http.server.BaseHTTPRequestHandler], None]] = field(default_factory=dict)
    url: str = ""


@contextmanager
def serving(served: Served) -> Iterator[Served]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            number = len(served.requests)
            served.requests.append((self.path, dict(self.headers), body))
            if number in served.faults:
                served.faults[number](self)
                return
            try:
                served.store.update(body.decode())
                self.send_response(204)
                self.end_headers()
            except SyntaxError as error:
                self.send_error(400, str(error)[:50].replace("\n", " "))

        def do_GET(self) -> None:
            raise AssertionError("nobody may GET")

        def log_message(self, *_: object) -> None:
            return

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    served.url = f"http://127.0.0.1:{server.server_port}/update"
    try:
        yield served
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def served() -> Iterator[Served]:
    with serving(Served()) as found:
        yield found


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of 50 triples, short silences, no credentials and no proxy from outside."""
    changed = settings.EndpointSettings(triples=50, seconds=2, tries=3)
    for module in (endpoint, post):
        monkeypatch.setattr(module, "ENDPOINT", changed)
    for name in ("USER", "PASSWORD", "TOKEN"):
        monkeypatch.delenv(f"KG_ENDPOINT_{name}", raising=False)
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture
def graph(sample_path: Path, tmp_path: Path) -> Iterator[store.Store]:
    (tmp_path / "graph.sqlite").write_bytes(sample_path.read_bytes())
    with store.Store(tmp_path / "graph.sqlite") as opened:
        yield opened


def answering(
    status: int, text: str = "", **headers: str
) -> Callable[[http.server.BaseHTTPRequestHandler], None]:
    def answer(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(text.encode())

    return answer


def dying(handler: http.server.BaseHTTPRequestHandler) -> None:
    handler.close_connection = True
    handler.connection.shutdown(2)


def expected(graph: store.Store, name: str | None = None) -> set[ox.Quad]:
    memory = ox.Store()
    graph_name = ox.NamedNode(name) if name else ox.DefaultGraph()
    memory.extend(ox.Quad(*triple, graph_name) for triple in rdf.triples(graph))
    return set(memory)


def records(graph: store.Store) -> list[str]:
    return sorted(p.name for p in graph.path.parent.iterdir() if p.name != "graph.sqlite")


def test_every_triple_arrives_and_twice_is_once(graph: store.Store, served: Served) -> None:
    sent = endpoint.send(graph, served.url)
    assert sent == len(list(rdf.triples(graph)))
    assert set(served.store) == expected(graph)
    assert len(served.requests) == -(-sent // 50)
    assert {headers["Content-Type"] for _, headers, _ in served.requests} == {"application/sparql-update"}
    assert endpoint.send(graph, served.url) == sent
    assert set(served.store) == expected(graph)
    assert records(graph) == []


def test_a_named_graph_can_be_chosen(graph: store.Store, served: Served) -> None:
    endpoint.send(graph, served.url, "https://example.com/graphs/my%20graph")
    assert set(served.store) == expected(graph, "https://example.com/graphs/my%20graph")
    assert records(graph) == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"graph_iri": "x> } DROP ALL"}, "no absolute http, https or urn IRI for a graph"),
        ({"graph_iri": "skos:Concept"}, "no absolute http, https or urn IRI for a graph"),
        ({"base_iri": "kg"}, "is no base for IRIs"),
        ({"license": "MIT"}, "is no absolute IRI of a licence"),
    ],
)
def test_what_is_no_iri_is_refused_before_anything_is_sent(
    graph: store.Store, served: Served, given: dict[str, str], said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        endpoint.send(graph, served.url, **given)
    assert served.requests == []


def test_hostile_text_arrives_as_it_is(hostile: store.Store, served: Served, tmp_path: Path) -> None:
    endpoint.send(hostile, served.url)
    assert set(served.store) == expected(hostile)


@pytest.mark.parametrize(
    "text", ["\\u0041", "\\\\u0022", "\\u{a}", "\\U0001F600", "\\", 'a"\\\x01\u20281', "\\\\\\u00e9 é"]
)
def test_a_backslash_before_a_u_survives_a_naive_reader(text: str) -> None:
    triple = (ox.NamedNode("http://e/s"), ox.NamedNode("http://e/p"), ox.Literal(text))
    (lines,) = endpoint.batches([triple])
    update = endpoint.insert(lines, None).decode()
    naive = rdflib.Graph()
    naive.update(update)
    assert [str(o) for o in naive.objects()] == [text]
    exact = ox.Store()
    exact.update(update)
    assert [quad.object for quad in exact] == [triple[2]]


def test_batches_are_cut_by_size_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "ENDPOINT", settings.EndpointSettings(triples=10, bytes=1000))
    s, p = ox.NamedNode("http://e/s"), ox.NamedNode("http://e/p")
    texts = ["x" * size for size in (5000, 300, 300, 900, 300)]
    found = list(endpoint.batches((s, p, ox.Literal(text)) for text in texts))
    assert [len(lines) for lines in found] == [1, 2, 1, 1]
    assert list(endpoint.batches([])) == []
    (first, second) = endpoint.batches((s, p, ox.Literal(text)) for text in ("中" * 300, "中" * 300))
    assert len(first) == len(second) == 1  # bytes count, not characters


@pytest.mark.parametrize(
    "fault",
    [answering(503), answering(429, Retry_After="7"), answering(500, "x" * 10_000), answering(408), dying],
    ids=["503", "429", "500", "408", "dies"],
)
def test_a_passing_fault_is_tried_again(
    graph: store.Store, served: Served, fault: Callable[[http.server.BaseHTTPRequestHandler], None]
) -> None:
    served.faults = {1: fault, 2: fault}
    said: list[Problem] = []
    waited: list[float] = []
    endpoint.send(graph, served.url, report=said.append, wait=waited.append)
    assert set(served.store) == expected(graph)
    assert waited in ([1, 2], [7, 7])
    assert all("Trying again" in str(problem) and not problem.skipped for problem in said)
    assert records(graph) == []


def test_an_endpoint_that_is_silent_is_given_up(graph: store.Store, served: Served) -> None:
    done = threading.Event()
    served.faults = {n: lambda _: done.wait(30) and None for n in range(3)}
    try:
        with pytest.raises(
            OutputError, match=r"connection failed \(.*timed out\)\. Gave up after 3.* Nothing was sent"
        ):
            endpoint.send(graph, served.url, wait=lambda _: None)
    finally:
        done.set()


def test_one_that_dies_half_way_is_said_and_a_retry_goes_on(graph: store.Store) -> None:
    said: list[Problem] = []
    with serving(Served()) as first:
        first.faults = dict.fromkeys(range(2, 99), dying)
        with pytest.raises(OutputError, match="100 triples went there; the same command goes on after them"):
            endpoint.send(graph, first.url, wait=lambda _: None)
        assert len(first.store) == 100
        assert len(records(graph)) == 1
        before = len(first.requests)
        first.faults = {}
        sent = endpoint.send(graph, first.url, report=said.append)
        assert sent == len(list(rdf.triples(graph)))
        assert len(first.requests) - before == -(-sent // 50) - 2
        assert set(first.store) == expected(graph)
    assert ["100 triples went there before" in str(problem) for problem in said] == [True]
    assert records(graph) == []


def test_another_graph_or_another_place_begins_anew(
    graph: store.Store, served: Served, hostile_path: Path
) -> None:
    served.faults = dict.fromkeys(range(2, 5), dying)
    with pytest.raises(OutputError):
        endpoint.send(graph, served.url, wait=lambda _: None)
    served.faults = {}
    endpoint.send(graph, served.url, "http://e/other")
    assert set(served.store) >= expected(graph, "http://e/other")
    graph.path.write_bytes(hostile_path.read_bytes())
    with store.Store(graph.path) as changed:
        endpoint.send(changed, served.url)
        assert set(served.store) >= expected(changed)


def test_a_damaged_record_counts_for_nothing(graph: store.Store, served: Served) -> None:
    served.faults = dict.fromkeys(range(2, 5), dying)
    with pytest.raises(OutputError):
        endpoint.send(graph, served.url, wait=lambda _: None)
    (record,) = records(graph)
    served.faults = {}
    for noise in ("", "[]", '{"state": 1}'):
        (graph.path.parent / record).write_text(noise, encoding="utf-8")
        endpoint.send(graph, served.url)
        assert set(served.store) == expected(graph)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (answering(400, "Parse error:\n line 1"), "answered 400 Bad Request: Parse error: line 1."),
        (answering(413), "answered 413"),
        (answering(401), "asks for credentials (401 Unauthorized). Set KG_ENDPOINT_USER"),
        (
            answering(302, Location="http://me:pw@127.0.0.1:1/x?token=y"),
            "name its new address: http://127.0.0.1:1/x.",
        ),
    ],
    ids=["400", "413", "401", "302"],
)
def test_a_refusal_is_said_at_once(
    graph: store.Store, served: Served, fault: Callable[[http.server.BaseHTTPRequestHandler], None], said: str
) -> None:
    served.faults = {0: fault}
    with pytest.raises(OutputError) as error:
        endpoint.send(graph, served.url)
    assert said in str(error.value)
    assert str(error.value).endswith("Nothing was sent.")
    assert len(served.requests) == 1


def test_credentials_come_from_the_environment_and_are_never_said(
    graph: store.Store, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KG_ENDPOINT_USER", "me")
    monkeypatch.setenv("KG_ENDPOINT_PASSWORD", "pa:ss wörd")
    endpoint.send(graph, served.url)
    given = served.requests[0][1]["Authorization"].removeprefix("Basic ")
    assert base64.b64decode(given).decode() == "me:pa:ss wörd"
    monkeypatch.setenv("KG_ENDPOINT_TOKEN", "tell-nobody")
    served.faults = {len(served.requests): answering(400, "bad token tell-nobody")}
    with pytest.raises(OutputError, match=r"bad token \*\*\*") as error:
        endpoint.send(graph, served.url)
    assert served.requests[-1][1]["Authorization"] == "Bearer tell-nobody"
    assert "tell-nobody" not in str(error.value) + repr(post.endpoint_at(served.url))
    served.faults = {len(served.requests): answering(403)}
    with pytest.raises(OutputError, match="does not accept the credentials"):
        endpoint.send(graph, served.url)
    monkeypatch.setenv("KG_ENDPOINT_TOKEN", "a\nHost: evil")
    with pytest.raises(UsageError, match="no header can hold"):
        endpoint.send(graph, served.url)


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "ftp://example.org/", "localhost:3030/kg", "", "http://", "http://h:x/", "http://[", "http://h:0/",
        "http://h/a b", "http://h/\r\nX: y", "https://me:secret@h/", "javascript:alert(1)", "http://exämple.org/", "http://h/\udc80",
    ],
)  # fmt: skip
def test_what_is_no_endpoint_is_refused(graph: store.Store, url: str) -> None:
    with pytest.raises(UsageError) as error:
        endpoint.send(graph, url)
    assert "secret" not in str(error.value)


def test_the_command(graph: store.Store, served: Served) -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        done = CliRunner().invoke(app, ["export", "--graph", str(graph.path), *arguments])
        return done.exit_code, done.stdout, done.stderr

    sent = len(list(rdf.triples(graph)))
    assert run("--to-endpoint", served.url) == (0, "", f"{sent:,} triples are there.\n")
    assert set(served.store) == expected(graph)
    status, out, said = run("--to-endpoint", "ftp://h/")
    assert (status, out, "http://" in said) == (2, "", True)
    assert run("--to-endpoint", served.url, "--format", "turtle")[0] == 2
    status, out, said = run("--graph-iri", "http://e/g", "--format", "turtle")
    assert (status, out, "see --to-endpoint" in said) == (2, "", True)
    assert run()[0] == 2
    served.faults = {len(served.requests): answering(400)}
    status, out, said = run("--to-endpoint", served.url)
    assert (status, out, "Nothing was sent" in said) == (1, "", True)
