"""Words that messages and labels share: counted nouns, names at a fit length."""

from __future__ import annotations

_LONGEST = 60
"""Characters of a name that a message repeats: it stays on one line of a terminal."""


def count(number: int, noun: str) -> str:
    """A number with its noun.

    >>> count(1, "paper"), count(1200, "paper")
    ('1 paper', '1,200 papers')
    """
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def shortened(name: str) -> str:
    """`name` at a length fit for a message; bytes of an argument that are no text become "?".

    >>> shortened("a" * 100) == "a" * 59 + "…"
    True
    """
    name = name.encode("utf-8", "replace").decode()
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
