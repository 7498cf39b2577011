"""Prints what the quality tests measured, at the end of the run."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

TABLE = pytest.StashKey[list[str]]()


@pytest.fixture
def measured(request: pytest.FixtureRequest) -> list[str]:
    """Lines to print after the tests."""
    return request.config.stash.setdefault(TABLE, [])


@pytest.fixture
def scorer(shared: Path) -> ModuleType:
    """The scorer that all of the project's figures come from."""
    spec = importlib.util.spec_from_file_location("score", shared / "tools/score.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the lines that the tests left."""
    lines = config.stash.get(TABLE, [])
    if lines:
        terminalreporter.section("quality on gold")
        for line in lines:
            terminalreporter.line(line)
