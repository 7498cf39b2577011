"""Reading spans off label probabilities."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kg.extract.tagger import decode, softmax

LABELS = ["O", "B-Task", "I-Task", "B-Method", "I-Method"]


def rows(*best: str) -> np.ndarray:
    """A distribution a token, most of it on the given label."""
    table = np.full((len(best), len(LABELS)), 0.02, dtype=np.float32)
    for i, label in enumerate(best):
        table[i, LABELS.index(label)] = 0.92
    return table


def spans(*best: str) -> list[tuple[int, int, str]]:
    return [span[:3] for span in decode(rows(*best), LABELS)]


def test_runs_are_spans() -> None:
    assert spans("O", "B-Task", "I-Task", "O", "B-Method") == [(1, 3, "Task"), (4, 5, "Method")]
    assert spans("B-Task", "B-Task") == [(0, 1, "Task"), (1, 2, "Task")]
    assert spans() == []


def test_an_illegal_reading_gives_way_to_the_best_legal_one() -> None:
    table = np.array([[0.4, 0.35, 0.05, 0.1, 0.1], [0.05, 0.05, 0.8, 0.05, 0.05]], dtype=np.float32)
    assert [span[:3] for span in decode(table, LABELS)] == [(0, 2, "Task")]


@given(arrays(np.float32, st.tuples(st.integers(0, 12), st.just(5)), elements=st.floats(-5, 5, width=32)))
def test_spans_are_legal(scores: np.ndarray) -> None:
    found = decode(softmax(scores), LABELS)
    assert all(0 <= start < end <= len(scores) and 0 <= p <= 1 for start, end, _, p in found)
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(found))
