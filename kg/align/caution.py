"""When an equal label does not show by itself that the same thing is meant."""

from __future__ import annotations

import re

from kg import names
from kg.read.lexicon import common
from kg.vocabulary import heeds_case

TOO_SHORT = "the label is too short"
GENERIC = "the label is a generic word"
FOREIGN = "the label is a single word of another language"
CAPITALS = "the capitals of the label differ"
ABBREVIATION = "the label is an abbreviation without its long form"

_FEW = 3
"""Letters and digits of a label that says too little: "art", "set", "CRF"."""

_ABBREVIATION = 6
"""Letters of a name all in capitals that may be the abbreviation of something else."""

_GENERIC = frozenset(
    """accuracy agent algorithm analysis application approach architecture attack baseline benchmark class
    code computation concept control corpus cost data database design detection device domain
    environment error evaluation experiment feature form framework function generation graph group
    image information input interaction knowledge label language layer learning level library loss
    machine management measure measurement memory method metric mining model module network node
    object optimization output parameter performance platform policy prediction problem procedure
    process program programming quality query representation research resource sample science search
    sequence service set signal simulation software solution source space speech speed state
    statistic structure study survey system task technique technology test text theory time tool
    training tree type unit user value variable video word""".split()
)
"""Words that every vocabulary has, each in its own sense; identity keys."""


def doubt(text: str, spelling: str, *, foreign: bool, both_main: bool) -> str | None:
    """Why `text`, a label of the vocabulary, equal to `spelling`, one of the concept's, is not enough; else None.

    `foreign` says that the label is in another language than English, `both_main` that they are the prefLabel
    and the name.

    >>> doubt("glue", "GLUE", foreign=False, both_main=True)
    'the capitals of the label differ'
    >>> doubt("ImageNet", "ImageNet", foreign=False, both_main=False)
    """
    if sum(c.isalnum() for c in names.key(spelling)) <= _FEW:
        return TOO_SHORT
    if names.key(spelling) in _GENERIC:
        return GENERIC
    if not _one_word(text) or not _one_word(spelling):
        return None
    if foreign and not (text == spelling and heeds_case(text)):
        return FOREIGN
    if _case_matters(text, spelling) and _bare(text) != _bare(spelling):
        return CAPITALS
    if not both_main and is_abbreviation(spelling):
        return ABBREVIATION
    return None


def is_common(name: str) -> bool:
    """Whether a name is one word of common English.

    >>> [is_common(name) for name in ("Attention", "boosting", "ImageNet", "support vector machine")]
    [True, True, False, False]
    """
    word = name.casefold()
    return word in common() or names.singular(word) in common()


def is_abbreviation(name: str) -> bool:
    """Whether a name is written as abbreviations are: few capitals and nothing else.

    >>> [is_abbreviation(name) for name in ("BERT", "LSTMs", "CIFAR-10", "ImageNet")]
    [True, True, False, False]
    """
    letters = name.removesuffix("s")
    return len(letters) <= _ABBREVIATION and letters.isalpha() and letters.isupper()


def differ_in_capitals(text: str, spelling: str) -> bool:
    """Whether the concept's spelling is a single word with capitals of its own, and `text` has others.

    >>> differ_in_capitals("adaboost", "AdaBoost"), differ_in_capitals("Neural Network", "neural networks")
    (True, False)
    """
    return _one_word(spelling) and heeds_case(spelling) and _bare(text) != _bare(spelling)


def _case_matters(text: str, spelling: str) -> bool:
    """Whether a word is another one in other letters: "GLUE", "Adam" and "SQuAD", but not "AdaBoost"."""
    if is_abbreviation(text) or is_abbreviation(spelling):
        return True
    camel = re.search("[a-z].*[A-Z]|[A-Z].*[A-Z].*[a-z]", spelling) is not None
    return heeds_case(spelling) and not (camel and not is_common(text))


def _bare(word: str) -> str:
    return re.sub(r"[\W_]", "", word).removesuffix("s")


def _one_word(text: str) -> bool:
    return len(re.split(r"[\s_-]+", text.strip())) == 1
