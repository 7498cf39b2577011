"""RDF/XML, with the prefixes declared once, sorted."""

from __future__ import annotations

import re
import shutil
from itertools import starmap
from pathlib import Path

from pyoxigraph import RdfFormat, Triple, serialize

from kg.export import rdf
from kg.export.iris import prefixes
from kg.files import atomic
from kg.store import Store

_PREFIX = re.compile(rb' xmlns:\w+="[^"]*"')


def write(store: Store, path: Path, base_iri: str | None = None, license: str | None = None) -> None:
    """Write the graph to the file `path`. Raises `OutputError` where it cannot be written."""
    with atomic(path) as temporary:
        unsorted = temporary.with_name("unsorted")
        triples = starmap(Triple, rdf.triples(store, base_iri, license))
        serialize(triples, unsorted, RdfFormat.RDF_XML, prefixes=prefixes(base_iri or rdf.base_of(store)))
        # pyoxigraph declares prefixes in an order of chance, all in the second line.
        with unsorted.open("rb") as source, temporary.open("wb") as target:
            target.write(source.readline())
            root = source.readline()
            declared = b"".join(sorted(_PREFIX.findall(root)))
            target.write(_PREFIX.sub(b"", root).replace(b">", declared + b">", 1))
            shutil.copyfileobj(source, target)
