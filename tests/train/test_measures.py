"""Precision, recall, F1 and their intervals, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.train.measures import difference, draws, measure, tally

ROWS = st.lists(st.tuples(*[st.integers(0, 9)] * 3), min_size=1, max_size=12)


def test_counts_are_of_the_kept_items_alone() -> None:
    gold = [{(0, "Task"), (1, "Method")}, set()]
    said = [{(0, "Task"), (2, "Method")}, {(5, "Task")}]
    assert tally(gold, said).tolist() == [[1, 2, 2], [0, 1, 0]]
    assert tally(gold, said, lambda item: item[1] == "Method").tolist() == [[0, 1, 1], [0, 0, 0]]
    assert tally([], []).shape == (0, 3)


def test_micro_averages_pool_the_documents() -> None:
    # 3 right of 4 predicted and 6 in gold: not the mean of the documents' own figures.
    found = measure(np.array([[1, 1, 4], [2, 3, 2]]), draws(2))
    assert (found.precision, found.recall, found.f1) == (0.75, 0.5, 0.6)
    assert (found.right, found.predicted, found.gold) == (3, 4, 6)


def test_nothing_found_and_nothing_to_find_is_no_merit() -> None:
    found = measure(np.zeros((3, 3), dtype=np.int64), draws(3))
    assert (found.precision, found.recall, found.f1, found.low, found.high) == (0, 0, 0, 0, 0)


def test_the_interval_is_that_of_drawing_documents() -> None:
    # One of two documents is all right, the other all wrong: a resample has F1 1, 0.5 or 0 with chances 1:2:1.
    counts = np.array([[2, 2, 2], [0, 2, 2]])
    drawn = draws(2)
    f1 = [2 * (w @ counts)[0] / ((w @ counts)[1] + (w @ counts)[2]) for w in drawn]
    assert sorted(set(f1)) == [0, 0.5, 1]
    assert np.mean(np.array(f1) == 0.5) == pytest.approx(0.5, abs=0.05)
    found = measure(counts, drawn)
    assert (found.low, found.high) == (0, 1)
    assert measure(counts, draws(2)) == found


@given(ROWS)
def test_every_draw_is_of_as_many_documents(rows: list[tuple[int, int, int]]) -> None:
    drawn = draws(len(rows), resamples=20)
    assert (drawn.sum(axis=1) == len(rows)).all()
    counts = np.array([(min(row), row[1], row[2]) for row in rows])
    found = measure(counts, drawn)
    assert 0 <= found.low <= found.high <= 1
    assert 0 <= found.f1 <= 1
    same = difference(counts, counts, drawn)
    assert (same.f1, same.low, same.high, same.better) == (0, 0, 0, 0)


def test_a_difference_is_paired() -> None:
    # Better by the same step in each document, however much the documents differ: no doubt about it.
    ours, theirs = np.array([[2, 2, 2], [1, 2, 2]] * 5), np.array([[1, 2, 2], [0, 2, 2]] * 5)
    found = difference(ours, theirs, draws(10))
    assert (found.f1, found.better) == (0.5, 1)
    assert (found.low, found.high) == (pytest.approx(0.5), pytest.approx(0.5))
    assert difference(theirs, ours, draws(10)).f1 == -0.5
