"""JSON-LD: a `@graph` of one object a node, under a context that stands in the file itself.

kg's terms and the properties of other vocabularies stand bare ("Method", "prefLabel", "usedFor"), other classes and
the things of the graph under a prefix ("skos:Concept", "item:concept/method/bert"). Values are coerced by the context.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from pyoxigraph import NamedNode

from kg import ontology
from kg.export import rdf
from kg.export.node import Triple, Value
from kg.export.text import dumps, write_array
from kg.files import atomic
from kg.store import Store

_ITEM = "item"
# The properties by the type of their values; those of VoID keep their prefix, as kg has a "vocabulary" too.
_PROPERTIES = {
    "@id": """skos:inScheme skos:broader skos:exactMatch skos:closeMatch rdf:subject rdf:object oa:hasBody oa:hasTarget
        oa:hasSource oa:hasSelector prov:wasDerivedFrom prov:hadPrimarySource prov:wasGeneratedBy prov:wasAssociatedWith
        prov:used dcterms:conformsTo dcterms:license void:vocabulary void:classPartition
        kg:method kg:task kg:dataset kg:metric""",
    "@vocab": "rdf:predicate void:class",
    "xsd:decimal": "kg:confidence kg:value",
    "xsd:integer": "kg:support kg:mentionCount kg:sourceLine kg:paperCount void:triples void:entities",
    "xsd:nonNegativeInteger": "oa:start oa:end",
    "xsd:string": """skos:prefLabel skos:altLabel dcterms:title dcterms:identifier dcterms:abstract dcterms:source
        prism:publicationName prism:doi schema:url schema:name schema:softwareVersion schema:keywords dc:creator
        oa:exact oa:prefix oa:suffix void:uriSpace""",
    "": "dcterms:date schema:datePublished",
}
_SEVERAL = frozenset(
    """skos:altLabel skos:broader skos:exactMatch skos:closeMatch dc:creator schema:keywords prov:wasDerivedFrom
    prov:used oa:hasSelector void:vocabulary void:classPartition""".split()
)


def write(store: Store, path: Path, base_iri: str | None = None, license: str | None = None) -> None:
    """Write the graph to the file `path`. Raises `OutputError` where it cannot be written."""
    names = _Names(base_iri or rdf.base_of(store))
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(f'{{"@context":{dumps(names.context)},\n"@graph":')
        write_array(stream, map(dumps, _objects(rdf.triples(store, base_iri, license), names)))
        stream.write("}\n")


def document(triples: Iterable[Triple], base_iri: str) -> str:
    """The same form for a few triples, those of one node together."""
    names = _Names(base_iri)
    return dumps({"@context": names.context, "@graph": list(_objects(triples, names))}) + "\n"


class _Names:
    """The context, and IRIs as it shortens them."""

    def __init__(self, base_iri: str) -> None:
        self._base = base_iri
        self._prefixes = {namespace: prefix for prefix, namespace in ontology.PREFIXES.items()}
        self.types = {p: type_ for type_, names in _PROPERTIES.items() for p in names.split()}
        relations = [f"kg:{name}" for name in ontology.load().relations]
        self.types |= dict.fromkeys(relations, "@id")
        self.several = _SEVERAL | set(relations)
        self.context = self._context()

    def _context(self) -> Mapping[str, Any]:
        terms: dict[str, Any] = {}
        for name, type_ in sorted(self.types.items()):
            definition = {} if name.startswith("void:") else {"@id": name}
            definition |= {"@type": type_} if type_ not in ("", "xsd:string") else {}
            definition |= {"@container": "@set"} if name in self.several else {}
            if definition:
                terms[self.bare(name)] = definition
        own = {"@version": 1.1, "@vocab": ontology.NAMESPACE, "id": "@id", "type": "@type"}
        return own | ontology.PREFIXES | {_ITEM: self._base} | dict(sorted(terms.items()))

    def bare(self, name: str) -> str:
        """A property with its prefix as the context calls it."""
        own = name.startswith("kg:") or (name in self.types and not name.startswith("void:"))
        return name.partition(":")[2] if own else name

    def short(self, iri: str) -> str:
        """An IRI with its prefix, if it has one that leaves it a name."""
        end = max(iri.rfind("/"), iri.rfind("#")) + 1
        prefix = self._prefixes.get(iri[:end])
        if prefix and end < len(iri):
            return f"{prefix}:{iri[end:]}"
        local = iri.removeprefix(self._base)
        return iri if local == iri or local.startswith("//") else f"{_ITEM}:{local}"

    def term(self, iri: NamedNode) -> str:
        """A class or relation: kg's own bare."""
        return self.short(iri.value).removeprefix("kg:")


def _objects(triples: Iterable[Triple], names: _Names) -> Iterator[dict[str, Any]]:
    for subject, group in groupby(triples, key=itemgetter(0)):
        types: list[str] = []
        found: dict[str, list[Any]] = {}
        for _, predicate, value in group:
            name = names.short(predicate.value)
            if name == "rdf:type" and isinstance(value, NamedNode):
                types.append(names.term(value))
            else:
                found.setdefault(name, []).append(_value(value, names, names.types.get(name, "")))
        properties = {
            names.bare(name): values if len(values) > 1 or name in names.several else values[0]
            for name, values in found.items()
        }
        yield {"id": names.short(subject.value), "type": types} | properties


def _value(value: Value, names: _Names, coerced: str) -> Any:
    """A value as it stands where the context gives its type, else with its type beside it."""
    if isinstance(value, NamedNode):
        short = names.term(value) if coerced == "@vocab" else names.short(value.value)
        return short if coerced in ("@id", "@vocab") else {"@id": short}
    datatype = names.short(value.datatype.value)
    if datatype == "xsd:string" and coerced in ("", "xsd:string"):
        return value.value
    if datatype in ("xsd:integer", "xsd:nonNegativeInteger") and coerced == datatype:
        return int(value.value)
    return value.value if datatype == coerced else {"@value": value.value, "@type": datatype}
