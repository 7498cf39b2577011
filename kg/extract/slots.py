"""On what and by what a figure was measured, weighed: how well each name fits as the dataset or metric of a number.

A linear classifier over where the name stands to the number, what the rules of `bound` say, and what the name is to
the paper. `kg train` makes its weights, with the probability below which an end is left open. For methods and tasks
it was no better than the rules.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from kg.errors import ResourceError
from kg.extract import bound
from kg.extract.bound import Ends, Main
from kg.extract.figures import Quantity
from kg.extract.pairs import Name, Reading
from kg.extract.relations import hashed
from kg.records import Kind

SLOTS = {"dataset": "Dataset", "metric": "Metric"}
_WORD = re.compile(r"[^\W\d_]+|[0-9][0-9.,]*|[^\w\s]")
_DISTANCES = (0, 1, 4, 10, 20, 35, 60, 100, 160, 250)
_NAMES, _NEAR = 16, 8  # names of a type, and mentions on either side of a number, that are looked at
_FAR = 1e9


@dataclass(frozen=True, slots=True)
class Weights:
    """One weight a hashed feature, and the least probability of an end for each of `SLOTS`."""

    table: NDArray[np.float32]
    least: Mapping[str, float]


@cache
def load(path: Path) -> Weights:
    """The weights that `kg train` wrote beside those of `reported`. Raises `ResourceError` as that does."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            least = dict(zip(SLOTS, file["least"].tolist(), strict=True))
            return Weights(file["ends"].astype(np.float32), least)
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise ResourceError(
            f"{path}: the model of results cannot be read ({error}). Install kg again."
        ) from error


class Choice(NamedTuple):
    """A name that may be an end of a number: which, by its mention nearest to the number, and what speaks for it."""

    name: Name
    mention: int
    traits: Sequence[str]


@dataclass(frozen=True, slots=True)
class Standing:
    """The names of each type, with what each is to the paper, and which of them, in that order, a mention is of."""

    names: Mapping[str, Sequence[tuple[Name, Sequence[str]]]]
    of: Mapping[int, int]


def standing(paper: Reading, proposed: Mapping[int, float], own: Main) -> Standing:
    """What the names are to the paper; the arguments are those of `bound.main`, and what it says."""
    most_likely = max(proposed.values(), default=0.0)
    found: dict[str, list[tuple[Name, list[str]]]] = {}
    for type_ in SLOTS.values():
        names = [name for name in paper.names if name.type == type_]
        names = sorted(names, key=lambda n: (-len(n.places), n.places[0]))[:_NAMES]
        most = max((len(name.places) for name in names), default=0)
        found[type_] = [(n, _traits(n, len(names), most, proposed, most_likely, own)) for n in names]
    of = {p.mention: n for names in found.values() for n, (name, _) in enumerate(names) for p in name.places}
    return Standing(found, of)


def _traits(
    name: Name, names: int, most: int, proposed: Mapping[int, float], most_likely: float, own: Main
) -> list[str]:
    first = name.places[0].mention
    chance, is_own = proposed.get(first, 0.0), first == own.dataset
    return [
        f"own={is_own}",
        f"title={name.in_title}",
        f"proposed={int(chance * 5)},{0 < chance == most_likely}",
        f"count={min(4, len(name.places))}",
        f"most={len(name.places) == most}",
        f"proper={name.proper}",
        f"only={names == 1}",
        f"head={name.head}",
        f"first={min(3, name.places[0].sentence)}",
        f"own={is_own},{min(3, names)}",
        f"title={name.in_title},{chance > 0},{name.proper}",
    ]


def choices(
    paper: Reading, known: Standing, sentence: int, numbers: Sequence[Quantity], kinds: Sequence[Kind],
    said: Sequence[Ends],
) -> Iterator[Mapping[str, Sequence[Choice]]]:  # fmt: skip
    """For each number of a sentence the names that may be its ends, by slot; `said` is what the rules say."""
    begin, end = paper.sentences[sentence]
    first = bisect_left(paper.mentions, begin, key=lambda m: m.start)
    last = bisect_left(paper.mentions, end, key=lambda m: m.start)
    here = {
        slot: [i for i in range(first, last) if paper.mentions[i].type == type_]
        for slot, type_ in SLOTS.items()
    }
    steps = {slot: bound.in_step(paper, numbers, found) for slot, found in here.items()}
    for place, kind in enumerate(kinds):
        yield {
            slot: _of_number(
                paper, known, type_, sentence, numbers, place, kind, here[slot], getattr(said[place], slot),
                steps[slot].get(place),
            )
            for slot, type_ in SLOTS.items()
        }  # fmt: skip


def choose(choices: Mapping[str, Sequence[Choice]], said: Ends, weights: Weights) -> Ends:
    """What the rules say, with the likeliest name for each slot, None where none is likely enough."""
    ends: dict[str, int | None] = {}
    for slot, found in choices.items():
        scores = [probability(slot, choice, weights.table) for choice in found]
        best = max(range(len(found)), key=scores.__getitem__, default=None)
        ends[slot] = None if best is None or scores[best] < weights.least[slot] else found[best].mention
    return said._replace(**ends)


def probability(slot: str, choice: Choice, table: NDArray[np.float32]) -> float:
    """How likely a name is the end of a number."""
    return float(0.5 + 0.5 * np.tanh(table[rows(slot, choice, len(table))].sum() / 2))


def rows(slot: str, choice: Choice, size: int) -> NDArray[np.int64]:
    """The rows of a weight table of that size that stand for what speaks for a name."""
    return hashed([(f"{slot}|", choice.traits)], size)


def _of_number(
    paper: Reading, known: Standing, type_: str, sentence: int, numbers: Sequence[Quantity], place: int, kind: Kind,
    here: Sequence[int], said: int | None, step: int | None,
) -> list[Choice]:  # fmt: skip
    """The choices for one slot; `here` are the mentions of its type in the sentence."""
    middle = bisect_left(here, numbers[place].start, key=lambda i: paper.mentions[i].start)
    near = [i for i in here[max(0, middle - _NEAR) : middle + _NEAR] if i in known.of]
    nearest: dict[int, tuple[float, int]] = {}
    for i in near:
        cost = bound.distance(paper, numbers, place, i, type_)
        nearest[known.of[i]] = min((cost, i), nearest.get(known.of[i], (cost, i)))
    by_rule, in_step = (None if i is None else known.of.get(i) for i in (said, step))
    found = []
    for n, (name, traits) in enumerate(known.names[type_]):
        seen = [
            "bias",
            *traits,
            *(f"named={bool(near)}|{trait}" for trait in traits[:8]),
            f"rule={n == by_rule},{n in nearest}",
            f"step={n == in_step}",
            f"kind={kind},{n in nearest}",
        ]
        if n in nearest:
            cost, at = nearest[n]
            rank = min(3, sum(other < cost for other, _ in nearest.values()))
            seen += _beside(paper, sentence, numbers, place, at, cost, rank)
        else:
            at = name.places[0].mention
            seen += _away(name, sentence)
        found.append(Choice(name, at, seen))
    return found


def _away(name: Name, sentence: int) -> Iterator[str]:
    """How far a name is that does not stand near a number in the sentence; its places are in order."""
    following = bisect_left(name.places, sentence, key=lambda p: p.sentence)
    before = [sentence - name.places[following - 1].sentence] if following else []
    after = [p.sentence - sentence for p in name.places[following : following + 1]]
    apart, later = min([(n, False) for n in before] + [(n, n > 0) for n in after])
    yield f"away={min(4, apart)},{later}"
    yield f"title-only={name.in_title and len(name.places) == 1}"
    yield f"previous={before == [1]}"


def _beside(
    paper: Reading,
    sentence: int,
    numbers: Sequence[Quantity],
    place: int,
    mention: int,
    cost: float,
    rank: int,
) -> Iterator[str]:
    """How a mention stands to a number of the same sentence."""
    number, name = numbers[place], paper.mentions[mention]
    after = name.start >= number.end
    side = "after" if after else "before"
    start, end = (number.end, name.start) if after else (name.end, number.start)
    crossed = sum(start <= n.start < end for n in numbers[max(0, place - _NEAR) : place + _NEAR])
    around = paper.mentions[max(0, mention - _NEAR) : mention + _NEAR]
    alike = sum(start <= m.start < end and m.type == name.type for m in around)
    between = paper.text[start : min(end, start + 400)]
    yield from ("inside", f"side={side}", f"distance={side},{bisect_left(_DISTANCES, end - start)}")
    yield from (f"crossed={side},{min(3, crossed)}", f"alike={side},{min(3, alike)}")
    yield from (f"cost={min(12, int(cost) // 25)}", f"rank={rank}", f"rank={rank},{side}")
    yield f"barrier={side},{bound.BARRIER.search(between) is not None}"
    begin = paper.sentences[sentence][0]
    yield f"begins={mention == 0 or paper.mentions[mention - 1].start < begin},{side}"
    if bound.AGAINST.search(paper.text[max(begin, name.start - 60) : name.start]):
        yield f"against={side}"
    if bound.DOES.match(paper.text, name.end):
        yield "does"
    words = ["0" if word[0].isdigit() else word.casefold() for word in _WORD.findall(between)]
    if len(words) <= 6:
        yield f"all={side}|{' '.join(words)}"
    yield from (f"w={side}|{word}" for word in (words if len(words) <= 12 else words[:5] + words[-5:]))
