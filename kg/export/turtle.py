"""Turtle, with the prefixes declared once, sorted."""

from __future__ import annotations

import shutil
from itertools import starmap
from pathlib import Path

from pyoxigraph import RdfFormat, Triple, serialize

from kg.export import rdf
from kg.export.iris import BASE, prefixes
from kg.files import atomic
from kg.store import Store


def write(store: Store, path: Path, base_iri: str = BASE) -> None:
    """Write the graph to the file `path`. Raises `OutputError` where it cannot be written."""
    declared = prefixes(base_iri)
    with atomic(path) as temporary:
        unsorted = temporary.with_name("unsorted")
        triples = starmap(Triple, rdf.triples(store, base_iri))
        serialize(triples, unsorted, RdfFormat.TURTLE, prefixes=declared)
        # pyoxigraph declares prefixes in an order of chance, one a line, before all else.
        with unsorted.open("rb") as source, temporary.open("wb") as target:
            target.writelines(sorted(source.readline() for _ in declared))
            shutil.copyfileobj(source, target)
