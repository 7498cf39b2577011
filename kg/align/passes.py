"""The readings of a vocabulary's file, so that of a million concepts only the few that may match are held.

First every label is compared with the graph's names; then what the file says of the concepts found is gathered,
whatever the order of its triples.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from kg import ontology
from kg.align.spelling import forms, loose_key
from kg.align.triples import Text, Triple, triples

LONGEST_LABEL = 1_000
"""Characters of a label: a longer one is a definition that stands in the wrong place."""

SKOS, _XL = ontology.PREFIXES["skos"], "http://www.w3.org/2008/05/skos-xl#"
CSO = "http://cso.kmi.open.ac.uk/schema/cso#"
LABEL = "label"
_TYPE = ontology.PREFIXES["rdf"] + "type"
_DEPRECATED = "http://www.w3.org/2002/07/owl#deprecated"
_FORM = _XL + "literalForm"
_KINDS = ("prefLabel", "altLabel", "hiddenLabel")
_SIMPLE = {SKOS + kind: kind for kind in _KINDS} | {"http://www.w3.org/2000/01/rdf-schema#label": LABEL}
_EXTENDED = {_XL + kind: kind for kind in _KINDS}
_EQUIVALENT = {CSO + "preferentialEquivalent": True, CSO + "relatedEquivalent": False}
_TOPICAL = {CSO + "superTopicOf", CSO + "contributesTo", *_EQUIVALENT}
_CONCEPTS = {SKOS + "Concept", CSO + "Topic"}
_READ = frozenset({_TYPE, _DEPRECATED, _FORM, *_SIMPLE, *_EXTENDED, *_TOPICAL})


@dataclass(slots=True)
class Scan:
    """What the first reading finds.

    `found` are the subjects with a known label, `representative` the topic that stands for each of several
    equivalent ones, `concepts` says whether this is a vocabulary at all, `extended` whether it uses SKOS-XL.
    """

    found: set[str] = field(default_factory=set)
    schemes: set[str] = field(default_factory=set)
    topics: set[str] = field(default_factory=set)
    representative: dict[str, str] = field(default_factory=dict)
    labels: int = 0
    too_long: int = 0
    concepts: bool = False
    extended: bool = False


class Spelt(NamedTuple):
    """A label as the file gives it: its kind is the local name of its property."""

    kind: str
    text: str
    language: str


@dataclass(slots=True)
class Draft:
    """What the second reading gathers of one subject; `types` are IRIs."""

    labels: set[Spelt] = field(default_factory=set)
    types: set[str] = field(default_factory=set)
    deprecated: bool = False

    @property
    def is_concept(self) -> bool:
        """Whether it is said to be a concept, or has a label as only concepts and their groups have."""
        return bool(self.types & _CONCEPTS) or any(label.kind in _KINDS for label in self.labels)


def scan(path: Path, known: Set[str]) -> Scan:
    """The first reading; `known` are the loose keys of the graph's names. Raises as `triples` does."""
    result = Scan()
    equivalent: list[tuple[str, str, bool]] = []
    for subject, predicate, value in _all(path):
        if predicate in _SIMPLE or predicate == _FORM:
            _scan_label(result, subject, value.value, known)
            result.concepts |= _SIMPLE.get(predicate) != LABEL
        elif predicate == _TYPE:
            result.concepts |= value.value in _CONCEPTS
            if value.value == SKOS + "ConceptScheme":
                result.schemes.add(subject)
        elif predicate in _EXTENDED:
            result.extended = result.concepts = True
        elif predicate in _TOPICAL:
            result.concepts = True
            if predicate in _EQUIVALENT:
                equivalent.append((subject, value.value, _EQUIVALENT[predicate]))
            for topic in {subject, value.value} - result.topics:
                result.topics.add(topic)
                if _fits(segment(topic), known):
                    result.found.add(topic)
    result.representative = _representatives(equivalent)
    return result


def describe(path: Path, first: Scan) -> dict[str, Draft]:
    """The later readings: what the file says of the concepts found, and of the topics that stand for them."""
    wanted = first.found | {first.representative.get(subject, subject) for subject in first.found}
    label_of = _extended(path, wanted) if first.extended else {}
    wanted |= {concept for concept, _ in label_of.values()}
    drafts = {subject: Draft() for subject in wanted}
    for subject, predicate, value in _all(path) if wanted else ():
        if predicate == _FORM and subject in label_of:
            concept, kind = label_of[subject]
            _add(drafts[concept], kind, value)
        elif subject in drafts:
            draft = drafts[subject]
            if predicate in _SIMPLE:
                _add(draft, _SIMPLE[predicate], value)
            elif predicate == _TYPE:
                draft.types.add(value.value)
            elif predicate == _DEPRECATED:
                draft.deprecated |= value.value in ("true", "1")
    return drafts


def segment(iri: str) -> str:
    """The last part of an IRI as words.

    >>> segment("https://cso.kmi.open.ac.uk/topics/web_of_data")
    'web of data'
    """
    return _spaced(unquote(iri.rstrip("/").rsplit("/", 1)[-1]).replace("_", " "))


def _all(path: Path) -> Iterator[Triple]:
    """Every triple that any reading needs: always the same, so that blank nodes have the same numbers."""
    return triples(path, _READ)


def _scan_label(result: Scan, subject: str, text: str, known: Set[str]) -> None:
    result.labels += 1
    if len(text) > LONGEST_LABEL:
        result.too_long += 1
    elif _fits(_spaced(text), known):
        result.found.add(subject)


def _fits(label: str, known: Set[str]) -> bool:
    return any(loose_key(form) in known for form in forms(label))


def _extended(path: Path, found: set[str]) -> dict[str, tuple[str, str]]:
    """By each SKOS-XL label of a concept that has any label in `found`: the concept, and the label's kind."""
    edges = ((s, p, o.value) for s, p, o in _all(path) if p in _EXTENDED)
    concepts = {subject for subject, _, label in edges if label in found or subject in found}
    edges = ((s, p, o.value) for s, p, o in _all(path) if p in _EXTENDED)
    return {
        label: (subject, _EXTENDED[predicate]) for subject, predicate, label in edges if subject in concepts
    }


def _add(draft: Draft, kind: str, value: object) -> None:
    if isinstance(value, Text) and len(value.value) <= LONGEST_LABEL and value.value.strip():
        draft.labels.add(Spelt(kind, _spaced(value.value), value.language))


def _representatives(edges: Iterable[tuple[str, str, bool]]) -> dict[str, str]:
    """By each topic with equivalents the one that stands for them all: what most of them prefer, else the first."""
    neighbours: Mapping[str, set[str]] = defaultdict(set)
    votes: Counter[str] = Counter()
    for one, other, prefers in sorted(set(edges)):
        neighbours[one].add(other)
        neighbours[other].add(one)
        votes[other] += prefers
    chosen: dict[str, str] = {}
    for start in sorted(neighbours):
        if start in chosen:
            continue
        group, waiting = {start}, [start]
        while waiting:
            fresh = neighbours[waiting.pop()] - group
            group |= fresh
            waiting += fresh
        best = min(group, key=lambda topic: (-votes[topic], topic))
        chosen.update(dict.fromkeys(group, best))
    return chosen


def _spaced(text: str) -> str:
    return " ".join(text.split())
