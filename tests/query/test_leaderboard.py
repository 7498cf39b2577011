"""Results, ranked where they can be compared, by names as people type them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import NotFoundError, UsageError
from kg.query.direction import better
from kg.query.leaderboard import folded, leaderboard
from kg.records import Annotation, Concept, Document, Evidence, Kind, Result, result_order
from kg.store import Store
from tests import whole
from tests.whole import Graph

CONCEPTS = (
    Concept("dataset/bert", "BERT", "Dataset"),
    Concept("dataset/coco", "COCO", "Dataset", papers=4),
    Concept("dataset/sst-2", "SST-2", "Dataset"),
    Concept("method/a", "A", "Method"),
    Concept("method/b", "B", "Method"),
    Concept("method/bert", "BERT", "Method", ("Bidirectional Encoder Representations",), papers=3),
    Concept("metric/accuracy", "accuracy", "Metric"),
    Concept("metric/map", "mAP", "Metric"),
    Concept("metric/word-error-rate", "word error rate", "Metric", ("WER",)),
    Concept("task/detection", "object detection", "Task"),
)
FIGURES: tuple[tuple[Any, ...], ...] = (
    # paper, method, dataset, metric, value, unit, kind
    ("p1", "method/a", "dataset/coco", "metric/map", "41.5", "%", "absolute"),
    ("p2", "method/b", "dataset/coco", "metric/map", "9.75", "%", "absolute"),
    ("p3", "method/bert", "dataset/coco", "metric/map", "100", "%", "absolute"),
    ("p3", "method/bert", "dataset/coco", "metric/map", None, "%", "absolute"),
    ("p2", "method/b", "dataset/coco", "metric/map", "50", None, "absolute"),
    ("p2", "method/b", "dataset/coco", "metric/map", "70", "%", "improvement"),
    ("p1", "method/a", "dataset/coco", "metric/map", "2.5", "x", "improvement"),
    ("p2", "method/b", "dataset/coco", "metric/map", "3", "times", "improvement"),
    ("p2", "method/b", "dataset/coco", "metric/map", "1", "%", "reduction"),
    ("p1", "method/a", "dataset/sst-2", "metric/word-error-rate", "5.1", "%", "absolute"),
    ("p2", "method/b", "dataset/sst-2", "metric/word-error-rate", "12", "%", "absolute"),
    ("p2", "method/b", None, "metric/accuracy", "99", "%", "absolute"),
    ("p1", "method/a", None, None, "7", "hours", "reduction"),
)  # fmt: skip


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("board") / "g.sqlite"
    write(path, FIGURES)
    with Store(path) as graph:
        yield graph


def write(path: Path, figures: Any) -> None:
    papers: dict[str, list[Result]] = {f"p{n}": [] for n in (1, 2, 3)}
    for n, (paper, method, dataset, metric, value, unit, kind) in enumerate(figures):
        at = Evidence(paper, n, n + 1, "x"), "task/detection" if metric == "metric/map" else None
        papers[paper].append(
            Result(method, at[1], dataset, metric, value, unit, kind, str(value), 0.9, at[0])
        )
    annotations = tuple(
        Annotation(Document(paper, "x" * 99), results=tuple(sorted(found, key=result_order)))
        for paper, found in papers.items()
    )
    whole.write(Graph(annotations, CONCEPTS), path)


def test_a_leaderboard_is_best_first(opened: Store) -> None:
    board = leaderboard(opened, dataset="coco", metric="MAP")
    first = board.rankings[0]
    assert [r.value for r in first.results] == ["100", "41.5", "9.75", None]  # by number, not by spelling
    assert (first.dataset and first.dataset.name, first.metric and first.metric.name) == ("COCO", "mAP")
    assert (first.unit, first.kind, first.better, first.comparable) == ("%", "absolute", "higher", True)
    assert first.results[0].paper == "p3"


def test_quantities_rises_and_falls_and_units_are_never_mixed(opened: Store) -> None:
    board = leaderboard(opened, dataset="COCO")
    assert [(r.kind, r.unit, [x.value for x in r.results]) for r in board.rankings] == [
        ("absolute", "%", ["100", "41.5", "9.75", None]),
        ("absolute", None, ["50"]),
        ("improvement", "×", ["3", "2.5"]),
        ("improvement", "%", ["70"]),
        ("reduction", "%", ["1"]),
    ]
    assert [r.better for r in board.rankings] == ["higher", "higher", "higher", "higher", "lower"]


def test_of_an_error_the_lowest_is_the_best(opened: Store) -> None:
    (ranking,) = leaderboard(opened, metric="WER").rankings
    assert (ranking.better, [r.value for r in ranking.results]) == ("lower", ["5.1", "12"])


def test_what_names_no_dataset_or_metric_comes_last_and_is_not_compared(opened: Store) -> None:
    board = leaderboard(opened)
    assert [(r.comparable, r.of) for r in board.rankings][-2:] == [(False, 1), (False, 1)]
    assert all(r.comparable for r in board.rankings[:-2])
    assert board.of == len(board.results) == len(FIGURES)
    assert {c.name for c in board.concepts} == {
        "A", "B", "BERT", "COCO", "SST-2", "accuracy", "mAP", "word error rate", "object detection",
    }  # fmt: skip


def test_a_name_is_of_the_type_that_is_asked_for(opened: Store) -> None:
    board = leaderboard(opened, method="bidirectional encoder representations")
    assert (board.chosen[0].id, len(board.results)) == ("method/bert", 2)
    assert leaderboard(opened, method="BERT").chosen[0].id == "method/bert"
    with pytest.raises(NotFoundError, match=r'No result is of the dataset "BERT"'):
        leaderboard(opened, dataset="BERT")
    with pytest.raises(NotFoundError, match=r'No Task is called "BERT", but a Method is\.'):
        leaderboard(opened, task="BERT")
    with pytest.raises(
        NotFoundError, match=r'No Metric is called "accuracyy"\. The nearest names: accuracy\.'
    ):
        leaderboard(opened, metric="accuracyy")
    with pytest.raises(NotFoundError, match=r'the method "A" and the metric "accuracy"'):
        leaderboard(opened, method="A", metric="accuracy")


@given(limit=st.integers(0, 14), skip=st.integers(0, 14))
def test_pages_are_cut_from_the_whole(opened: Store, limit: int, skip: int) -> None:
    whole = leaderboard(opened, None).results
    page = leaderboard(opened, limit, skip)
    assert page.results == whole[skip : skip + limit]
    assert page.of == len(FIGURES)
    assert sum(r.of for r in leaderboard(opened, None).rankings) == len(FIGURES)


def test_a_negative_limit_is_refused(opened: Store) -> None:
    for numbers in ((-1, 0), (1, -1)):
        with pytest.raises(UsageError, match="-1"):
            leaderboard(opened, *numbers)


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("accuracy", "higher"), ("average test accuracy", "higher"), ("Recall@3", "higher"), ("Pass@64", "higher"),
        ("FID", "lower"), ("character error rates", "lower"), ("mean squared error", "lower"),
        ("attack success rate", None), ("robustness", None), ("accuracy drop", None),
    ],
)  # fmt: skip
def test_the_vocabulary_says_which_way_is_better(name: str, way: str | None) -> None:
    assert better(Concept("metric/x", name, "Metric"), "absolute") == way


def test_nothing_is_said_of_a_rise_of_what_should_fall() -> None:
    error = Concept("metric/x", "error rate", "Metric")
    kinds: tuple[Kind, ...] = ("absolute", "improvement", "reduction")
    assert [better(error, kind) for kind in kinds] == ["lower", None, "higher"]
    assert [better(None, kind) for kind in kinds] == [None] * 3


def test_units_that_are_one() -> None:
    assert {folded(unit) for unit in ("x", "X", "×", "times", "-fold", "fold")} == {"×"}
    assert {folded(unit) for unit in ("pp", "points", "% points", "percentage points")} == {"points"}
    assert {folded(unit) for unit in ("%", "ms", "s/token", "xs")} == {"%", "ms", "s/token", "xs"}
    assert folded(" ") is None
