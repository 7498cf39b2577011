"""`ontology/kg.ttl` read into the types and relations that kg allows; nothing else defines them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import pyoxigraph as ox

from kg import paths
from kg.errors import ResourceError

NAMESPACE = "https://example.org/kg/ontology#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_TYPE = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
_PROPERTY = ox.NamedNode("http://www.w3.org/2002/07/owl#ObjectProperty")


@dataclass(frozen=True, slots=True)
class RelationType:
    """A relation that the ontology allows: between what types it may stand, and how it reads in both directions."""

    name: str
    domain: frozenset[str]
    range: frozenset[str]
    label: str
    inverse_label: str
    same_type: bool = False


@dataclass(frozen=True, slots=True)
class Ontology:
    """The concept types in the order of the file's `kg:order`, and the relations by name."""

    types: tuple[str, ...]
    relations: Mapping[str, RelationType]

    def allows(self, subject_type: str, predicate: str, object_type: str) -> bool:
        """Whether a statement of this form may exist; "Paper" is the type of a paper.

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
    path = paths.ontology("kg.ttl")
    store = ox.Store()
    try:
        store.load(path=str(path), format=ox.RdfFormat.TURTLE)
    except SyntaxError as error:
        raise ResourceError(f"{path} is damaged ({error}). Install kg again.") from error
    ordered = sorted(
        (int(quad.object.value), _local(quad.subject)) for quad in _quads(store, None, NAMESPACE + "order")
    )
    types = tuple(name for _, name in ordered)
    relations = {}
    for quad in store.quads_for_pattern(None, _TYPE, _PROPERTY):
        property_ = quad.subject
        domain, range_ = _ends(store, property_, "domain", types), _ends(store, property_, "range", types)
        label = _literal(store, property_, _RDFS + "label")
        if domain and range_ and _quads(store, property_, NAMESPACE + "inverseLabel"):
            inverse = _literal(store, property_, NAMESPACE + "inverseLabel")
            same = bool(_quads(store, property_, NAMESPACE + "endsShareType"))
            name = _local(property_)
            relations[name] = RelationType(name, domain, range_, label, inverse, same)
    return Ontology(types, dict(sorted(relations.items())))


def _quads(store: ox.Store, subject: ox.NamedNode | None, predicate: str) -> list[ox.Quad]:
    return list(store.quads_for_pattern(subject, ox.NamedNode(predicate), None))


def _ends(store: ox.Store, property_: ox.NamedNode, side: str, types: tuple[str, ...]) -> frozenset[str]:
    """The types on one side of a property; `kg:Concept` stands for all four, `schema:domainIncludes` lists several."""
    names = {_local(quad.object) for quad in _quads(store, property_, f"https://schema.org/{side}Includes")}
    names |= {_local(quad.object) for quad in _quads(store, property_, _RDFS + side) if not names}
    return frozenset(types) if "Concept" in names else frozenset(names)


def _literal(store: ox.Store, subject: ox.NamedNode, predicate: str) -> str:
    values = sorted(quad.object.value for quad in _quads(store, subject, predicate))
    return values[0] if values else _local(subject)


def _local(node: ox.NamedNode) -> str:
    return str(node.value).rsplit("#", 1)[-1].rsplit("/", 1)[-1]
