"""Extraction on a cluster of real processes: the same annotations in the same order, whatever becomes of a worker."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from kg import pipeline
from kg.cluster import annotate, connect, spread
from kg.errors import Problem, ResourceError, UsageError
from kg.read import read
from kg.records import Document
from kg.settings import CLUSTER
from tests.cluster.conftest import ROOT, Cluster, running

STAND_IN = """
import time, kg.cluster.work as work
def stand_in(papers, min_score):
    time.sleep(0.05)
    return [(paper.id, min_score) for paper in papers]
work._annotated, work.difference = stand_in, lambda *_: None
work.tools = lambda _: {}
"""
"""What a worker runs first where the test is not of the extractor: loading it takes longer than all the rest."""


def papers(number: int) -> list[Document]:
    return [Document(f"p{n}", "We train BERT.") for n in range(number)]


def patient(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """How long a scheduler is waited for."""
    for module in (connect, spread):
        monkeypatch.setattr(module, "CLUSTER", dataclasses.replace(CLUSTER, seconds=seconds))


def tolerate(cluster: Cluster, failures: int) -> None:
    """How often the scheduler itself gives a chunk to another worker after its worker died."""
    from distributed import Client

    def set_failures(
        dask_scheduler: object,
    ) -> None:  # in here: this module needs kg, and the scheduler has none
        dask_scheduler.allowed_failures = failures  # type: ignore[attr-defined]

    with Client(cluster.address, set_as_default=False) as client:
        client.run_on_scheduler(set_failures)


def test_the_same_as_here_with_one_of_two_workers_killed_half_way(cluster: Cluster) -> None:
    documents = list(read([ROOT / "seeds"], _no_problem))[:12]
    cluster.start("first", "second")
    found = annotate(documents, cluster.address, 0.5, chunk=1)
    got = list(islice(found, 4))
    cluster.stop("second")
    cluster.kill("second")
    got += found
    assert got == list(pipeline.annotate(documents, 0.5))
    assert any(a.mentions for a in got)


def _no_problem(problem: Problem) -> None:
    raise AssertionError(problem)


def test_papers_come_in_order_are_not_read_far_ahead_and_are_sent_again_when_given_up(
    cluster: Cluster,
) -> None:
    cluster.start("a", preload=STAND_IN, threads=2)
    cluster.start("b", preload=STAND_IN)
    tolerate(cluster, 0)  # the scheduler gives up what a killed worker had
    long = Document("long", "We train BERT. " * (CLUSTER.characters // 10))
    documents = [long, *papers(90), long]
    read_so_far = 0

    def counted() -> Iterator[Document]:
        nonlocal read_so_far
        for paper in documents:
            read_so_far += 1
            yield paper

    got, ahead = [], []
    for n, found in enumerate(annotate(counted(), cluster.address, 0.25, chunk=2)):
        got.append(found)
        ahead.append(read_so_far - n)
        if n == 10:
            cluster.stop("b")
            cluster.kill("b")
    assert got == [(paper.id, 0.25) for paper in documents]
    assert max(ahead) <= CLUSTER.ahead * 3 * 2
    assert max(ahead) > 3 * 2, "workers would wait for work"


def test_papers_that_kill_every_worker_are_named(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "CLUSTER", dataclasses.replace(CLUSTER, tries=2))
    cluster.start("a", "b", preload="import os, kg.cluster.work as w; w.tools = lambda *_: os._exit(1)")
    tolerate(cluster, 0)
    with pytest.raises(ResourceError, match=r"the papers p0 to p1 were lost 2 times .*memory"):
        list(annotate(papers(2), cluster.address))


@pytest.mark.parametrize(
    ("preload", "says"),
    [
        ("import sys; sys.modules['kg'] = None", r"a worker lacks kg.*pip install kg==\S+$"),
        (
            "import kg; kg.__version__ = '0.0.9'",
            r"the worker on \S+: has another kg .*version of kg 0\.0\.9, not ",
        ),
    ],
    ids=["none", "another"],
)
def test_a_worker_without_the_same_kg(cluster: Cluster, preload: str, says: str) -> None:
    cluster.start("odd" + says[2:8], preload=preload)
    with pytest.raises(ResourceError, match=says) as raised:
        list(annotate(papers(2), cluster.address))
    assert str(raised.value).startswith(cluster.address)


def test_workers_that_come_late_and_a_scheduler_that_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="dask.distributed comes with kg[dask]")
    told = []
    with running(tmp_path) as cluster:

        def report(problem: Problem) -> None:
            told.append(str(problem))
            cluster.start("late", preload=STAND_IN)

        patient(monkeypatch, 3.0)
        found = annotate(papers(90), cluster.address, report=report, chunk=2)
        next(found)
        (message,) = told
        assert message.startswith(cluster.address) and "no worker" in message
        cluster.kill("scheduler")
        with pytest.raises(ResourceError, match="the scheduler is gone"):
            list(found)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "127.0.0.1:1", "nowhere", "gopher://x:1", ""])
def test_an_address_without_a_scheduler(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="dask.distributed comes with kg[dask]")
    patient(monkeypatch, 0.3)
    with pytest.raises(UsageError, match=f"^'{address}': no Dask scheduler answers there"):
        list(annotate(papers(1), address))


def test_without_distributed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ResourceError, match=r"pip install 'kg\[dask\]'"):
        list(annotate(papers(1), "tcp://127.0.0.1:1"))


def test_no_paper_needs_no_cluster() -> None:
    assert list(annotate([], "nowhere")) == []
