"""The types and relations that a question may name, however they are written."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from kg import names
from kg.errors import UsageError
from kg.wording import shortened


def allowed_types(types: Collection[str] | None) -> frozenset[str] | None:
    """The ontology's spelling of each type; None and nothing chosen mean all.

    Raises `UsageError` for one that the ontology lacks.

    >>> sorted(allowed_types(["datasets", "Metric"]))
    ['Dataset', 'Metric']
    """
    if not types:
        return None
    from kg import ontology  # loads the RDF library: only where a type is named

    known = ontology.load().types
    return _chosen(types, {names.key(name): name for name in known}, "type of concept")


def allowed_relations(relations: Collection[str] | None) -> frozenset[str] | None:
    """The ontology's spelling of each relation, which may be given by its label; None means all.

    >>> sorted(allowed_relations(["evaluated on", "usedfor"]))
    ['evaluatedOn', 'usedFor']
    """
    if not relations:
        return None
    from kg import ontology

    known = ontology.load().relations.values()
    spellings = {names.key(relation.label): relation.name for relation in known}
    return _chosen(
        relations, spellings | {names.key(relation.name): relation.name for relation in known}, "relation"
    )


def _chosen(asked: Collection[str], known: Mapping[str, str], what: str) -> frozenset[str]:
    for name in asked:
        if names.key(name) not in known:
            offer = ", ".join(sorted(set(known.values())))
            raise UsageError(f'"{shortened(name)}" is no {what} of the ontology; there are {offer}.')
    return frozenset(known[names.key(name)] for name in asked)
