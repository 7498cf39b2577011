"""A name that most papers take for one type has that type in the others too, unless their context says more."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from kg import names, ontology
from kg.link.longforms import spelt_out
from kg.link.outline import Named, Outline
from kg.records import Annotation
from kg.settings import LINK

_ABBREVIATED, _WORD = "=", "~"  # what keys of single words are marked with: no key begins so

Retyped = Mapping[tuple[str, str], str]
"""By paper and local concept: the type that it is given in place of its own."""


def retyped(papers: Iterable[Outline]) -> Retyped:
    """The concepts of a rare type, with the usual one of their name; `papers` are gone through three times.

    A concept keeps its type where the paper says something of it that only this type allows, or reports a result:
    there, the context speaks. It also speaks louder than a bare mention where the types are counted.
    """
    long_of = _long_forms(papers)
    weights: dict[str, Counter[str]] = defaultdict(Counter)
    for paper in papers:
        for concept, key in _keyed(paper, long_of):
            weights[key][concept.type] += 2 if concept.told else 1
    usual = {key: type_ for key, own in weights.items() if len(own) > 1 and (type_ := _usual(key, own))}
    return {
        (paper.paper, concept.id): usual[key]
        for paper in papers
        for concept, key in _keyed(paper, long_of)
        if usual.get(key, concept.type) != concept.type and (not concept.told or _may_be(concept, usual[key]))
    }


def with_types(paper: Annotation, to: Retyped) -> Annotation:
    """The annotation with the types that its concepts are given."""
    own = {c.id: type_ for c in paper.concepts if (type_ := to.get((paper.document.id, c.id)))}
    if not own:
        return paper
    return replace(
        paper,
        mentions=tuple(
            replace(m, type=own[concept]) if concept in own else m
            for m, concept in zip(paper.mentions, paper.concept_of, strict=True)
        ),
        concepts=tuple(replace(c, type=own[c.id]) if c.id in own else c for c in paper.concepts),
    )


def _long_forms(papers: Iterable[Outline]) -> dict[str, str]:
    """The long form's key by the spelling of each abbreviation for which several papers, and nearly all, give it."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for paper in papers:
        for short, long in {_singular(short): long for short, long in paper.abbreviations}.items():
            found[short][names.key(spelt_out(long, names.key(short))[0])] += 1
    first = {short: min(own, key=lambda long: (-own[long], long)) for short, own in found.items()}
    return {
        short: long
        for short, long in first.items()
        if found[short][long] > 1 and found[short][long] >= LINK.dominant * found[short].total()
    }


def _singular(short: str) -> str:
    return short.removesuffix("s") if short[-2:-1].isupper() else short


def _keyed(paper: Outline, long_of: Mapping[str, str]) -> Iterator[tuple[Named, str]]:
    """The paper's concepts, each with what its type is counted under: the key, marked where it is a single word."""
    own = {
        names.key(short): spelt_out(long, names.key(short))[0]
        for short, long in reversed(paper.abbreviations)
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


def _may_be(concept: Named, type_: str) -> bool:
    """Whether all that the paper says of a concept may be said of one of that type."""
    allows = ontology.load().allows
    return not concept.reports and all(
        allows(type_, predicate, other) if subject else allows(other or ontology.PAPER, predicate, type_)
        for predicate, subject, other in concept.roles
    )
