"""Short forms that only point back: "the certificate" where a paper speaks of one compatibility certificate."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from kg import names
from kg.records import Document, Mention

_DEFINITE = re.compile(r"\b(?:the|this|these|our|its|their|proposed|resulting|said)\s+\Z", re.IGNORECASE)
_MOST = 2  # words of a name that points back
_BEFORE = 12  # characters that are looked at for its article


def antecedents(document: Document, mentions: Sequence[Mention], keys: Sequence[str]) -> list[str]:
    """The key of each mention: its own, or that of the longer name that it points back to.

    A name points back if it is a plain noun of at most two words that stands behind "the", "our" or the like
    wherever the paper has it, and exactly one other name of its type, met before, ends in it.
    """
    surfaces = [document.part(m.part)[m.start : m.end] for m in mentions]
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i in sorted(range(len(mentions)), key=lambda i: (mentions[i].part != "title", mentions[i].start)):
        places[mentions[i].type, keys[i]].append(i)
    points_to: dict[tuple[str, str], str] = {}
    met: list[tuple[str, str]] = []
    for node, own in places.items():
        short = [_words(surfaces[i]) for i in own]
        if all(_may_point(document, mentions[i], surfaces[i]) for i in own):
            longer = {
                key
                for type_, key in met
                if type_ == node[0]
                and any(_ends_in(_words(surfaces[i]), short[0]) for i in places[type_, key])
            }
            if len(longer) == 1:
                points_to[node] = longer.pop()
                continue
        met.append(node)
    return [points_to.get((m.type, key), key) for m, key in zip(mentions, keys, strict=True)]


def _may_point(document: Document, mention: Mention, surface: str) -> bool:
    if not surface.islower() or len(surface.split()) > _MOST:
        return False
    before = document.part(mention.part)[max(0, mention.start - _BEFORE) : mention.start]
    return bool(_DEFINITE.search(before))


def _words(surface: str) -> tuple[str, ...]:
    return tuple(map(names.singular, surface.casefold().split()))


def _ends_in(longer: tuple[str, ...], short: tuple[str, ...]) -> bool:
    return len(longer) > len(short) and longer[-len(short) :] == short
