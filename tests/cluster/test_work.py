"""What a worker does before it reads a paper: has it the client's kg?"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg import paths
from kg.cluster.work import Call, tools
from kg.errors import ResourceError


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    tools.cache_clear()
    yield
    tools.cache_clear()


@pytest.mark.parametrize("part", ["version of kg", "code", "model", "ontology", "vocabulary"])
def test_another_kg_is_refused_before_its_papers_are_read(part: str) -> None:
    task = Call([], 0.0, {**tools(0.0), part: "9" * 64})
    task._arguments = (b"what only the other kg can read", *task._arguments[1:])
    with pytest.raises(
        ResourceError, match=rf"has another kg than the client: {part} .*, not 999999999999\."
    ):
        pickle.loads(pickle.dumps(task))


def test_a_part_that_only_one_of_them_knows_is_a_difference() -> None:
    with pytest.raises(ResourceError, match="vectors unknown, not abc"):
        pickle.loads(pickle.dumps(Call([], 0.0, {**tools(0.0), "vectors": "abc"})))


def test_a_missing_part_is_named_with_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    task = pickle.dumps(Call([], 0.0, tools(0.0)))
    tools.cache_clear()
    monkeypatch.setattr(paths, "_PACKAGE", Path("/none"))
    with pytest.raises(ResourceError, match=r"the worker on \S+: /\S+ is missing: kg is not installed whole"):
        pickle.loads(task)
