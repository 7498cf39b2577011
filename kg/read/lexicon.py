"""Words: kg's list of common English ones, by which divided and damaged words are told from whole ones."""

from __future__ import annotations

from functools import cache

from kg import paths


@cache
def common() -> frozenset[str]:
    """Some 7,500 lower-case words."""
    lines = paths.data("words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


def listed(text: str) -> frozenset[str]:
    """The words of a text, for lists written in the code.

    >>> sorted(listed("of on"))
    ['of', 'on']
    """
    return frozenset(text.split())
