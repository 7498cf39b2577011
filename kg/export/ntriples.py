"""N-Triples: one triple a line, streamed in the order of `rdf.triples`."""

from __future__ import annotations

from itertools import starmap
from pathlib import Path

from pyoxigraph import RdfFormat, Triple, serialize

from kg.export import rdf
from kg.export.iris import BASE
from kg.files import atomic
from kg.store import Store


def write(store: Store, path: Path, base_iri: str = BASE) -> None:
    """Write the graph to the file `path`. Raises `OutputError` where it cannot be written."""
    with atomic(path) as temporary:
        serialize(starmap(Triple, rdf.triples(store, base_iri)), temporary, RdfFormat.N_TRIPLES)
