"""`ontology/vocabulary.ttl`, and a user's own SKOS file beside it: the names that are known beforehand."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pyoxigraph as ox

from kg import names, ontology, paths, rdf_file
from kg.errors import InputError, ResourceError, UsageError
from kg.wording import shortened

_SKOS = ontology.PREFIXES["skos"]
_CONCEPT = ox.NamedNode(_SKOS + "Concept")
_ANY_TYPE = ox.NamedNode(ontology.NAMESPACE + "Concept")
_RDF_TYPE = ontology.PREFIXES["rdf"] + "type"
_CONTEXT = ontology.NAMESPACE + "onlyWithContext"
_HIGHER = ontology.NAMESPACE + "higherIsBetter"
_PREFERRED, _ALTERNATIVE = _SKOS + "prefLabel", _SKOS + "altLabel"
_READ = frozenset((_RDF_TYPE, _PREFERRED, _ALTERNATIVE, _CONTEXT, _HIGHER))
_EXAMPLE = "ontology/vocabulary.ttl"
_LONGEST = 200  # characters of a label: no name in running text is longer

_Node = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
_Properties = defaultdict[str, list[_Node]]


@dataclass(frozen=True, slots=True, order=True)
class Term:
    """One label of a known concept, as it stands in running text.

    `concept` is the concept's preferred label, which may be this one.
    `only_with_context` marks a label that often means something else: its occurrence alone does not show that
    the concept is meant. `higher_is_better` says of a metric whether larger values are the better ones, None where
    that is not said.
    """

    label: str
    type: str
    concept: str
    case_sensitive: bool
    only_with_context: bool = False
    higher_is_better: bool | None = None


def load(path: Path | None = None) -> tuple[Term, ...]:
    """The terms of the vocabulary that kg ships, or of the SKOS file at `path` alone, sorted by label.

    A concept is what has the type `skos:Concept`; it needs one of the ontology's types and a preferred label.
    Labels in another language than English count only where a concept has no other preferred label. The file's
    ending tells its syntax: see `kg.rdf_file`.

    Raises `UsageError` where there is no file at `path` or its ending is none of RDF, `InputError` where its content
    is wrong, and `ResourceError` where kg's own file is missing or damaged.

    >>> [(term.label, term.type) for term in load() if term.concept == "named entity recognition"]
    [('NER', 'Task'), ('named entity recognition', 'Task')]
    """
    if path is not None:
        return _terms(path)
    shipped = paths.ontology("vocabulary.ttl")
    try:
        return _terms(shipped)
    except InputError as error:
        raise ResourceError(f"{error} kg's own vocabulary is damaged: install kg again.") from error


def with_own(path: Path) -> tuple[Term, ...]:
    """The shipped terms and those of a user's SKOS file, sorted by label; where they disagree, the file is right.

    A concept of the file is the same as a shipped one of its type if the preferred label of one is a label of the
    other: then it has the labels of both, and the file's name. Any other label that the file has, too, is no longer
    the shipped concept's; a shipped concept without its preferred label is left out. Raises what `load` does.

    >>> len(with_own(Path("mine.ttl"))) > len(load())  # doctest: +SKIP
    True
    """
    own, shipped = load(path), load()
    taken = {names.key(term.label): term for term in own}
    concepts: dict[tuple[str, str], list[Term]] = defaultdict(list)
    for term in shipped:
        concepts[term.type, term.concept].append(term)
    kept = []
    for (type_, name), labels in concepts.items():
        at_name = taken.get(names.key(name))
        by_theirs = (taken.get(names.key(term.label)) for term in labels)
        same = at_name or next(
            (t for t in by_theirs if t and names.key(t.concept) == names.key(t.label)), None
        )
        if same is None or same.type == type_:
            concept = same.concept if same else name
            kept += [replace(t, concept=concept) for t in labels if names.key(t.label) not in taken]
    return tuple(sorted((*own, *kept)))


def keys(terms: Iterable[Term] | None = None) -> frozenset[tuple[str, str]]:
    """The types and identity keys of the labels that name their concept wherever they stand, in any case.

    `terms` are the shipped vocabulary's unless given.

    >>> ("Method", "autoencoder") in keys(), ("Metric", "precision") in keys()
    (True, False)
    """
    return _shipped_keys() if terms is None else _keys(terms)


@cache
def _shipped_keys() -> frozenset[tuple[str, str]]:
    return _keys(load())


def _keys(terms: Iterable[Term]) -> frozenset[tuple[str, str]]:
    plain = (term for term in terms if not (term.case_sensitive or term.only_with_context))
    return frozenset((term.type, names.key(term.label)) for term in plain)


def heeds_case(label: str) -> bool:
    """Whether a label is matched in exactly its case: it has a capital, and no word of small letters.

    >>> [heeds_case(label) for label in ("Adam", "RACE", "t-SNE", "Common Voice", "Llama 2")]
    [True, True, True, True, True]
    >>> [heeds_case(label) for label in ("k-means", "image retrieval", "Gibbs sampling", "3D reconstruction")]
    [False, False, False, False]
    """
    return label != label.lower() and not any(word.islower() for word in label.split())


def _terms(path: Path) -> tuple[Term, ...]:
    terms = []
    owners: dict[str, str] = {}
    for concept, properties in sorted(_concepts(path).items()):
        type_ = _type(path, concept, properties)
        name, *others = _labels(path, concept, properties)
        context, higher = _truth(properties[_CONTEXT]) or False, _truth(properties[_HIGHER])
        for label in (name, *others):
            if len(label) > _LONGEST:
                raise InputError(
                    f"{path}: {concept} has a label of {len(label):,} characters ({shortened(label)}), and a name has "
                    f"at most {_LONGEST}; shorten it."
                )
            identity = names.key(label)
            if not identity:
                raise InputError(
                    f"{path}: {concept} has the label {label!r} without letters or digits; remove it."
                )
            if owners.setdefault(identity, concept) != concept:
                raise InputError(
                    f"{path}: the label {label!r} stands under {owners[identity]} and under {concept}; "
                    "leave it under one of them."
                )
            terms.append(Term(label, type_, name, heeds_case(label), context, higher))
    return tuple(sorted(terms))


def _truth(stated: Iterable[_Node]) -> bool | None:
    """Whether true is among the values; None where there is no value."""
    values = [node.value in ("true", "1") for node in stated if isinstance(node, ox.Literal)]
    return any(values) if values else None


def _concepts(path: Path) -> dict[str, _Properties]:
    """What the file says of each skos:Concept: the objects by predicate."""
    if not path.is_file():
        why = "is a folder" if path.is_dir() else "there is no such vocabulary"
        raise UsageError(f"{path}: {why}. Give the path of a SKOS file (Turtle or other RDF).")
    subjects: dict[str, _Properties] = defaultdict(lambda: defaultdict(list))
    for quad in rdf_file.quads(path):
        if quad.predicate.value in _READ:
            subjects[str(quad.subject)][quad.predicate.value].append(quad.object)
    concepts = {
        subject: properties for subject, properties in subjects.items() if _CONCEPT in properties[_RDF_TYPE]
    }
    if not concepts:
        raise InputError(f"{path}: holds no skos:Concept. Give a SKOS file in the form of {_EXAMPLE}.")
    return concepts


def _type(path: Path, concept: str, properties: _Properties) -> str:
    """The one type of the ontology that a concept has."""
    types = ontology.load().types
    own = sorted(
        node.value.removeprefix(ontology.NAMESPACE)
        for node in properties[_RDF_TYPE]
        if isinstance(node, ox.NamedNode) and node.value.startswith(ontology.NAMESPACE) and node != _ANY_TYPE
    )
    if len(own) == 1 and own[0] in types:
        return own[0]
    raise InputError(
        f"{path}: {concept} has {_list(own) or 'no type of kg'}; "
        f"give it one of {_list(types)} ({ontology.NAMESPACE}) beside skos:Concept."
    )


def _list(types: Iterable[str]) -> str:
    return ", ".join(f"kg:{name}" for name in types)


def _labels(path: Path, concept: str, properties: _Properties) -> list[str]:
    """The labels of a concept without repetition, its preferred one first."""
    found = []
    for place, predicate in enumerate((_PREFERRED, _ALTERNATIVE)):
        for node in properties[predicate]:
            if not isinstance(node, ox.Literal):
                raise InputError(
                    f"{path}: {concept} has the label {node}, which is no text; put it in quotes."
                )
            text = unicodedata.normalize("NFC", " ".join(node.value.split()))
            found.append((place, node.language or "", text))
    ours = [entry for entry in found if entry[1].split("-")[0] in ("", "en")]
    labels = sorted(ours if any(place == 0 for place, _, _ in ours) else found)
    if not labels or labels[0][0] != 0:
        raise InputError(f"{path}: {concept} has no preferred label; give it a skos:prefLabel.")
    return list(dict.fromkeys(text for _, _, text in labels))
