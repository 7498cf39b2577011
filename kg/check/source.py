"""An RDF file in any of the formats that kg writes, as triples."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox

from kg.check.triples import Triple
from kg.errors import InputError, NotFoundError, UsageError, place

FORMATS = {
    ".ttl": ox.RdfFormat.TURTLE,
    ".nt": ox.RdfFormat.N_TRIPLES,
    ".nq": ox.RdfFormat.N_QUADS,
    ".trig": ox.RdfFormat.TRIG,
    ".jsonld": ox.RdfFormat.JSON_LD,
    ".rdf": ox.RdfFormat.RDF_XML,
    ".owl": ox.RdfFormat.RDF_XML,
    ".xml": ox.RdfFormat.RDF_XML,
}
"""By the ending of the file's name."""


def rdf(path: Path) -> Iterator[Triple]:
    """Every triple of the file, those of named graphs too.

    Raises `UsageError` for an ending that is none of `FORMATS`, `NotFoundError` where there is no such file, and
    `InputError` where it is not what its ending says.
    """
    format_ = FORMATS.get(path.suffix.lower())
    if format_ is None:
        raise UsageError(
            f"{path}: neither a graph that kg build left nor RDF by its ending. RDF ends in: {', '.join(FORMATS)}"
        )
    if not path.is_file():
        raise NotFoundError(f"{path}: there is no such file.")
    return _triples(path, format_)


def _triples(path: Path, format_: ox.RdfFormat) -> Iterator[Triple]:
    try:
        for quad in ox.parse(path=path, format=format_, base_iri=path.resolve().as_uri()):
            yield quad.subject, quad.predicate, quad.object
    except (SyntaxError, ValueError) as error:
        where = place(str(path), getattr(error, "lineno", None))
        raise InputError(f"{where}: not {format_.name} ({getattr(error, 'msg', error)}).") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error}).") from error
