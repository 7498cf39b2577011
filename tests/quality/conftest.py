"""Prints what the quality tests measured, at the end of the run."""

from __future__ import annotations

import pytest

TABLE = pytest.StashKey[list[str]]()


@pytest.fixture
def measured(request: pytest.FixtureRequest) -> list[str]:
    """Lines to print after the tests."""
    return request.config.stash.setdefault(TABLE, [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the lines that the tests left."""
    lines = config.stash.get(TABLE, [])
    if lines:
        terminalreporter.section("quality on gold")
        for line in lines:
            terminalreporter.line(line)
