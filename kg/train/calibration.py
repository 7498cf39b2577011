"""Whether scores mean something: of the mentions with a score, the share that is right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

BINS = 10
SURE = 0.9
"""Of the mentions with this score or more, nine of ten are to be right."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The mentions with a score in [low, high), in the last bin [low, high]."""

    low: float
    high: float
    mentions: int
    mean: float
    right: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """The bins that hold a mention, and what they come to.

    `error` is the expected calibration error (Naeini et al. 2015): the distance of mean score and share right,
    averaged over mentions. `sure` is the share right of the `sure_mentions` with a score of at least `SURE`,
    None where there is none.
    """

    bins: tuple[Bin, ...]
    error: float
    sure: float | None
    sure_mentions: int


def reliability(scored: Iterable[tuple[float, bool]]) -> Reliability:
    """The table of (score in [0, 1], whether right).

    >>> table = reliability([(0.95, True), (0.97, True), (0.55, False), (0.55, True)])
    >>> [(b.low, b.mentions, round(b.mean, 2), b.right) for b in table.bins]
    [(0.5, 2, 0.55, 0.5), (0.9, 2, 0.96, 1.0)]
    >>> round(table.error, 3), table.sure, table.sure_mentions
    (0.045, 1.0, 2)
    """
    scored = list(scored)
    binned: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for score, right in scored:
        binned[min(BINS - 1, int(score * BINS + 1e-9))].append((score, right))
    bins = tuple(
        Bin(
            k / BINS, (k + 1) / BINS, len(members),
            sum(score for score, _ in members) / len(members),
            sum(right for _, right in members) / len(members),
        )
        for k, members in enumerate(binned)
        if members
    )  # fmt: skip
    error = sum(b.mentions * abs(b.mean - b.right) for b in bins) / max(1, len(scored))
    sure = [right for score, right in scored if score >= SURE]
    return Reliability(bins, error, sum(sure) / len(sure) if sure else None, len(sure))
