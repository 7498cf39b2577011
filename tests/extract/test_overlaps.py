"""Which of overlapping candidates stay."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract import known
from kg.extract.candidates import Candidate
from kg.extract.mentions import settle
from kg.extract.overlaps import resolve
from tests.extract.settling import settled


def test_the_longest_span_wins_over_those_inside() -> None:
    text = "A conditional variational autoencoder works."
    assert settled(
        text, ("autoencoder", "Method", 0.8), ("conditional variational autoencoder", "Method", 0.7)
    ) == [("conditional variational autoencoder", "Method")]


def test_a_sure_name_beats_a_doubtful_longer_span() -> None:
    text = "It uses BERT and other things."
    assert settled(text, ("BERT and other", "Task", 0.5), ("BERT", "Method", 0.9)) == [("BERT", "Method")]


@pytest.mark.parametrize(
    ("whole", "first", "last", "type_", "stays"),
    [
        ("LSTM v.s. Transformer", "LSTM", "Transformer", "Method", False),
        ("LSTM versus Transformer", "LSTM", "Transformer", "Method", False),
        ("parsing on SQuAD", "parsing", "SQuAD", "Dataset", False),
        ("parsing on graphs", "parsing", "graphs", "Task", True),
        ("parsing of SQuAD", "parsing", "SQuAD", "Dataset", True),
    ],
)
def test_two_known_names_are_not_one(whole: str, first: str, last: str, type_: str, stays: bool) -> None:
    text = f"We study {whole} here."
    start = text.index(whole)
    pool = [
        Candidate(start, start + len(whole), "Task", 0.95, "tagger"),
        Candidate(start, start + len(first), "Method", 0.75, known.RULE),
        Candidate(start + len(whole) - len(last), start + len(whole), type_, 0.75, known.RULE),
    ]
    found = [text[c.start : c.end] for c in settle(text, pool, [])]
    assert found == ([whole] if stays else [first, last])


spans = st.tuples(st.integers(0, 40), st.integers(1, 12), st.sampled_from([0.5, 0.7, 0.9]))


@given(st.lists(spans, max_size=15))
def test_resolved_candidates_are_in_order_and_do_not_overlap(places: list[tuple[int, int, float]]) -> None:
    pool = [Candidate(start, start + length, "Task", score, "tagger") for start, length, score in places]
    kept = resolve(pool)
    assert set(kept) <= set(pool)
    assert all(a.end <= b.start for a, b in pairwise(kept))
    assert kept == resolve(reversed(pool))
    assert not pool or kept
