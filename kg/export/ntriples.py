"""N-Triples: one triple a line, streamed in the order of `rdf.triples`."""

from __future__ import annotations

from itertools import starmap
from pathlib import Path

from pyoxigraph import RdfFormat, Triple, serialize

from kg.export import rdf
from kg.files import atomic
from kg.store import Store


def write(store: Store, path: Path, base_iri: str | None = None, license: str | None = None) -> None:
    """Write the graph to the file `path`. Raises `OutputError` where it cannot be written."""
    with atomic(path) as temporary:
        triples = rdf.triples(store, base_iri, license)
        serialize(starmap(Triple, triples), temporary, RdfFormat.N_TRIPLES)
