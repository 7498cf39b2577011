"""Short forms and the long forms that a text gives for them.

After A. Schwartz and M. Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text"
(PSB 2003): look beside brackets, match the short form's characters from the right. Three of its known faults are
mended: of several possible long forms the one whose words' initials spell the short form wins, not the shortest
("masked momentum modelling (MMM)"); plain words, numbers and list marks in brackets are no short forms; and nested
or unbalanced brackets do not leak into a form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

_BRACKET = re.compile(r"[(\[]([^()\[\]\n]{2,160})")
_SHORT = re.compile(r"[^\W_](?:[\w.+&/–-]{0,14}[\w+])?")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SENTENCE_MARK = re.compile(r"[;:()\[\]{}\n]|[.!?,]\s(?=[A-Z])")
_ROMAN = re.compile(r"[ivxIVX]+\Z")
_SMALL = frozenset(
    "a an and as at by for from in into of on or over per the through to under via with without".split()
)


@dataclass(frozen=True, slots=True)
class Definition:
    """One definition in a text: the spans of its short and of its long form, half-open."""

    short: tuple[int, int]
    long: tuple[int, int]


def definitions(text: str) -> list[Definition]:
    """The definitions "long form (SF)" and "SF (long form)" in `text`, in order of place.

    >>> text = "We propose masked momentum modelling (MMM) and a GAT (graph attention network)."
    >>> [(text[slice(*d.short)], text[slice(*d.long)]) for d in definitions(text)]
    [('MMM', 'masked momentum modelling'), ('GAT', 'graph attention network')]
    """
    found = []
    for bracket in _BRACKET.finditer(text):
        definition = _short_inside(text, bracket.start(), bracket.start(1), bracket.end(1)) or _long_inside(
            text, bracket.start(), bracket.start(1), bracket.end(1)
        )
        if definition:
            found.append(definition)
    return found


def is_short_form(text: str) -> bool:
    """Whether `text` looks like an abbreviation: short, with two letters at least, one of them a capital.

    >>> [is_short_form(t) for t in ("BERT", "lrRNNs", "B3", "owners", "ii", "n", "2019", "p")]
    [True, True, True, False, False, False, False, False]
    """
    if not 2 <= len(text) <= 16 or not _SHORT.fullmatch(text) or _ROMAN.match(text):
        return False
    if not any(c.isupper() for c in text):
        return False
    # "Table" or "Section" is a word; "Rep-VLI", "MTA", "LoRA", "B3" are not.
    return sum(c.isupper() or c.isdigit() for c in text) >= 2 or (len(text) <= 4 and text[0].islower())


def _short_inside(text: str, before: int, start: int, end: int) -> Definition | None:
    """ "long form (SF" with the bracket opening at `before` and holding text[start:end]."""
    short = re.match(
        r"\s*(?:e\.g\.|i\.e\.|or|hereafter|termed|called|dubbed|named|denoted)?[\s,\"“'‘]*", text[start:end]
    )
    start += short.end() if short else 0
    inner = _SHORT.match(text, start, end)
    # Only what stands alone in the bracket, or before a comma, semicolon, dash or another bracket, is defined there.
    if not inner or not re.match(r"[\s\"”'’]*(?:[;,)\[\](:=]|\Z)", text[inner.end() : end + 1]):
        return None
    if not is_short_form(inner[0]):
        return None
    long = _long_form(text, _window(text, before, inner[0]), inner[0])
    return Definition(inner.span(), long) if long else None


def _long_inside(text: str, before: int, start: int, end: int) -> Definition | None:
    """ "SF (long form": the word before the bracket is the short form."""
    word = re.search(r"[^\s(\[,;:]+(?=\s?\Z)", text[max(0, before - 20) : before])
    if not word or not is_short_form(word[0].strip("\"“”'’*")):
        return None
    short_start = max(0, before - 20) + word.start() + len(word[0]) - len(word[0].lstrip("\"“”'’*"))
    short = text[short_start:before].rstrip().rstrip("\"“”'’*")
    cut = re.search(r"[,;:.]\s|\Z", text[start:end])
    end = start + (cut.start() if cut else end - start)
    words = [m.span() for m in _WORD.finditer(text, start, end)]
    if len(words) < 2 or len(words) > len(short) + 4:
        return None
    fit = _fit(text, words, _letters(short))
    if fit is None or fit < 0.6:
        return None
    return Definition((short_start, short_start + len(short)), (words[0][0], words[-1][1]))


def _window(text: str, before: int, short: str) -> list[tuple[int, int]]:
    """The words that may hold the long form: at most min(n + 5, 2n) of them, of one clause."""
    limit = min(len(short) + 5, 2 * len(short))
    begin = max(0, before - 30 * limit)
    marks = list(_SENTENCE_MARK.finditer(text, begin, before))
    begin = marks[-1].end() if marks else begin
    return [m.span() for m in _WORD.finditer(text, begin, before)][-limit:]


def _long_form(text: str, words: list[tuple[int, int]], short: str) -> tuple[int, int] | None:
    """The best long form among those that end with the last word: most initials, fewest idle words, shortest.

    A digit may stand for no word ("Box Thirding (B3)") where all words of the long form are capitalised.
    """
    letters = _letters(short)
    spelt = _best(text, words, letters, short)
    if spelt is None and any(c.isdigit() for c in letters) and letters[0].isalpha():
        capitalised = list(takewhile(lambda word: text[word[0]].isupper(), reversed(words)))[::-1]
        spelt = _best(text, capitalised, "".join(c for c in letters if c.isalpha()), short)
    return spelt


def _best(text: str, words: list[tuple[int, int]], letters: str, short: str) -> tuple[int, int] | None:
    best: tuple[float, int] | None = None
    for first in range(len(words) - 1, -1, -1):
        candidate = words[first:]
        if text[candidate[0][0]].casefold() != letters[0]:
            continue
        fit = _fit(text, candidate, letters)
        if fit is not None and (best is None or fit > best[0] + 1e-9):
            best = fit, first
    if best is None or best[0] < 0.3:
        return None
    start, end = words[best[1]][0], words[-1][1]
    # A long form is longer than the short form and does not contain it ("BERT encoder (BERT)").
    if end - start <= len(short) or re.search(rf"(?<!\w){re.escape(short)}(?!\w)", text[start:end]):
        return None
    return start, end


def _fit(text: str, words: list[tuple[int, int]], letters: str) -> float | None:
    """How well the words spell the letters in order: 1 if every letter is a word's initial and no word is idle.

    None where they do not spell them, the first letter as the first initial. Words of more than one capital
    ("UrbanLLM") and digits count as initials too.
    """
    states: dict[int, float] = {0: 0.0}  # letters spelt so far -> best score
    for index, (start, end) in enumerate(words):
        word = text[start:end]
        small = word.casefold() in _SMALL
        following: dict[int, float] = {}
        for done, score in states.items():
            if index > 0 or done > 0:
                idle = score - (0.0 if small else 0.45)
                following[done] = max(following.get(done, -9.0), idle)
            for reached, gain in _spell(word, letters, done):
                following[reached] = max(following.get(reached, -9.0), score + gain)
        states = following
    total = states.get(len(letters))
    return None if total is None else total / len(letters)


def _spell(word: str, letters: str, done: int) -> Iterable[tuple[int, float]]:
    """How far `word` may spell on from letters[done], its initial first: pairs of (letters done, score gained)."""
    if done >= len(letters) or word[0].casefold() != letters[done]:
        return
    reached, gain, place = done + 1, 1.0, 1
    yield reached, gain
    while reached < len(letters):
        place = word.casefold().find(letters[reached], place)
        if place < 0:
            return
        reached += 1
        gain += 1.0 if word[place : place + 1].isupper() or word[place : place + 1].isdigit() else 0.5
        place += 1
        yield reached, gain


def _letters(short: str) -> str:
    """The characters of a short form that its long form must spell; a plural s is none of them."""
    if re.search(r"[A-Z0-9]s\Z", short):
        short = short[:-1]
    return "".join(c for c in short if c.isalnum()).casefold()
