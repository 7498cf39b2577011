"""From a name as somebody types it to the concept that is meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from kg.errors import NotFoundError
from kg.records import Concept
from kg.store import Store
from kg.wording import shortened

_ARTICLE = re.compile(r"\W*(?:the|an?) ", re.IGNORECASE)
_KIND = re.compile(
    r" (?:model|method|algorithm|approach|framework|task|data ?set|benchmark|corpus|metric)s?\W*$",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"([^()]+) \(([^()]+)\)")


@dataclass(frozen=True, slots=True)
class Match:
    """The concept meant, and the others that bear the same name, best supported first."""

    concept: Concept
    others: tuple[Concept, ...] = ()


def resolve(store: Store, name: str, type_: str | None = None) -> Match:
    """The concept called `name`, in any case, hyphenation, number or abbreviation; an id serves as well.

    Where several concepts bear the name, the one that most papers name is meant; with `type_` only those of this
    type count. Raises `NotFoundError`, with the nearest names, where there is none.

    >>> resolve(store, "bert").concept.name  # doctest: +SKIP
    'BERT'
    """
    if match := matching(store, name, type_):
        return match
    what = f'No {type_ or "concept"} is called "{shortened(name)}"'
    if type_ and (other := matching(store, name)):
        raise NotFoundError(f"{what}, but a {other.concept.type} is.")
    raise NotFoundError(f"{what}. {nearest_hint(store, name, type_) or 'Look for it with: kg search TEXT'}")


def matching(store: Store, name: str, type_: str | None = None) -> Match | None:
    """What `resolve` gives, None where there is no such concept: no time is spent on the names that resemble it."""
    for spelling in _spellings(" ".join(name.split())):
        found = [concept for concept in store.find(spelling) if type_ in (None, concept.type)]
        if found:
            return Match(found[0], tuple(found[1:]))
    return None


def nearest_hint(store: Store, name: str, type_: str | None = None) -> str:
    """The names that resemble `name` as a sentence; "" where there are none."""
    near = nearest(store, name, type_=type_)
    return f"The nearest names: {', '.join(near)}." if near else ""


def nearest(store: Store, name: str, count: int = 5, type_: str | None = None) -> tuple[str, ...]:
    """Names of the graph (of this type) that resemble `name`, nearest first: by spelling, then by a shared word."""
    wanted = name.casefold().strip()
    slack = max(2, len(wanted) // 3)
    known: dict[str, str] = {}
    of_type = f"{type_.lower()}/" if type_ else ""
    for spelling, concept in store.spellings():
        if abs(len(spelling) - len(wanted)) <= slack and concept.startswith(of_type):
            known.setdefault(spelling.casefold(), concept)
    ids = [known[spelling] for spelling in difflib.get_close_matches(wanted, known, n=count, cutoff=0.65)]
    by_id = {concept.id: concept.name for concept in store.concepts(ids)}
    similar = [by_id[id_] for id_ in ids]
    words = sorted(re.findall(r"\w{3,}", name[:200]), key=len, reverse=True)[:3]
    shared = [concept for word in words for concept in store.search(word, count)]
    sharing = [concept.name for concept in shared if type_ in (None, concept.type)]
    return tuple(dict.fromkeys([*similar, *sharing]))[:count]


def _spellings(name: str) -> Iterator[str]:
    """`name` itself, then without what people put around a name: "the X model", "Long Form (LF)".

    >>> list(_spellings('the "BERT" model'))
    ['the "BERT" model', '"BERT" model', '"BERT"']
    >>> list(_spellings("Low-Rank Adaptation (LoRA)"))
    ['Low-Rank Adaptation (LoRA)', 'LoRA', 'Low-Rank Adaptation']
    """
    yield name
    bare = name[article.end() :] if (article := _ARTICLE.match(name)) else name
    if article:
        yield bare
    if _KIND.search(bare):
        yield _KIND.sub("", bare)
    both = _BRACKETS.fullmatch(bare)
    if both:
        yield both[2]
        yield both[1]
