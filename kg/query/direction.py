"""Which way a metric is better: what the vocabulary says of it, or of what its name ends in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

from kg import names
from kg.records import Concept, Kind

Better = Literal["higher", "lower"]

_CUT_OFF = re.compile(r"(?<=\w)@\S+$")


def better(metric: Concept | None, kind: Kind) -> Better | None:
    """Whether a higher or a lower figure of this metric and kind is the better one; None where it is not known.

    A rise is good where more is better, and a fall where less is; a rise of what should fall ("improves the error by
    2") may be either, so nothing is said of it.

    >>> accuracy = Concept("metric/a", "test accuracy", "Metric")
    >>> error = Concept("metric/e", "word error rate", "Metric")
    >>> [better(accuracy, kind) for kind in ("absolute", "improvement", "reduction")]
    ['higher', 'higher', 'lower']
    >>> [better(error, kind) for kind in ("absolute", "improvement", "reduction")]
    ['lower', None, 'higher']
    """
    higher = None if metric is None else _higher_is_better(metric)
    if higher is None:
        return None
    if kind == "absolute":
        return "higher" if higher else "lower"
    if kind == "improvement":
        return "higher" if higher else None
    return "lower" if higher else "higher"


def _higher_is_better(metric: Concept) -> bool | None:
    """By the longest end of one of its names that the vocabulary knows: "average test accuracy" is an accuracy."""
    known = _known()
    for name in (metric.name, *metric.aliases):
        words = _CUT_OFF.sub("", name).split()
        ends = (" ".join(words[first:]) for first in range(len(words)))
        for spelling in (name, _CUT_OFF.sub("@k", name), *ends):
            if (key := names.key(spelling)) in known:
                return known[key]
    return None


@cache
def _known() -> Mapping[str, bool | None]:
    from kg import vocabulary  # loads the RDF library: only where figures are ranked

    return {names.key(t.label): t.higher_is_better for t in vocabulary.load() if t.type == "Metric"}
