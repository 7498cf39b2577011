"""How alike two names are, in the ways that names of one thing are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from kg import names

LEAST = 0.8
"""Likeness below which two names are not taken for one: below it, more pairs are two things than one."""

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_SHORT = re.compile(r"\w*[A-Z]\w*[A-Z]\w*")
_INVENTED = re.compile(r"\w+[A-Z]")
_INVENTED_WEIGHT = 0.85  # "ResNet", "ResNest": one letter makes another system
_ARTICLE = re.compile(r"\b(?:an?|the) ", re.IGNORECASE)
_SMALL = frozenset("of for with and based".split())
_HEADS = frozenset(
    "model method algorithm approach framework technique system network architecture task problem dataset data set"
    " benchmark corpus metric score measure".split()
)
_ONE_WORD = 0.8  # "language", "language models": a word alone mostly names more than what it heads
_TELLING = frozenset(
    "zero one two three few many single dual full half first second third last low high lower upper local global"
    " forward backward static dynamic".split()
)
_BEGINNING_WEIGHT = 0.9  # "rounding", "grounding": letters more at the beginning make another word
_OPPOSITE = re.compile(
    "(?:un|non|in|im|mis|ir|anti|de|dis|multi|uni|bi|tri|semi|self|sub|super|inter|intra|over|under|hetero|homo|pre|post"
    "|up|down|micro|macro|hyper|hypo|ex|en|auto|cross|co|meta|a|re)?"
)


class Alike(NamedTuple):
    """How alike two names are, in [0, 1], and in what."""

    score: float
    how: str


def alike(one: str, other: str) -> Alike | None:
    """The likeness of two names with different keys, None where they are likely two things.

    Different numbers or abbreviations, opposite beginnings ("supervised", "unsupervised") and one name with a word
    more ("temporal graph networks") tell things apart.

    >>> alike("Convolution Neural Network", "convolutional neural networks").how
    'spelling'
    >>> alike("GPT-2", "GPT-3"), alike("unsupervised learning", "supervised learning")
    (None, None)
    """
    if _NUMBER.findall(one) != _NUMBER.findall(other):
        return None
    words, others = _words(one), _words(other)
    if (len(words) == 1) != (len(others) == 1) and (short := _initials(one, other, words, others)):
        return short
    if words == others:
        return Alike(0.9, "signs") if len(words) > 1 else None
    if sorted(words) == sorted(others):
        return Alike(0.95 if words[-1] == others[-1] else 0.85, "word order")
    return _spelt(one, other, words, others)


def _spelt(one: str, other: str, words: Sequence[str], others: Sequence[str]) -> Alike | None:
    """Names that differ in the spelling of some words, or in a generic one."""
    from rapidfuzz.distance import Indel

    rest, rest_other = _without(words, others), _without(others, words)
    if min(len(one), len(other)) < 6:
        return None
    bare = _bare(one)
    if bare == _bare(other):
        return Alike(_ONE_WORD if len(bare) == 1 else 0.9, "generic word") if bare else None
    if not rest or not rest_other or _TELLING & {*rest, *rest_other}:
        return None
    left, right = "".join(rest), "".join(rest_other)
    if left == right:
        return Alike(0.95, "spacing")
    if _opposite(left, right) or (len(words) + len(others) > 2 and _shorts(one) != _shorts(other)):
        return None
    score = Indel.normalized_similarity(left, right)
    if left.endswith(right) or right.endswith(left):
        score *= _BEGINNING_WEIGHT
    alone = len(words) == len(others) == 1
    if alone and (_INVENTED.search(one) or _INVENTED.search(other)):
        score *= _INVENTED_WEIGHT
    return Alike(score, "spelling") if score >= LEAST + 0.05 * alone else None


def _initials(one: str, other: str, words: Sequence[str], others: Sequence[str]) -> Alike | None:
    """A short form and a name with these initials: the more letters, the less by chance."""
    short, long = (one, others) if len(words) == 1 else (other, words)
    bare = short.removesuffix("s")
    if len(bare) < 3 or not bare.isupper() or bare.casefold() != "".join(word[0] for word in long):
        return None
    return Alike(min(0.95, 0.5 + 0.1 * len(bare)), "initials")


def _opposite(one: str, other: str) -> bool:
    """Whether two words differ in a beginning that changes what they mean.

    >>> _opposite("unsupervised", "supervised"), _opposite("retraining", "pretraining"), _opposite("norm", "form")
    (True, True, False)
    """
    same = 0
    while same < min(len(one), len(other)) and one[-1 - same] == other[-1 - same]:
        same += 1
    # "pretraining" and "retraining" share their "re": fewer common letters may do.
    ends = (len(one) - n for n in range(same, max(same - 3, 0), -1))
    return any(
        _OPPOSITE.fullmatch(one[:at]) and _OPPOSITE.fullmatch(other[: at - len(one) + len(other)])
        for at in ends
    )


def _bare(name: str) -> list[str]:
    """The words that tell: without articles, small words, and a generic head or several.

    >>> _bare("the transformer-based language models"), _bare("data quality"), _bare("A* search")
    (['transformer', 'language'], ['data', 'quality'], ['a', 'search'])
    """
    words = [word for word in _words(_ARTICLE.sub("", name)) if word not in _SMALL]
    while words and words[-1] in _HEADS:
        words.pop()
    return words


def _shorts(name: str) -> set[str]:
    return {short.removesuffix("s") for short in _SHORT.findall(name)}


def _words(name: str) -> list[str]:
    return [names.singular(word.casefold()) for word in _WORD.findall(name)]


def _without(words: Sequence[str], others: Sequence[str]) -> list[str]:
    """The words that the others lack."""
    left = list(others)
    rest = []
    for word in words:
        if word in left:
            left.remove(word)
        else:
            rest.append(word)
    return rest
