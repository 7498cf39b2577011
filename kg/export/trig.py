"""TriG: Turtle with a named graph for each paper; what belongs to the corpus stands in the default graph."""

from __future__ import annotations

from itertools import starmap
from pathlib import Path

from pyoxigraph import Quad, RdfFormat

from kg.export import rdf
from kg.export.iris import prefixes
from kg.export.turtle import write_sorted
from kg.store import Store


def write(store: Store, path: Path, base_iri: str | None = None, license: str | None = None) -> None:
    """Write the graph to the file `path`. Raises `OutputError` where it cannot be written."""
    quads = starmap(Quad, rdf.quads(store, base_iri, license))
    write_sorted(quads, path, RdfFormat.TRIG, prefixes(base_iri or rdf.base_of(store)))
