"""The relation classifier learned from annotated abstracts: two logistic regressions over hashed features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.errors import ResourceError
from kg.extract import abbreviations, introduced, pairs, sentences
from kg.extract import relations as classifier
from kg.extract.candidates import Candidate
from kg.extract.pairs import Pair, Reading
from kg.extract.relations import NONE
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


@dataclass(frozen=True, slots=True)
class Linear:
    """The linear models: rows are hashed features, columns `classes`, which begin with `NONE`."""

    proposes: Array
    relation: Array
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """An annotated abstract, and what linear models that have not learned from it think of its names and pairs.

    `chosen` is the mention that introduces each name; `linear_names` (n) and `linear_pairs` (p × classes) are logits,
    `proposed` (n) and `labels` (p, numbers of `classes`) what is right.
    """

    sample: Sample
    classes: tuple[str, ...]
    chosen: list[int]
    linear_names: Array
    proposed: list[bool]
    pairs: list[Pair]
    linear_pairs: Array
    labels: list[int]


def train(gold: Sequence[Gold], recipe: RelationRecipe, log: Log) -> tuple[Linear, list[Held]]:
    """Learn the linear models; figures are logged by cross-validation over the abstracts.

    The pair model sees out-of-fold probabilities of `proposes`, as it will at run time. Raises `ResourceError`
    where scikit-learn is missing.
    """
    samples = [sample(record) for record in gold]
    folds = np.arange(len(samples)) % recipe.folds
    names: list[Array] = [np.zeros(0, dtype=np.float32)] * len(samples)
    for fold in range(recipe.folds):
        table = _fit_proposes([s for s, f in zip(samples, folds, strict=True) if f != fold], recipe)
        for n in np.flatnonzero(folds == fold):
            names[n] = classifier.name_logits(samples[n].paper, table)
    pair_sets = [_pair_set(s, row, recipe.pair_rows) for s, row in zip(samples, names, strict=True)]
    classes = (NONE, *sorted({name for s in samples for _, name, _ in s.triples} - {"proposes"}))
    logits: list[Array] = [np.zeros((0, len(classes)), dtype=np.float32)] * len(samples)
    for fold in range(recipe.folds):
        table = _fit_pairs([p for p, f in zip(pair_sets, folds, strict=True) if f != fold], classes, recipe)
        for n in np.flatnonzero(folds == fold):
            logits[n] = _logits(pair_sets[n], table)
    tables = _fit_proposes(samples, recipe), _fit_pairs(pair_sets, classes, recipe)
    held = [_held(*parts, classes) for parts in zip(samples, pair_sets, names, logits, strict=True)]
    log(f"linear relations, cross-validated with gold concepts: {figures(held, names, logits)}")
    return Linear(*tables, classes), held


def judged(gold: Sequence[Gold], linear: Linear) -> list[Held]:
    """Annotated abstracts that the linear models have not learned from, with what these think of them."""
    result = []
    for one in map(sample, gold):
        names = classifier.name_logits(one.paper, linear.proposes)
        of = _pair_set(one, names, len(linear.relation))
        logits = _logits(of, linear.relation)
        result.append(_held(one, of, names, logits, linear.classes))
    return result


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
    """One paper's eligible pairs, both ways: hashed rows of each, and the relation that it stands in."""

    pairs: list[Pair]
    rows: list[NDArray[np.int64]]
    labels: list[str]


def _pair_set(one: Sample, names: Array, rows: int) -> _PairSet:
    paper = one.paper
    place: dict[int, int] = {id(name): n for n, name in enumerate(paper.names)}
    known = {(a, b): r for a, r, b in one.triples}
    likely = classifier.sigmoid(names).tolist()
    ordered = [way for pair in classifier.eligible(paper, likely) for way in (pair, pair.swapped())]
    return _PairSet(
        ordered,
        [classifier.hashed(pairs.pair_features(paper, pair), rows) for pair in ordered],
        [known.get((place[id(pair.subject)], place[id(pair.object)]), NONE) for pair in ordered],
    )


def _logits(of: _PairSet, table: Array) -> Array:
    logits = [table[rows].sum(axis=0) for rows in of.rows]
    return np.array(logits, dtype=np.float32).reshape(-1, table.shape[1])


def _held(one: Sample, of: _PairSet, names: Array, logits: Array, classes: tuple[str, ...]) -> Held:
    news = {b for a, r, b in one.triples if (a, r) == (-1, "proposes")}
    return Held(
        one, classes, [classifier.introduction(one.paper, name).mention for name in one.paper.names],
        names, [n in news for n in range(len(names))],
        of.pairs, logits, [classes.index(label) for label in of.labels],
    )  # fmt: skip


def _fit_proposes(samples: Sequence[Sample], recipe: RelationRecipe) -> Array:
    rows, labels = [], []
    for one in samples:
        news = {b for a, r, b in one.triples if (a, r) == (-1, "proposes")}
        for n, name in enumerate(one.paper.names):
            rows.append(classifier.hashed(pairs.name_features(one.paper, name), recipe.name_rows))
            labels.append(n in news)
    table = regression(rows, np.array(labels), recipe.name_rows, recipe.name_strength)
    return np.asarray(table.coef_[0], dtype=np.float32)


def _fit_pairs(sets: Sequence[_PairSet], classes: Sequence[str], recipe: RelationRecipe) -> Array:
    rows = [row for one in sets for row in one.rows]
    labels = np.array([classes.index(label) for one in sets for label in one.labels])
    model = regression(rows, labels, recipe.pair_rows, recipe.pair_strength)
    table = np.full((recipe.pair_rows, len(classes)), 0, dtype=np.float32)
    table[:, model.classes_] = model.coef_.T
    return table


def regression(rows: Sequence[NDArray[np.int64]], labels: NDArray[Any], width: int, strength: float) -> Any:
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


def threshold(scored: Sequence[tuple[float, bool]], total: int) -> tuple[float, float]:
    """The threshold of the best F1, and that F1: (score, whether right) of what is said, `total` is there to be said.

    >>> threshold([(0.9, True), (0.8, False), (0.7, True), (0.2, False)], 2)
    (0.7, 0.8)
    """
    right = 0
    best = 0.0, 1.0
    for said, (score, is_right) in enumerate(sorted(scored, reverse=True), 1):
        right += is_right
        best = max(best, (2 * right / (said + total), score), key=lambda found: found[0])
    return best[1], best[0]


def scored_names(held: Sequence[Held], logits: Sequence[Array]) -> list[tuple[float, bool]]:
    """Of every name the probability that it is proposed, and whether it is."""
    return [
        (score, right)
        for one, row in zip(held, logits, strict=True)
        for score, right in zip(classifier.sigmoid(row).tolist(), one.proposed, strict=True)
    ]


def scored_pairs(held: Sequence[Held], logits: Sequence[Array]) -> list[tuple[float, bool]]:
    """Of every pair, in its likelier direction, the probability of the likeliest relation, and whether it is right."""
    return scored([one.labels for one in held], logits)


def scored(labels: Sequence[Sequence[int]], logits: Sequence[Array]) -> list[tuple[float, bool]]:
    """The same of any texts whose pairs stand both ways in turn, with the numbers of their right relations."""
    found = []
    for right, rows in zip(labels, logits, strict=True):
        judged = classifier.likeliest(softmax(rows))
        for forth in range(0, len(judged), 2):
            chosen = max(forth, forth + 1, key=lambda way: judged[way][1])
            found.append((judged[chosen][1], judged[chosen][0] == right[chosen]))
    return found


def new(held: Sequence[Held]) -> int:
    """How many names are proposed."""
    return sum(sum(one.proposed) for one in held)


def stated(held: Sequence[Held]) -> int:
    """How many pairs of names stand in a relation; one that is not looked at counts as missed."""
    return sum(len(one.sample.triples) for one in held) - new(held)


def figures(held: Sequence[Held], names: Sequence[Array], pairs: Sequence[Array]) -> str:
    """The best F1 of both models, as words for a log."""
    return (
        f"proposes F1 {threshold(scored_names(held, names), new(held))[1]:.3f}, "
        f"other relations F1 {threshold(scored_pairs(held, pairs), stated(held))[1]:.3f}"
    )
