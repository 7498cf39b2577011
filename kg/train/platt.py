"""Scores made to mean something: the share of right answers as a logistic function of the score's log-odds.

J. Platt, "Probabilistic Outputs for Support Vector Machines" (1999). Two numbers are learned, so that a few hundred
mentions suffice.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Rows = NDArray[np.float32]
POINTS = (0.001, 0.01, *(round(0.05 * n, 2) for n in range(1, 20)), 0.98, 0.99, 0.995, 0.999)
"""The scores at which the curve is written down."""


def curve(scored: Sequence[tuple[float, bool]], steps: int = 100) -> tuple[tuple[float, float], ...]:
    """Points (score, share that is right) of the curve through (score, whether right), rising.

    Newton's method on the log-loss, with Platt's smoothed targets. Without both right and wrong answers there is
    nothing to learn, and no point.

    >>> sure = [(0.9, True)] * 60 + [(0.9, False)] * 40 + [(0.5, True)] * 20 + [(0.5, False)] * 80
    >>> [right for score, right in curve(sure) if score in (0.5, 0.9)]
    [0.204, 0.596]
    """
    right = np.array([is_right for _, is_right in scored], dtype=bool)
    if right.all() or not right.any():
        return ()
    x = np.stack([_log_odds(np.array([score for score, _ in scored])), np.ones(len(right))], axis=1)
    yes, no = right.sum(), (~right).sum()
    target = np.where(right, (yes + 1) / (yes + 2), 1 / (no + 2))
    weights = np.array([1.0, 0.0])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (p - target)
        bend = (x * (p * (1 - p))[:, None]).T @ x + 1e-6 * np.eye(2)
        weights = weights - np.linalg.solve(bend, slope)
    weights[0] = max(weights[0], 0.0)
    points = np.stack([_log_odds(np.array(POINTS)), np.ones(len(POINTS))], axis=1)
    shares = 1 / (1 + np.exp(-points @ weights))
    return tuple((score, round(float(share), 3)) for score, share in zip(POINTS, shares, strict=True))


def _log_odds(score: Array) -> Array:
    kept = np.clip(score, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(kept / (1 - kept)))


def temperature(logits: Sequence[Rows], labels: Sequence[Sequence[int]]) -> float:
    """What logits (words × labels a text) are to be divided by, so that the right labels (words) are likeliest.

    C. Guo et al., "On Calibration of Modern Neural Networks" (ICML 2017); between 0.5 and 5, to two digits.
    """
    rows, right = np.concatenate(logits).astype(np.float64), np.concatenate(labels).astype(int)

    def loss(t: float) -> float:
        scaled = rows / t
        top = scaled.max(axis=1)
        total = top + np.log(np.exp(scaled - top[:, None]).sum(axis=1))
        return float((total - scaled[np.arange(len(right)), right]).mean())

    return min((round(0.5 + 0.05 * n, 2) for n in range(91)), key=loss)
