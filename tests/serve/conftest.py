"""The application over the sample graphs, asked in this process or by a browser."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kg.store.links import set_links
from tests import samples, whole

pytest.importorskip("fastapi", reason="FastAPI comes with kg[serve]")
pytest.importorskip("uvicorn", reason="uvicorn comes with kg[serve]")


@pytest.fixture(scope="session")
def results_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store file of the sample graph with results and links to other vocabularies."""
    path = tmp_path_factory.mktemp("results") / "graph.sqlite"
    whole.write(samples.graph(results=True), path)
    set_links(path, "Sets", [link for link in samples.LINKS if link.vocabulary == "Sets"])
    return path


@pytest.fixture(scope="session")
def client(results_path: Path) -> Any:
    return asking(results_path)


@pytest.fixture(scope="session")
def hostile_client(hostile_path: Path) -> Any:
    return asking(hostile_path)


def asking(path: Path, host: str = "127.0.0.1") -> Any:
    """A client of the application over that graph."""
    from fastapi.testclient import TestClient

    from kg.serve.app import application

    return TestClient(application(path, host), base_url="http://127.0.0.1:8765")


Serving = Callable[[Path], str]


@pytest.fixture(scope="session")
def serving() -> Iterator[Serving]:
    """Serves a graph on a free port of this machine, by uvicorn, and gives the address."""
    import uvicorn

    from kg.serve.app import application

    servers = []

    def start(path: Path) -> str:
        listening = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(application(path), log_level="error", lifespan="off"))
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        servers.append((server, thread, listening))
        while not server.started:
            time.sleep(0.01)
        return f"http://127.0.0.1:{listening.getsockname()[1]}"

    yield start
    for server, thread, listening in servers:
        server.should_exit = True
        thread.join(5)
        listening.close()
