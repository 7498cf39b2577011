"""An RDF file in any syntax, compressed or not, as a stream of quads; nothing is fetched."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from xml.parsers import expat

import pyoxigraph as ox

from kg.errors import InputError, UsageError, place

SYNTAXES = {
    ".ttl": ox.RdfFormat.TURTLE,
    ".nt": ox.RdfFormat.N_TRIPLES,
    ".nq": ox.RdfFormat.N_QUADS,
    ".trig": ox.RdfFormat.TRIG,
    ".rdf": ox.RdfFormat.RDF_XML,
    ".xml": ox.RdfFormat.RDF_XML,
    ".owl": ox.RdfFormat.RDF_XML,
    ".jsonld": ox.RdfFormat.JSON_LD,
    ".json": ox.RdfFormat.JSON_LD,
}
"""By the ending of the file's name."""

_BOM = b"\xef\xbb\xbf"
_LONGEST_ENTITY = 1_000
"""Characters of an XML entity: vocabularies declare namespaces so."""


def ending(path: Path) -> str:
    """The ending that tells the syntax, whether or not the file is compressed.

    >>> ending(Path("a.TTL.gz")), ending(Path("a.csv"))
    ('.ttl', '.csv')
    """
    return (path.with_suffix("") if path.suffix.lower() == ".gz" else path).suffix.lower()


def quads(path: Path) -> Iterator[ox.Quad]:
    """The quads in the file's order; none is held. Relative IRIs lie beside the file.

    Raises `UsageError` for an ending that is none of `SYNTAXES` and where there is no such file, and `InputError`,
    with the line, where it is not what its ending says: a remote context of JSON-LD counts as that.
    """
    syntax = SYNTAXES.get(ending(path))
    if syntax is None:
        raise UsageError(
            f"{path}: its ending tells no syntax of RDF. RDF ends in: {', '.join(SYNTAXES)} (or .gz)."
        )
    if syntax == ox.RdfFormat.RDF_XML:
        _refuse_bombs(path)
    with opened(path) as stream:
        try:
            yield from ox.parse(stream, format=syntax, base_iri=path.resolve().as_uri())
        except (SyntaxError, ValueError) as error:
            where = place(str(path), getattr(error, "lineno", None))
            why = re.sub(r"^Parser error [^:]*: ", "", getattr(error, "msg", str(error)))
            raise InputError(f"{where}: is no {syntax.name} here ({why}). Correct the line.") from error


def _refuse_bombs(path: Path) -> None:
    """Raise `InputError` where XML declares entities that grow: a few lines could fill the memory."""
    parser = expat.ParserCreate()
    begun = False

    def begin(*_: object) -> None:
        nonlocal begun
        begun = True

    def declare(name: str, _: bool, value: str | None, *__: object) -> None:
        if value is not None and ("&" in value or len(value) > _LONGEST_ENTITY):
            raise InputError(
                f"{place(str(path), parser.CurrentLineNumber)}: the entity {name[:40]!r} holds other entities or "
                f"more than {_LONGEST_ENTITY:,} characters, which can grow without end. Write the file without it."
            )

    parser.StartElementHandler = begin
    parser.EntityDeclHandler = declare
    with opened(path) as stream:
        try:
            while not begun and (chunk := stream.read(1 << 16)):
                parser.Parse(chunk)
        except expat.ExpatError as error:
            if not begun:
                where, why = place(str(path), error.lineno), expat.ErrorString(error.code)
                raise InputError(f"{where}: is no RDF/XML here ({why}). Correct the line.") from error


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """The file's bytes, decompressed, without a byte order mark.

    Raises `UsageError` where there is no such file and `InputError` where it cannot be read.
    """
    if not path.is_file():
        raise UsageError(f"{path}: there is no such file.")
    try:
        with path.open("rb") as file:
            stream = io.BufferedReader(gzip.GzipFile(fileobj=file)) if path.suffix.lower() == ".gz" else file
            if stream.peek(len(_BOM)).startswith(_BOM):
                stream.read(len(_BOM))
            yield stream
    except (EOFError, zlib.error) as error:
        raise InputError(f"{path}: the compressed file is cut off or damaged ({error}).") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error}).") from error
