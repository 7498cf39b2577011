"""What the encoder's vectors say of a paper's names and pairs: two small nets that correct the linear models.

After Z. Zhong and D. Chen, "A Frustratingly Easy Approach for Entity and Relation Extraction" (NAACL 2021): a pair is
the vectors of its two spans. Here one reading of the abstract serves all pairs, and what stands between is seen too.
The same lines compute with NumPy arrays, when kg reads, and with PyTorch tensors, when it learns.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.extract.candidates import Candidate
from kg.extract.pairs import Name, Pair, Reading

Array = Any
"""A NumPy array or a PyTorch tensor."""
Net = Mapping[str, Array]
TYPES = ("Dataset", "Method", "Metric", "Task")
NAME_FACTS, PAIR_FACTS = 8, 29
BARRED = -30.0
"""Added to the logit of a relation that the ontology does not know between two types."""
_MEMBERS = 8  # mentions of a name that its vector is the mean of


@dataclass(frozen=True, slots=True)
class Ranges:
    """Runs of `k` rows: their first and last rows (k), and one by their length (k × 1), 0 of an empty one."""

    first: Array
    last: Array
    weight: Array


@dataclass(frozen=True, slots=True)
class Places:
    """Where `m` mentions, `n` names and `p` ordered pairs stand among a text's words, and plain facts of them."""

    mentions: Ranges
    """m, of words."""
    members: Array
    """Mentions, those of a name together."""
    names: Ranges
    """n, of `members`."""
    chosen: Array
    """n: the mention that introduces the name."""
    name_facts: Array
    """n × NAME_FACTS."""
    ends: Array
    """p × 2: names."""
    closest: Array
    """p × 2: mentions."""
    between: Ranges
    """p, of words; empty where the two are far apart."""
    pair_facts: Array
    """p × PAIR_FACTS."""
    barred: Array
    """p × classes: 0 or `BARRED`."""


def places(
    paper: Reading, words: Sequence[tuple[int, int]], chosen: Sequence[int], pairs: Sequence[Pair],
    classes: Sequence[str], allows: Callable[[str, str, str], bool],
) -> Places:  # fmt: skip
    """The places of a paper's names and of `pairs` of them; `words` are the ranges of its mentions.

    `chosen` is the mention that introduces each name. What `allows` denies of subject, relation, object is barred.
    """
    number = {id(name): n for n, name in enumerate(paper.names)}
    members = [[place.mention for place in name.places[:_MEMBERS]] for name in paper.names]
    between = [_between(pair, words) for pair in pairs]
    stops = [0, *accumulate(map(len, members))]
    return Places(
        _ranges(words),
        np.array([m for group in members for m in group], dtype=np.int64),
        _ranges(list(pairwise(stops))),
        np.array(chosen, dtype=np.int64),
        _floats([_name_facts(paper, name) for name in paper.names], NAME_FACTS),
        _integers([(number[id(pair.subject)], number[id(pair.object)]) for pair in pairs], 2),
        _integers([(pair.here.mention, pair.there.mention) for pair in pairs], 2),
        _ranges(between),
        _floats(list(map(_pair_facts, pairs, between)), PAIR_FACTS),
        _floats(_barred(pairs, classes, allows), len(classes)),
    )


def word_ranges(begins: Sequence[int], mentions: Sequence[Candidate]) -> list[tuple[int, int]]:
    """Of each mention the range of words that it stands in; `begins` are the places where words begin."""
    return [(bisect_right(begins, m.start) - 1, bisect_left(begins, m.end)) for m in mentions]


def _same(x: Array) -> Array:
    return x


@dataclass(frozen=True, slots=True)
class Vectors:
    """What the words' vectors are at the places: m, n and p × width."""

    mentions: Array
    names: Array
    between: Array


def vectors(at: Places, words: Array) -> Vectors:
    """The means of the words' vectors (words × width) over what stands there."""
    total = words.cumsum(axis=0)
    mentions = _means(words, total, at.mentions)
    members = mentions[at.members]
    return Vectors(
        mentions, _means(members, members.cumsum(axis=0), at.names), _means(words, total, at.between)
    )


def name_logits(
    at: Places, seen: Vectors, linear: Array, net: Net, drop: Callable[[Array], Array] = _same
) -> Array:
    """Of each name, whether the paper proposes it (n); `linear` are the linear model's logits."""
    mention = (drop(seen.mentions) @ net["mention"])[at.chosen]
    x = drop(seen.names) @ net["name"] + mention + at.name_facts @ net["facts"]
    return drop(_bent(x, net)) @ net["out"][:, 0] + linear * net["trust"]


def pair_logits(
    at: Places, seen: Vectors, linear: Array, net: Net, drop: Callable[[Array], Array] = _same
) -> Array:
    """Of each ordered pair the logits of all relations (p × classes); `linear` are the linear model's."""
    mention, name = drop(seen.mentions), drop(seen.names)
    subject = (mention @ net["subject"])[at.closest[:, 0]] + (name @ net["subject_name"])[at.ends[:, 0]]
    object_ = (mention @ net["object"])[at.closest[:, 1]] + (name @ net["object_name"])[at.ends[:, 1]]
    between = drop(seen.between) @ net["between"]
    x = subject + object_ + (subject * object_) @ net["product"] + between + at.pair_facts @ net["facts"]
    return drop(_bent(x, net)) @ net["out"] + linear * net["trust"] + at.barred


def _bent(x: Array, net: Net) -> Array:
    """Normalised over its width, and cut at nought."""
    x = x - x.mean(axis=1, keepdims=True)
    x = x * ((x * x).mean(axis=1, keepdims=True) + 1e-5) ** -0.5
    return (x * net["scale"] + net["shift"]).clip(0)


def _means(rows: Array, total: Array, ranges: Ranges) -> Array:
    """The mean of each range of rows, of which `total` are the running sums; of an empty one, nought."""
    return (total[ranges.last] - total[ranges.first] + rows[ranges.first]) * ranges.weight


def _ranges(pairs: Sequence[tuple[int, int]]) -> Ranges:
    """Ranges [first, end)."""
    first, end = _integers(pairs, 2).T
    size = end - first
    weight = np.where(size > 0, 1 / np.maximum(size, 1), 0).astype(np.float32)
    return Ranges(np.where(size > 0, first, 0), np.where(size > 0, end - 1, 0), weight[:, None])


def _name_facts(paper: Reading, name: Name) -> list[float]:
    return [
        *_one_of(TYPES.index(name.type), len(TYPES)), float(name.in_title), float(name.proper),
        math.log(len(name.places)), float(any(paper.introduces(place) for place in name.places)),
    ]  # fmt: skip


def _pair_facts(pair: Pair, between: tuple[int, int]) -> list[float]:
    one, other, here, there, proposed, _ = pair
    apart = abs(here.sentence - there.sentence)
    start, end = between
    return [
        *_one_of(len(TYPES) * TYPES.index(one.type) + TYPES.index(other.type), len(TYPES) ** 2),
        *_one_of(min(apart, 3), 4), float(here < there),
        *proposed, float(one.in_title), float(other.in_title),
        math.log(len(one.places)), math.log(len(other.places)),
        math.log1p(end - start), math.log1p(abs(here.mention - there.mention) - 1),
    ]  # fmt: skip


def _between(pair: Pair, words: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The words between the closest mentions of a pair, where they stand in one sentence or in neighbouring ones."""
    if abs(pair.here.sentence - pair.there.sentence) > 1:
        return 0, 0
    left, right = pair.here.mention, pair.there.mention
    if left > right:
        left, right = right, left
    start, end = words[left][1], words[right][0]
    return start, end if end > start else start


def _barred(
    pairs: Sequence[Pair], classes: Sequence[str], allows: Callable[[str, str, str], bool]
) -> list[tuple[float, ...]]:
    ends = [(pair.subject.type, pair.object.type) for pair in pairs]
    rows = {
        (one, other): (0.0, *(0.0 if allows(one, name, other) else BARRED for name in classes[1:]))
        for one, other in set(ends)
    }
    return [rows[types] for types in ends]


@cache
def _one_of(place: int, size: int) -> tuple[float, ...]:
    return tuple(float(n == place) for n in range(size))


def _integers(rows: Sequence[Sequence[int]], width: int) -> NDArray[np.int64]:
    return np.array(rows, dtype=np.int64).reshape(-1, width)


def _floats(rows: Sequence[Sequence[float]], width: int) -> NDArray[np.float32]:
    return np.array(rows, dtype=np.float32).reshape(-1, width)
