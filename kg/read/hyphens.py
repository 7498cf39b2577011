"""Words divided over a line end, as text pasted from PDFs has them: "convo-\\nlutional", "trans- former".

Whether the hyphen belongs to the word is decided by evidence, in this order:
1. "pre- and post-training": before a conjunction the hyphen stays, and so does the gap.
2. "CIFAR-\\n10", "BERT- based": a digit, a capital or no lower case letter beside the hyphen: it stays, the gap closes.
3. The text holds the hyphenated form elsewhere: the hyphen stays.
4. The joined form is a word (in the text or in kg's list of common words): joined.
5. The left part is a prefix that takes a hyphen, or both parts are words: the hyphen stays (over a line end the gap
   closes; within a line it is a dash if a function word follows, and is left alone).
6. Otherwise one part is no word by itself: joined.
"""

from __future__ import annotations

import re
from functools import cached_property

from kg.read.lexicon import common, listed
from kg.read.tracked import Piece, Tracked, sub

_DIVIDED = re.compile(r"(?<![\w-])((?:[^\W_]+-)*)([^\W_]+)-([ \t]*\n\s*|[ \t]+)([^\W_]+)(-?)")
_STRAY = re.compile(
    r"(?<=[\w)]) -(?=(?:based|aware|driven|free|like|level|wise|specific|style|guided|agnostic|invariant|best|optimal|"
    r"approximate|stationary|greedy|hard|complete|close|means|nearest|shot|dimensional|regular|way|net|step|hop)\b)"
)
_CONJUNCTIONS = listed("and or to nor but as und oder versus vs through")
_PREFIXES = listed(
    "self non pre post multi cross co semi anti inter intra sub super meta quasi pseudo zero one two three "
    "four few well high low long short large small fine coarse end state real time data model task domain out "
    "in on off"
)
_TAILS = listed(
    "based aware driven free like level wise specific style guided agnostic invariant attention scale shot "
    "the of art supervised supervision end world time tuning tuned trained training known"
)
_FUNCTION_WORDS = listed(
    "the a an of in on at by for with from is are was were be been has have had it its this that these those "
    "we our they their which who such can may will not no so if than then when where while also both into "
    "over under"
)


class _Whole:
    """The words of a text that are not divided, as evidence for those that are; looked up only where it is needed."""

    def __init__(self, lower: str) -> None:
        self._lower = lower

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(re.findall(r"(?<![\w-])[^\W_]+(?![\w-])", self._lower))

    @cached_property
    def hyphenated(self) -> frozenset[tuple[str, str]]:
        return frozenset(re.findall(r"(?<!\w)([^\W_]+)(?=-([^\W_]+))", self._lower))


def join(tracked: Tracked) -> Tracked:
    """The text with divided words whole again.

    >>> from kg.read.tracked import begin
    >>> join(begin("convo-\\nlutional nets on CIFAR-\\n10, machine trans- lation, pre- and post-training")).text
    'convolutional nets on CIFAR-10, machine translation, pre- and post-training'
    """
    text = tracked.text
    if "- " in text or "-\n" in text:
        whole = _Whole(text.lower())
        tracked = sub(tracked, _DIVIDED, lambda match: _joined(match, whole))
    if " -" in tracked.text:
        tracked = sub(tracked, _STRAY, lambda m: ((m.start() + 1, m.end()),))
    return tracked


def _joined(match: re.Match[str], text: _Whole) -> tuple[Piece, ...] | None:
    head, left, gap, right, tail = match.groups()
    newline = "\n" in gap
    whole = (match.start(), match.end(2))
    rest = match.span(4)[0], match.end()
    with_hyphen: tuple[Piece, ...] = (whole, (match.end(2), match.end(2) + 1), rest)
    if right.lower() in _CONJUNCTIONS:
        return (whole, "- ", rest) if newline else None
    if not right[0].islower() or left[-1].isdigit() or not any(c.islower() for c in left):
        dash = right.lower() in _FUNCTION_WORDS or (len(left) > 4 and right[0].isupper())
        return None if dash and not newline else with_hyphen
    plain_left, plain_right = left.lower(), right.lower()
    if (plain_left, plain_right) in text.hyphenated:
        return with_hyphen
    if plain_left + plain_right in common() or plain_left + plain_right in text.words:
        return (whole, rest)
    if not newline and plain_right in _FUNCTION_WORDS:
        return None
    name = left[0].isupper() and len(left) > 3 and len(right) > 5  # "Bellman-" before a word
    compound = (name or plain_left in common()) and plain_right in common()
    if compound or head or tail or plain_left in _PREFIXES or plain_right in _TAILS:
        return with_hyphen
    return (whole, rest)
