"""A real scheduler and real workers, each a process of its own, on loopback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS = 120
"""Until a process must be there: one takes two seconds where nothing else runs."""


@dataclass
class Cluster:
    """The scheduler at `address`; `workers` are processes by their names."""

    address: str
    folder: Path
    workers: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self, *names: str, preload: str = "", threads: int = 1) -> None:
        """Start workers and wait until the scheduler knows them; `preload` is Python that they run first."""
        from distributed import Client

        script = self.folder / f"{names[0]}.py"
        script.write_text(preload)
        for name in names:
            self.workers[name] = process(
                "dask_worker", self.address, "--no-nanny", "--no-dashboard", f"--name={name}", f"--nthreads={threads}",
                "--host=127.0.0.1", f"--local-directory={self.folder}", f"--preload={script}", "--death-timeout=60",
            )  # fmt: skip
        with Client(self.address, set_as_default=False) as client:
            end = time.monotonic() + SECONDS
            while not set(names) <= self.known(client):
                assert time.monotonic() < end, "the workers do not come up"
                time.sleep(0.05)

    def known(self, client: object) -> set[str]:
        """The names of the workers that the scheduler has."""
        return {w["name"] for w in client.scheduler_info(n_workers=-1)["workers"].values()}  # type: ignore[attr-defined]

    def stop(self, name: str) -> None:
        """Have a worker stand still; what it has, done or not, it has until it is killed. Fails if it has nothing."""
        from distributed import Client

        self.workers[name].send_signal(signal.SIGSTOP)
        with Client(self.address, set_as_default=False) as client:
            (address,) = (
                address
                for address, worker in client.scheduler_info(n_workers=-1)["workers"].items()
                if worker["name"] == name
            )
            assert client.processing()[address] or client.has_what()[address]

    def kill(self, *names: str) -> None:
        """Kill workers as a lack of memory or power would."""
        for name in names:
            self.workers[name].kill()
            self.workers.pop(name).wait()


def process(tool: str, *arguments: str) -> subprocess.Popen[bytes]:
    """One of Dask's tools, with kg from here."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{tool}", *arguments],
        env={**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


@contextmanager
def running(folder: Path) -> Iterator[Cluster]:
    """A scheduler, gone with its workers when the block ends; kg is not there for it, as it needs none."""
    file, without = folder / "scheduler.json", folder / "scheduler.py"
    without.write_text("import sys; sys.modules['kg'] = None")
    scheduler = process(
        "dask_scheduler",
        "--host=127.0.0.1",
        "--port=0",
        "--no-dashboard",
        f"--scheduler-file={file}",
        "--idle-timeout=600",
        f"--preload={without}",
    )
    cluster = None
    try:
        end = time.monotonic() + SECONDS
        while not (file.exists() and file.read_text().endswith("}")):
            assert scheduler.poll() is None and time.monotonic() < end, "the scheduler does not come up"
            time.sleep(0.05)
        cluster = Cluster(json.loads(file.read_text())["address"], folder)
        cluster.workers["scheduler"] = scheduler
        yield cluster
    finally:
        for one in cluster.workers.values() if cluster else [scheduler]:
            one.kill()
            one.wait()


@pytest.fixture(scope="package")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One scheduler for all tests."""
    pytest.importorskip("distributed", reason="dask.distributed comes with kg[dask]")
    with running(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.fixture
def cluster(scheduler: Cluster) -> Iterator[Cluster]:
    """The scheduler, without workers before and after."""
    yield scheduler
    scheduler.kill(*set(scheduler.workers) - {"scheduler"})
