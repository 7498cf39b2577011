"""When two labels are one but for their spelling: beyond the identity key, British is American and Latin English."""

from __future__ import annotations

import re
from functools import lru_cache

from kg import names

_STEMS = {
    r"programme(s?)\b": r"program\1",
    r"\bageing\b": "aging",
    r"\b(formula|schema|lemma)(?:e|ta|ata)\b": r"\1",
    r"\b(automat|spectr|minim|maxim|optim|extrem)a\b": r"\1um",
    r"\bautomaton\b": "automatum",
    r"\b(stimul|nucle|radi|foc)i\b": r"\1us",
    r"&": "and",
}
_VARIANTS = tuple((re.compile(pattern), plain) for pattern, plain in _STEMS.items())
_BRACKETED = re.compile(r"(?P<long>[^()]+?) ?\((?P<short>[^() ]{2,12})\)")


def loose_key(label: str) -> str:
    """Equal for spellings that `names.key` unites, and for those that differ as British and American English do.

    Good enough for a near match, never for identity. "" for a label without letters or digits.

    >>> loose_key("Behaviour Modelling") == loose_key("behavior modeling"), loose_key("finite automata")
    (True, 'finiteautomatum')
    """
    words = label.split()
    key = ""
    for part in map(_word_key, words):
        if not part:  # a sign: only the whole tells whether it counts
            return names.key(" ".join(map(_plain, words)))
        key += f"-{part}" if key[-1:].isdecimal() and part[0].isdecimal() else part
    return key


@lru_cache(maxsize=1 << 17)
def _word_key(word: str) -> str:
    """The key of one word. A vocabulary has millions of labels, but fewer words: theirs are computed once."""
    return names.key(_plain(word))


def _plain(word: str) -> str:
    """The word as an American would write it in the singular; the same string where it has one spelling."""
    folded = word.casefold()
    plain = names.american(folded)
    for pattern, replacement in _VARIANTS:
        plain = pattern.sub(replacement, plain)
    return word if plain == folded else plain


def forms(label: str) -> tuple[str, ...]:
    """A label as it stands; with its long form and abbreviation apart where it holds both.

    >>> forms("support vector machine (SVM)"), forms("Java (island)")
    (('support vector machine (SVM)', 'support vector machine', 'SVM'), ('Java (island)',))
    """
    both = _BRACKETED.fullmatch(label)
    if both is None:
        return (label,)
    long, short = both["long"].casefold(), both["short"].casefold().removesuffix("s")
    letters = iter(long)
    spelt = (
        short[:1] == long[:1] and len(short) * 2 < len(long) and all(letter in letters for letter in short)
    )
    return (label, both["long"], both["short"]) if spelt else (label,)


def similarity(label: str, name: str) -> str:
    """In what way two labels with one loose key are equal, in words; "" for the same string.

    >>> similarity("SVM", "SVM"), similarity("Neural Networks", "neural network")
    ('', 'after plural and case folding')
    """
    if label == name:
        return ""
    if label.casefold() == name.casefold():
        return "after case folding"
    if names.key(label) != names.key(name):
        return "after spelling folding"
    plain, other = (re.sub(r"[\W_]", "", text.casefold()) for text in (label, name))
    return "after hyphen and case folding" if plain == other else "after plural and case folding"
