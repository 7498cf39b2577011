"""The bytes of every export of the sample graph with results and links, as somebody last saw and approved them.

A change that is meant: `KG_GOLDEN=write python -m pytest tests/golden`, then read the diff.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg import export
from kg.store import Store
from kg.store.links import set_links
from tests import samples, whole

EXPECTED = Path(__file__).parent / "expected"
BUILD = {
    "kg": "1.2.3",
    "model": "ab" * 32,
    "min_score": 0.0,
    "sources": [{"source": "a.jsonl", "papers": 3, "sha256": "cd" * 32}],
}


@pytest.fixture(scope="session")
def reporting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The sample graph with results, links and the facts of a build."""
    path = tmp_path_factory.mktemp("golden") / "graph.sqlite"
    whole.write(samples.graph(results=True), path, {"build": json.dumps(BUILD)})
    set_links(path, "Voc", samples.LINKS[1:])
    with Store(path) as opened:
        yield opened


@pytest.mark.parametrize("name", sorted(export.FORMATS))
def test_export(reporting: Store, name: str, tmp_path: Path) -> None:
    target = tmp_path / export.FORMATS[name].file
    export.export(reporting, name, target)
    files = sorted(target.rglob("*")) if target.is_dir() else [target]
    for file in files:
        expected = EXPECTED / file.relative_to(tmp_path)
        if os.environ.get("KG_GOLDEN") == "write":
            expected.parent.mkdir(parents=True, exist_ok=True)
            expected.write_bytes(file.read_bytes())
        assert file.read_bytes() == expected.read_bytes()
