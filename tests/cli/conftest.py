"""Running `kg` as a process of its own, as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.records import Annotation, Concept, Document, Evidence, Statement
from tests import whole
from tests.whole import Graph

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-c", "from kg.cli import main; main()")
Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


def environment(**more: str) -> dict[str, str]:
    """The process's own environment without what a user's shell may have set for kg."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("KG_", "PYTHONIO", "LC_", "LANG"))}
    return kept | {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"} | more


@pytest.fixture
def kg(tmp_path: Path) -> Run:
    """`kg(*arguments, graph=PATH, stdin=b"", **environment)` in an empty folder, its output captured."""

    def run(
        *arguments: str, graph: Path | None = None, stdin: bytes = b"", **more: str
    ) -> subprocess.CompletedProcess[bytes]:
        if graph:
            more["KG_GRAPH"] = str(graph)
        return subprocess.run(
            [*COMMAND, *arguments],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env=environment(**more),
            timeout=60,
        )

    return run


@pytest.fixture(scope="session")
def hub_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """GLUE and 3,000 models evaluated on it: more than a pipe holds."""
    text = "It is evaluated on GLUE, as many others are, with results that are reported in the table."
    evidence = (Evidence("p", 0, len(text), text),)
    models = [Concept(f"method/m{i:04}", f"Model{i}", "Method") for i in range(3000)]
    statements = (Statement(m.id, "evaluatedOn", "dataset/glue", 0.5, evidence) for m in models)
    concepts = (Concept("dataset/glue", "GLUE", "Dataset"), *models)
    path = tmp_path_factory.mktemp("hub") / "graph.sqlite"
    whole.write(Graph((Annotation(Document("p", text)),), concepts, tuple(statements)), path)
    return path
