"""All that decides the shipped model, in one place: a part for each stage."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class VectorRecipe:
    """Word vectors from plain abstracts: floret's, fastText's subwords hashed twice into few rows."""

    width: int = 96
    rows: int = 50_000
    epochs: int = 5
    window: int = 5  # words to either side
    subwords: tuple[int, int] = (4, 5)  # shortest and longest, in letters
    min_count: int = 10
    learning_rate: float = 0.05
    negatives: int = 10


@dataclass(frozen=True, slots=True)
class TaggerRecipe:
    """A BIO label a word, over hashed features and vectors seen through a convolution of ±`depth` words.

    The layers below the labels learn the neighbouring label schemes of `corpora` first.
    """

    seed: int = 0
    pretraining_epochs: int = 4
    epochs: int = 12
    width: int = 96
    depth: int = 4
    rows: tuple[int, int, int, int] = (5000, 1000, 2500, 2500)  # of NORM, PREFIX, SUFFIX, SHAPE
    dropout: float = 0.35
    learning_rate: float = 0.001
    warm_up: int = 100  # updates
    batch: int = 8  # abstracts an update


@dataclass(frozen=True, slots=True)
class RelationRecipe:
    """Logistic regressions over hashed features; strengths are scikit-learn's C."""

    name_rows: int = 1 << 15
    pair_rows: int = 1 << 17
    name_strength: float = 0.1
    pair_strength: float = 0.05
    folds: int = 5
    beta: float = (
        0.5  # of the F-measure that thresholds are chosen by: a wrong statement costs more than a missed one
    )


@dataclass(frozen=True, slots=True)
class Recipe:
    """Vectors, then the tagger that stands on them, then the relations between what it finds."""

    vectors: VectorRecipe = field(default_factory=VectorRecipe)
    tagger: TaggerRecipe = field(default_factory=TaggerRecipe)
    relations: RelationRecipe = field(default_factory=RelationRecipe)


def digest(*parts: object) -> str:
    """A short name for what these parts of a recipe make.

    >>> digest(VectorRecipe()) == digest(VectorRecipe()) != digest(VectorRecipe(width=64))
    True
    """
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:8]
