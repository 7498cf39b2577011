"""TriG and N-Quads: each paper's graph holds what that paper says, and the rest is in the default graph."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest

from kg import export, store
from kg.ontology import PREFIXES
from kg.records import Concept, Statement
from tests import whole
from tests.export.conftest import GRAPHS
from tests.export.graphs import ask
from tests.whole import Graph

BASE = "https://example.org/kg/"
FORMS = {"graph.trig": ox.RdfFormat.TRIG, "graph.nq": ox.RdfFormat.N_QUADS}


@pytest.fixture(params=FORMS)
def quads(request: pytest.FixtureRequest, exports: Path) -> list[ox.Quad]:
    """The quads of the graph that has everything, in each format."""
    return list(ox.parse(path=exports / "reporting" / request.param, format=FORMS[request.param]))


def kind(term: object) -> str:
    """What sort of thing of ours an IRI names."""
    return str(getattr(term, "value", "")).removeprefix(BASE).partition("/")[0]


def test_one_graph_a_paper_and_what_it_describes(quads: list[ox.Quad]) -> None:
    named = {q.graph_name.value for q in quads if isinstance(q.graph_name, ox.NamedNode)}
    assert named == {
        f"{BASE}graph/p1", f"{BASE}graph/p2", f"{BASE}graph/p3", f"{BASE}graph/h%201%2F%3C%26%22%3E",
    }  # fmt: skip
    assert len(quads) == len(set(quads))
    for quad in quads:
        default = isinstance(quad.graph_name, ox.DefaultGraph)
        subject = kind(quad.subject)
        if subject == "paper":
            assert quad.graph_name.value.rsplit("/", 1)[1] == quad.subject.value.rsplit("/", 1)[1]
        elif subject != "concept":
            in_papers = subject in ("passage", "position", "quote", "evidence", "mention", "result")
            assert default != in_papers, quad


def test_a_plain_triple_stands_in_the_graph_of_each_paper_that_states_it(quads: list[ox.Quad]) -> None:
    stated: dict[tuple[str, ...], set[str]] = {}
    relations = {f"{PREFIXES['kg']}{s.predicate}" for s in GRAPHS["reporting"].statements}
    for quad in quads:
        if quad.predicate.value in relations:
            assert isinstance(quad.graph_name, ox.NamedNode)
            ends = tuple(t.value.removeprefix(BASE) for t in (quad.subject, quad.predicate, quad.object))
            stated.setdefault(ends, set()).add(quad.graph_name.value.rsplit("/", 1)[1])
    papers = {"p1": "p1", "p2": "p2", "p3": "p3", 'h 1/<&">': "h%201%2F%3C%26%22%3E"}
    assert len(stated) == len(GRAPHS["reporting"].statements)
    for s in GRAPHS["reporting"].statements:
        if s.subject.startswith("method/bert"):
            ends = (f"concept/{s.subject}", f"ontology#{s.predicate}", f"concept/{s.object}")
            assert stated[ends] == {papers[e.paper] for e in s.evidence}


def test_each_paper_can_be_asked_apart(exports: Path) -> None:
    query = "SELECT ?a ?b { GRAPH <https://example.org/kg/graph/p2> { ?a kg:uses ?b } }"
    method = f"{BASE}concept/method"
    assert ask(exports / "reporting" / "graph.trig", query) == [(f"{method}/roberta", f"{method}/bert")]


def test_what_no_paper_states_stands_in_the_default_graph(tmp_path: Path) -> None:
    concepts = (Concept("method/a", "A", "Method"), Concept("method/b", "B", "Method"))
    whole.write(Graph((), concepts, (Statement("method/a", "uses", "method/b", 1.0),)), tmp_path / "g.sqlite")
    with store.Store(tmp_path / "g.sqlite") as opened:
        export.export(opened, "nquads", tmp_path / "g.nq")
        export.export(opened, "ntriples", tmp_path / "g.nt")
    quads = set(ox.parse(path=tmp_path / "g.nq", format=ox.RdfFormat.N_QUADS))
    assert {q.triple for q in quads} == {
        q.triple for q in ox.parse(path=tmp_path / "g.nt", format=ox.RdfFormat.N_TRIPLES)
    }
    assert {q.graph_name for q in quads} == {ox.DefaultGraph()}
    assert any(q.predicate.value == f"{PREFIXES['kg']}uses" for q in quads)
