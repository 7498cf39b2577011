"""Which concepts of the graph and which terms of a vocabulary are the same, or near it, judged by their labels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kg import names
from kg.align.caution import ABBREVIATION, CAPITALS, differ_in_capitals, doubt, is_abbreviation, is_common
from kg.align.spelling import forms, loose_key, similarity
from kg.align.terms import Label, Term, Vocabulary
from kg.records import Concept, Link, Match
from kg.wording import shortened

SEVERAL_TERMS = "several terms of the vocabulary fit it"
SEVERAL_CONCEPTS = "several concepts of the graph fit the term"
TAKEN = "the term fits another concept better"
OTHER_TYPE = "the vocabulary calls it another type of thing"

PREVAILING = 0.9
"""Share of the papers naming any of several concepts that fit a term which one must have to be linked to it."""

_MAIN = 3

_TYPES = {
    "algorithm": "Method",
    "implementation": "Method",
    "method": "Method",
    "model": "Method",
    "task": "Task",
    "dataset": "Dataset",
    "evaluationmeasure": "Metric",
    "metric": "Metric",
}
"""The type that a vocabulary's class stands for, by its local name in small letters."""


@dataclass(frozen=True, slots=True)
class Left:
    """A concept that has a label in common with a term and was not linked: why, and which label and terms."""

    concept: Concept
    why: str
    label: str
    iris: tuple[str, ...]


class _Hit(NamedTuple):
    """A label of a term that equals a spelling of a concept; the greatest is the best."""

    # _MAIN: prefLabel and name; 2: one of them; 1: neither; 0: only by British or American spelling
    rank: int
    same: bool  # the very same string
    label: Label
    text: str  # the label, or the part of it that is equal
    spelling: str
    is_name: bool

    @property
    def key(self) -> str:
        return loose_key(self.text)

    def __str__(self) -> str:
        owner = "the concept's name" if self.is_name else "alias"
        how = similarity(self.text, self.spelling)
        spelling = f" '{shortened(self.spelling)}'" if how or not self.is_name else ""
        part = "" if self.text == self.label.text else f"'{shortened(self.text)}' in "
        return f"{part}{self.label} equals {owner}{spelling} {how}".rstrip()


class _Pair(NamedTuple):
    concept: Concept
    term: Term
    hits: tuple[_Hit, ...]  # best first

    @property
    def rank(self) -> int:
        return self.hits[0].rank


def match(concepts: Iterable[Concept], vocabulary: Vocabulary) -> tuple[tuple[Link, ...], tuple[Left, ...]]:
    """The links between concepts and terms, sorted by concept, and the concepts left, most named first.

    A pair needs a label in common that is not in doubt by itself (see `kg.align.caution`). The best pair has the
    prefLabel and the name in common, the next one of them, then others, then spellings that only British and
    American English tell apart. Each concept takes the term that fits best, if there is one such and no other
    concept fits it as well; of several concepts, one that nearly all papers mean (`PREVAILING`) is taken.

    It is an exactMatch where prefLabel and name have the same identity key, nothing else in the vocabulary or the
    graph has that label, and the label is no common word, no bare abbreviation, and no name in other capitals; else
    a closeMatch.
    """
    pairs, left = _pairs(sorted(concepts, key=lambda c: c.id), vocabulary.terms)
    of_concept, of_term = _best(pairs, lambda p: p.concept.id), _best(pairs, lambda p: p.term.iri)
    owners = _owners(pairs)
    links = []
    for id_, best in sorted(of_concept.items()):
        rivals = of_term[best[0].term.iri]
        if len(best) > 1:
            left[id_] = _left(SEVERAL_TERMS, best)
        elif best[0] not in rivals:
            left[id_] = _left(TAKEN, best)
        elif not _prevails(best[0], rivals):
            left[id_] = _left(SEVERAL_CONCEPTS, best)
        else:
            links.append(_link(best[0], owners, vocabulary.name))
            left.pop(id_, None)
    remaining = sorted(left.values(), key=lambda one: (-one.concept.papers, one.concept.id))
    return tuple(links), tuple(remaining)


def _pairs(concepts: Sequence[Concept], terms: Iterable[Term]) -> tuple[list[_Pair], dict[str, Left]]:
    """What may be the same, and by concept id what was seen but is in doubt."""
    spellings: dict[str, dict[str, list[tuple[str, bool]]]] = defaultdict(lambda: defaultdict(list))
    by_id = {concept.id: concept for concept in concepts}
    for concept in concepts:
        for spelling in (concept.name, *concept.aliases):
            spellings[loose_key(spelling)][concept.id].append((spelling, spelling == concept.name))
    spellings.pop("", None)
    pairs: list[_Pair] = []
    left: dict[str, Left] = {}
    for term in sorted(terms, key=lambda term: term.iri):
        hits: dict[str, list[_Hit]] = defaultdict(list)
        for label, text in _texts(term):
            for id_, own in spellings.get(loose_key(text), {}).items():
                hits[id_] += (_hit(label, text, *spelling) for spelling in own)
        for id_, found in sorted(hits.items()):
            ranked = sorted(found, key=lambda hit: (hit.rank, _doubt(hit) is None, hit), reverse=True)
            pair = _Pair(by_id[id_], term, tuple(ranked))
            sure = _sure(pair.hits)
            why = None if sure else _doubt(pair.hits[0])
            if _types(term) and pair.concept.type not in _types(term):
                why = OTHER_TYPE
            if why:
                left.setdefault(id_, _left(why, [pair]))
            else:
                pairs.append(pair._replace(hits=sure))
    return pairs, left


def _texts(term: Term) -> Iterator[tuple[Label, str]]:
    """The labels with what they hold: itself, or a long form and its abbreviation, which is no preferred name."""
    for label in term.labels:
        for place, text in enumerate(forms(label.text)):
            yield label._replace(preferred=label.preferred and place < 2), text


def _hit(label: Label, text: str, spelling: str, is_name: bool) -> _Hit:
    rank = 1 + label.preferred + is_name if names.key(text) == names.key(spelling) else 0
    return _Hit(rank, text == spelling, label, text, spelling, is_name)


def _doubt(hit: _Hit) -> str | None:
    return doubt(
        hit.text, hit.spelling, foreign=hit.label.foreign, both_main=hit.label.preferred and hit.is_name
    )


def _sure(hits: Sequence[_Hit]) -> tuple[_Hit, ...]:
    """The hits that count: those without doubt, and those in doubt that another key without doubt backs."""
    keys = {hit.key for hit in hits if _doubt(hit) is None}
    return tuple(hit for hit in hits if _doubt(hit) is None or keys - {hit.key})


def _types(term: Term) -> set[str]:
    """The types of ours that the term's classes stand for."""
    return {_TYPES[name.lower()] for name in term.types if name.lower() in _TYPES}


def _best(pairs: Iterable[_Pair], of: Callable[[_Pair], str]) -> dict[str, list[_Pair]]:
    """The pairs of highest rank by one of their sides."""
    groups: dict[str, list[_Pair]] = defaultdict(list)
    for pair in pairs:
        groups[of(pair)].append(pair)
    tops = {side: max(pair.rank for pair in group) for side, group in groups.items()}
    return {side: [pair for pair in group if pair.rank == tops[side]] for side, group in groups.items()}


def _prevails(pair: _Pair, rivals: Sequence[_Pair]) -> bool:
    """Whether nearly all papers that name one of the rival concepts name this one."""
    papers = pair.concept.papers
    all_papers = sum(rival.concept.papers for rival in rivals)
    return len(rivals) == 1 or 0 < PREVAILING * all_papers <= papers


def _left(why: str, pairs: Sequence[_Pair]) -> Left:
    iris = tuple(sorted(pair.term.iri for pair in pairs))
    return Left(pairs[0].concept, why, pairs[0].hits[0].spelling, iris)


def _owners(pairs: Iterable[_Pair]) -> dict[str, set[str]]:
    """By each label in common the concepts and terms that have it."""
    owners: dict[str, set[str]] = defaultdict(set)
    for pair in pairs:
        for hit in pair.hits:
            owners[hit.key] |= {pair.concept.id, pair.term.iri}
    return owners


def _link(pair: _Pair, owners: Mapping[str, set[str]], vocabulary: str) -> Link:
    """The pair as a link, with its reason: what is equal, what backs it, and what keeps it from being exact."""
    best = pair.hits[0]
    backing = next((hit for hit in pair.hits if hit.key != best.key), None)
    preferred = {loose_key(label.text) for label in pair.term.labels if label.preferred}
    limits = []
    if best.rank == _MAIN:
        if len(owners[best.key]) > 2:
            limits.append("others have the label too")
        if len(preferred) > 1:
            limits.append("the term has several prefLabels")
        certain = backing or pair.concept.type in _types(pair.term)
        if not certain and is_common(best.spelling):
            limits.append("the label is a common word")
        if not certain and differ_in_capitals(best.text, best.spelling):
            limits.append(CAPITALS)
        if not certain and is_abbreviation(best.spelling):
            limits.append(ABBREVIATION)
    reason = str(best) + (f", and {backing}" if backing else "")
    reason += f"; close only: {', '.join(limits)}" if limits else ""
    relation: Match = "exactMatch" if best.rank == _MAIN and not limits else "closeMatch"
    return Link(pair.concept.id, relation, pair.term.iri, shortened(pair.term.name), vocabulary, reason)
