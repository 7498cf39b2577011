"""The server that runs the cases' commands, and the marker of heavy cases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kg import paths
from kg.errors import KgError
from tests.cases.steps import Server, served


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", "heavy: a case of long or many texts (seconds)")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One process with the model loaded, for all cases."""
    try:
        paths.data("model")
    except KgError as error:
        pytest.skip(str(error))
    with served(tmp_path_factory.mktemp("server")) as ready:
        yield ready
