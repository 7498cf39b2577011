"""Every format of every sample graph, written once."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg import export, store
from kg.records import Graph
from tests import samples

GRAPHS = {"plain": samples.graph(), "hostile": samples.graph(hostile=True), "empty": Graph()}


@pytest.fixture(scope="session")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one for each sample graph: its `graph.sqlite`, and its export in each format."""
    root = tmp_path_factory.mktemp("exports")
    for name, graph in GRAPHS.items():
        store.write(graph, root / name / "graph.sqlite")
        with store.Store(root / name / "graph.sqlite") as opened:
            for format_, (file, _) in export.FORMATS.items():
                export.export(opened, format_, root / name / file)
    return root


@pytest.fixture(params=GRAPHS)
def exported(request: pytest.FixtureRequest, exports: Path) -> Path:
    """The folder of one sample graph, each in turn."""
    folder: Path = exports / request.param
    return folder
