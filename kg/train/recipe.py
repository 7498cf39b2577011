"""All that decides the shipped model, in one place: a part for each stage."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class FitRecipe:
    """How the weights of an encoder are moved: AdamW, a warm-up, then a rate that falls to nothing."""

    rate: float = 3e-4
    """Of the top layer; heads and shapes learn faster (`fit.HEADS_FASTER`)."""
    decay: float = 0.9
    """Of the rate, a layer downwards."""
    frozen: int = 0
    """Layers that stay as they are, counted from below, with the embeddings."""
    warm_up: float = 0.1
    """Share of the updates."""
    weight_decay: float = 0.01
    dropout: float = 0.1
    batch: int = 8
    """Texts an update."""
    average: float = 0.99
    """What is kept at each update in the moving average of the weights, which is the result."""


@dataclass(frozen=True, slots=True)
class TeacherRecipe:
    """all-mpnet-base-v2 (110 million parameters), too large to ship, fitted to the annotated abstracts."""

    seeds: tuple[int, ...] = (0,)
    epochs: int = 4
    fit: FitRecipe = field(default_factory=lambda: FitRecipe(rate=2e-4, frozen=4))


@dataclass(frozen=True, slots=True)
class StudentRecipe:
    """Four layers of all-MiniLM-L6-v2, on the teachers' soft labels of plain abstracts beside gold and corpora."""

    layers: tuple[int, ...] = (0, 1, 2, 3)
    abstracts: int = 4600
    """How many the teachers label at most."""
    seed: int = 0
    starting: int = 6
    """Epochs over gold and a part of each corpus, before there are soft labels."""
    distilling: int = 3
    """Epochs over labelled abstracts, gold, and a part of each corpus."""
    corpora: tuple[tuple[str, float], ...] = (("scier", 0.3), ("scierc", 0.5), ("tdmsci", 0.3))
    """The part of each corpus that an epoch draws."""
    fit: FitRecipe = field(default_factory=FitRecipe)


@dataclass(frozen=True, slots=True)
class RelationRecipe:
    """The linear models, logistic regressions over hashed features; strengths are scikit-learn's C."""

    name_rows: int = 1 << 15
    pair_rows: int = 1 << 17
    name_strength: float = 0.1
    pair_strength: float = 0.05
    folds: int = 5


@dataclass(frozen=True, slots=True)
class CorpusRelationRecipe:
    """The relations of SciER and SciERC, over the shipped encoder."""

    rows: int = 1 << 15
    strength: float = 0.05
    folds: int = 3
    rate: float = 1e-3
    batch: int = 32
    """Sentences an update."""
    epochs: int = 6


@dataclass(frozen=True, slots=True)
class FigureRecipe:
    """Logistic regression over hashed features of numbers; the strength is scikit-learn's C."""

    rows: int = 1 << 14
    strength: float = 0.2
    folds: int = 10


@dataclass(frozen=True, slots=True)
class Recipe:
    """Teachers, the student that learns from them, the relations between what it finds, and the results."""

    teacher: TeacherRecipe = field(default_factory=TeacherRecipe)
    student: StudentRecipe = field(default_factory=StudentRecipe)
    relations: RelationRecipe = field(default_factory=RelationRecipe)
    corpus_relations: CorpusRelationRecipe = field(default_factory=CorpusRelationRecipe)
    figures: FigureRecipe = field(default_factory=FigureRecipe)


def digest(*parts: object) -> str:
    """A short name for what these parts of a recipe make.

    >>> digest(TeacherRecipe()) == digest(TeacherRecipe()) != digest(TeacherRecipe(epochs=1))
    True
    """
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:8]
