"""The classifier of results learned from annotated abstracts: logistic regression over hashed features of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kg.errors import ResourceError
from kg.extract import reported, results, slots
from kg.extract.figures import Quantity
from kg.extract.relations import hashed
from kg.extract.reported import Weights
from kg.records import Kind
from kg.train import Log
from kg.train.gold import Gold, Reported
from kg.train.recipe import FigureRecipe
from kg.train.relations import sample

NONE = "none"


@dataclass(frozen=True, slots=True)
class Sample:
    """A number of an abstract: the hashed rows of its features, the kind that the rules say and that gold has."""

    rows: NDArray[np.int64]
    said: Kind
    label: str

    @property
    def right(self) -> bool:
        """Whether it is a result, and of the kind that the rules say."""
        return self.said == self.label


def train(gold: Sequence[Gold], recipe: FigureRecipe, log: Log) -> Weights:
    """Learn which numbers are results; the threshold is chosen, and figures logged, by cross-validation over abstracts.

    Raises `ResourceError` where scikit-learn is missing.
    """
    sets = [samples(record, recipe.rows) for record in gold]
    total = sum(len(record.results) for record in gold)
    scored: list[tuple[float, bool]] = []
    for fold in range(recipe.folds):
        table = _fit([one for n, s in enumerate(sets) if n % recipe.folds != fold for one in s], recipe)
        weights = Weights(table, 0.0)
        scored += [
            (reported.probability(one.rows, weights), one.right)
            for n, s in enumerate(sets)
            if n % recipe.folds == fold
            for one in s
        ]
    threshold, f1 = _threshold(scored, total)
    log(
        f"results: value F1 {f1:.3f} from {threshold:.2f}, {total} in gold, cross-validated with gold concepts"
    )
    return Weights(_fit([one for s in sets for one in s], recipe), threshold)


def save(weights: Weights, ends: slots.Weights, path: Path) -> None:
    """Write the weights of both classifiers of results; half precision is enough for them."""
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            table=weights.table.astype(np.float16),
            threshold=weights.threshold,
            ends=ends.table.astype(np.float16),
            least=np.array([ends.least[slot] for slot in slots.SLOTS]),
        )


def samples(record: Gold, rows: int) -> list[Sample]:
    """The numbers of an abstract, with its gold mentions, as the extractor would look at them."""
    paper = sample(record).paper
    found, numbers = [], []
    for sentence, here, kinds in results.candidates(paper):
        for n, kind in enumerate(kinds):
            traits = reported.features(paper, sentence, here, n, kind)
            found.append((hashed(traits, rows), kind))
        numbers += here
    labels = aligned(paper.text, numbers, record.results)
    return [Sample(*one, labels[n].kind if n in labels else NONE) for n, one in enumerate(found)]


def aligned(text: str, numbers: Sequence[Quantity], gold: Sequence[Reported]) -> dict[int, Reported]:
    """The numbers that are results in gold, with these: of the same value, in the quote or near its end."""
    found: dict[int, Reported] = {}
    for result in gold:
        at = text.find(result.quote)
        end = at + len(result.quote)
        same = [
            (not at <= number.start < end, abs(number.start - end), n)
            for n, number in enumerate(numbers)
            if n not in found
            and (number.value or text[number.start : number.end]).strip("+%") == result.value.strip("+%")
        ]
        if same:
            found[min(same)[-1]] = result
    return found


def _fit(chosen: Sequence[Sample], recipe: FigureRecipe) -> NDArray[np.float32]:
    """Logistic regression with L2 over sparse binary features; the bias is a feature among them."""
    try:
        from scipy.sparse import csr_matrix
        from sklearn.linear_model import LogisticRegression
    except ImportError as error:
        raise ResourceError(
            "training needs scikit-learn. Install it with: pip install 'kg[train]'"
        ) from error
    columns = np.concatenate([one.rows for one in chosen])
    starts = np.cumsum([0, *(len(one.rows) for one in chosen)])
    matrix = csr_matrix((np.ones(len(columns)), columns, starts), shape=(len(chosen), recipe.rows))
    model = LogisticRegression(C=recipe.strength, solver="liblinear", fit_intercept=False)
    model.fit(matrix, np.array([one.label != NONE for one in chosen]))
    return np.asarray(model.coef_[0], dtype=np.float32)


def _threshold(scored: Sequence[tuple[float, bool]], total: int) -> tuple[float, float]:
    """The middle of the probabilities whose F1 is within a hundredth of the best, and that best F1."""
    ordered = sorted(scored, reverse=True)
    right = np.cumsum([is_right for _, is_right in ordered])
    f1 = 2 * right / (np.arange(1, len(ordered) + 1) + total)
    good = [score for (score, _), figure in zip(ordered, f1, strict=True) if figure >= f1.max() - 0.01]
    return round((good[0] + good[-1]) / 2, 3), float(f1.max())
