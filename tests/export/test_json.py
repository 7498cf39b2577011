"""Node-link and Cytoscape JSON: strict JSON that their programs read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import networkx

from kg.graph.convert import from_networkx, to_networkx
from kg.records import paper_node
from kg.store import Store
from tests.export.conftest import GRAPHS, sizes


def strict(path: Path) -> Any:
    def refuse(token: str) -> None:
        raise AssertionError(f"{token} is no JSON")

    return json.loads(path.read_bytes(), parse_constant=refuse)


def test_networkx_reads_node_link(exported: Path) -> None:
    read = networkx.node_link_graph(strict(exported / "graph.json"), edges="edges")
    graph = GRAPHS[exported.name]
    assert from_networkx(read) == (graph.concepts, graph.statements)
    assert {id_ for id_, kind in read.nodes(data="kind") if kind == "paper"} == {
        paper_node(paper.document.id) for paper in graph.papers
    }


def test_networkx_has_the_same_graph_from_the_file_as_from_the_store(exported: Path) -> None:
    with Store(exported / "graph.sqlite") as opened:
        graph = to_networkx(opened)
    read = networkx.node_link_graph(strict(exported / "graph.json"), edges="edges")
    assert set(read.nodes) == set(graph.nodes)
    assert set(read.edges(keys=True)) == set(graph.edges(keys=True))
    results = [n for n, kind in graph.nodes(data="kind") if kind == "result"]
    assert [read.nodes[n] for n in results] == [graph.nodes[n] for n in results]


def test_cytoscape_elements(exported: Path) -> None:
    elements = strict(exported / "graph.cyjs")["elements"]
    graph = GRAPHS[exported.name]
    nodes = {node["data"]["id"]: node["data"] for node in elements["nodes"]}
    edges = {edge["data"]["id"]: edge["data"] for edge in elements["edges"]}
    assert (len(nodes), len(edges)) == (len(elements["nodes"]), len(elements["edges"])) == sizes(graph)
    assert {edge[end] for edge in edges.values() for end in ("source", "target")} <= set(nodes)
    assert {n["name"] for n in nodes.values() if n["kind"] == "concept"} == {c.name for c in graph.concepts}


def test_cytoscape_edge(exports: Path) -> None:
    edges = [edge["data"] for edge in strict(exports / "plain" / "graph.cyjs")["elements"]["edges"]]
    [edge] = [edge for edge in edges if (edge["source"], edge["target"]) == ("method/bert", "dataset/squad")]
    assert edge == {
        "id": edge["id"], "source": "method/bert", "target": "dataset/squad", "label": "evaluatedOn",
        "interaction": "evaluatedOn", "score": 0.8, "papers": 1, "weight": 1.0, "cited": ["p1"],
        "evidence": ["BERT is evaluated on SQuAD by F1."],
    }  # fmt: skip


def test_unknown_values_are_absent(exports: Path) -> None:
    text = (exports / "plain" / "graph.json").read_text(encoding="utf-8")
    assert "null" not in text and "NaN" not in text
    assert "\u2028" not in (exports / "hostile" / "graph.json").read_text(encoding="utf-8")
