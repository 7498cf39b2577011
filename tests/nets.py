"""Nets for relations that say nothing: what the linear models think stays as it is."""

from __future__ import annotations

import numpy as np

from kg.extract.nets import NAME_FACTS, PAIR_FACTS, Net

WIDTH = 2
"""Of a word's vector."""
_INNER = 3


def silent_name_net() -> Net:
    """One that `kg.extract.nets.name_logits` takes."""
    return _net({"name": WIDTH, "mention": WIDTH, "facts": NAME_FACTS}, 1)


def silent_pair_net(classes: int) -> Net:
    """One that `kg.extract.nets.pair_logits` takes."""
    ends = dict.fromkeys(("subject", "subject_name", "object", "object_name", "between"), WIDTH)
    return _net(ends | {"product": _INNER, "facts": PAIR_FACTS}, classes)


def _net(rows: dict[str, int], classes: int) -> Net:
    matrices = {part: np.zeros((size, _INNER), dtype=np.float32) for part, size in rows.items()}
    line = np.zeros(_INNER, dtype=np.float32)
    out = np.zeros((_INNER, classes), dtype=np.float32)
    return matrices | {"scale": line, "shift": line, "out": out, "trust": np.float32(1)}
