"""Short forms that only point back: "the certificate" where a paper speaks of one compatibility certificate."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from kg import names
from kg.link.passages import sentence, surface
from kg.records import Document, Extraction, Mention

_DEFINITE = re.compile(r"\b(?:the|this|these|our|its|their|proposed|resulting|said)\s+\Z", re.IGNORECASE)
_MOST = 2  # words of a name that points back
_BEFORE = 12  # characters that are looked at for its article
_FAR = 60  # characters that are looked at for a contrast
_ARTICLES, _ADJECTIVES = r"the|a|an|this|these|our|its|their", r"proposed|resulting|said|standard|plain"
_AND = re.compile(r"\b(?:and|or|nor|but|as well as)\b|/", re.IGNORECASE)
_BETWEEN = re.compile(
    rf"(?:[\s,]|{_AND.pattern}|\b(?:not|also|even|{_ARTICLES}|{_ADJECTIVES})\b)*", re.IGNORECASE
)
_GOES_ON = re.compile(r"\s*(?:,\s*)?(?:and|or)\b")
_CONTRAST = re.compile(
    r"\b(?:than|over|versus|vs\.?|against|unlike|beyond|instead of|ahead of"
    r"|(?:compar\w+|contrast|relative|opposed|superior|inferior|alternatives?|similar) (?:to|with)"
    r"|(?:beat|outperform|surpass|exceed|replac)\w*)"
    rf"\s+(?:both\s+)?(?:(?:{_ARTICLES})\s+)?(?:(?:{_ADJECTIVES})\s+)?\Z",
    re.IGNORECASE,
)


def antecedents(extraction: Extraction, keys: Sequence[str], known: Collection[tuple[str, str]]) -> list[str]:
    """The key of each mention: its own, or that of the longer name that it points back to.

    A name points back if it is a plain noun of at most two words that stands behind "the", "our" or the like
    wherever the paper has it, and exactly one other name of its type, met before, ends in it. A thing of its own
    does not: one of the `known` names (types and keys), or one that the paper sets beside the longer name, in a list
    or a contrast ("a variational autoencoder and the autoencoder", "outperforms the autoencoder").
    """
    document, mentions = extraction.document, extraction.mentions
    surfaces = [surface(document, m) for m in mentions]
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i in sorted(range(len(mentions)), key=lambda i: (mentions[i].part != "title", mentions[i].start)):
        places[mentions[i].type, keys[i]].append(i)
    points_to: dict[tuple[str, str], str] = {}
    met: list[tuple[str, str]] = []
    for node, own in places.items():
        short = _words(surfaces[own[0]])
        if node not in known and all(_may_point(document, mentions[i], surfaces[i]) for i in own):
            longer = {
                key: places[type_, key]
                for type_, key in met
                if type_ == node[0] and any(_ends_in(_words(surfaces[i]), short) for i in places[type_, key])
            }
            if len(longer) == 1:
                ((key, theirs),) = longer.items()
                if not _beside(extraction, [mentions[i] for i in own], [mentions[i] for i in theirs]):
                    points_to[node] = key
                    continue
        met.append(node)
    return [points_to.get((m.type, key), key) for m, key in zip(mentions, keys, strict=True)]


def _may_point(document: Document, mention: Mention, surface: str) -> bool:
    if not surface.islower() or len(surface.split()) > _MOST:
        return False
    before = document.part(mention.part)[max(0, mention.start - _BEFORE) : mention.start]
    return bool(_DEFINITE.search(before))


def _beside(extraction: Extraction, short: Iterable[Mention], longer: Sequence[Mention]) -> bool:
    """Whether a sentence has the two side by side in a list, or contrasts something with the short one."""
    for mention in short:
        text = extraction.document.part(mention.part)
        start, end = sentence(extraction, mention)
        contrast = _CONTRAST.search(text[max(start, mention.start - _FAR) : mention.start])
        for other in longer:
            if other.part != mention.part or not start <= other.start < end:
                continue
            if contrast or _listed(extraction, *sorted((mention, other), key=lambda m: m.start)):
                return True
    return False


def _listed(extraction: Extraction, first: Mention, second: Mention) -> bool:
    """Whether nothing but conjunctions, commas and other names stands between two mentions of a part."""
    text = extraction.document.part(first.part)
    between, at = "", first.end
    for m in sorted(extraction.mentions, key=lambda m: m.start):
        if m.part == first.part and at <= m.start and m.end <= second.start:
            between += text[at : m.start]
            at = m.end
    between += text[at : second.start]
    joined = _AND.search(between) or ("," in between and _GOES_ON.match(text, second.end))
    return bool(joined and _BETWEEN.fullmatch(between))


def _words(surface: str) -> tuple[str, ...]:
    return tuple(map(names.singular, surface.casefold().split()))


def _ends_in(longer: tuple[str, ...], short: tuple[str, ...]) -> bool:
    return len(longer) > len(short) and longer[-len(short) :] == short
