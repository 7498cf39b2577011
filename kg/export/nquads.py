"""N-Quads: one quad a line, streamed in the order of `rdf.quads`; each paper is a named graph."""

from __future__ import annotations

from itertools import starmap
from pathlib import Path

from pyoxigraph import Quad, RdfFormat, serialize

from kg.export import rdf
from kg.files import atomic
from kg.store import Store


def write(store: Store, path: Path, base_iri: str | None = None, license: str | None = None) -> None:
    """Write the graph to the file `path`. Raises `OutputError` where it cannot be written."""
    with atomic(path) as temporary:
        quads = rdf.quads(store, base_iri, license)
        serialize(starmap(Quad, quads), temporary, RdfFormat.N_QUADS)
