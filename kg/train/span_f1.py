"""Exact-span, exact-type F1 of an encoder in PyTorch, while it is being trained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from kg.extract.tagger import decode
from kg.train import samples
from kg.train.encoder import Encoder
from kg.train.fit import batch
from kg.train.samples import Sample


def line(model: Encoder, held: Sequence[Sample], head: str) -> str:
    """The micro F1 of a head over samples with its labels, and that of each type, as words for a log."""
    names = samples.labels(head)
    right: Counter[str] = Counter()
    said: Counter[str] = Counter()
    there: Counter[str] = Counter()
    for sample in held:
        with torch.inference_mode():
            rows = torch.softmax(model(*batch([sample]))[0][head], dim=-1).numpy()
        found = {span[:3] for span in decode(rows, names)}
        gold = {span[:3] for span in decode(_certain(sample, head), names)}
        said.update(type_ for *_, type_ in found)
        there.update(type_ for *_, type_ in gold)
        right.update(type_ for *_, type_ in found & gold)
    total = 2 * right.total() / max(1, said.total() + there.total())
    types = (f"{t} {2 * right[t] / max(1, said[t] + there[t]):.3f}" for t in samples.HEADS[head])
    return f"{head} F1 {total:.3f} ({', '.join(types)})"


def _certain(sample: Sample, head: str) -> NDArray[np.float32]:
    """Its labels as distributions."""
    rows = torch.nn.functional.one_hot(sample.labels[head], len(samples.labels(head)))
    certain: NDArray[np.float32] = rows.float().numpy()
    return certain
