"""The relation classifier learned from annotated abstracts: two logistic regressions over hashed features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.errors import ResourceError
from kg.extract import abbreviations, introduced, pairs, sentences
from kg.extract import relations as classifier
from kg.extract.candidates import Candidate
from kg.extract.pairs import Reading
from kg.extract.relations import NONE, Weights
from kg.extract.tagger import softmax
from kg.train import Log
from kg.train.gold import Gold
from kg.train.recipe import RelationRecipe

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Sample:
    """An annotated abstract as the classifier sees it, with its triples between names' indices (-1: the paper)."""

    paper: Reading
    triples: frozenset[tuple[int, str, int]]


def train(gold: Sequence[Gold], recipe: RelationRecipe, log: Log) -> Weights:
    """Learn both models; thresholds are chosen, and figures logged, by cross-validation over the abstracts.

    The pair model sees out-of-fold probabilities of `proposes`, as it will at run time. Raises `ResourceError`
    where scikit-learn is missing.
    """
    samples = [sample(record) for record in gold]
    folds = np.arange(len(samples)) % recipe.folds
    likely: list[list[float]] = [[] for _ in samples]
    for fold in range(recipe.folds):
        table = _fit_proposes([s for s, f in zip(samples, folds, strict=True) if f != fold], recipe)
        for n in np.flatnonzero(folds == fold):
            likely[n] = classifier.proposed(samples[n].paper, Weights(table, table, (), table[:1]))
    first = _proposes_threshold(samples, likely, log)
    pair_sets = [_pair_set(s, chances, recipe) for s, chances in zip(samples, likely, strict=True)]
    classes = (NONE, *sorted({name for s in samples for _, name, _ in s.triples} - {"proposes"}))
    held = [np.zeros((0, len(classes)), dtype=np.float32) for _ in samples]
    for fold in range(recipe.folds):
        table = _fit_pairs([p for p, f in zip(pair_sets, folds, strict=True) if f != fold], classes, recipe)
        for n in np.flatnonzero(folds == fold):
            held[n] = _distributions(pair_sets[n], table)
    thresholds = _pair_thresholds(samples, pair_sets, held, classes, recipe, log)
    return Weights(
        _fit_proposes(samples, recipe), _fit_pairs(pair_sets, classes, recipe), classes,
        np.array([first, *thresholds], dtype=np.float32),
    )  # fmt: skip


def save(weights: Weights, path: Path) -> None:
    """Write the weights; half precision is enough for them."""
    with path.open("wb") as file:
        np.savez_compressed(
            file, proposes=weights.proposes.astype(np.float16), relation=weights.relation.astype(np.float16),
            classes=np.array(weights.classes), thresholds=weights.thresholds,
        )  # fmt: skip


def sample(record: Gold) -> Sample:
    """The abstract with its gold mentions as the extractor would hand them on."""
    text = record.text
    mentions = [Candidate(start, end, type_, 1.0, "gold") for start, end, type_ in record.spans]
    found = [(text[slice(*d.short)], text[slice(*d.long)]) for d in abbreviations.definitions(text)]
    new = introduced.find(text, record.title_end)
    paper = pairs.read(text, record.title_end, sentences.spans(text), mentions, found, new)
    concept_of: dict[int, int] = {}
    for n, name in enumerate(paper.names):
        for i, _ in name.places:
            owner = record.concept_of.get(text[mentions[i].start : mentions[i].end])
            if owner is not None:
                concept_of.setdefault(n, owner)
    stated = {(s, o): r for s, r, o in record.triples}
    triples = {
        (a, stated[ends], b)
        for b, y in concept_of.items()
        for a, x in [(-1, -1), *concept_of.items()]
        if a != b and (ends := (x, y)) in stated
    }
    return Sample(paper, frozenset(triples))


@dataclass(frozen=True, slots=True)
class _PairSet:
    """One paper's eligible pairs: indices of the names, hashed rows of each, and the class it belongs to."""

    ends: list[tuple[int, int]]
    rows: list[NDArray[np.int64]]
    labels: list[str]


def _pair_set(one: Sample, likely: Sequence[float], recipe: RelationRecipe) -> _PairSet:
    paper = one.paper
    place: dict[int, int] = {id(name): n for n, name in enumerate(paper.names)}
    known = {(a, b): r for a, r, b in one.triples}
    ends, rows, labels = [], [], []
    for unordered in classifier.eligible(paper, likely):
        for pair in (unordered, unordered.swapped()):
            end = place[id(pair.subject)], place[id(pair.object)]
            ends.append(end)
            rows.append(classifier.hashed(pairs.pair_features(paper, pair), recipe.pair_rows))
            labels.append(known.get(end, NONE))
    return _PairSet(ends, rows, labels)


def _fit_proposes(samples: Sequence[Sample], recipe: RelationRecipe) -> Array:
    rows, labels = [], []
    for one in samples:
        news = {b for a, r, b in one.triples if (a, r) == (-1, "proposes")}
        for n, name in enumerate(one.paper.names):
            rows.append(classifier.hashed(pairs.name_features(one.paper, name), recipe.name_rows))
            labels.append(n in news)
    table = _regression(rows, np.array(labels), recipe.name_rows, recipe.name_strength)
    return np.asarray(table.coef_[0], dtype=np.float32)


def _fit_pairs(sets: Sequence[_PairSet], classes: Sequence[str], recipe: RelationRecipe) -> Array:
    rows = [row for one in sets for row in one.rows]
    labels = np.array([classes.index(label) for one in sets for label in one.labels])
    model = _regression(rows, labels, recipe.pair_rows, recipe.pair_strength)
    table = np.full((recipe.pair_rows, len(classes)), 0, dtype=np.float32)
    table[:, model.classes_] = model.coef_.T
    return table


def _regression(rows: Sequence[NDArray[np.int64]], labels: NDArray[Any], width: int, strength: float) -> Any:
    """Logistic regression with L2 over sparse binary features; the bias is a feature among them."""
    try:
        from scipy.sparse import csr_matrix
        from sklearn.linear_model import LogisticRegression
    except ImportError as error:
        raise ResourceError(
            "training needs scikit-learn. Install it with: pip install 'kg[train]'"
        ) from error
    starts = np.cumsum([0, *map(len, rows)])
    columns = np.concatenate(rows)
    matrix = csr_matrix((np.ones(len(columns), dtype=np.float32), columns, starts), shape=(len(rows), width))
    model = LogisticRegression(C=strength, max_iter=200, fit_intercept=False, tol=1e-3)
    return model.fit(matrix, labels)


def _distributions(one: _PairSet, table: Array) -> Array:
    if not one.rows:
        return np.zeros((0, table.shape[1]), dtype=np.float32)
    return softmax(np.stack([table[row].sum(axis=0) for row in one.rows]))


def _proposes_threshold(samples: Sequence[Sample], likely: Sequence[Sequence[float]], log: Log) -> float:
    scored = [
        (score, (-1, "proposes", n) in one.triples)
        for one, chances in zip(samples, likely, strict=True)
        for n, score in enumerate(chances)
    ]
    threshold, f1 = _best_threshold(scored, sum(right for _, right in scored), beta=1)
    log(f"proposes: F1 {f1:.3f} from {threshold:.2f}, cross-validated with gold concepts")
    return threshold


def _pair_thresholds(
    samples: Sequence[Sample],
    sets: Sequence[_PairSet],
    held: Sequence[Array],
    classes: Sequence[str],
    recipe: RelationRecipe,
    log: Log,
) -> list[float]:
    """A threshold a class, each the best for that class's F-beta among its most probable pairs."""
    thresholds = []
    for column, name in enumerate(classes):
        scored = [
            (float(distribution[column]), label == name)
            for one, table in zip(sets, held, strict=True)
            for label, distribution in zip(one.labels, table, strict=True)
        ]
        total = sum(r == name for s in samples for _, r, _ in s.triples)
        threshold, figure = _best_threshold(scored, total, recipe.beta) if name != NONE else (1.0, 0.0)
        thresholds.append(threshold)
        if name != NONE:
            log(f"{name}: F{recipe.beta} {figure:.3f} from {threshold:.2f}, {total} in gold")
    return thresholds


def _best_threshold(scored: list[tuple[float, bool]], total: int, beta: float) -> tuple[float, float]:
    """The threshold of the best F-beta and that figure; beta below 1 values precision over recall."""
    scored.sort(reverse=True)
    right = 0
    best = 0.0, 1.0
    for said, (score, is_right) in enumerate(scored, 1):
        right += is_right
        figure = (1 + beta**2) * right / (said + beta**2 * total)
        if figure > best[0]:
            best = figure, score
    return round(best[1], 3), best[0]
