"""`kg serve` as a process of its own."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import COMMAND, Run, environment

pytest.importorskip("fastapi", reason="FastAPI comes with kg[serve]")


@pytest.fixture
def server(sample_path: Path, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--graph", str(sample_path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=environment(),
    ) as process:  # fmt: skip
        yield process
        process.kill()


def test_it_says_where_it_is_and_ends_in_order(server: subprocess.Popen[str]) -> None:
    assert server.stderr is not None
    line = server.stderr.readline()
    assert line.startswith("http://127.0.0.1:") and "Ctrl-C" in line
    address = line.split()[0]
    with urllib.request.urlopen(f"{address}concept/method/bert", timeout=20) as answer:
        assert answer.status == 200
        assert "BERT" in answer.read().decode()
    server.send_signal(signal.SIGINT)
    rest = server.communicate(timeout=20)
    assert "Traceback" not in "".join(rest)
    assert server.returncode in (0, 130)


def test_no_graph_and_a_port_that_is_taken(kg: Run, tmp_path: Path, sample_path: Path) -> None:
    done = kg("serve", "--graph", str(tmp_path / "nothing.sqlite"))
    assert (done.returncode, b"there is no graph" in done.stderr) == (1, True)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = kg("serve", "--port", str(taken.getsockname()[1]), graph=sample_path)
    assert done.returncode == 1
    assert b"Choose another with --port" in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_an_address_that_others_reach_is_said_to_be_one(kg: Run, sample_path: Path) -> None:
    # An address for documentation: this machine has it not, so that nothing is served.
    done = kg("serve", "--host", "192.0.2.1", graph=sample_path)
    assert done.returncode == 1
    assert b"there is no password" in done.stderr


def test_without_its_packages_it_says_how_to_get_them(tmp_path: Path, sample_path: Path) -> None:
    code = "import sys; sys.modules['fastapi'] = None; from kg.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve", "--graph", str(sample_path)],
        capture_output=True, cwd=tmp_path, env=environment(), timeout=60,
    )  # fmt: skip
    assert done.returncode == 3
    assert b"pip install 'kg[serve]'" in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_its_packages_are_loaded_by_it_alone() -> None:
    code = "import kg.cli.app, sys; print(sorted({'fastapi', 'uvicorn', 'pydantic', 'jinja2'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True
    )
    assert done.stdout == "[]\n"
