"""Candidates from every source into the mentions of one paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from kg import names
from kg.extract import forms, lists, votes
from kg.extract.abbreviations import Definition
from kg.extract.candidates import Candidate, trim
from kg.extract.overlaps import resolve
from kg.settings import EXTRACT

REPEATED = "repeated"
# A name goes on in "ResNet-101" and "Bi-LSTM", but not in "BERT-based".
_BEGINS, _ENDS = r"(?<![\w-])", r"(?![\w+#]|[-.]\d|-[A-Z])"


def settle(
    text: str, candidates: Iterable[Candidate], definitions: Sequence[Definition], title_end: int = 0
) -> list[Candidate]:
    """The mentions of `text`, in order, none inside another; text[:title_end] is the title.

    1. Each candidate is trimmed by the house rules.
    2. Overlaps are resolved: a longer span beats those inside it, else the better score wins.
    3. Where a short or long form is a mention, so is its partner; nothing smaller remains inside a long form.
    4. A name has one type in a paper: the candidates of all its spellings, and of its partner's, vote by score.
    5. Every further occurrence of a found name is a mention too.
    6. What nobody is sure of is left out, above all where only the title has it: capitals say little there.
    """
    # A name that is all the text there is (a title of one word) has no sentence to be told by.
    candidates = [c for c in candidates if text[c.start : c.end] != text.strip()]
    trimmed = [kept for candidate in candidates if (kept := trim(text, candidate))]
    chosen = resolve(trimmed)
    chosen = forms.define(text, resolve([*chosen, *lists.missed(text, chosen)]), definitions)
    types = votes.types(text, chosen, trimmed, definitions)
    chosen = [c._replace(type=types[names.key(text[c.start : c.end])]) for c in chosen]
    found = resolve([*chosen, *_repeat(text, chosen)])
    body = {names.key(text[c.start : c.end]) for c in found if c.start >= title_end}
    return [
        c
        for c in found
        if c.score
        >= (EXTRACT.least_score if names.key(text[c.start : c.end]) in body else EXTRACT.least_title_score)
    ]


def _repeat(text: str, mentions: Sequence[Candidate]) -> list[Candidate]:
    """Further occurrences of the mentioned names, each a little less sure than the surest of them."""
    best: dict[str, Candidate] = {}
    for mention in mentions:
        surface = text[mention.start : mention.end]
        if mention.score >= EXTRACT.least_score and (
            surface not in best or best[surface].score < mention.score
        ):
            best[surface] = mention
    if not best:
        return []
    # A capital makes a name that must be written so; a phrase in lower case may begin a sentence or stand in a title.
    exact = [surface for surface in best if not surface.islower() and len(surface.split()) == 1]
    loose = {surface.casefold(): surface for surface in sorted(best) if surface not in exact}
    found = []
    for pattern, flags in ((exact, 0), (loose, re.IGNORECASE)):
        if not pattern:
            continue
        options = "|".join(re.escape(name) for name in sorted(pattern, key=lambda name: (-len(name), name)))
        for match in re.finditer(rf"{_BEGINS}(?:{options})s?{_ENDS}", text, flags):
            surface = match[0]
            seed = best.get(surface) or best.get(surface.removesuffix("s"))
            if seed is None:
                folded = surface.casefold()
                spelt = loose.get(folded) or loose.get(folded.removesuffix("s"))
                if spelt is None:  # "İ" matches "i" but does not fold to it
                    continue
                seed = best[spelt]
            found.append(
                Candidate(*match.span(), seed.type, round(seed.score * EXTRACT.repeated_factor, 3), REPEATED)
            )
    return found
