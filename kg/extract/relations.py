"""What a paper states of its names: linear models over the features of `kg.extract.pairs`, corrected by two small nets.

Each is made by `kg train`: whether the paper proposes a name, and which relation, if any, an ordered pair of names
stands in. The ontology's domains and ranges are hard limits, and a negation between the two ("does not use",
"unlike", "without") silences all but a comparison.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain, combinations
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from kg import ontology
from kg.errors import ResourceError
from kg.extract import nets, pairs
from kg.extract.nets import Net
from kg.extract.pairs import Features, Name, Pair, Place, Reading
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


Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Model:
    """A linear model over hashed features (rows × classes), and the net that corrects it.

    Logits are divided by the temperature; what reaches the threshold is stated. The first class is `NONE`.
    """

    table: Rows
    classes: tuple[str, ...]
    net: Net
    temperature: float = 1.0
    threshold: float = 0.5


@dataclass(frozen=True, slots=True)
class Seen:
    """The encoder's vectors (words × width), and the range of words of each of the paper's mentions."""

    vectors: Rows
    mentions: Sequence[tuple[int, int]]


def names(path: Path) -> frozenset[str]:
    """The models of a file. Raises `ResourceError` where it is missing or damaged."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            return frozenset(key.split()[0] for key in file.files)
    except (OSError, ValueError, BadZipFile) as error:
        raise _unread(path, error) from error


@cache
def load(path: Path, name: str) -> Model:
    """A model of the file that `kg train` wrote. Raises `ResourceError` where it is missing or damaged."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            parts = {key.split()[1]: file[key] for key in file.files if key.split()[0] == name}
            return Model(
                np.asarray(parts.pop("table"), dtype=np.float32),
                tuple(str(label) for label in parts.pop("classes")),
                temperature=float(parts.pop("temperature")),
                threshold=float(parts.pop("threshold")),
                net={part: np.asarray(value, dtype=np.float32) for part, value in parts.items()},
            )
    except (OSError, ValueError, KeyError, IndexError, BadZipFile) as error:
        raise _unread(path, error) from error


def _unread(path: Path, error: Exception) -> ResourceError:
    return ResourceError(f"{path}: the relation model cannot be read ({error}). Install kg again.")


def save(path: Path, models: Mapping[str, Model]) -> None:
    """Write models by their names; half precision is enough for them."""
    parts: dict[str, Any] = {}
    for name, model in models.items():
        parts |= {f"{name} {part}": np.asarray(value, dtype=np.float16) for part, value in model.net.items()}
        parts[f"{name} table"] = model.table.astype(np.float16)
        parts[f"{name} classes"] = np.array(model.classes)
        parts[f"{name} temperature"] = np.array(model.temperature)
        parts[f"{name} threshold"] = np.array(model.threshold)
    with path.open("wb") as file:
        np.savez_compressed(file, **parts)


def hashed(features: Features, rows: int) -> NDArray[np.int64]:
    """The rows of a weight table that stand for these features, in order; `rows` is a power of two."""
    return np.array(_hashed(features, rows), dtype=np.int64)


def _hashed(features: Features, rows: int) -> list[int]:
    found: set[int] = set()
    for context, traits in features:
        begun = zlib.crc32(context.encode())
        found.update([zlib.crc32(trait.encode(), begun) & (rows - 1) for trait in traits])
    return sorted(found)


def name_logits(paper: Reading, table: Rows) -> Rows:
    """Of each name what the linear model thinks of the paper's proposing it, as log-odds."""
    return _sums((pairs.name_features(paper, name) for name in paper.names), table)


def pair_logits(seen: Iterable[Features], table: Rows) -> Rows:
    """What the linear model thinks of pairs with these features: pairs × classes."""
    return _sums(seen, table)


def _sums(seen: Iterable[Features], table: Rows) -> Rows:
    """The sum of the table's rows of each; none is without features."""
    rows = [_hashed(features, len(table)) for features in seen]
    if not rows:
        return table[:0]
    starts = [0, *accumulate(map(len, rows[:-1]))]
    sums: Rows = np.add.reduceat(table[list(chain.from_iterable(rows))], starts, axis=0)
    return sums


def sigmoid(logits: Rows) -> Rows:
    """Log-odds as probabilities."""
    return np.asarray(0.5 + 0.5 * np.tanh(logits / 2), dtype=np.float32)


def find(
    paper: Reading, seen: Seen, proposes: Model, relation: Model, known: Collection[str] = ()
) -> list[Relation]:
    """The relations that the paper states, each with the passage where its two names come closest.

    Two names stand in one relation at most, in the direction that is more probable. Of the `known` names (keys),
    which any reader has heard of, a paper proposes only what it says that it introduces.
    """
    if not paper.names:
        return []
    names = name_logits(paper, proposes.table)
    introductions = [introduction(paper, name) for name in paper.names]
    ordered = [way for pair in eligible(paper, sigmoid(names).tolist()) for way in (pair, pair.swapped())]
    at = nets.places(
        paper,
        seen.mentions,
        [i.mention for i in introductions],
        ordered,
        relation.classes,
        ontology.load().allows,
    )
    vectors = nets.vectors(at, seen.vectors)
    news = nets.name_logits(at, vectors, names, proposes.net) / proposes.temperature
    found = [
        Relation(None, "proposes", place.mention, *paper.sentences[place.sentence], round(score, 3), RULE)
        for name, place, score in zip(paper.names, introductions, sigmoid(news).tolist(), strict=True)
        if score >= proposes.threshold
        and (name.key not in known or any(paper.introduces(place) for place in name.places))
    ]
    if not ordered:
        return found
    linear = pair_logits((pairs.pair_features(paper, pair) for pair in ordered), relation.table)
    logits = nets.pair_logits(at, vectors, linear, relation.net) / relation.temperature
    judged = likeliest(softmax(logits))
    for forth in range(0, len(ordered), 2):
        chosen = max(forth, forth + 1, key=lambda way: judged[way][1])
        column, score = judged[chosen]
        predicate = relation.classes[column]
        if score >= relation.threshold and (
            predicate == "comparedWith" or not _negated(paper, ordered[forth])
        ):
            found += _stated(paper, ordered[chosen], predicate, round(score, 3))
    return found


def likeliest(distributions: Rows) -> list[tuple[int, float]]:
    """Of each pair the most probable relation, by its column, and its probability; the first column is none."""
    if not len(distributions):
        return []
    columns = 1 + distributions[:, 1:].argmax(axis=1)
    return list(zip(columns.tolist(), distributions[np.arange(len(columns)), columns].tolist(), strict=True))


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


def introduction(paper: Reading, name: Name) -> Place:
    """Where a name is introduced: where it is said to be new, else first in the abstract."""
    new = [place for place in name.places if paper.introduces(place)]
    body = [place for place in name.places if paper.mentions[place.mention].start >= paper.title_end]
    return max(new) if new else (body or name.places)[0]


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
