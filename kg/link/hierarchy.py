"""What the names alone say of kinds: a "low-rank recurrent neural network" is a recurrent neural network."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from kg import names
from kg.records import Linked, Statement
from kg.settings import LINK
from kg.vocabulary import Term

BROADER = {"Method": "subclassOf", "Task": "subtaskOf"}
"""The relation of a narrower to a broader concept, by their type."""

Ends = tuple[str, str, str]
"""Subject, predicate and object."""


class Stated(NamedTuple):
    """That papers say one concept is a kind of another, and how many do."""

    subject: str
    predicate: str
    object: str
    score: float
    papers: int


_PLAIN = re.compile(r"[^\W_]+(?:[-‐‑–'’][^\W_]+)*")
# A name with one of these is more than a modified head: "attention for transformers", "training and inference".
_BINDING = frozenset(
    "a an and as at between by during for from in into of on or over per than that the their through to towards under"
    " using via versus vs when which while with within without".split()
)
# These do not make a kind of what they stand before, or stand for an action upon it.
_NO_KIND = frozenset(
    "alternative anti approximate artificial beyond co cross fake false former hyper inverse meta multi near non post"
    " pre pseudo quasi reverse self semi shallow so-called sub super un virtual weak weakly"
    " better efficient existing faster improved improving new novel our robust standard".split()
)
_KINDS_IN_ING = frozenset(
    "spiking reasoning varying sliding moving branching mixing streaming evolving embedding ranking boosting bagging"
    " switching rotating gating routing imaging learning driving clustering underlying".split()
)


def circular(kinds: Iterable[Stated]) -> frozenset[Ends]:
    """The statements of kinds that would make a thing a kind of itself; the better supported stay."""
    above: dict[str, set[str]] = defaultdict(set)
    dropped: set[Ends] = set()
    for s in sorted(kinds, key=lambda s: (-s.papers, -s.score, s.subject, s.object)):
        if _reaches(s.object, s.subject, above):
            dropped.add((s.subject, s.predicate, s.object))
        else:
            above[s.subject].add(s.object)
    return frozenset(dropped)


def inferred(linked: Linked, stated: Iterable[Ends], terms: Iterable[Term]) -> Iterator[Statement]:
    """That a concept is a kind of the one whose name its own ends in, the longest; what is stated is left out.

    At most one statement a concept, and none that closes a circle with the others or with those of kinds that are
    `stated`; its evidence is empty.
    """
    concepts, told = linked.concepts, linked.told
    single = {(term.type, names.key(term.label)) for term in terms if not term.only_with_context}
    owner: dict[tuple[str, str], str] = {}
    for concept in concepts:
        for name in told.get(concept.id, (concept.name,)):
            node = concept.type, names.key(name)
            owner[node] = "" if node in owner else concept.id
    papers = {concept.id: concept.papers for concept in concepts}
    above: dict[str, set[str]] = defaultdict(set)
    for subject, _, object_ in stated:
        above[subject].add(object_)
    for concept in concepts:
        if concept.type not in BROADER:
            continue
        for ending in (e for name in told.get(concept.id, (concept.name,)) for e in _endings(name)):
            node = concept.type, names.key(ending)
            broader = owner.get(node, "")
            enough = papers.get(broader, 0) >= LINK.least_broader and (" " in ending or node in single)
            if enough and broader != concept.id and not _reaches(broader, concept.id, above):
                if broader not in above[concept.id]:
                    above[concept.id].add(broader)
                    yield Statement(concept.id, BROADER[concept.type], broader, LINK.inferred_score)
                break


def _endings(name: str) -> list[str]:
    """What a name may be a kind of by its words, the longest first.

    >>> _endings("low-rank recurrent neural networks")
    ['recurrent neural networks', 'neural networks', 'networks']
    >>> _endings("training neural networks"), _endings("attention for transformers"), _endings("non convex bandits")
    ([], [], [])
    """
    words = name.split()
    if not all(map(_PLAIN.fullmatch, words)) or any(word.casefold() in _BINDING for word in words):
        return []
    found = []
    for i, word in enumerate(words[:-1]):
        plain = word.casefold()
        if plain in _NO_KIND or (plain.endswith("ing") and "-" not in plain and plain not in _KINDS_IN_ING):
            break
        found.append(" ".join(words[i + 1 :]))
    return found


def _reaches(start: str, end: str, above: Mapping[str, set[str]]) -> bool:
    """Whether a way leads up from one concept to another."""
    met, ahead = {start}, [start]
    while ahead:
        node = ahead.pop()
        if node == end:
            return True
        new = above.get(node, set()) - met
        met |= new
        ahead += sorted(new)
    return False
