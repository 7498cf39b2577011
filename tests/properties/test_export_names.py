"""Whatever a caller puts into names, titles and ids, every format stays readable and loses no node."""

from __future__ import annotations

import csv
import json
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import store
from kg.export import FORMATS, RDF, export
from kg.names import concept_id
from kg.records import (
    Annotation,
    Concept,
    Document,
    Evidence,
    Mention,
    Result,
    Statement,
    paper_node,
    result_order,
)
from tests import whole
from tests.export.conftest import sizes
from tests.export.graphs import parsed
from tests.whole import Graph

# SQLite takes no lone surrogates, so a store cannot hold them; all else it can.
anything = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
nasty = st.text(
    st.sampled_from("\x00\x01\x08\t\n\r\x0b\x1f\x7f\x85\u2028\ufffe\uffff%\"'<>&]\\;|, aB/#?:é😀"), max_size=8
)
text = anything | nasty
texts = st.sets(text, max_size=2)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    names = draw(st.lists(text, min_size=1, max_size=4))
    ids = {concept_id("Method", name) + f"-{n}": name for n, name in enumerate(names)}
    concepts = [Concept(id_, name, "Method", tuple(sorted(draw(texts)))) for id_, name in ids.items()]
    paper = Document(
        draw(text),
        draw(text),
        title=draw(st.none() | text),
        venue=draw(text),
        url=draw(text),
        year=draw(st.none() | st.integers(-5, 99999)),
        published=draw(st.none() | text | st.dates().map(str)),
        authors=tuple(sorted(draw(texts))),
    )
    score = draw(st.floats(0, 1) | st.just(float("inf")))
    evidence = (Evidence(paper.id, 0, len(paper.text), paper.text),)
    statements = [Statement(paper_node(paper.id), "mentions", c.id, score, evidence) for c in concepts]
    ends = st.sampled_from([None, *(c.id for c in concepts)])
    results = [
        Result(
            draw(ends),
            None,
            None,
            draw(ends),
            value,
            draw(st.none() | text),
            "absolute",
            draw(text),
            score,
            evidence[0],
        )
        for value in draw(st.lists(st.none() | text | st.decimals(places=2).map(str), max_size=2))
    ]
    mentions = tuple(
        Mention(at, at + 1, "Method", score, draw(text)) for at in range(min(len(concepts), len(paper.text)))
    )
    annotation = Annotation(
        paper,
        mentions,
        tuple(c.id for c in concepts[: len(mentions)]),
        results=tuple(sorted(results, key=result_order)),
    )
    return Graph(
        (annotation,),
        tuple(sorted(concepts, key=lambda c: c.id)),
        tuple(sorted(statements, key=lambda s: s.object)),
    )


@settings(max_examples=60, deadline=None)
@given(graph=graphs())
def test_every_format_stays_readable(graph: Graph) -> None:
    nodes, edges = sizes(graph)
    results = nodes - len(graph.concepts) - 1
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        whole.write(graph, folder / "graph.sqlite")
        with store.Store(folder / "graph.sqlite") as opened:
            for format_, (file, _) in FORMATS.items():
                export(opened, format_, folder / file)
        triples = [parsed(folder / FORMATS[name].file, name) for name in RDF]
        assert all(each == triples[0] for each in triples)
        assert (folder / "graph.nt").read_bytes().count(b"\n") == len(triples[0])
        graphml = networkx.read_graphml(folder / "graph.graphml", force_multigraph=True)
        assert (graphml.number_of_nodes(), graphml.number_of_edges()) == (nodes, edges)
        assert all(label for _, label in graphml.nodes(data="label"))
        gexf = ET.parse(folder / "graph.gexf").getroot()
        assert len(list(gexf.iter("{http://gexf.net/1.3}node"))) == nodes
        for file in ("graph.json", "graph.cyjs"):
            json.loads((folder / file).read_bytes(), parse_constant=int)
        for name, rows in (
            ("concepts", len(graph.concepts)),
            ("papers", 1),
            ("results", results),
            ("relationships", edges),
        ):
            lines = (folder / "csv" / f"{name}.csv").read_text(encoding="utf-8").splitlines(keepends=True)
            table = list(csv.reader(lines, strict=True))
            assert len(table) == len(lines) == rows + 1
            assert {len(row) for row in table} == {len(table[0])}
