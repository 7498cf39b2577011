"""Reading spans off label probabilities."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kg.extract import nlp
from kg.extract.encoder import Encoder, Head
from kg.extract.tagger import SPANS, EncoderTagger, decode, softmax, spans_of
from kg.extract.tokens import blank

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


@given(arrays(np.float32, st.tuples(st.integers(1, 4), st.just(5)), elements=st.floats(-5, 5, width=32)))
def test_no_legal_reading_is_better(scores: np.ndarray) -> None:
    log = np.log(softmax(scores) + 1e-9)

    def legal(reading: tuple[int, ...]) -> bool:
        names = ["O", *(LABELS[k] for k in reading)]
        return all(b[0] != "I" or a[2:] == b[2:] for a, b in itertools.pairwise(names))

    def worth(reading: tuple[int, ...]) -> float:
        return float(sum(log[n, k] for n, k in enumerate(reading)))

    readings = itertools.product(range(5), repeat=len(scores))
    best = max(worth(reading) for reading in readings if legal(reading))
    tags = ["O"] * len(scores)
    for start, end, type_, _ in decode(softmax(scores), LABELS):
        tags[start:end] = [f"B-{type_}", *[f"I-{type_}"] * (end - start - 1)]
    assert abs(worth(tuple(LABELS.index(tag) for tag in tags)) - best) < 1e-4


def test_scores_are_calibrated() -> None:
    head = Head(tuple(LABELS), 1.0, ((0.0, 0.0), (0.92, 0.5), (1.0, 1.0)))
    assert spans_of(rows("O", "B-Task"), head) == [(1, 2, "Task", 0.5)]


def test_a_document_gets_spans_and_scores() -> None:
    tagger = EncoderTagger(Encoder(nlp.model_path()))
    texts = ["We propose LERD for emotion recognition.", "", "42", "LERD\n\nLERD is a model."]
    pipeline = blank()
    for doc in tagger.pipe(pipeline.pipe(texts)):
        group = doc.spans[SPANS]
        assert len(group) == len(group.attrs["scores"])
        assert not any("\n\n" in span.text for span in group)


def test_every_head_can_be_asked() -> None:
    tagger = EncoderTagger(Encoder(nlp.model_path()))
    words = "We propose LERD for emotion recognition .".split()
    for name, head in tagger.encoder.heads.items():
        (found,) = tagger.tag([words], name)
        assert {f"B-{type_}" for *_, type_, _ in found} <= set(head.labels)
        assert all(0 <= start < end <= len(words) and 0 <= score <= 1 for start, end, _, score in found)
