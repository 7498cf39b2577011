"""What a paper states of its names: a linear classifier over the features of `kg.extract.pairs`.

Two models (`kg train` makes them): whether the paper proposes a name, and which relation, if any, an ordered pair of
names stands in. The ontology's domains and ranges are hard limits, and a negation between the two ("does not
use", "unlike", "without") silences all but a comparison.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from kg import ontology
from kg.errors import ResourceError
from kg.extract import pairs
from kg.extract.pairs import Features, Name, Pair, Reading
from kg.extract.tagger import softmax
from kg.records import Relation
from kg.settings import EXTRACT

RULE = "classifier"
NONE = "none"
_NEGATION = re.compile(
    r"\b(?:not|never|no|neither|nor|without|unlike|instead of|rather than|contrary to|cannot|fails? to|lacks?"
    r"|avoid(?:s|ing)?|free of|replac(?:es|ing)|eliminat(?:es|ing)|hardly|barely)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;:]|,? (?:but|while|whereas|although|however)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Weights:
    """The two models: rows are hashed features, columns classes; a class counts from its threshold upwards."""

    proposes: NDArray[np.float32]
    relation: NDArray[np.float32]
    classes: tuple[str, ...]
    thresholds: NDArray[np.float32]
    """One probability for `proposes`, then one a class."""


@cache
def load(path: Path) -> Weights:
    """The weights that `kg train` wrote. Raises `ResourceError` where the file is missing or damaged."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            return Weights(
                file["proposes"].astype(np.float32),
                file["relation"].astype(np.float32),
                tuple(str(name) for name in file["classes"]),
                file["thresholds"],
            )
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise ResourceError(
            f"{path}: the relation model cannot be read ({error}). Install kg again."
        ) from error


def hashed(features: Features, rows: int) -> NDArray[np.int64]:
    """The rows of a weight table that stand for these features, in order; `rows` is a power of two."""
    found: set[int] = set()
    for context, traits in features:
        begun = zlib.crc32(context.encode())
        found.update(zlib.crc32(trait.encode(), begun) & (rows - 1) for trait in traits)
    return np.array(sorted(found), dtype=np.int64)


def proposed(paper: Reading, weights: Weights) -> list[float]:
    """For each name the probability that the paper proposes it."""
    table = weights.proposes
    rows = [hashed(pairs.name_features(paper, name), len(table)) for name in paper.names]
    return [float(0.5 + 0.5 * np.tanh(table[r].sum() / 2)) for r in rows]


def find(paper: Reading, weights: Weights, known: Collection[str] = ()) -> list[Relation]:
    """The relations that the paper states, each with the passage where its two names come closest.

    Two names stand in one relation at most, in the direction that is more probable. Of the `known` names (keys),
    which any reader has heard of, a paper proposes only what it says that it introduces.
    """
    likely = proposed(paper, weights)
    found = [
        Relation(None, "proposes", *_introduction(paper, name), round(score, 3), RULE)
        for name, score in zip(paper.names, likely, strict=True)
        if score >= weights.thresholds[0]
        and (name.key not in known or any(paper.introduces(place) for place in name.places))
    ]
    ordered = [way for pair in eligible(paper, likely) for way in (pair, pair.swapped())]
    judged = judge(paper, ordered, weights)
    for forth, back in zip(range(0, len(ordered), 2), range(1, len(ordered), 2), strict=True):
        chosen = max(forth, back, key=lambda way: judged[way][1])
        predicate, score = judged[chosen]
        if predicate != NONE and (predicate == "comparedWith" or not _negated(paper, ordered[forth])):
            found += _stated(paper, ordered[chosen], predicate, round(score, 3))
    return found


def eligible(paper: Reading, likely: Sequence[float]) -> Iterator[Pair]:
    """The pairs that may stand in a relation one way or the other, each once.

    `likely` are the probabilities that the paper proposes each of its names. Of a paper with very many names
    the most mentioned are paired.
    """
    typed = _type_pairs()
    most = sorted(range(len(paper.names)), key=lambda i: (-len(paper.names[i].places), i))[
        : EXTRACT.most_names
    ]
    for a, b in combinations(sorted(most), 2):
        one, other = paper.names[a], paper.names[b]
        if (one.type, other.type) in typed or (other.type, one.type) in typed:
            here, there = pairs.closest(one, other)
            if abs(here.sentence - there.sentence) <= EXTRACT.far or likely[a] > 0.5 or likely[b] > 0.5:
                proposed = likely[a], likely[b]
                yield Pair(one, other, here, there, proposed, pairs.joint(paper, here, there))


def judge(paper: Reading, ordered: Sequence[Pair], weights: Weights) -> list[tuple[str, float]]:
    """The most probable relation of each ordered pair that the ontology allows and its threshold admits, or `NONE`."""
    judged = [(NONE, 0.0)] * len(ordered)
    ways = [i for i, pair in enumerate(ordered) if (pair.subject.type, pair.object.type) in _type_pairs()]
    if not ways:
        return judged
    table = weights.relation
    rows = [hashed(pairs.pair_features(paper, ordered[i]), len(table)) for i in ways]
    scores = softmax(np.stack([np.add.reduce(table[r], axis=0) for r in rows]))
    allowed = ontology.load().allows
    for row, column in np.argwhere(scores >= weights.thresholds[1:]).tolist():
        way, name, score = ways[row], weights.classes[column], float(scores[row, column])
        ends = ordered[way].subject.type, ordered[way].object.type
        if name != NONE and allowed(ends[0], name, ends[1]):
            judged[way] = max(judged[way], (name, score), key=lambda judgement: judgement[::-1])
    return judged


@cache
def _type_pairs() -> frozenset[tuple[str, str]]:
    """The types of subject and object between which the ontology knows a relation."""
    known = ontology.load()
    return frozenset(
        (a, b)
        for a in known.types
        for b in known.types
        for name in known.relations
        if known.allows(a, name, b)
    )


def _introduction(paper: Reading, name: Name) -> tuple[int, int, int]:
    """The mention that introduces a name, with its sentence: one that is said to be new, else the abstract's first."""
    new = [place for place in name.places if paper.introduces(place)]
    body = [place for place in name.places if paper.mentions[place.mention].start >= paper.title_end]
    chosen = max(new) if new else (body or name.places)[0]
    return chosen.mention, *paper.sentences[chosen.sentence]


def _stated(paper: Reading, pair: Pair, predicate: str, score: float) -> Iterator[Relation]:
    """The relation with its passage: one sentence, two neighbouring ones, or two apart as a piece of evidence each."""
    places = sorted((pair.here.sentence, pair.there.sentence))
    first, second = (paper.sentences[place] for place in places)
    one_part = (first[0] < paper.title_end) == (second[0] < paper.title_end)
    passages = [(first[0], second[1])] if places[1] - places[0] <= 1 and one_part else [first, second]
    for passage in passages:
        yield Relation(pair.here.mention, predicate, pair.there.mention, *passage, score, RULE)


def _negated(paper: Reading, pair: Pair) -> bool:
    """Whether a negation stands in the clause that joins the closest mentions of two names."""
    places = sorted((pair.here, pair.there))
    left, right = (paper.mentions[place.mention] for place in places)
    begin = paper.sentences[places[0].sentence][0]
    before = paper.text[max(begin, left.start - 60) : left.start]
    cuts = list(_CLAUSE.finditer(before))
    scope = before[cuts[-1].end() if cuts else 0 :] + " " + paper.text[left.end : right.start][-200:]
    return _NEGATION.search(scope) is not None
