"""Which numbers of a paper are results of its own, and of what kind: a linear classifier over the words around them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from kg.errors import ResourceError
from kg.extract.figures import Quantity
from kg.extract.pairs import Features, Reading
from kg.records import Kind

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|[0-9][0-9.,]*|[^\w\s]")
_CUES = {
    "up": r"improv\w+|increas\w+|gains?|gained|boost\w*|outperform\w*|surpass\w*|exceed\w*|higher|better|rais\w+"
    r"|faster|speed-?ups?|accelerat\w+|larger|more|enhanc\w+|advantage|margins?|beats?|superior\w*|over|above|greater",
    "down": r"reduc\w+|decreas\w+|lower\w*|sav\w+|fewer|less|drop\w*|shrink\w*|cut\w*|smaller|degrad\w+|compress\w+"
    r"|slow\w*|decline\w*|worse|loss|loses?|fall\w*|shorter|cheaper",
    "is": r"achiev\w+|attain\w*|reach\w*|obtain\w*|yield\w*|scor\w+|accuracy|rates?|solv\w+|success\w*|only|within|of"
    r"|at|with|average|mean|correctly|succeed\w*",
    "set": r"samples?|images?|datasets?|tasks?|parameters?|models?|hours?|categories|classes|videos?|languages"
    r"|questions?|examples?|participants|users|contains?|containing|consist\w*|comprising|includ\w+|covering|spanning"
    r"|across|collect\w*|annotat\w*|different|million|billion|using|trained|tokens|layers?|GPUs?|domains",
    "old": r"existing|previous|prior|humans?|current|baselines?|state-of-the-art|sota|recent|compared|than|from",
    "own": r"we|our|ours|proposed|this",
}
_CUE = re.compile("|".join(rf"(?P<{name}>\b(?:{words})\b)" for name, words in _CUES.items()), re.IGNORECASE)
_CLAUSE = re.compile(r"[;:.]|,(?= (?:and|but|while|which|with|whereas)\b)|\b(?:while|whereas|but|which)\b")
_WEAK = frozenset(["of", "at", "with", "only", "within", "over", "more", "loss"])
_LEAD, _TRAIL = 200, 120  # characters
_NEAR, _FAR = 4, 12  # words
_UNITS = (
    ("percent", re.compile(r"%|percent|per cent")),
    ("points", re.compile(r"points?|pp|pts?")),
    ("times", re.compile(r"×|x|fold|times")),
    ("money", re.compile(r"[$€£]")),
    (
        "time",
        re.compile(r"\w*seconds?|\w{0,2}s|minutes?|hours?|days?|min|hrs?|h|secs?|weeks?|months?|years?"),
    ),
    ("rate", re.compile(r".*/.*|fps|.*hz|.*per second|qps|.*bps")),
)
_LARGER = re.compile(
    r" (?:larger|bigger|as large|as big)\b"
    r"(?! (?:[\w-]+ ){0,2}(?:gain|improvement|increase|speed-?up|margin|reduction|boost|throughput|performance))"
)
_WEIGHTS = r"(?:[\w-]+ ){0,3}(?:parameters?|params|weights)\b"
_GROWS = re.compile(
    rf"\b(?:increases?|growth|rise|overhead) (?:in|of) {_WEIGHTS} ?\(?(?:(?:of|by|only|about|just) |[~≈<+])*\Z"
)
_OF_WEIGHTS = re.compile(rf" (?:more|additional|extra|increase in|growth in|of) {_WEIGHTS}")


@dataclass(frozen=True, slots=True)
class Weights:
    """One weight a hashed feature, and the probability from which a number counts as a result."""

    table: NDArray[np.float32]
    threshold: float


@cache
def load(path: Path) -> Weights:
    """The weights that `kg train` wrote. Raises `ResourceError` where the file is missing or damaged."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            return Weights(file["table"].astype(np.float32), float(file["threshold"]))
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise ResourceError(
            f"{path}: the model of results cannot be read ({error}). Install kg again."
        ) from error


def is_size(text: str, number: Quantity) -> bool:
    """Whether it says how large a thing is, which is no result: "six times larger", "0.1% more parameters".

    >>> from kg.extract.figures import find
    >>> [is_size("It is 6x larger and 2x faster.", n) for n in find("It is 6x larger and 2x faster.")]
    [True, False]
    """
    if unit_class(number.unit) == "times" and _LARGER.match(text, number.end):
        return True
    before = text[max(0, number.start - _LEAD // 2) : number.start]
    return _OF_WEIGHTS.match(text, number.end) is not None or _GROWS.search(before) is not None


def probability(rows: NDArray[np.int64], weights: Weights) -> float:
    """How likely the number with these hashed features is a result of the paper's own."""
    return float(0.5 + 0.5 * np.tanh(weights.table[rows].sum() / 2))


def features(paper: Reading, sentence: int, numbers: Sequence[Quantity], place: int, kind: Kind) -> Features:
    """What speaks for or against a number's being a result; `numbers` are those of its sentence."""
    number = numbers[place]
    text = paper.text
    begin, end = paper.sentences[sentence]
    before = list(_tokens(paper, max(begin, number.start - 160), number.start))[::-1]
    after = list(_tokens(paper, number.end, min(end, number.end + 120)))
    unit = unit_class(number.unit)
    shape = f"{unit},{min(2, len((number.value or '').partition('.')[2]))}"
    last = len(paper.sentences) - 1
    traits = [
        "bias",
        f"kind={kind}",
        f"kind={kind},{unit}",
        f"unit={unit}",
        f"shape={shape}",
        f"role={number.role}",
        f"sign={text[number.start]}" if text[number.start] in "+-−" else "sign=none",
        f"null={number.value is None}",
        f"late={sentence == last},{sentence * 3 // (last + 1)}",
        f"small={number.value in ('0', '1', '2', '3', '4', '5', '100')}",
        f"bracket={text[max(0, number.start - 1)] in '(['},{text[number.end : number.end + 1] in (')', ']')}",
        f"title={number.start < paper.title_end}",
        f"unit-own={number.unit is not None and text[number.start : number.end].endswith(number.unit)}",
        f"many={min(3, _beside(numbers, place))}",
    ]
    traits += [f"b{n}={w}" for n, w in enumerate(before[:_NEAR])]
    traits += [f"a{n}={w}" for n, w in enumerate(after[:_NEAR])]
    traits += [f"{unit}|b0={w}" for w in before[:1]] + [f"{unit}|a0={w}" for w in after[:1]]
    traits += [f"bb={w}" for w in before[:_FAR]]
    traits += [f"aa={w}" for w in after[:_FAR]]
    traits += _cues(text, begin, end, number, unit)
    return [("", traits)]


def _beside(numbers: Sequence[Quantity], place: int) -> int:
    """How many other numbers with a unit or a decimal stand in the sentence, of the nearest few."""
    near = [*numbers[max(0, place - 4) : place], *numbers[place + 1 : place + 5]]
    return sum(n.unit is not None or "." in (n.value or "") for n in near)


def _cues(text: str, begin: int, end: int, number: Quantity, unit: str) -> Iterator[str]:
    """Which kinds of words stand before and after, in the clause or beyond it, and which is the nearest."""
    lead = text[max(begin, number.start - _LEAD) : number.start]
    trail = text[number.end : min(end, number.end + _TRAIL)]
    *_, clause = (0, *(cut.end() for cut in _CLAUSE.finditer(lead)))
    cut = _CLAUSE.search(trail)
    stop = cut.start() if cut else len(trail)
    before = [(cue.start() >= clause, cue.lastgroup, cue[0].lower()) for cue in _CUE.finditer(lead)]
    after = [(cue.start() < stop, cue.lastgroup, cue[0].lower()) for cue in _CUE.finditer(trail)]
    yield from (f"cue-before={name},{inside}" for inside, name, _ in before)
    yield from (f"cue-after={name},{inside}" for inside, name, _ in after)
    last = [name for _, name, word in before if name in ("up", "down", "is") and word not in _WEAK][-1:]
    following = [
        name for inside, name, word in after if inside and name in ("up", "down") and word not in _WEAK
    ][:1]
    for side, names in (("last", last), ("next", following)):
        yield from (f"{side}-cue={name}" for name in names)
        yield from (f"{unit}|{side}-cue={name}" for name in names)


def unit_class(unit: str | None) -> str:
    """What sort of unit it is."""
    if unit is None:
        return "none"
    return next(
        (name for name, pattern in _UNITS if pattern.fullmatch(unit.lower())),
        "points" if "point" in unit else "other",
    )


def _tokens(paper: Reading, begin: int, end: int) -> Iterator[str]:
    """The words of text[begin:end], each mention as its type, each number as 0."""
    mentions = paper.mentions
    place = bisect_left(mentions, begin, key=lambda m: m.start)
    at = begin
    while at < end:
        stop = mentions[place].start if place < len(mentions) and mentions[place].start < end else end
        for word in _WORD.findall(paper.text, at, stop):
            yield "0" if word[0].isdigit() else word.casefold()
        if stop == end:
            return
        yield f"<{mentions[place].type}>"
        at = mentions[place].end
        place += 1
