"""One node of RDF with its properties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyoxigraph import Literal, NamedNode

from kg.export.iris import term
from kg.export.text import legal

Value = NamedNode | Literal
Triple = tuple[NamedNode, NamedNode, Value]
Property = tuple[str, Value | None]
"""A term with its prefix, and its value; None where there is none to state."""


def described(subject: NamedNode, types: Iterable[str], *properties: Property) -> Iterator[Triple]:
    """The triples of a node, its types first; a property without a value gives none."""
    for name in types:
        yield subject, term("rdf:type"), term(name)
    for name, value in properties:
        if value is not None:
            yield subject, term(name), value


def each(name: str, values: Iterable[Value]) -> Iterator[Property]:
    """One property with several values."""
    return ((name, value) for value in values)


def distinct(values: Iterable[str]) -> list[str]:
    """The texts as they will be written, each once, sorted: RDF knows neither order nor repetition.

    >>> distinct(["b", "a", "", "b"])
    ['a', 'b']
    """
    return sorted({legal(value) for value in values} - {""})
