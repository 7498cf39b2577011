"""The card of the data as RDF: what it is, how large, by which vocabularies and terms, and how it came about."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pyoxigraph import NamedNode

from kg import ontology
from kg.digest import hash_of
from kg.export import literals
from kg.export.iris import segment, term, thing
from kg.export.node import Property, Triple, described, each
from kg.store import Store

_ONTOLOGY = ontology.NAMESPACE.rstrip("#")


def triples(store: Store, others: int, base_iri: str, license: str | None = None) -> Iterator[Triple]:
    """The description of the data (VoID and DCAT) and of the build that made it (PROV).

    `others` is how many triples there are besides these; the count that the card gives includes both. The data's
    licence is its owner's to choose: without `license` the card names none.
    """
    dataset = NamedNode(f"{base_iri}dataset")
    parts = {name: number for name, number in _entities(store).items() if number}
    partitions = {name: thing("partition", name, base_iri) for name in parts}
    rest = [t for name, iri in partitions.items() for t in _partition(iri, name, parts[name])]
    told, build = store.meta().get("build"), None
    if told is not None:
        build = thing("build", hash_of(told), base_iri)
        rest += _build(build, json.loads(told), base_iri)
    known: list[Property] = [
        ("dcterms:title", literals.text("A knowledge graph of methods, tasks, datasets and metrics")),
        ("dcterms:conformsTo", NamedNode(_ONTOLOGY)),
        ("dcterms:license", NamedNode(license) if license else None),
        ("prov:wasGeneratedBy", build),
        ("void:uriSpace", literals.text(base_iri)),
        *each("void:vocabulary", (NamedNode(space) for space in sorted(_vocabularies()))),
        *each("void:classPartition", partitions.values()),
    ]
    card = list(described(dataset, ("void:Dataset", "dcat:Dataset"), *known))
    yield from card
    yield dataset, term("void:triples"), literals.integer(others + len(card) + 1 + len(rest))
    yield from rest


def _entities(store: Store) -> dict[str, int]:
    """How many things there are of each class that the graph counts."""
    counts = store.counts()
    return {
        "Paper": counts["papers"],
        **store.type_counts(),
        "Statement": counts["statements"],
        "Mention": counts["mentions"],
        "Result": counts["results"],
        "Evidence": counts["evidence"] + counts["results"],
    }


def _vocabularies() -> set[str]:
    """What the data's terms come from; datatypes and RDF itself go without saying."""
    others = {space for prefix, space in ontology.PREFIXES.items() if prefix not in ("kg", "rdf", "xsd")}
    return others | {_ONTOLOGY}


def _partition(iri: NamedNode, name: str, number: int) -> Iterator[Triple]:
    class_, entities = term(f"kg:{name}"), literals.integer(number)
    return described(iri, ["void:Dataset"], ("void:class", class_), ("void:entities", entities))


def _build(build: NamedNode, facts: dict[str, Any], base_iri: str) -> Iterator[Triple]:
    """The build as an activity without a clock: by which version of kg, with which model, from which files."""
    version, model = facts["kg"], facts["model"]
    inputs = {
        thing("input", hash_of(given["source"], given["sha256"]), base_iri): given
        for given in facts["sources"]
    }
    software = thing("software", f"kg-{segment(version)}", base_iri)
    with_model = thing("model", model, base_iri)
    yield from described(
        build,
        ("kg:Build", "prov:Activity"),
        ("prov:wasAssociatedWith", software),
        ("prov:used", with_model),
        *each("prov:used", inputs),
    )
    yield from described(
        software,
        ["prov:SoftwareAgent"],
        ("schema:name", literals.text("kg")),
        ("schema:softwareVersion", literals.text(version)),
    )
    yield from described(with_model, ("kg:Model", "prov:Entity"), ("kg:sha256", literals.text(model)))
    for iri, given in inputs.items():
        yield from described(
            iri,
            ("kg:Input", "prov:Entity"),
            ("dcterms:title", literals.text(given["source"])),
            ("kg:paperCount", literals.integer(given["papers"])),
            ("kg:sha256", literals.text(given["sha256"]) if given["sha256"] else None),
        )
