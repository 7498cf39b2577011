"""Every format of every sample graph, written once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg import export, store
from kg.graph.results import result_node
from kg.store.links import set_links
from tests import samples, whole
from tests.whole import Graph

GRAPHS = {
    "plain": samples.graph(),
    "hostile": samples.graph(hostile=True),
    "reporting": samples.graph(hostile=True, results=True),
    "empty": Graph(),
}
"""The "reporting" graph has results, links and the facts of its build as well."""


def sizes(graph: Graph) -> tuple[int, int]:
    """How many nodes and edges an export has: results are nodes, joined to their paper and to what they are of."""
    nodes = len(graph.concepts) + len(graph.papers) + len({result_node(r) for r in graph.results})
    ends = {
        (result_node(r), *end)
        for r in graph.results
        for end in enumerate(("", *r.ends))
        if end[1] is not None
    }
    return nodes, len(graph.statements) + len(ends)


BUILD = {
    "kg": "1.2.3",
    "model": "ab" * 32,
    "min_score": 0.0,
    "sources": [
        {"source": "-", "papers": 1, "sha256": None},
        {"source": 'a "b"\n<c>.jsonl', "papers": 3, "sha256": "01" * 32},
    ],
}


@pytest.fixture(scope="session")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one for each sample graph: its `graph.sqlite`, and its export in each format."""
    root = tmp_path_factory.mktemp("exports")
    for name, graph in GRAPHS.items():
        path = root / name / "graph.sqlite"
        whole.write(graph, path, {"build": json.dumps(BUILD)} if name == "reporting" else {})
        if name == "reporting":
            for vocabulary in ("Sets", "Voc"):
                set_links(path, vocabulary, [x for x in samples.LINKS if x.vocabulary == vocabulary])
        with store.Store(path) as opened:
            for format_, (file, _) in export.FORMATS.items():
                export.export(opened, format_, root / name / file)
    return root


@pytest.fixture(params=GRAPHS)
def exported(request: pytest.FixtureRequest, exports: Path) -> Path:
    """The folder of one sample graph, each in turn."""
    folder: Path = exports / request.param
    return folder
