"""SPARQL over the graph's triples, in this process: reading only, nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import pyoxigraph as ox

from kg import ontology
from kg.errors import UsageError

PREFIXES = ontology.PREFIXES | {"rdfs": "http://www.w3.org/2000/01/rdf-schema#"}
"""Prefixes that a query need not declare: those of the triples, and RDF Schema's."""

Triple = tuple[ox.NamedNode, ox.NamedNode, ox.NamedNode | ox.Literal]
"""What `kg.export.rdf.triples` gives."""

_UPDATES = frozenset(("INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD", "WITH"))
_PROLOGUE = re.compile(r"<[^>]*>|#[^\n]*|[\w-]*:|\b(?:PREFIX|BASE)\b", re.IGNORECASE)
_HARMLESS = re.compile(r'"""(?:(?!""").)*"""|"[^"\n]*"|<[^<>"{}|^`\s]*>|[?$]\w+|:\w+', re.DOTALL)
_ORDERED = re.compile(r"\border\s+by\b", re.IGNORECASE)
_PLACE = re.compile(r"error at (\d+):(\d+): (.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Term:
    """An RDF term: `value` is the IRI, the text, or the label of a blank node."""

    kind: Literal["uri", "literal", "bnode"]
    value: str
    datatype: str | None = None
    language: str | None = None

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query gives: SELECT rows (None where a variable is unbound), ASK a `truth`, CONSTRUCT triples.

    The rows of CONSTRUCT and DESCRIBE have the variables subject, predicate and object, and `ntriples`
    is the same as a document.
    """

    variables: tuple[str, ...] = ()
    rows: tuple[tuple[Term | None, ...], ...] = ()
    truth: bool | None = None
    ntriples: str | None = None


def sparql(triples: Iterable[Triple], query: str) -> Answer:
    """Answer a SPARQL 1.1 query over `triples`; the prefixes of `PREFIXES` need no declaration.

    Without ORDER BY the rows are sorted, so that the same query gives the same answer. Raises `UsageError`
    for an update, for SERVICE (which would ask another host) and, with line and column, for broken syntax.

    >>> sparql([], "ASK { ?method a kg:Method }").truth
    False
    """
    if _asks_another_host(query):
        raise UsageError("SERVICE would ask another host; kg answers from this graph alone.")
    store = ox.Store()
    store.bulk_extend(ox.Quad(*triple) for triple in triples)
    try:
        result = store.query(query, prefixes=PREFIXES)
        if isinstance(result, ox.QueryBoolean):
            return Answer(truth=bool(result))
        if isinstance(result, ox.QueryTriples):
            return _graph(list(result))
        variables = tuple(variable.value for variable in result.variables)
        rows = [tuple(_term(solution[name]) for name in variables) for solution in result]
    except SyntaxError as error:
        raise UsageError(_explained(str(error), query)) from error
    except (OSError, ValueError) as error:
        raise UsageError(f"The query cannot be answered: {' '.join(str(error).split())}.") from error
    return Answer(variables, tuple(rows if _ORDERED.search(query) else sorted(rows, key=_order)))


def _asks_another_host(query: str) -> bool:
    """Whether SERVICE occurs outside strings, IRIs, variables and local names.

    Comments, escapes and single quotes could hide it from these patterns: with them, the mere word counts.
    """
    if "service" not in query.casefold():
        return False
    return any(c in query for c in "#'\\") or "service" in _HARMLESS.sub(" ", query).casefold()


def _graph(triples: list[ox.Triple]) -> Answer:
    rows = {tuple(_term(part) for part in (t.subject, t.predicate, t.object)): t for t in triples}
    order = sorted(rows, key=_order)
    lines = "".join(f"{rows[row]} .\n" for row in order)
    return Answer(("subject", "predicate", "object"), tuple(order), ntriples=lines)


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
            plain = language or term.datatype.value == f"{PREFIXES['xsd']}string"
            return Term("literal", term.value, None if plain else term.datatype.value, language)
    return Term("literal", str(term))


def _order(row: tuple[Term | None, ...]) -> list[tuple[str, str, str, str]]:
    return [(t.kind, t.value, t.datatype or "", t.language or "") if t else ("", "", "", "") for t in row]


def _explained(message: str, query: str) -> str:
    """The parser's message as a sentence: the place, what stands there, and a cause where one is known."""
    verb = next(iter(_PROLOGUE.sub(" ", query).split()), "").upper()
    if verb in _UPDATES:
        return f"{verb} would change the graph; kg answers SELECT, ASK, CONSTRUCT and DESCRIBE."
    found = _PLACE.match(message)
    if not found:
        return f"The query is not SPARQL: {' '.join(message.split())}."
    line, column = int(found[1]), int(found[2])
    rest = "".join(query.split("\n")[line - 1 : line])[column - 1 :]
    at = f'at "{rest[:20]}"' if rest.strip() else "at its end"
    cause = " A prefix is not declared." if "Prefix not found" in found[3] else ""
    return f"The query is not SPARQL: line {line}, column {column}, {at}.{cause}"


def to_json(answer: Answer) -> dict[str, Any]:
    """The answer in W3C's "SPARQL 1.1 Query Results JSON Format"; triples as rows of three."""
    if answer.truth is not None:
        return {"head": {}, "boolean": answer.truth}
    bindings = [
        {name: _binding(term) for name, term in zip(answer.variables, row, strict=True) if term}
        for row in answer.rows
    ]
    return {"head": {"vars": list(answer.variables)}, "results": {"bindings": bindings}}


def _binding(term: Term) -> dict[str, str]:
    binding = {"type": term.kind, "value": term.value}
    if term.language:
        return binding | {"xml:lang": term.language}
    return binding | ({"datatype": term.datatype} if term.datatype else {})
