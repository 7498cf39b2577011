"""Short and long forms of abbreviations as mentions: where one is a mention, so is the other."""

from __future__ import annotations

from collections.abc import Sequence

from kg import names
from kg.extract.abbreviations import Definition
from kg.extract.candidates import Candidate
from kg.extract.overlaps import rivals

RULE = "abbreviation"


def define(text: str, mentions: list[Candidate], definitions: Sequence[Definition]) -> list[Candidate]:
    """The mentions with both forms of each definition that one of them names, and nothing smaller inside those.

    `mentions` are in order and do not overlap; neither do those that come back.
    """
    mentions = list(mentions)
    by_key: dict[str, Candidate] = {}
    for mention in mentions:
        key = names.key(text[mention.start : mention.end])
        by_key[key] = max(by_key.get(key, mention), mention, key=lambda c: (c.score, -c.start))
    for definition in definitions:
        forms = definition.short, definition.long
        namers = [by_key[key] for span in forms if (key := names.key(text[slice(*span)])) in by_key]
        namers += [c for c in mentions[rivals(mentions, *definition.long)] if _covers(c, definition.long)]
        if not namers:
            continue
        best = max(namers, key=lambda c: (c.score, -c.start))
        for start, end in forms:
            place = rivals(mentions, start, end)
            overlapped = mentions[place]
            if (start, end) == definition.long and any(_is_wider(text, c, start, end) for c in overlapped):
                continue  # the tagger saw a longer phrase that ends in the long form: it names the thing
            mentions[place] = [Candidate(start, end, best.type, best.score, _rule(overlapped, start, end))]
    return mentions


def _is_wider(text: str, mention: Candidate, start: int, end: int) -> bool:
    """Whether a mention holds the span and more, and is no phrase with a verb."""
    holds = mention.start <= start and end <= mention.end and (mention.start, mention.end) != (start, end)
    return holds and not _ends_in_verb(text[mention.start : start])


def _ends_in_verb(words: str) -> bool:
    """Whether what a phrase has before a long form ends in a verb ("MMM beats"): modifiers of nouns bear no s.

    >>> _ends_in_verb("MMM beats "), _ends_in_verb("large-scale "), _ends_in_verb("robotics ")
    (True, False, False)
    """
    last = words.split()[-1:]
    return any(word.islower() and names.singular(word) != word for word in last)


def _covers(candidate: Candidate, long: tuple[int, int]) -> bool:
    """Whether a mention takes up most of a long form, or holds it."""
    shared = min(candidate.end, long[1]) - max(candidate.start, long[0])
    return shared > 0.6 * (long[1] - long[0])


def _rule(overlapped: Sequence[Candidate], start: int, end: int) -> str:
    same = [c.rule for c in overlapped if (c.start, c.end) == (start, end)]
    return same[0] if same else RULE
