"""What the relation classifier sees: pairs of a paper's names, and each name with the paper, as sets of features.

A *name* is all mentions of one thing in a paper. A pair is looked at where its mentions come closest.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from kg import names
from kg.extract import introduced
from kg.extract.candidates import Candidate, is_name

_WORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")
_BUCKETS = (0, 1, 2, 3, 5, 8, 12, 20, 40)
_BETWEEN, _BESIDE, _EARLIER = (
    12,
    3,
    12,
)  # words between a pair, beside a name and before it that are looked at
_PLACES = 6  # mentions of a name that are looked at
_NEAR = 60  # characters behind a pair that are looked at

Features = Sequence[tuple[str, Sequence[str]]]
"""Contexts, each with the traits seen in it; a feature is context + trait."""


class Place(NamedTuple):
    """A mention and the sentence it begins in, by their indices."""

    mention: int
    sentence: int


@dataclass(frozen=True, slots=True)
class Name:
    """A thing named in the paper, with the places of its mentions in order.

    `proper` says whether it looks like a proper name, `head` is the last word of a descriptive one ("*" of a proper
    one), `in_title` whether the title names it.
    """

    type: str
    key: str
    places: tuple[Place, ...]
    proper: bool
    head: str
    in_title: bool


class Pair(NamedTuple):
    """An ordered pair of names, the places where they come closest, and how likely the paper proposes each.

    `joint` are the traits of what stands between and beside those places, where they are not far apart.
    """

    subject: Name
    object: Name
    here: Place
    there: Place
    proposed: tuple[float, float]
    joint: Sequence[str] = ()

    def swapped(self) -> Pair:
        """The same pair, the other way round."""
        return Pair(self.object, self.subject, self.there, self.here, self.proposed[::-1], self.joint)


@dataclass(frozen=True, slots=True)
class Reading:
    """A paper as the classifier sees it: its text (title first), sentences, mentions and names.

    `words` are all its words in order, each in one form, and `word_at` says which of them is the first at or after a
    place: the beginning or end of a mention, of a sentence or of a cue. `cues` are what announces a name ("we
    propose"), `introduced` the names that the paper gives.
    """

    text: str
    title_end: int
    sentences: Sequence[tuple[int, int]]
    mentions: Sequence[Candidate]
    names: Sequence[Name]
    introduced: frozenset[tuple[int, int]]
    words: Sequence[str]
    word_at: Mapping[int, int]
    cues: Sequence[tuple[int, int]]

    def introduces(self, place: Place) -> bool:
        """Whether the mention at a place is a name that the paper gives there."""
        mention = self.mentions[place.mention]
        return (mention.start, mention.end) in self.introduced


def read(
    text: str,
    title_end: int,
    sentences: Sequence[tuple[int, int]],
    mentions: Sequence[Candidate],
    abbreviations: Sequence[tuple[str, str]],
    new: Iterable[Candidate],
) -> Reading:
    """Group the mentions into names; linear time.

    `mentions` are in order and do not overlap; `new` are the names that the paper gives.
    """
    keys = names.identities((text[m.start : m.end] for m in mentions), abbreviations)
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i, (mention, key) in enumerate(zip(mentions, keys, strict=True)):
        groups[mention.type, key].append(i)
    sentence_of = _sentence_of(sentences, mentions)
    things = []
    for (type_, key), group in groups.items():
        surface = text[mentions[group[0]].start : mentions[group[0]].end]
        proper, in_title = is_name(surface), mentions[group[0]].start < title_end
        places = tuple(Place(i, sentence_of[i]) for i in group)
        head = "*" if proper else _head(surface)
        things.append(Name(type_, key, places, proper, head, in_title))
    cues = [cue.span() for span in sentences for cue in introduced.CUE.finditer(text, *span)]
    given = frozenset((c.start, c.end) for c in new)
    words, word_at = _split(text, (*sentences, *((m.start, m.end) for m in mentions), *cues))
    return Reading(text, title_end, sentences, mentions, things, given, words, word_at, cues)


def _split(text: str, spans: Iterable[tuple[int, int]]) -> tuple[list[str], dict[int, int]]:
    """The words of a text, cut where the spans begin and end, and the first word at or after each such place."""
    words: list[str] = []
    word_at = {}
    cuts = sorted({0, len(text), *(place for span in spans for place in span)})
    for start, end in pairwise(cuts):
        word_at[start] = len(words)
        words += _words(text, start, end)
    word_at[len(text)] = len(words)
    return words, word_at


def closest(one: Name, other: Name) -> tuple[Place, Place]:
    """Where two names come closest: fewest sentences apart, then fewest mentions between, then first.

    Their places are in order, so that the closest two are neighbours among all: linear time.
    """
    merged = sorted([(place, True) for place in one.places] + [(place, False) for place in other.places])
    neighbours = [(a, b) for a, b in pairwise(merged) if a[1] != b[1]]
    (first, is_one), (second, _) = min(
        neighbours,
        key=lambda ends: (ends[1][0].sentence - ends[0][0].sentence, ends[1][0].mention - ends[0][0].mention),
    )
    return (first, second) if is_one else (second, first)


def name_features(paper: Reading, name: Name) -> Features:
    """Features of a name by itself, for whether the paper proposes it."""
    text = paper.text
    first = paper.mentions[name.places[0].mention]
    last = len(paper.sentences) - 1
    traits = [
        f"title={name.in_title}",
        f"count={_bucket(len(name.places))}",
        f"first={_where(name.places[0], last)}",
        f"last={_where(name.places[-1], last)}",
        f"proper={name.proper}",
        f"title-colon={name.in_title and text[first.end : first.end + 1] == ':'}",
        f"words={_bucket(len(text[first.start : first.end].split()))}",
        f"head={name.head}",
        f"introduced={any(paper.introduces(place) for place in name.places)}",
    ]
    for place in name.places[:_PLACES]:
        traits += _surroundings(paper, place)
    return [(f"{name.type}|", traits), ("", traits)]


def _surroundings(paper: Reading, place: Place) -> list[str]:
    """What stands around a mention in its sentence."""
    mention = paper.mentions[place.mention]
    begin, end = paper.sentences[place.sentence]
    here = paper.word_at[mention.start]
    before = paper.words[max(paper.word_at[begin], here - _EARLIER) : here]
    behind = paper.word_at[mention.end]
    after = paper.words[behind : min(behind + _BESIDE, paper.word_at[end])]
    traits = [f"before{k}={w}" for k, w in enumerate(reversed(before[-_BESIDE:]))]
    traits += [f"after{k}={w}" for k, w in enumerate(after)]
    traits += [f"earlier={w}" for w in before]
    cue = _cue(paper, begin, mention.start)
    if cue is not None:
        since = (
            paper.word_at[cue] if cue in paper.word_at else here - len(_words(paper.text, cue, mention.start))
        )
        previous = paper.mentions[place.mention - 1] if place.mention else None
        traits.append(f"cue={_bucket(here - since)}")
        traits += [f"from-cue={w}" for w in paper.words[max(since, here - 8) : here]]
        traits.append(f"first-after-cue={previous is None or previous.start < cue}")
    return traits


def _cue(paper: Reading, begin: int, place: int) -> int | None:
    """Where the last cue between the beginning of a sentence and a place in it ends."""
    index = bisect_left(paper.cues, (place, place))
    if (
        index and paper.cues[index - 1][1] > place
    ):  # it goes on behind the place: its part before may be one too
        cut = [cue.end() for cue in introduced.CUE.finditer(paper.text, paper.cues[index - 1][0], place)]
        if cut:
            return cut[-1]
        index -= 1
    return paper.cues[index - 1][1] if index and paper.cues[index - 1][0] >= begin else None


def pair_features(paper: Reading, pair: Pair) -> Features:
    """Features of an ordered pair of names."""
    one, other, here, there, proposed, joint = pair
    last = len(paper.sentences) - 1
    apart, forward = abs(here.sentence - there.sentence), here < there
    kind = f"{one.type}-{other.type}"
    together = {place.sentence for place in one.places} & {place.sentence for place in other.places}
    traits = (
        "bias",
        f"apart={min(apart, 3)},{forward}",
        f"together={_bucket(len(together))}",
        f"counts={_bucket(len(one.places))},{_bucket(len(other.places))}",
        f"titles={one.in_title},{other.in_title}",
        f"firsts={_where(one.places[0], last)},{_where(other.places[0], last)}",
        f"proposed={round(proposed[0] * 4)},{round(proposed[1] * 4)}",
        f"subject-proposed={round(proposed[0] * 4)}",
        f"object-proposed={round(proposed[1] * 4)}",
        f"head1={one.head}",
        f"head2={other.head}",
        f"same-head={one.head == other.head}",
        f"holds={other.key in one.key},{one.key in other.key},{one.key.endswith(other.key)}",
        f"proper={one.proper},{other.proper}",
    )
    return [(f"{kind}|", traits), (f"{kind}{'>' if forward else '<'}{min(apart, 2)}|", joint)]


def joint(paper: Reading, first: Place, second: Place) -> list[str]:
    """What stands between and beside two mentions of one sentence or of neighbouring ones; nothing of others."""
    first, second = min(first, second), max(first, second)
    if second.sentence - first.sentence > 1:
        return []
    left, right = paper.mentions[first.mention], paper.mentions[second.mention]
    begin, end = paper.sentences[first.sentence]
    start, stop = paper.word_at[left.end], paper.word_at[right.start]
    traits = [
        f"mentions-between={_bucket(second.mention - first.mention - 1)}",
        f"distance={_bucket(stop - start)}",
    ]
    if stop - start <= _BETWEEN:
        between = paper.words[start:stop]
        traits += [f"w={w}" for w in between]
        traits += [f"b={a} {b}" for a, b in pairwise(between)]
        traits.append(f"all={' '.join(between[:6])}")
    else:
        traits += [f"w1={w}" for w in paper.words[start : start + 4]]
        traits += [f"w2={w}" for w in paper.words[stop - 4 : stop]]
    here = paper.word_at[left.start]
    before = paper.words[max(paper.word_at[begin], here - _BESIDE) : here]
    after = _words(paper.text, right.end, min(end, right.end + _NEAR))[:_BESIDE]
    traits += [f"pre{n}={w}" for n, w in enumerate(reversed(before))]
    traits += [f"post{n}={w}" for n, w in enumerate(after)]
    return traits


def _words(text: str, start: int, end: int) -> list[str]:
    """The words of text[start:end], each in one form; every number is "0"."""
    return [
        word.casefold() if word.isalpha() else ("0" if word.isdigit() else word)
        for word in _WORD.findall(text, start, end)
    ]


def _head(surface: str) -> str:
    """The last word, singular: what kind of thing a descriptive name is."""
    words = re.findall(r"[^\W\d_]+", surface)
    return names.singular(words[-1].casefold()) if words else "*"


def _bucket(number: int) -> int:
    return _BUCKETS[bisect_right(_BUCKETS, number) - 1]


def _where(place: Place, last: int) -> str:
    """Title or first sentence, an early, middle, late one, or the last."""
    sentence = place.sentence
    return "0" if sentence == 0 else "end" if sentence == last else f"{1 + 3 * sentence // (last + 1)}"


def _sentence_of(sentences: Sequence[tuple[int, int]], mentions: Sequence[Candidate]) -> list[int]:
    """The sentence that each mention begins in; both are in order."""
    result, current = [], 0
    for mention in mentions:
        while current + 1 < len(sentences) and sentences[current + 1][0] <= mention.start:
            current += 1
        result.append(current)
    return result
