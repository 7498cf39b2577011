"""A string that remembers where each of its characters stood in the original while it is rewritten."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Piece = str | tuple[int, int]
"""A part of a replacement: new characters, or a span of the text that is kept."""


@dataclass(frozen=True, slots=True)
class Tracked:
    """`text[i]` stood at `origin[i]` in the original; `origin` never falls."""

    text: str
    origin: Sequence[int]


def begin(text: str) -> Tracked:
    """The original itself."""
    return Tracked(text, range(len(text)))


def sub(
    tracked: Tracked, pattern: re.Pattern[str], replace: Callable[[re.Match[str]], Sequence[Piece] | None]
) -> Tracked:
    """Replace each match by the pieces that `replace` gives, or leave it where that gives None.

    Kept spans must come in order. New characters take the place of the character before them in the match.

    >>> t = sub(begin("a **b** c"), re.compile(r"[*][*](.*?)[*][*]"), lambda m: [m.span(1)])
    >>> t.text, list(t.origin)
    ('a b c', [0, 1, 4, 7, 8])
    """
    text, origin = tracked.text, tracked.origin
    parts: list[str] = []
    places: list[int] = []
    last = 0
    for match in pattern.finditer(text):
        pieces = replace(match)
        if pieces is None:
            continue
        start = match.start()
        parts.append(text[last:start])
        places.extend(origin[last:start])
        place = origin[start] if start < len(origin) else (origin[-1] if origin else 0)
        for piece in pieces:
            if isinstance(piece, str):
                parts.append(piece)
                places.extend([place] * len(piece))
            elif piece[1] > piece[0] >= 0:
                parts.append(text[piece[0] : piece[1]])
                places.extend(origin[piece[0] : piece[1]])
                place = origin[piece[1] - 1]
        last = match.end()
    if not parts:
        return tracked
    parts.append(text[last:])
    places.extend(origin[last:])
    return Tracked("".join(parts), places)


def replace(tracked: Tracked, pattern: re.Pattern[str], new: str) -> Tracked:
    """Replace each match by the same characters."""
    return sub(tracked, pattern, lambda _: (new,))


def breakpoints(tracked: Tracked) -> tuple[tuple[int, int], ...]:
    """Where text and original drift apart, as `Document.offsets` takes it; empty if they never do.

    >>> breakpoints(Tracked("50% less", (0, 1, 3, 4, 5, 6, 7, 8)))
    ((2, 3),)
    """
    if isinstance(tracked.origin, range):
        return ()
    expected, found = 0, []
    for position, place in enumerate(tracked.origin):
        if place != expected:
            found.append((position, place))
        expected = place + 1
    return tuple(found)
