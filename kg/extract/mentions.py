"""Candidates from every source into the mentions of one paper."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from kg import names
from kg.extract import forms, known, lists, votes
from kg.extract.abbreviations import Definition
from kg.extract.candidates import Candidate, trim
from kg.extract.overlaps import resolve, two_names
from kg.settings import EXTRACT

REPEATED = "repeated"
# A name goes on in "ResNet-101" and "Bi-LSTM", but not in "BERT-based".
_FIRST = re.compile(r"(?<![\w-])(?:\w+|\S)")
_ENDS = re.compile(r"(?![\w+#]|[-.]\d|-[A-Z])")
_LOOSELY_ENDS = re.compile(_ENDS.pattern, re.IGNORECASE)


def settle(
    text: str, candidates: Iterable[Candidate], definitions: Sequence[Definition], title_end: int = 0
) -> list[Candidate]:
    """The mentions of `text`, in order, none inside another; text[:title_end] is the title.

    1. Each candidate is trimmed by the house rules; what joins two known names is none.
    2. Overlaps are resolved: a longer span beats those inside it, else the better score wins.
    3. Where a short or long form is a mention, so is its partner; nothing smaller remains inside a long form.
    4. A name has one type in a paper: the candidates of all its spellings, and of its partner's, vote by score.
    5. Every further occurrence of a found name is a mention too.
    6. What nobody is sure of is left out, above all where only the title has it: capitals say little there.
    """
    # A name that is all the text there is (a title of one word) has no sentence to be told by.
    candidates = [c for c in candidates if text[c.start : c.end] != text.strip()]
    trimmed = [kept for candidate in candidates if (kept := trim(text, candidate))]
    both = two_names(text, trimmed, [c for c in trimmed if c.rule == known.RULE])
    trimmed = [candidate for candidate in trimmed if candidate not in both]
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
    # A capital makes a name that must be written so; a phrase in lower case may begin a sentence or stand in a title.
    exact = {surface for surface in best if not surface.islower() and len(surface.split()) == 1}
    loose = {surface.casefold(): surface for surface in sorted(best) if surface not in exact}
    folded = _folded(text)
    spans = [*_occurrences(text, exact, _ENDS), *_occurrences(folded, loose, _LOOSELY_ENDS)]
    found = []
    for start, end in spans:
        surface = text[start:end]
        seed = best.get(surface) or best.get(surface.removesuffix("s"))
        if seed is None:
            spelt = folded[start:end]
            seed = best[loose.get(spelt) or loose[spelt.removesuffix("s")]]
        found.append(
            Candidate(start, end, seed.type, round(seed.score * EXTRACT.repeated_factor, 3), REPEATED)
        )
    return found


def _occurrences(text: str, wanted: Collection[str], ends: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Where a wanted name, or its plural with s, stands in `text`, in order, the longest first; linear time.

    >>> list(_occurrences("a BERT-large, BERTs; DistilBERT", {"BERT", "BERT-large"}, _ENDS))
    [(2, 12), (14, 19)]
    """
    lengths: dict[str, set[int]] = defaultdict(set)  # of the names that may stand where a word does
    for name in wanted:
        if first := _FIRST.match(name):
            lengths[first[0]].add(len(name))
            if first[0] == name:
                lengths[name + "s"].add(len(name))
    done = 0
    for word in _FIRST.finditer(text) if lengths else ():
        if word[0] not in lengths or word.start() < done:
            continue
        start = word.start()
        for length in sorted(lengths[word[0]], reverse=True):
            name = text[start : start + length]
            if name in wanted:
                end = start + len(name)
                plural = end + text.startswith("s", end)
                done = next((place for place in (plural, end) if ends.match(text, place)), done)
                if done > start:
                    yield start, done
                    break


def _folded(text: str) -> str:
    """Text with letters of either case alike, character for character, so that places stay."""
    folded = text.casefold()
    return (
        folded if len(folded) == len(text) else "".join(f if len(f := c.casefold()) == 1 else c for c in text)
    )
