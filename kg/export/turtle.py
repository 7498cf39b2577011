"""Turtle, with the prefixes declared once, sorted; and the writing that TriG shares."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from itertools import starmap
from pathlib import Path

from pyoxigraph import Quad, RdfFormat, Triple, serialize

from kg.export import rdf
from kg.export.iris import prefixes
from kg.files import atomic
from kg.store import Store


def write(store: Store, path: Path, base_iri: str | None = None, license: str | None = None) -> None:
    """Write the graph to the file `path`. Raises `OutputError` where it cannot be written."""
    triples = starmap(Triple, rdf.triples(store, base_iri, license))
    write_sorted(triples, path, RdfFormat.TURTLE, prefixes(base_iri or rdf.base_of(store)))


def write_sorted(
    statements: Iterable[Triple] | Iterable[Quad], path: Path, form: RdfFormat, declared: dict[str, str]
) -> None:
    """Write Turtle or TriG with the prefixes in the order given.

    pyoxigraph declares them in an order of chance, one a line, before all else.
    """
    with atomic(path) as temporary:
        unsorted = temporary.with_name("unsorted")
        serialize(statements, unsorted, form, prefixes=declared)
        with unsorted.open("rb") as source, temporary.open("wb") as target:
            target.writelines(sorted(source.readline() for _ in declared))
            shutil.copyfileobj(source, target)
