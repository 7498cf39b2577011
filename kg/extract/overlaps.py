"""Of candidates that overlap, which to keep."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence

from kg.extract.candidates import Candidate

_AGAINST = frozenset("vs vs. v.s. versus".split())


def resolve(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The best candidates that do not overlap, in order of place.

    >>> resolve([Candidate(0, 9, "Task", 0.6, "tagger"), Candidate(5, 9, "Task", 0.9, "known")])
    [Candidate(start=0, end=9, type='Task', score=0.6, rule='tagger')]
    """
    pool = sorted(set(candidates), key=lambda c: (c.start - c.end, -c.score, c))
    kept: list[Candidate] = []
    for candidate in pool:
        place = rivals(kept, candidate.start, candidate.end)
        if all(_beats(candidate, rival) for rival in kept[place]):
            kept[place] = [candidate]
    return kept


def two_names(text: str, candidates: Iterable[Candidate], known: Iterable[Candidate]) -> set[Candidate]:
    """The candidates that are a known name and a known dataset, or two known names set against each other.

    >>> text = "node classification on Cora"
    >>> names = [Candidate(0, 19, "Task", 0.7, "known"), Candidate(23, 27, "Dataset", 0.7, "known")]
    >>> two_names(text, [Candidate(0, 27, "Task", 0.9, "tagger")], names)
    {Candidate(start=0, end=27, type='Task', score=0.9, rule='tagger')}
    """
    ends: dict[int, list[Candidate]] = defaultdict(list)
    starts: dict[int, list[Candidate]] = defaultdict(list)
    for name in known:
        ends[name.end].append(name)
        starts[name.start].append(name)
    return {
        candidate
        for candidate in candidates
        for first in starts[candidate.start]
        for last in ends[candidate.end]
        if (between := text[first.end : last.start].strip()) in _AGAINST
        or (between == "on" and last.type == "Dataset")
    }


def _beats(candidate: Candidate, rival: Candidate) -> bool:
    """Whether a candidate that is no longer than its rival is better nevertheless."""
    inside = rival.start <= candidate.start and candidate.end <= rival.end
    return candidate.score > rival.score + (0.35 if inside else 0.0)


def rivals(mentions: Sequence[Candidate], start: int, end: int) -> slice:
    """Where in `mentions` (in order, without overlaps) those stand that overlap a span."""
    first = bisect_right(mentions, start, key=lambda mention: mention.end)
    return slice(first, max(first, bisect_left(mentions, end, key=lambda mention: mention.start)))
