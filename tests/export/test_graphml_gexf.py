"""GraphML and GEXF, read by igraph, NetworkX and a plain XML parser."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import igraph
import networkx
import pytest

from kg.names import concept_id
from tests.export.conftest import GRAPHS, sizes

GRAPHML, GEXF = "{http://graphml.graphdrawing.org/xmlns}", "{http://gexf.net/1.3}"
BERT, SQUAD = "method/bert", "dataset/squad"


def test_graphml_in_networkx_and_igraph(exported: Path) -> None:
    path = exported / "graph.graphml"
    read = networkx.read_graphml(path, force_multigraph=True)
    assert (read.number_of_nodes(), read.number_of_edges()) == sizes(GRAPHS[exported.name])
    other = igraph.Graph.Read_GraphML(str(path))
    assert (other.vcount(), other.ecount()) == sizes(GRAPHS[exported.name])
    names = {concept.id: concept.name for concept in GRAPHS[exported.name].concepts}
    assert {n: read.nodes[n]["label"] for n in names} == names
    assert {v["id"]: v["label"] for v in other.vs if v["kind"] == "concept"} == names


def test_gexf_in_networkx(exported: Path) -> None:
    read = networkx.read_gexf(exported / "graph.gexf", version="1.3")
    assert (read.number_of_nodes(), read.number_of_edges()) == sizes(GRAPHS[exported.name])
    names = {concept.id: concept.name for concept in GRAPHS[exported.name].concepts}
    assert {n: read.nodes[n]["label"] for n in names} == names
    assert (exported / "graph.gexf").read_text(encoding="utf-8").endswith("</gexf>\n")


@pytest.mark.parametrize(("file", "space"), [("graph.graphml", GRAPHML), ("graph.gexf", GEXF)])
def test_edges_have_ids_of_their_own_and_both_ends(exported: Path, file: str, space: str) -> None:
    root = ET.parse(exported / file).getroot()
    edges, nodes = list(root.iter(f"{space}edge")), list(root.iter(f"{space}node"))
    ids = Counter(element.get("id") for element in (*edges, *nodes))
    assert set(ids.values()) <= {1} and None not in ids and "" not in ids
    assert {edge.get(end) for edge in edges for end in ("source", "target")} <= {
        node.get("id") for node in nodes
    }


def test_graphml_keeps_types_weights_lists_and_parallel_edges(exports: Path) -> None:
    read = networkx.read_graphml(exports / "plain" / "graph.graphml", force_multigraph=True)
    assert read.nodes[BERT] == {
        "label": "BERT", "kind": "concept", "type": "Method", "papers": 2, "mentions": 4,
        "aliases": "Bert | Bidirectional Encoder Representations from Transformers",
    }  # fmt: skip
    assert read.nodes["paper/p1"] == {
        "label": "BERT & <b>friends</b>", "kind": "paper", "type": "Paper", "title": "BERT & <b>friends</b>",
        "year": 2019, "published": "2019-06-02", "venue": "Example Conf", "doi": "10.1000/xyz1",
        "url": "https://example.org/p1", "authors": "A. Example | B. Sample", "keywords": "NLP | pretraining",
    }  # fmt: skip
    assert "year" not in read.nodes["paper/p2"]
    between = read.get_edge_data(BERT, "method/transformers")
    assert sorted(edge["label"] for edge in between.values()) == ["comparedWith", "uses"]
    [edge] = read.get_edge_data(BERT, SQUAD).values()
    assert edge == {
        "label": "evaluatedOn", "weight": 1.0, "score": 0.8, "papers": 1, "cited": "p1",
        "evidence": "BERT is evaluated on SQuAD by F1.",
    }  # fmt: skip


RESULT = {
    "label": "92.2%", "kind": "result", "type": "Result", "figure": "absolute", "value": 92.2, "unit": "%",
    "written": "92.2%", "score": 0.75, "cited": "p3",
    "evidence": "ALBERT reaches an F1 of 92.2% on SQuAD for question answering.",
}  # fmt: skip
ENDS = {
    "method": "method/albert", "task": "task/question-answering", "dataset": SQUAD, "metric": "metric/f1",
}  # fmt: skip


def test_results_are_nodes_in_igraph(exports: Path) -> None:
    graph = igraph.Graph.Read_GraphML(str(exports / "reporting" / "graph.graphml"))
    (result,) = graph.vs.select(kind="result", written="92.2%")
    assert {name: result[name] for name in RESULT} == RESULT
    assert {e["label"]: graph.vs[e.target]["id"] for e in result.out_edges()} == ENDS
    (reported,) = result.in_edges()
    assert (graph.vs[reported.source]["id"], reported["label"]) == ("paper/p3", "reports")
    assert {e["evidence"] for e in result.all_edges()} == {RESULT["evidence"]}
    (words,) = graph.vs.select(kind="result", written="by a wide margin")
    assert math.isnan(words["value"])  # igraph's word for a number that is not given


def test_results_are_nodes_in_networkx(exports: Path) -> None:
    for read in (
        networkx.read_graphml(exports / "reporting" / "graph.graphml", force_multigraph=True),
        networkx.read_gexf(exports / "reporting" / "graph.gexf", version="1.3"),
    ):
        (node,) = [n for n, written in read.nodes(data="written") if written == "92.2%"]
        assert {name: value for name, value in read.nodes[node].items() if name in RESULT} == RESULT
        assert {a["label"]: end for _, end, a in read.out_edges(node, data=True)} == ENDS
        (words,) = [n for n, written in read.nodes(data="written") if written == "by a wide margin"]
        assert "value" not in read.nodes[words]


def test_gexf_keeps_types_weights_and_parallel_edges(exports: Path) -> None:
    root = ET.parse(exports / "plain" / "graph.gexf").getroot()
    assert root.get("version") == "1.3"
    types = {
        (group.get("class"), attribute.get("title")): attribute.get("type")
        for group in root.iter(f"{GEXF}attributes")
        for attribute in group
    }
    assert types["node", "year"] == types["node", "papers"] == types["edge", "papers"] == "integer"
    assert types["edge", "score"] == "double" and types["node", "type"] == "string"
    edges = [e for e in root.iter(f"{GEXF}edge") if e.get("target") == "method/transformers"]
    kinds = [(e.get("kind"), e.get("label"), e.get("weight")) for e in edges if e.get("source") == BERT]
    assert kinds == [("comparedWith", "comparedWith", "1.0"), ("uses", "uses", "1.0")]


@pytest.mark.parametrize("file", ["graph.graphml", "graph.gexf"])
def test_hostile_names_are_text(exports: Path, file: str) -> None:
    read = networkx.read_graphml if file == "graph.graphml" else networkx.read_gexf
    graph = read(exports / "hostile" / file)
    for name in ("]]>", "<img src=x onerror=alert(1)>", "line\u2028separator", "a|b"):
        assert graph.nodes[concept_id("Method", name)]["label"] == name
    text = (exports / "hostile" / file).read_text(encoding="utf-8")
    assert "None" not in text and "nan" not in text.lower().split() and "<script" not in text
