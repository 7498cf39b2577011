"""A SPARQL query in a process of its own, which can be ended at any moment: Oxigraph looks at no signal.

Run as a file (`kg.query.sparql` does) in the folder of an Oxigraph store: one JSON object comes in, a line of JSON
and the answer's document go out. It imports nothing of kg, so that it starts in an instant.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import signal
import sys
from collections.abc import Mapping
from typing import Any

import pyoxigraph as ox

ROWS, TRUTH, TRIPLES = "rows", "truth", "triples"
"""What an answer is: rows as TSV, a truth value as JSON, triples as TSV of three columns (W3C's formats)."""

SYNTAX, ELSEWHERE, VALUES, FAILED = "syntax", "elsewhere", "values", "failed"
"""Why there is none: broken syntax, a query for another host, a value for an unknown variable, all else."""

_SERVICE = re.compile("service", re.IGNORECASE)
_APART = (
    r'"""(?:[^"\\]|\\.|"(?!""))*"""|\'\'\'(?:[^\'\\]|\\.|\'(?!\'\'))*\'\'\''
    r'|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|<[^<>"{}|^`\\\s]*>|#[^\n]*'
)
"""Strings, IRIs and comments, in which no word is a keyword."""

_UNREAD = re.compile(_APART, re.DOTALL)
_LEXEME = re.compile(
    _APART + r"""|\{\||\|\}|<<\(?|\)>>|[{}()\[\];,]|(?:\\.|[^\s{}()\[\];,"'<#\\])+|\S""", re.DOTALL
)
_PADDING = " " * 16  # longer than any keyword
_PLACE = re.compile(r"error at (\d+):(\d+)")
_GROUP = re.compile(r"\{[^{}]*\}")
_ORDER_BY = re.compile(r"\border\s+by\b", re.IGNORECASE)

Values = Mapping[str, tuple[str, str]]
"""By variable, the kind of its value ("iri", "integer" or "string") and the value."""


class Refused(Exception):
    """A query that is not answered: one of `SYNTAX`, `ELSEWHERE`, `VALUES`, `FAILED`, the engine's message, a place.

    The place is that of the first character of a query that cannot stand there, from 0.
    """

    def __init__(self, reason: str, message: str = "", place: int = 0) -> None:
        super().__init__(reason, message, place)
        self.reason, self.message, self.place = reason, message, place


def answer(
    store: ox.Store, query: str, prefixes: Mapping[str, str], values: Values | None = None
) -> tuple[str, bytes]:
    """The kind of the answer and its document. Without ORDER BY rows are sorted; triples are, and each comes once.

    Raises `Refused`.

    >>> answer(ox.Store(), "SELECT ?x { VALUES ?x { 2 1 } }", {})
    ('rows', b'?x\\n1\\n2\\n')
    """
    declared = dict(prefixes)
    try:
        _parse(query, declared)
        if asks_elsewhere(query, declared):
            raise Refused(ELSEWHERE)
        bound = {ox.Variable(name): _term(*value) for name, value in (values or {}).items()}
        result = store.query(query, prefixes=declared, substitutions=bound)
        if isinstance(result, ox.QueryBoolean):
            return TRUTH, result.serialize(format=ox.QueryResultsFormat.JSON) or b""
        if isinstance(result, ox.QueryTriples):
            lines = sorted({f"{t.subject}\t{t.predicate}\t{t.object}".encode() for t in result})
            return TRIPLES, b"\n".join((b"?subject\t?predicate\t?object", *lines, b""))
        document = result.serialize(format=ox.QueryResultsFormat.TSV) or b""
    except SyntaxError as error:
        raise Refused(SYNTAX, str(error), _place(query, declared)) from error
    except RuntimeError as error:
        raise Refused(VALUES if values else FAILED, str(error)) from error
    except (OSError, ValueError) as error:
        raise Refused(FAILED, str(error)) from error
    if ordered(query):
        return ROWS, document
    head, *rows = document.split(b"\n")[:-1]
    return ROWS, b"\n".join((head, *sorted(rows), b""))


def asks_elsewhere(query: str, prefixes: dict[str, str]) -> bool:
    """Whether a query that parses has SERVICE as a keyword, by which the engine would ask another host.

    Its own parser tells: a name, a text or a comment may be spelt in another way, a keyword may not.

    >>> asks_elsewhere("SELECT * { ?service ?p 'service' }", {}), asks_elsewhere("ASK { SERVICE ?x {} }", {})
    (False, True)
    """
    filler = next(n for n in range(1, len(query) + 2) if f"s{'x' * n}ervice" not in query.casefold())
    spelt = _SERVICE.sub(lambda found: f"{found[0][0]}{'x' * filler}{found[0][1:]}", query)
    try:
        if spelt != query:
            _parse(spelt, prefixes)
    except SyntaxError:
        return True
    return False


def ordered(query: str) -> bool:
    """Whether ORDER BY rules the answer: it stands outside all braces.

    >>> ordered("SELECT * { ?a ?b ?c } ORDER BY ?a"), ordered("SELECT * { { SELECT * {} ORDER BY ?a } } # order by")
    (True, False)
    """
    text, before = _UNREAD.sub(" ", query), ""
    while text != before:
        before, text = text, _GROUP.sub(" ", text)
    return _ORDER_BY.search(text) is not None


def _parse(query: str, prefixes: dict[str, str]) -> None:
    """Raise `SyntaxError` where the query is none, and evaluate nothing.

    The engine parses a query before it refuses a value for a variable that is not there.
    """
    unknown = next(name for name in (f"x{n}" for n in range(len(query) + 1)) if name not in query)
    with contextlib.suppress(RuntimeError):
        ox.Store().query(query, prefixes=prefixes, substitutions={ox.Variable(unknown): ox.Literal("")})


def _place(query: str, prefixes: dict[str, str]) -> int:
    """Where a query with broken syntax breaks.

    The engine's own place is too far right: where it looks for a keyword in vain, it counts the keyword's letters.
    With the words of the query set far apart it can be told which word it has come to.

    >>> _place("SELECT * { ?a ?b }", {})
    17
    """
    text, starts, end = io.StringIO(), [], 0
    for found in _LEXEME.finditer(query):
        if found[0].startswith("#"):
            continue
        touching = found.start() == end and not {found[0], query[end - 1 : end]} & set("{}()[];,")
        text.write("" if touching else _PADDING)
        starts.append((text.tell(), found.start()))
        text.write(found[0])
        end = found.end()
    text.write(_PADDING)
    starts.append((text.tell(), len(query)))
    try:
        _parse(text.getvalue(), prefixes)
    except SyntaxError as error:
        line, column = map(int, _PLACE.findall(str(error))[0])
        reached = sum(len(part) + 1 for part in text.getvalue().split("\n")[: line - 1]) + column - 1
        return max(original for start, original in starts if start <= max(reached, starts[0][0]))
    return 0


def _term(kind: str, value: str) -> ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple:
    if kind == "iri":
        return ox.NamedNode(value)
    return ox.Literal(int(value)) if kind == "integer" else ox.Literal(value)


def _limit(seconds: int, memory: int) -> None:
    """End with this process what the caller cannot end any more, and do not take the machine's whole memory."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)
    with contextlib.suppress(ImportError, OSError, ValueError):  # Windows has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))


def main() -> None:
    """Answer the request on standard input."""
    request: dict[str, Any] = json.loads(sys.stdin.buffer.read())
    _limit(request["seconds"], request["memory"])
    try:
        store = ox.Store.read_only(".")
        kind, document = answer(store, request["query"], request["prefixes"], request["values"])
        head: dict[str, str | int] = {"kind": kind}
    except Refused as refused:
        head, document = {"refused": refused.reason, "message": refused.message, "place": refused.place}, b""
    except (OSError, RuntimeError) as error:
        head, document = {"refused": FAILED, "message": str(error), "place": 0}, b""
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + document)


if __name__ == "__main__":
    main()
