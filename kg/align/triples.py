"""A vocabulary's file as a stream of triples: RDF in any syntax, or the Computer Science Ontology's CSV."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

import pyoxigraph as ox

from kg.errors import InputError, UsageError, place
from kg.rdf_file import SYNTAXES, ending, opened, quads
from kg.wording import shortened

_CSV = ".csv"
_TAIL = re.compile(r"(?:@(?P<language>[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)|\^\^<[^<>]*>)?(?:\s+\.)?\s*\Z")


class Text(NamedTuple):
    """A literal; `language` is its tag in small letters, "" without one."""

    value: str
    language: str


class Node(NamedTuple):
    """An IRI, or "_:" and the number of a blank node by its first occurrence among the triples given."""

    value: str


Triple = tuple[str, str, Node | Text]
"""Subject (as in `Node`), predicate, object."""


def triples(path: Path, predicates: Collection[str]) -> Iterator[Triple]:
    """The triples with one of these predicates, in the file's order; none is held.

    The ending of the name tells the syntax (.ttl, .nt, .rdf, .jsonld, .csv …, each also with .gz). Nothing is
    fetched: a remote context of JSON-LD is refused. Raises `UsageError` where there is no such file and
    `InputError`, with the line, where it is not what it claims to be.
    """
    if ending(path) == _CSV:
        yield from _rows(path, predicates)
    elif ending(path) in SYNTAXES:
        yield from _quads(path, predicates)
    else:
        endings = ", ".join((*SYNTAXES, _CSV))
        raise UsageError(f"{path}: its ending tells no syntax; a vocabulary ends in {endings} (or .gz).")


def _quads(path: Path, predicates: Collection[str]) -> Iterator[Triple]:
    """The quads of an RDF file; those about a triple (RDF 1.2) name no concept."""
    numbers: dict[str, int] = {}

    def name(node: ox.NamedNode | ox.BlankNode) -> str:
        # The parser gives nameless nodes random names; their number is the same in the next reading.
        if isinstance(node, ox.NamedNode):
            return node.value
        return f"_:{numbers.setdefault(node.value, len(numbers))}"

    for quad in quads(path):
        predicate, value = quad.predicate.value, quad.object
        if predicate not in predicates or isinstance(quad.subject, ox.Triple):
            continue
        if isinstance(value, ox.Literal):
            yield name(quad.subject), predicate, Text(value.value, (value.language or "").lower())
        elif not isinstance(value, ox.Triple):
            yield name(quad.subject), predicate, Node(name(value))


def _rows(path: Path, predicates: Collection[str]) -> Iterator[Triple]:
    """The rows of the CSO's CSV: subject and predicate in angle brackets, object so or as a label."""
    with opened(path) as stream:
        rows = csv.reader(line.decode() for line in stream)
        try:
            for row in filter(None, rows):
                subject, predicate = (_iri(cell) for cell in row[:2]) if len(row) == 3 else (None, None)
                if subject is None or predicate is None:
                    raise InputError(
                        f"{place(str(path), rows.line_num)}: came {shortened(','.join(row))!r}, expected three "
                        "columns as in the CSO's CSV: <subject>, <predicate>, and an <object> or a label."
                    )
                if predicate in predicates:
                    yield subject, predicate, _object(row[2])
        except (csv.Error, UnicodeDecodeError) as error:
            raise InputError(
                f"{place(str(path), rows.line_num + 1)}: is no CSV in UTF-8 ({error})."
            ) from error


def _iri(cell: str) -> str | None:
    """What stands between angle brackets."""
    cell = cell.strip()
    return cell[1:-1] if len(cell) > 2 and cell[0] == "<" and cell[-1] == ">" else None


def _object(cell: str) -> Node | Text:
    """An IRI, or a label with what N-Triples puts around it.

    >>> _object('"web of data"@en .'), _object("<http://example.org/a>")
    (Text(value='web of data', language='en'), Node(value='http://example.org/a'))
    """
    iri = _iri(cell)
    if iri is not None:
        return Node(iri)
    tail = _TAIL.search(cell)
    text = cell[: tail.start()] if tail else cell
    quoted = len(text) > 1 and text[0] == text[-1] == '"'
    language = (tail["language"] or "") if tail else ""
    return Text(text[1:-1] if quoted else text, language.lower())
