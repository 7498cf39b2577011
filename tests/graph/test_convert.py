"""Records to NetworkX and back."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import store
from kg.graph.convert import from_networkx, to_networkx
from kg.graph.results import result_node
from kg.records import Annotation, Concept, Document, Evidence, Statement, paper_node
from tests import samples, whole
from tests.whole import Graph


def test_nodes_and_edges(sample: store.Store) -> None:
    graph = to_networkx(sample)
    assert graph.nodes["method/bert"] == {
        "kind": "concept", "label": "BERT", "type": "Method", "papers": 2, "mentions": 4,
        "aliases": ["Bert", "Bidirectional Encoder Representations from Transformers"],
    }  # fmt: skip
    assert graph.nodes["paper/p1"]["year"] == 2019
    assert graph.nodes["paper/p2"] == {
        "kind": "paper", "label": "p2", "type": "Paper", "paper": "p2", "authors": [], "keywords": [],
    }  # fmt: skip
    assert set(graph["method/bert"]["method/transformers"]) == {"comparedWith", "uses"}
    assert graph.edges["method/bert", "dataset/squad", "evaluatedOn"] == {
        "predicate": "evaluatedOn",
        "score": 0.8,
        "papers": 1,
        "weight": 1.0,
        "evidence": [
            {
                "paper": "p1",
                "start": 40,
                "end": 73,
                "quote": "BERT is evaluated on SQuAD by F1.",
                "part": "text",
            }
        ],
    }


def test_there_and_back(sample: store.Store, hostile: store.Store) -> None:
    for opened, graph in ((sample, samples.graph()), (hostile, samples.graph(hostile=True))):
        assert from_networkx(to_networkx(opened)) == (graph.concepts, graph.statements)


def test_a_part_is_the_induced_subgraph(sample: store.Store) -> None:
    nodes = {"method/bert", "dataset/squad", "paper/p2", "method/unknown", "paper/unknown"}
    part, whole = to_networkx(sample, nodes), to_networkx(sample)
    assert set(part.nodes) == {"method/bert", "dataset/squad", "paper/p2"}
    assert networkx.utils.graphs_equal(part, networkx.MultiDiGraph(whole.subgraph(nodes)))
    assert to_networkx(sample, []).number_of_nodes() == 0


def test_results_are_nodes(hostile: store.Store) -> None:
    graph = to_networkx(hostile)
    (node,) = [n for n, kind in graph.nodes(data="kind") if kind == "result"]
    (result,) = samples.graph(hostile=True).results
    assert node == result_node(result)
    assert graph.nodes[node] == {
        "kind": "result", "label": result.written, "type": "Result", "figure": "improvement", "value": -0.5,
        "unit": "]]>", "written": result.written, "score": 0.75,
        "evidence": graph.edges[node, "method/c-cedb1bac", "method"]["evidence"],
    }  # fmt: skip
    assert list(graph.in_edges(node, keys=True)) == [(f"paper/{samples.HOSTILE_PAPER}", node, "reports")]
    part = to_networkx(hostile, [node, "method/c-cedb1bac", "result/unknown"])
    assert networkx.utils.graphs_equal(part, networkx.MultiDiGraph(graph.subgraph(part.nodes)))
    assert part.number_of_edges() == 1


def test_a_part_reads_no_evidence_from_outside(sample_path: Path) -> None:
    class Counting(store.Store):
        completed = 0

        def supported(self, statements: Iterable[Statement]) -> Iterable[Statement]:
            for statement in super().supported(statements):
                self.completed += 1
                yield statement

        def papers(self) -> Iterable[Document]:
            raise AssertionError("all papers were read")

        def statements(self) -> Iterable[Statement]:
            raise AssertionError("all statements were read")

    with Counting(sample_path) as opened:
        part = to_networkx(opened, ["method/bert", "metric/f1"])
        assert (part.number_of_edges(), opened.completed) == (1, 1)


name = st.text("abcXYZ é中<&\"'0", min_size=1, max_size=8)
names = st.lists(name, max_size=2)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    document = Document("p", draw(st.text("ab c.", min_size=5, max_size=20)), title=draw(st.none() | name))
    ids = draw(st.lists(st.sampled_from("abcdef"), unique=True, max_size=5).map(sorted))
    concepts = tuple(
        Concept(f"method/{i}", draw(name), "Method", tuple(draw(names)), draw(st.integers(1, 9)), 9)
        for i in ids
    )
    ends = [paper_node("p"), *(c.id for c in concepts)]
    keys = st.tuples(
        st.sampled_from(ends), st.sampled_from(["uses", "partOf", "mentions"]), st.sampled_from(ends)
    )
    statements = []
    for subject, predicate, object_ in sorted(draw(st.sets(keys, max_size=8))):
        starts = sorted(draw(st.sets(st.integers(0, 4), max_size=3)))
        evidence = tuple(
            Evidence("p", start, start + 1, document.text[start : start + 1]) for start in starts
        )
        statements.append(Statement(subject, predicate, object_, draw(st.floats(0, 1)), evidence))
    return Graph((Annotation(document),), concepts, tuple(statements))


@settings(max_examples=50, deadline=None)
@given(graph=graphs())
def test_round_trip_of_any_graph(graph: Graph) -> None:
    with tempfile.TemporaryDirectory() as folder:
        whole.write(graph, Path(folder) / "g.sqlite")
        with store.Store(Path(folder) / "g.sqlite") as opened:
            assert from_networkx(to_networkx(opened)) == (graph.concepts, graph.statements)
            every = [c.id for c in graph.concepts] + [paper_node("p")]
            assert networkx.utils.graphs_equal(to_networkx(opened, every), to_networkx(opened))
