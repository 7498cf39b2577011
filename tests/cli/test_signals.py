"""A signal ends a command in order, or at once where foreign code would not heed it."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

import pytest

from kg.cli import signals
from tests.cli.conftest import COMMAND, environment


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_build_that_is_ended_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    out = tmp_path / "out"
    process = subprocess.Popen(
        [*COMMAND, "build", "-", "--out", str(out)],
        stdin=subprocess.PIPE,  # held open: the build waits for its paper
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
    )
    with process:
        for _ in range(600):
            if out.is_dir() and any(out.iterdir()):
                break
            time.sleep(0.05)
        assert any(out.iterdir())
        process.send_signal(number)
        process.wait(30)
    assert process.returncode == 128 + number
    assert not out.exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_query_without_end_can_be_ended(sample_path: Path, tmp_path: Path, number: signal.Signals) -> None:
    endless = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?o ?p }"
    process = subprocess.Popen(
        [*COMMAND, "sparql", endless, "--graph", str(sample_path), "--timeout", "120"],
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
    )
    with process:
        engine = child(process.pid)
        process.send_signal(number)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert b"Traceback" not in said
    assert ends(engine)


def ends(pid: int) -> bool:
    """Whether the process is gone, or soon will be; one that nobody has waited for is."""
    for _ in range(1200):
        try:
            if Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


def child(pid: int) -> int:
    """The process that `pid` starts; waits for it."""
    for _ in range(1200):
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        if found:
            return int(found[0])
        time.sleep(0.05)
    raise AssertionError("no process was started")


def test_a_signal_that_is_ignored_stays_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as under nohup
    try:
        signals.end_in_order()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
