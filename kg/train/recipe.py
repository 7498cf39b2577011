"""All that decides the shipped model, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    """Vectors first, learned from plain abstracts; then the tagger, learned from annotated ones.

    Vectors are floret (fastText's subwords hashed twice into few rows): small, and no word is unknown.
    """

    seed: int = 0

    # word vectors from ../shared/corpora/abstracts
    vector_width: int = 96
    vector_rows: int = 50_000
    vector_epochs: int = 5
    vector_window: int = 5
    subword_lengths: tuple[int, int] = (4, 5)
    min_count: int = 10

    # the tagger's lower layers first learn the neighbouring label schemes of ../shared/corpora
    pretraining_epochs: int = 4

    # tagger: hashed features and vectors, a convolution over ±`depth` words, a BIO label a word
    width: int = 96
    depth: int = 4
    rows: tuple[int, int, int, int] = (5000, 1000, 2500, 2500)  # of NORM, PREFIX, SUFFIX, SHAPE
    dropout: float = 0.35
    learning_rate: float = 0.001
    warm_up: int = 100  # updates
    batch: int = 8  # abstracts an update
    epochs: int = 12

    # relations: hashed features, L2 strength C of scikit-learn
    name_rows: int = 1 << 15
    pair_rows: int = 1 << 17
    name_strength: float = 0.1
    pair_strength: float = 0.05
    folds: int = 5
    beta: float = (
        0.5  # of the F-measure that thresholds are chosen by: a wrong statement costs more than a missed one
    )
