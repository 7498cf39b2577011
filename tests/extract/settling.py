"""What the tests of mentions share."""

from __future__ import annotations

from kg.extract.abbreviations import definitions
from kg.extract.candidates import Candidate
from kg.extract.mentions import settle


def candidates(text: str, *names: tuple[str, str, float]) -> list[Candidate]:
    """The first occurrence of each name, with its type and score."""
    return [Candidate(text.index(n), text.index(n) + len(n), t, s, "tagger") for n, t, s in names]


def settled(text: str, *names: tuple[str, str, float]) -> list[tuple[str, str]]:
    found = settle(text, candidates(text, *names), definitions(text))
    return [(text[c.start : c.end], c.type) for c in found]
