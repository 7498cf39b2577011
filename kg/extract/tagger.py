"""The tagger: a spaCy component that reads typed, scored spans off the labels B-, I- and O of the encoder.

The seam for a stronger model: whatever sets `doc.spans["tagger"]` to typed spans, with their scores in
`.attrs["scores"]`, can take its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup

from kg.extract.encoder import VECTORS, Encoder, Head, Rows

FACTORY = "kg_tagger"
SPANS = "tagger"
GOLD = "gold"
"""The head that the pipeline reads."""
Scored = tuple[int, int, str, float]
"""First token, end token, type, score."""


class EncoderTagger:
    """Writes to each document the spans of the encoder's gold head, and the vectors of its words."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder

    def __call__(self, doc: Doc) -> Doc:
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Doc], **_: Any) -> Iterator[Doc]:
        """The documents in order; the encoder reads some of them beforehand."""
        head = self.encoder.heads[GOLD]
        for doc, logits, vectors in self.encoder.read(((doc, [t.text for t in doc]) for doc in stream), GOLD):
            found = spans_of(softmax(logits / head.temperature), head)
            group = [Span(doc, start, end, label=type_) for start, end, type_, _ in found]
            doc.user_data[VECTORS] = vectors
            doc.spans[SPANS] = SpanGroup(doc, spans=group, attrs={"scores": [score for *_, score in found]})
            yield doc

    def tag(self, texts: Iterable[Sequence[str]], name: str) -> Iterator[list[Scored]]:
        """What a head finds in texts of given words, in order."""
        head = self.encoder.heads[name]
        for _, logits, _ in self.encoder.read(((None, words) for words in texts), name):
            yield spans_of(softmax(logits / head.temperature), head)


@Language.factory(FACTORY, assigns=["doc.spans"])
def make_tagger(nlp: Language, name: str, folder: str) -> EncoderTagger:
    """spaCy's factory of the component; `folder` is where the model lies."""
    return EncoderTagger(Encoder(Path(folder)))


def spans_of(distribution: Rows, head: Head) -> list[Scored]:
    """The best legal reading as spans in order, with calibrated scores."""
    scores, right = zip(*head.calibration or ((0, 0), (1, 1)), strict=True)
    return [
        (start, end, type_, round(float(np.interp(score, scores, right)), 3))
        for start, end, type_, score in decode(distribution, head.labels)
    ]


def softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of scores as distributions."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True)) if scores.size else scores
    return powers / powers.sum(axis=1, keepdims=True) if scores.size else scores


def decode(distribution: NDArray[np.float32], names: Sequence[str]) -> list[Scored]:
    """The most probable legal BIO reading (Viterbi 1967) of tokens × labels, as scored spans in order.

    The first label is O. A span's score is the product of its labels' probabilities and of that of its ending there.

    >>> rows = np.array([[0.1, 0.8, 0.1], [0.2, 0.1, 0.7], [0.9, 0.05, 0.05]], dtype=np.float32)
    >>> [(start, end, type_, round(score, 3)) for start, end, type_, score in decode(rows, ["O", "B-Task", "I-Task"])]
    [(0, 2, 'Task', 0.532)]
    """
    if not len(distribution):
        return []
    log = np.log(distribution + 1e-9)
    begins = _begins(tuple(names))
    reading = log.argmax(axis=1).tolist()
    # The best reading of all is the best legal one if it is legal; what begins a text follows O.
    if any(b in begins and a not in (b, begins[b]) for a, b in pairwise([0, *reading])):
        reading = _viterbi(log, begins)
    return _spans([names[k] for k in reading], log, names)


@lru_cache
def _begins(names: tuple[str, ...]) -> dict[int, int]:
    """The column of B-X by that of I-X: I-X follows B-X or I-X only."""
    return {k: names.index(f"B-{name[2:]}") for k, name in enumerate(names) if name[0] == "I"}


def _viterbi(log: Rows, begins: Mapping[int, int]) -> list[int]:
    best = [0.0] + [-np.inf] * (log.shape[1] - 1)
    back = []
    for row in log.tolist():
        top = max(best)
        sources = [best.index(top)] * len(row)
        paths = [top + value for value in row]
        for inside, begin in begins.items():
            sources[inside] = begin if best[begin] > best[inside] else inside
            paths[inside] = best[sources[inside]] + row[inside]
        best = paths
        back.append(sources)
    reading = [best.index(max(best))]
    for sources in reversed(back[1:]):
        reading.append(sources[reading[-1]])
    return reading[::-1]


def _spans(reading: Sequence[str], log: NDArray[np.float32], names: Sequence[str]) -> list[Scored]:
    """Runs of B-X I-X … in a reading."""
    column = {name: k for k, name in enumerate(names)}
    result: list[Scored] = []
    start = None
    for i, label in enumerate([*reading, "O"]):
        if start is not None and label[0] != "I":
            type_ = reading[start][2:]
            score = float(np.exp(sum(log[k, column[reading[k]]] for k in range(start, i))))
            on = float(np.exp(log[i, column[f"I-{type_}"]])) if i < len(log) else 0.0
            result.append((start, i, type_, score * (1 - on)))
            start = None
        if label[0] == "B":
            start = i
    return result
