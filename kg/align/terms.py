"""The concepts of a vocabulary that have a label of the graph's, each with its labels in order of weight."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from kg.align import passes
from kg.align.passes import LABEL, LONGEST_LABEL, SKOS, Draft, Scan, Spelt
from kg.errors import InputError, Problem, Report, ignore
from kg.iri import is_absolute
from kg.wording import count, shortened

CSO = "https://cso.kmi.open.ac.uk/topics"
"""What the Computer Science Ontology is called as a vocabulary: it states no scheme."""

_EQUIVALENT = "equivalent topic's label"
_GROUPS = {SKOS + "ConceptScheme", SKOS + "Collection", SKOS + "OrderedCollection"}


class Label(NamedTuple):
    """One name of a term. `preferred` where it is its prefLabel in English, or the untagged one if it has no other."""

    text: str
    kind: str
    language: str = ""
    preferred: bool = False

    @property
    def foreign(self) -> bool:
        """Whether it is in another language than English."""
        return bool(self.language) and not _english(self.language)

    def __str__(self) -> str:
        return f"{self.kind} '{shortened(self.text)}'{f'@{self.language}' if self.foreign else ''}"


@dataclass(frozen=True, slots=True)
class Term:
    """A concept of the vocabulary: `name` is its label for people, `types` the local names of its classes."""

    iri: str
    name: str
    labels: tuple[Label, ...]
    types: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The terms that may match, sorted by IRI. `labels` counts all that were read.

    `name` is the IRI of its one skos:ConceptScheme, else the file's name without its endings.
    """

    name: str
    terms: tuple[Term, ...]
    labels: int


def read(path: Path, known: Set[str], report: Report = ignore) -> Vocabulary:
    """The terms of the vocabulary at `path` with a label of one of these loose keys, whatever the order of its triples.

    SKOS, SKOS-XL and the CSO are understood; the CSO's equivalent topics are one term. Terms that are deprecated,
    or have no IRI that could be linked to, are left out and reported. Raises as `triples` does, and `InputError`
    where the file is no vocabulary.
    """
    first = passes.scan(path, known)
    if not first.concepts:
        raise InputError(
            f"{path}: holds no skos:Concept, no SKOS label and no topic of the CSO. "
            "Give a vocabulary in SKOS, or the CSO's CSV."
        )
    if first.too_long:
        long = count(first.too_long, "label")
        report(Problem(str(path), f"{long} of more than {LONGEST_LABEL:,} characters left out."))
    terms = _linkable(path, _terms(passes.describe(path, first), first), report)
    return Vocabulary(_name(path, first), tuple(terms), first.labels)


def _name(path: Path, first: Scan) -> str:
    if first.topics:
        return CSO
    if len(first.schemes) == 1:
        return min(first.schemes)
    return path.name.split(".")[0] or path.name


def _terms(drafts: dict[str, Draft], first: Scan) -> Iterator[tuple[Term, bool]]:
    """Each concept among the drafts, equivalent topics as one, and whether it is deprecated; sorted by IRI."""
    members: dict[str, list[str]] = defaultdict(list)
    for subject in drafts:
        members[first.representative.get(subject, subject)].append(subject)
    for iri, group in sorted(members.items()):
        draft = drafts[iri]
        if draft.types & _GROUPS or not (draft.is_concept or iri in first.topics):
            continue
        labels = _labels(_spelt(iri, draft, first))
        for other in sorted(set(group) - {iri}):
            spelt = _spelt(other, drafts[other], first)
            labels += [Label(text, _EQUIVALENT, language) for _, text, language in sorted(spelt)]
        types = frozenset(re.split("[#/]", type_)[-1] for type_ in draft.types)
        yield Term(iri, labels[0].text if labels else iri, tuple(labels), types), draft.deprecated


def _spelt(subject: str, draft: Draft, first: Scan) -> set[Spelt]:
    """The labels of a subject; a topic without any is called by its IRI."""
    if draft.labels or subject not in first.topics:
        return draft.labels
    return {Spelt(LABEL, passes.segment(subject), "en")}


def _labels(spelt: Iterable[Spelt]) -> list[Label]:
    """The labels of one subject, the preferred ones first."""
    found = sorted(spelt)
    main = "prefLabel" if any(label.kind == "prefLabel" for label in found) else LABEL
    english = any(label.kind == main and _english(label.language) for label in found)

    def preferred(label: Spelt) -> bool:
        return label.kind == main and (_english(label.language) if english else not label.language)

    labels = [Label(label.text, label.kind, label.language, preferred(label)) for label in found]
    return sorted(labels, key=lambda label: (not label.preferred, label.kind != main, label))


def _english(language: str) -> bool:
    return language.partition("-")[0] == "en"


def _linkable(path: Path, terms: Iterable[tuple[Term, bool]], report: Report) -> Iterator[Term]:
    """The terms that can be linked to; the others are counted and reported."""
    left: Counter[str] = Counter()
    for term, deprecated in terms:
        if deprecated:
            left["deprecated by the vocabulary left out"] += 1
        elif not is_absolute(term.iri):
            left["left out whose identifier is no web address (http, https, urn)"] += 1
        else:
            yield term
    for why, number in sorted(left.items()):
        report(Problem(str(path), f"{count(number, 'term')} {why}.", skipped=False))
