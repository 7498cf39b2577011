"""A name that most papers take for one type has that type in the others too, unless their context says more."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kg import names, ontology
from kg.link.longforms import spelt_out
from kg.records import MENTIONS, PAPER, Annotation, Concept
from kg.settings import LINK

_ABBREVIATED, _WORD = "=", "~"  # what keys of single words are marked with: no key begins so

Retyped = Mapping[tuple[str, str], str]
"""By paper and local concept: the type that it had before."""


def retyped(papers: Sequence[Annotation]) -> tuple[list[Annotation], Retyped]:
    """The papers with concepts of a rare type given the usual one of their name, and which these are.

    A concept keeps its type where the paper says something of it that only this type allows, or reports a result:
    there, the context speaks. It also speaks louder than a bare mention where the types are counted.
    """
    long_of = _long_forms(papers)
    weights: dict[str, Counter[str]] = defaultdict(Counter)
    told_in = [_told(paper) for paper in papers]
    for paper, told in zip(papers, told_in, strict=True):
        for concept, key in _keyed(paper, long_of):
            weights[key][concept.type] += 2 if concept.id in told else 1
    usual = {key: type_ for key, own in weights.items() if len(own) > 1 and (type_ := _usual(key, own))}
    before: dict[tuple[str, str], str] = {}
    result = []
    for paper, told in zip(papers, told_in, strict=True):
        to = {
            concept.id: usual[key]
            for concept, key in _keyed(paper, long_of)
            if usual.get(key, concept.type) != concept.type
            and (concept.id not in told or _may_be(paper, concept.id, usual[key]))
        }
        before |= {(paper.document.id, c.id): c.type for c in paper.concepts if c.id in to}
        result.append(_with_types(paper, to) if to else paper)
    return result, before


def _long_forms(papers: Sequence[Annotation]) -> dict[str, str]:
    """The long form's key by the spelling of each abbreviation for which several papers, and nearly all, give it."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for paper in papers:
        for short, long in {_singular(a.short): a.long for a in paper.abbreviations}.items():
            found[short][names.key(spelt_out(long, names.key(short))[0])] += 1
    first = {short: min(own, key=lambda long: (-own[long], long)) for short, own in found.items()}
    return {
        short: long
        for short, long in first.items()
        if found[short][long] > 1 and found[short][long] >= LINK.dominant * found[short].total()
    }


def _singular(short: str) -> str:
    return short.removesuffix("s") if short[-2:-1].isupper() else short


def _keyed(paper: Annotation, long_of: Mapping[str, str]) -> Iterator[tuple[Concept, str]]:
    """The paper's concepts, each with what its type is counted under: the key, marked where it is a single word."""
    own = {
        names.key(a.short): spelt_out(a.long, names.key(a.short))[0] for a in reversed(paper.abbreviations)
    }
    for concept in paper.concepts:
        key = names.key(concept.name)
        long = names.key(own[key]) if key in own else long_of.get(_singular(concept.name))
        if long or " " in concept.name:
            yield concept, long or key
        else:
            yield concept, f"{_ABBREVIATED if sum(map(str.isupper, concept.name)) > 1 else _WORD}{key}"


def _usual(key: str, weights: Counter[str]) -> str | None:
    """The type that counts most; it must count for more, the less a name says by itself."""
    (type_, most), (_, next_) = sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:2]
    if key.startswith(_ABBREVIATED):
        return type_ if most >= LINK.least_usual and most >= LINK.usual * weights.total() else None
    return type_ if most >= (2 * next_ if key.startswith(_WORD) else next_) else None


def _may_be(paper: Annotation, concept: str, type_: str) -> bool:
    """Whether all that the paper says of a concept may be said of one of that type."""
    if any(concept in result.ends for result in paper.results):
        return False
    types = {c.id: c.type for c in paper.concepts} | {PAPER: ontology.PAPER, concept: type_}
    allowed = ontology.load()
    return all(
        allowed.allows(types[s.subject], s.predicate, types[s.object])
        for s in paper.statements
        if concept in (s.subject, s.object)
    )


def _told(paper: Annotation) -> set[str]:
    """The concepts of which the paper says more than their names."""
    ends = {end for s in paper.statements if s.predicate != MENTIONS for end in (s.subject, s.object)}
    return ends | {end for result in paper.results for end in result.ends if end is not None}


def _with_types(paper: Annotation, to: Mapping[str, str]) -> Annotation:
    return replace(
        paper,
        mentions=tuple(
            replace(m, type=to[concept]) if concept in to else m
            for m, concept in zip(paper.mentions, paper.concept_of, strict=True)
        ),
        concepts=tuple(replace(c, type=to[c.id]) if c.id in to else c for c in paper.concepts),
    )
