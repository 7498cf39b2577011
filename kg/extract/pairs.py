"""What the relation classifier sees: pairs of a paper's names, and each name with the paper, as sets of features.

A *name* is all mentions of one thing in a paper. A pair is looked at where its mentions come closest.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from kg import names
from kg.extract import introduced
from kg.extract.candidates import Candidate, is_name

_WORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")
_BUCKETS = (0, 1, 2, 3, 5, 8, 12, 20, 40)
_BETWEEN, _BESIDE = 12, 3  # words between and beside a pair that are looked at


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
    """An ordered pair of names, the places where they come closest, and how likely the paper proposes each."""

    subject: Name
    object: Name
    here: Place
    there: Place
    proposed: tuple[float, float]

    def swapped(self) -> Pair:
        """The same pair, the other way round."""
        return Pair(self.object, self.subject, self.there, self.here, self.proposed[::-1])


@dataclass(frozen=True, slots=True)
class Reading:
    """A paper as the classifier sees it: its text (title first), sentences, mentions and names."""

    text: str
    title_end: int
    sentences: Sequence[tuple[int, int]]
    mentions: Sequence[Candidate]
    names: Sequence[Name]
    introduced: frozenset[tuple[int, int]]

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
    """Group the mentions into names.

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
    return Reading(text, title_end, sentences, mentions, things, frozenset((c.start, c.end) for c in new))


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


def name_features(paper: Reading, name: Name) -> Iterator[str]:
    """Features of a name by itself, for whether the paper proposes it."""
    text, type_ = paper.text, name.type
    first = paper.mentions[name.places[0].mention]
    last = len(paper.sentences) - 1
    surface = text[first.start : first.end]
    traits = [
        f"title={name.in_title}",
        f"count={_bucket(len(name.places))}",
        f"first={_where(name.places[0], last)}",
        f"last={_where(name.places[-1], last)}",
        f"proper={name.proper}",
        f"title-colon={name.in_title and text[first.end : first.end + 1] == ':'}",
        f"words={_bucket(len(surface.split()))}",
        f"head={name.head}",
        f"introduced={any(paper.introduces(place) for place in name.places)}",
    ]
    for place, sentence in name.places[:6]:
        mention = paper.mentions[place]
        begin, end = paper.sentences[sentence]
        before = _words(text[begin : mention.start])
        after = _words(text[mention.end : end])
        traits += [f"before{k}={w}" for k, w in enumerate(reversed(before[-_BESIDE:]))]
        traits += [f"after{k}={w}" for k, w in enumerate(after[:_BESIDE])]
        traits += [f"earlier={w}" for w in before[-12:]]
        cues = list(introduced.CUE.finditer(text, begin, mention.start))
        if cues:
            between = _words(text[cues[-1].end() : mention.start])
            traits.append(f"cue={_bucket(len(between))}")
            traits += [f"from-cue={w}" for w in between[-8:]]
            traits.append(
                f"first-after-cue={not any(cues[-1].end() <= m.start < mention.start for m in paper.mentions)}"
            )
    for trait in dict.fromkeys(traits):
        yield f"{type_}|{trait}"
        yield trait


def pair_features(paper: Reading, pair: Pair) -> Iterator[str]:
    """Features of an ordered pair of names."""
    one, other, here, there, proposed = pair
    text, last = paper.text, len(paper.sentences) - 1
    left, right = (paper.mentions[place.mention] for place in sorted((here, there)))
    apart, forward = abs(here.sentence - there.sentence), here < there
    kind = f"{one.type}-{other.type}"
    same = f"{kind}{'>' if forward else '<'}{min(apart, 2)}"
    together = {place.sentence for place in one.places} & {place.sentence for place in other.places}
    yield from (
        f"{kind}|{trait}"
        for trait in (
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
    )
    if apart > 1:
        return
    between = _words(text[left.end : right.start])
    yield f"{same}|mentions-between={_bucket(abs(here.mention - there.mention) - 1)}"
    yield f"{same}|distance={_bucket(len(between))}"
    if len(between) <= _BETWEEN:
        yield from (f"{same}|w={w}" for w in between)
        yield from (f"{same}|b={a} {b}" for a, b in pairwise(between))
        yield f"{same}|all={' '.join(between[:6])}"
    else:
        yield from (f"{same}|w1={w}" for w in between[:4])
        yield from (f"{same}|w2={w}" for w in between[-4:])
    begin, end = paper.sentences[min(here, there).sentence]
    yield from (
        f"{same}|pre{n}={w}" for n, w in enumerate(reversed(_words(text[begin : left.start])[-_BESIDE:]))
    )
    yield from (
        f"{same}|post{n}={w}"
        for n, w in enumerate(_words(text[right.end : min(end, right.end + 60)])[:_BESIDE])
    )


def _words(text: str) -> list[str]:
    return [
        word.casefold() if word.isalpha() else ("0" if word.isdigit() else word)
        for word in _WORD.findall(text)
    ]


def _head(surface: str) -> str:
    """The last word, singular: what kind of thing a descriptive name is."""
    words = re.findall(r"[^\W\d_]+", surface)
    return names.singular(words[-1].casefold()) if words else "*"


def _bucket(number: int) -> int:
    return max((b for b in _BUCKETS if b <= number), default=0)


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
