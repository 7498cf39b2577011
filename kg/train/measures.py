"""Precision, recall and F1 from counts a document, with bootstrap intervals over documents."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence, Set
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Item = TypeVar("Item", bound=Hashable)
Counts = NDArray[np.int64]
"""Documents × 3: how many items were right, how many were predicted, how many there are in gold."""
Draws = NDArray[np.int64]
"""Resamples × documents: how often each document was drawn."""
RESAMPLES = 1000
_BOUNDS = (2.5, 97.5)  # per cent: 95 % lie between


@dataclass(frozen=True, slots=True)
class Measure:
    """How well items were found; `low` and `high` bound the middle 95 % of F1 over the resamples."""

    precision: float
    recall: float
    f1: float
    low: float
    high: float
    right: int
    predicted: int
    gold: int


@dataclass(frozen=True, slots=True)
class Difference:
    """F1 of one prediction less that of another, on the same resamples of the same documents.

    `better` is the share of resamples in which it is above nothing.
    """

    f1: float
    low: float
    high: float
    better: float


def tally(
    gold: Sequence[Set[Item]], predicted: Sequence[Set[Item]], keep: Callable[[Item], bool] = lambda _: True
) -> Counts:
    """The counts of each document, of the items to `keep`.

    >>> tally([{1, 2}, {3}], [{2, 4}, set()]).tolist()
    [[1, 2, 2], [0, 0, 1]]
    """
    rows = []
    for there, said in zip(gold, predicted, strict=True):
        there, said = set(filter(keep, there)), set(filter(keep, said))
        rows.append((len(there & said), len(said), len(there)))
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def draws(documents: int, resamples: int = RESAMPLES, seed: int = 0) -> Draws:
    """As many documents as there are, drawn with replacement, again and again (Efron 1979).

    >>> draws(4, resamples=2).sum(axis=1).tolist()
    [4, 4]
    """
    chances = np.full(documents, 1 / documents)
    return np.random.default_rng(seed).multinomial(documents, chances, size=resamples)


def measure(counts: Counts, drawn: Draws) -> Measure:
    """The micro-averaged measure of all documents.

    >>> found = measure(np.array([[1, 2, 2], [2, 2, 4]]), draws(2))
    >>> found.precision, found.recall, round(found.f1, 3)
    (0.75, 0.5, 0.6)
    >>> round(found.low, 3), round(found.high, 3)
    (0.5, 0.667)
    """
    right, predicted, gold = map(int, counts.sum(axis=0))
    precision, recall = right / max(1, predicted), right / max(1, gold)
    low, high = np.percentile(_f1(drawn @ counts), _BOUNDS)
    f1 = float(_f1(counts.sum(axis=0, keepdims=True))[0])
    return Measure(precision, recall, f1, float(low), float(high), right, predicted, gold)


def difference(counts: Counts, other: Counts, drawn: Draws) -> Difference:
    """By how much F1 of `counts` is above that of `other`, paired document by document.

    >>> difference(np.array([[2, 2, 2], [1, 2, 2]]), np.array([[1, 2, 2], [0, 2, 2]]), draws(2))
    Difference(f1=0.5, low=0.5, high=0.5, better=1.0)
    """
    apart = _f1(drawn @ counts) - _f1(drawn @ other)
    low, high = np.percentile(apart, _BOUNDS)
    whole = [float(_f1(c.sum(axis=0, keepdims=True))[0]) for c in (counts, other)]
    return Difference(whole[0] - whole[1], float(low), float(high), float((apart > 0).mean()))


def _f1(totals: Counts) -> NDArray[np.float64]:
    """F1 of each row of totals; where there is nothing to find and nothing was found, 0."""
    right, predicted, gold = totals.astype(np.float64).T
    return np.asarray(2 * right / np.maximum(1, predicted + gold))
