"""Fixtures that many tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kg import store
from tests import samples, whole

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


@pytest.fixture
def shared() -> Path:
    """The folder ../shared; tests that need it skip where it is missing."""
    if not SHARED.is_dir():
        pytest.skip("../shared is not on this machine")
    return SHARED


@pytest.fixture(scope="session")
def sample_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store file of the sample graph."""
    path = tmp_path_factory.mktemp("sample") / "graph.sqlite"
    whole.write(samples.graph(), path, {"version": "test"})
    return path


@pytest.fixture(scope="session")
def hostile_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store file of the sample graph with its hostile names."""
    path = tmp_path_factory.mktemp("hostile") / "graph.sqlite"
    whole.write(samples.graph(hostile=True), path, {"version": "test"})
    return path


@pytest.fixture
def sample(sample_path: Path) -> Iterator[store.Store]:
    """The sample graph, opened."""
    with store.Store(sample_path) as opened:
        yield opened


@pytest.fixture
def hostile(hostile_path: Path) -> Iterator[store.Store]:
    """The hostile sample graph, opened."""
    with store.Store(hostile_path) as opened:
        yield opened
