"""Which words of a long form its abbreviation stands for."""

from __future__ import annotations

import re

_SMALL = frozenset("a an and as at by for from in of on or the to with".split())
_HYPHEN = re.compile(r"[-‐‑–/]")


def spelt_out(long: str, short: str) -> tuple[str, bool]:
    """The long form without the words before those that the short form (a key) stands for, and whether that is sure.

    It is sure where the initials of the rest spell the short form.

    >>> spelt_out("pre-trained large language models", "llm"), spelt_out("estimation of action units", "au")
    (('large language models', True), ('action units', True))
    >>> spelt_out("Bayesian latent event-relational dynamical system", "lerd")
    ('latent event-relational dynamical system', False)
    """
    words = long.split()
    for first in range(len(words) - 1, -1, -1):
        parts = [part.casefold() for word in words[first:] for part in _HYPHEN.split(word) if part]
        if short in ("".join(p[0] for p in parts), "".join(p[0] for p in parts if p not in _SMALL)):
            return " ".join(words[first:]), True
    while len(words) > max(1, len(short) - 1) and words[0][:1].casefold() != short[:1]:
        words = words[1:]
    return (" ".join(words) if words and words[0][:1].casefold() == short[:1] else long), False
