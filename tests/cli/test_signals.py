"""A signal ends a command in order, or at once where foreign code would not heed it."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kg.cli import signals
from kg.cli.app import app
from kg.query import sparql
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


def test_a_query_can_be_ended(monkeypatch: pytest.MonkeyPatch, sample_path: Path) -> None:
    seen = []

    def ask(*_: object) -> sparql.Answer:
        seen.append([signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)])
        return sparql.Answer(truth=True)

    monkeypatch.setattr(sparql, "sparql", ask)
    before = signal.getsignal(signal.SIGINT)
    assert before is not signal.SIG_DFL
    assert CliRunner().invoke(app, ["sparql", "ASK {}", "--graph", str(sample_path)]).exit_code == 0
    assert seen == [[signal.SIG_DFL, signal.SIG_DFL]]
    assert signal.getsignal(signal.SIGINT) is before


def test_a_signal_that_is_ignored_stays_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as under nohup
    try:
        signals.end_in_order()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        with signals.end_at_once():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
