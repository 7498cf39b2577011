"""Where sentences end in abstracts: full stops that are none are known by their neighbours."""

from __future__ import annotations

import re

_END = re.compile(r"([.!?…][\"'”’)\]]*)\s+")
_BLANK_LINE = re.compile(r"\n\s*\n|\Z")
_CLOSERS = "\"'”’)]"
_OPENERS = "\"'“‘([{*`"
_WORD_BEFORE = re.compile(r"[\w.&-]*\Z")

# A full stop after these is part of the word, whatever follows.
_NEVER = frozenset(
    "e.g i.e cf vs v.s w.r.t resp approx viz fig figs eq eqs eqn eqns sec secs ref refs tab tabs no nos"
    " vol pp thm lem prop cor def alg app ch st dr prof mr mrs ms ca incl max min avg const dept univ".split()
)
# After these it depends: a sentence follows if the next word is one that sentences begin with.
_SOMETIMES = frozenset("al etc i.i.d iid a.k.a inc ltd co corp jr sr u.s u.k ph.d ed eds".split())
_STARTERS = frozenset(
    "we the this these those our in on it its to for a an and but as at by if from with when while where"
    " here there such however moreover furthermore finally additionally specifically recently experiments"
    " results extensive existing both although despite unlike most many some all one each code that they".split()
)


def spans(text: str) -> list[tuple[int, int]]:
    """The sentences of `text` as half-open spans without outer white space, in order; linear time.

    A blank line always ends a sentence. No boundary is seen after "e.g.", "et al.", "Fig. 3", "vs.", in decimals or
    in dotted names; a bracket that opens a sentence belongs to it.

    >>> text = "We follow Fig. 3 of Doe et al. (2019), i.e. BERT. (It is large.) t-SNE helps."
    >>> [text[start:end] for start, end in spans(text)]
    ['We follow Fig. 3 of Doe et al. (2019), i.e. BERT.', '(It is large.)', 't-SNE helps.']
    """
    result = []
    start = 0
    for block in _BLANK_LINE.finditer(text):
        for match in _END.finditer(text, start, block.start()):
            if _ends(text, match.start(), match.end(), block.start()):
                result.append((start, match.end(1)))
                start = match.end()
        result.append((start, block.start()))
        start = block.end()
    return [span for span in (_strip(text, *span) for span in result) if span[0] < span[1]]


def _strip(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without white space at its ends."""
    sentence = text[start:end]
    return start + len(sentence) - len(sentence.lstrip()), start + len(sentence.rstrip())


def _ends(text: str, stop: int, after: int, limit: int) -> bool:
    """Whether the mark at `stop` (the next word begins at `after`) ends a sentence."""
    following = text[after : min(limit, after + 60)].split(maxsplit=1)
    if not following:
        return False
    word = following[0].lstrip(_OPENERS)
    if text[stop] == ".":
        before = _WORD_BEFORE.search(text, max(0, stop - 30), stop)
        previous = before[0].lstrip("(").casefold() if before else ""
        starter = word.rstrip(",").casefold() in _STARTERS and word[:1].isupper()
        if previous in _NEVER:
            return False
        if previous in _SOMETIMES or (len(previous) == 1 and previous.isalpha() and text[stop - 1].isupper()):
            return starter
    # Lower-case words continue the sentence; lower-case names ("t-SNE", "node2vec") may begin one.
    plain = word.strip(".,;:?!" + _CLOSERS).replace("-", "")
    return not (plain.isalpha() and plain.islower())
