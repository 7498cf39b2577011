"""JSON-LD: a `@graph` of one object a node, under a context that stands in the file itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from pyoxigraph import Literal, NamedNode

from kg.export import rdf
from kg.export.iris import BASE, prefixes
from kg.export.text import dumps, write_array
from kg.files import atomic
from kg.store import Store

_TYPE = "rdf:type"


def write(store: Store, path: Path, base_iri: str = BASE) -> None:
    """Write the graph to the file `path`. Raises `OutputError` where it cannot be written."""
    context = prefixes(base_iri)
    names = {namespace: prefix for prefix, namespace in context.items()}
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(f'{{"@context":{dumps(context)},\n"@graph":')
        write_array(stream, map(dumps, _objects(rdf.triples(store, base_iri), names)))
        stream.write("}\n")


def _objects(triples: Iterable[rdf.Triple], names: dict[str, str]) -> Iterator[dict[str, Any]]:
    for subject, group in groupby(triples, key=itemgetter(0)):
        found: dict[str, Any] = {"@id": subject.value}
        for _, predicate, value in group:
            name = _short(predicate, names)
            if name == _TYPE and isinstance(value, NamedNode):
                found.setdefault("@type", []).append(_short(value, names))
            else:
                found.setdefault(name, []).append(_value(value, names))
        yield found


def _value(value: NamedNode | Literal, names: dict[str, str]) -> Any:
    if isinstance(value, NamedNode):
        return {"@id": value.value}
    datatype = _short(value.datatype, names)
    return value.value if datatype == "xsd:string" else {"@value": value.value, "@type": datatype}


def _short(iri: NamedNode, names: dict[str, str]) -> str:
    """A term with its prefix; every namespace of terms ends in "/" or "#", after which a name follows."""
    end = max(iri.value.rfind("/"), iri.value.rfind("#")) + 1
    return f"{names[iri.value[:end]]}:{iri.value[end:]}"
