"""Pairs of concepts that may be one: names alike, and the same neighbours. Nobody compares all pairs."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from kg import names
from kg.errors import UsageError
from kg.query.alike import Alike, alike
from kg.query.allowed import allowed_types
from kg.query.candidates import Spelling, candidates
from kg.records import MENTIONS, PAPER_PREFIX, Concept, Evidence
from kg.store import Store, pages
from kg.store.whole import all_ends, all_names

LIMIT = 20
"""Pairs that are listed unless told otherwise: one screen."""

_SHOWN = 5  # shared neighbours that are named
_SPELLING = 0.75  # weight of the names; the rest is the neighbours'
_TOGETHER = 0.7  # a paper that names both mostly means two


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two concepts that may be one: `score` says how likely, in [0, 1], and the rest says why.

    `how` is what the two spellings `spelt` have in common, `alike` how much, `shared` the best of the `neighbours` that
    both have, `together` how many papers name both. `evidence` is a passage that names the first, and one of the other.
    """

    one: Concept
    other: Concept
    score: float
    how: str
    alike: float
    spelt: tuple[str, str]
    neighbours: int
    shared: tuple[Concept, ...]
    together: int
    evidence: tuple[Evidence | None, Evidence | None]


@dataclass(frozen=True, slots=True)
class Duplicates:
    """The best pairs, and how many there are in all."""

    pairs: tuple[Duplicate, ...]
    found: int


def duplicates(
    store: Store,
    limit: int | None = LIMIT,
    types: Collection[str] | None = None,
    decided: Iterable[tuple[str, str, str]] = (),
) -> Duplicates:
    """Pairs of concepts of one type that are likely to be one and are not, best first.

    The candidates are names that share words, rare letter sequences or initials; names that differ in a number or are
    narrower by a word are none, nor are two that a relation joins. The better supported of two comes second: it is
    the one to merge into. `decided` are pairs that are left out, each its type and two names or ids.
    Raises `UsageError` for a limit under 0 or an unknown type.

    >>> [(pair.one.name, pair.other.name) for pair in duplicates(store).pairs]  # doctest: +SKIP
    [('Convolution Neural Network', 'convolutional neural networks')]
    """
    if limit is not None and limit < 0:
        raise UsageError(f"The limit is {limit}; give the most pairs you want.")
    spellings = [Spelling(*row) for row in all_names(store, allowed_types(types))]
    defined = {s.concept for s in spellings if " " in s.name}  # a short form's long form is known
    settled = _pairs(spellings, decided)
    best: dict[tuple[str, str], tuple[Alike, Spelling, Spelling]] = {}
    for i, j in candidates(spellings):
        one, other = spellings[i], spellings[j]
        found = alike(one.name, other.name)
        if found is None:
            continue
        if found.how == "initials" and (one if " " in other.name else other).concept in defined:
            continue
        ends = min(one.concept, other.concept), max(one.concept, other.concept)
        if ends not in settled and (ends not in best or found.score > best[ends][0].score):
            best[ends] = found, one, other
    around = _Around(store, {id_ for ends in best for id_ in ends})
    scored = []
    for ends, (found, one, other) in best.items():
        if not around.related(*ends):
            score = round(around.score(found.score, *ends), 4)
            support = min(len(around.papers[id_]) for id_ in ends)
            scored.append((-score, -support, ends, found, one, other))
    scored.sort(key=lambda row: row[:3])
    chosen = scored if limit is None else scored[:limit]
    ids = {id_ for _, _, ends, *_ in chosen for id_ in (*ends, *around.shared(*ends)[:_SHOWN])}
    concepts = {concept.id: concept for concept in store.concepts(ids)}
    pairs = []
    for minus, _, ends, found, one, other in chosen:
        if (concepts[one.concept].papers, other.concept) > (concepts[other.concept].papers, one.concept):
            one, other = other, one
        shared = around.shared(*ends)
        pairs.append(
            Duplicate(
                concepts[one.concept],
                concepts[other.concept],
                -minus,
                found.how,
                round(found.score, 4),
                (one.name, other.name),
                len(shared),
                tuple(concepts[id_] for id_ in shared[:_SHOWN]),
                len(around.papers[ends[0]] & around.papers[ends[1]]),
                (_passage(store, one.concept), _passage(store, other.concept)),
            )
        )
    return Duplicates(tuple(pairs), len(scored))


def _pairs(spellings: Iterable[Spelling], named: Iterable[tuple[str, str, str]]) -> set[tuple[str, str]]:
    """The pairs of ids, sorted, of all concepts that bear the two names of a pair."""
    pairs = [((type_, _key(one)), (type_, _key(other))) for type_, one, other in named]
    wanted = {name for pair in pairs for name in pair}
    bearers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for s in spellings if wanted else ():
        for name in (s.key or s.name, _key(s.concept)):
            if (s.type, name) in wanted:
                bearers[s.type, name].add(s.concept)
    return {
        (min(one, other), max(one, other))
        for left, right in pairs
        for one in bearers[left]
        for other in bearers[right]
    }


class _Around:
    """The neighbours and papers of some concepts, and how much two of them share."""

    def __init__(self, store: Store, ids: Collection[str]) -> None:
        self.near: dict[str, set[str]] = defaultdict(set)
        self.papers: dict[str, set[str]] = defaultdict(set)
        self.degree: Counter[str] = Counter()
        for subject, predicate, object_ in all_ends(store):
            if predicate == MENTIONS:
                if object_ in ids:
                    self.papers[object_].add(subject)
            elif not subject.startswith(PAPER_PREFIX):
                self.degree[subject] += 1
                self.degree[object_] += 1
                if subject in ids:
                    self.near[subject].add(object_)
                if object_ in ids:
                    self.near[object_].add(subject)

    def related(self, one: str, other: str) -> bool:
        """Whether a statement joins the two: then they are two."""
        return other in self.near.get(one, ())

    def shared(self, one: str, other: str) -> list[str]:
        """The neighbours of both, the most telling first."""
        both = self.near.get(one, set()) & self.near.get(other, set())
        return sorted(both, key=lambda id_: (self.degree[id_], id_))

    def score(self, likeness: float, one: str, other: str) -> float:
        """How likely the two are one, by the likeness of their names and the share of neighbours, rare ones first."""
        both = self.shared(one, other)
        least = min(self._weight(self.near.get(one, ())), self._weight(self.near.get(other, ())))
        share = self._weight(both) / least * len(both) / (len(both) + 2) if both else 0.0
        score = _SPELLING * likeness + (1 - _SPELLING) * share
        apart = self.papers[one].isdisjoint(self.papers[other])
        return score if apart else score * _TOGETHER

    def _weight(self, ids: Iterable[str]) -> float:
        return sum(1 / math.log2(2 + self.degree[id_]) for id_ in sorted(ids))


def _key(name: str) -> str:
    return names.key(name) or name


def _passage(store: Store, concept: str) -> Evidence | None:
    """A sentence that names the concept."""
    for named in pages.statements(store, concept, MENTIONS, "object", limit=1, quotes=1):
        for evidence in named.statement.evidence:
            return evidence
    return None
