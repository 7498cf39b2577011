"""`ontology/kg.ttl` read into the types and relations that kg allows; nothing else defines them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pyoxigraph as ox

from kg import paths
from kg.errors import ResourceError

NAMESPACE = "https://example.org/kg/ontology#"

PAPER = "Paper"
"""The type of a paper, which is no concept."""

PREFIXES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "dcterms": "http://purl.org/dc/terms/",
    "kg": NAMESPACE,
    "oa": "http://www.w3.org/ns/oa#",
    "prism": "http://prismstandard.org/namespaces/basic/2.0/",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "schema": "https://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "void": "http://rdfs.org/ns/void#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
"""The vocabularies that the graph's triples use, by the prefix that exports declare and queries may use."""


@dataclass(frozen=True, slots=True)
class RelationType:
    """A relation that the ontology allows: between what types it may stand, and how it reads in both directions."""

    name: str
    domain: frozenset[str]
    range: frozenset[str]
    label: str
    inverse_label: str
    same_type: bool = False

    @property
    def of_papers(self) -> bool:
        """Whether papers state it of concepts; all others join two concepts."""
        return PAPER in self.domain


@dataclass(frozen=True, slots=True)
class Ontology:
    """The concept types in the order of the file's `kg:order`, and the relations by name."""

    types: tuple[str, ...]
    relations: Mapping[str, RelationType]

    def allows(self, subject_type: str, predicate: str, object_type: str) -> bool:
        """Whether a statement of this form may exist; `PAPER` is the type of a paper.

        >>> load().allows("Method", "usedFor", "Task"), load().allows("Task", "usedFor", "Method")
        (True, False)
        """
        relation = self.relations.get(predicate)
        if relation is None or (relation.same_type and subject_type != object_type):
            return False
        return subject_type in relation.domain and object_type in relation.range


@cache
def load() -> Ontology:
    """The ontology that kg ships.

    Raises `ResourceError` where the file is missing or is not Turtle.

    >>> load().types
    ('Method', 'Task', 'Dataset', 'Metric')
    """
    facts = _facts(paths.ontology("kg.ttl"))
    order = {name: int(stated["order"][0]) for name, stated in facts.items() if "order" in stated}
    types = tuple(sorted(order, key=order.__getitem__))
    relations = {
        name: RelationType(
            name,
            _ends(stated, "domain", types),
            _ends(stated, "range", types),
            stated["label"][0],
            stated["inverseLabel"][0],
            "endsShareType" in stated,
        )
        for name, stated in sorted(facts.items())
        if "ObjectProperty" in stated.get("type", ()) and "inverseLabel" in stated
    }
    return Ontology(types, relations)


def _facts(path: Path) -> dict[str, dict[str, list[str]]]:
    """The file as {subject: {predicate: [objects]}}, IRIs by their local names."""
    facts: dict[str, dict[str, list[str]]] = {}
    try:
        for triple in ox.parse(path=str(path), format=ox.RdfFormat.TURTLE):
            subject, predicate = _local(triple.subject), _local(triple.predicate)
            facts.setdefault(subject, {}).setdefault(predicate, []).append(_local(triple.object))
    except SyntaxError as error:
        raise ResourceError(f"{path} is damaged ({error}). Install kg again.") from error
    return facts


def _ends(stated: dict[str, list[str]], side: str, types: tuple[str, ...]) -> frozenset[str]:
    """The types on one side of a relation: several with `schema:domainIncludes`; `kg:Concept` stands for all four."""
    names = frozenset(stated.get(f"{side}Includes") or stated[side])
    return frozenset(types) if "Concept" in names else names


def _local(term: object) -> str:
    """A literal's value, or an IRI without its namespace."""
    value = str(getattr(term, "value", term))
    return value.rsplit("#", 1)[-1].rsplit("/", 1)[-1] if isinstance(term, ox.NamedNode) else value
