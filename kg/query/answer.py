"""What a SPARQL query gives, and the forms in which it is written: those of the W3C."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import pyoxigraph as ox

from kg.errors import UsageError

RESULTS = {
    "csv": ox.QueryResultsFormat.CSV,
    "tsv": ox.QueryResultsFormat.TSV,
    "json": ox.QueryResultsFormat.JSON,
    "xml": ox.QueryResultsFormat.XML,
}
GRAPHS = {"turtle": ox.RdfFormat.TURTLE, "ntriples": ox.RdfFormat.N_TRIPLES}


@dataclass(frozen=True, slots=True)
class Term:
    """An RDF term: `value` is the IRI, the text, the label of a blank node, or a triple in N-Triples."""

    kind: Literal["uri", "literal", "bnode", "triple"]
    value: str
    datatype: str | None = None
    language: str | None = None

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer as one document: SELECT rows as W3C's TSV, ASK a truth value as W3C's JSON.

    CONSTRUCT and DESCRIBE give triples, as TSV with the columns subject, predicate and object.
    """

    kind: str
    document: bytes

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the columns."""
        results = self._results
        return () if isinstance(results, ox.QueryBoolean) else tuple(v.value for v in results.variables)

    @property
    def rows(self) -> Iterator[tuple[Term | None, ...]]:
        """The rows, one at a time; None where a variable is unbound."""
        results = self._results
        if not isinstance(results, ox.QueryBoolean):
            for solution in results:
                yield tuple(map(_term, solution))

    @property
    def count(self) -> int:
        """How many rows there are."""
        return 0 if self.kind == "truth" else self.document.count(b"\n") - 1

    @property
    def truth(self) -> bool | None:
        """What ASK gives, None for all else."""
        results = self._results
        return bool(results) if isinstance(results, ox.QueryBoolean) else None

    @property
    def triples(self) -> Iterator[ox.Triple]:
        """The triples of CONSTRUCT and DESCRIBE, sorted."""
        return ox.parse(self._ntriples, format=ox.RdfFormat.N_TRIPLES)

    @property
    def _ntriples(self) -> bytes:
        lines = self.document.partition(b"\n")[2]
        return lines.replace(b"\t", b" ").replace(b"\n", b" .\n")  # within a term both are escaped

    @property
    def _results(self) -> ox.QuerySolutions | ox.QueryBoolean:
        form = ox.QueryResultsFormat.JSON if self.kind == "truth" else ox.QueryResultsFormat.TSV
        return ox.parse_query_results(self.document, format=form)


def written(answer: Answer, form: str, prefixes: Mapping[str, str]) -> bytes:
    """The answer in a form of `RESULTS` or `GRAPHS`; the latter are for triples and declare `prefixes`.

    >>> written(Answer("rows", b'?x\\n"a,b"\\n'), "csv", {})
    b'x\\r\\n"a,b"\\r\\n'
    """
    if form in RESULTS:
        document = answer._results.serialize(format=RESULTS[form]) or b""
        return document if document.endswith(b"\n") else document + b"\n"
    if answer.kind != "triples":
        raise UsageError(f"SELECT and ASK give no triples to write as {form}. Choose: {', '.join(RESULTS)}.")
    if form == "ntriples":
        return answer._ntriples
    declared = dict(prefixes)
    text = ox.serialize(answer.triples, format=GRAPHS[form], prefixes=declared) or b""
    # pyoxigraph declares all prefixes, in an order of chance, one a line, before all else
    *head, body = text.split(b"\n", len(declared))
    used = (line for line in sorted(head) if line.split()[1] in body)
    return b"\n".join((*used, body))


def first(answer: Answer, rows: int) -> Answer:
    """The answer cut to its first `rows` rows.

    >>> first(Answer("rows", b"?x\\n1\\n2\\n"), 1).document
    b'?x\\n1\\n'
    """
    if rows >= answer.count:
        return answer
    *lines, _ = answer.document.split(b"\n", rows + 1)
    return Answer(answer.kind, b"\n".join((*lines, b"")))


def _term(term: object) -> Term | None:
    match term:
        case None:
            return None
        case ox.NamedNode():
            return Term("uri", term.value)
        case ox.BlankNode():
            return Term("bnode", term.value)
        case ox.Literal():
            language = term.language
            plain = language or term.datatype.value == "http://www.w3.org/2001/XMLSchema#string"
            return Term("literal", term.value, None if plain else term.datatype.value, language)
    return Term("triple", str(term))
