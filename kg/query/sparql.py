"""SPARQL over the graph's triples: reading only, nothing from elsewhere, within a time limit."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from kg import ontology
from kg.errors import InputError, LimitError, UsageError
from kg.query import engine
from kg.query.answer import Answer
from kg.settings import QUERY
from kg.wording import count

PREFIXES = ontology.PREFIXES | {
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
}
"""Prefixes that a query need not declare: those of the triples, OWL's and RDF Schema's."""

_GRACE = 5  # seconds after which an engine ends itself whose caller was killed
_UPDATES = frozenset(("INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD", "WITH"))
_PROLOGUE = re.compile(r"<[^>]*>|#[^\n]*|[\w-]*:|\b(?:PREFIX|BASE)\b", re.IGNORECASE)


def sparql(
    folder: Path,
    query: str,
    values: engine.Values | None = None,
    timeout: int = QUERY.seconds,
    memory: int = QUERY.memory,
) -> Answer:
    """Answer a SPARQL 1.1 query over the Oxigraph store in `folder`; the prefixes of `PREFIXES` are declared.

    `values` gives variables of the SELECT clause their values. Without ORDER BY the rows are sorted, so that the
    same query gives the same answer. Raises `UsageError` for an update, for SERVICE (which would ask another host)
    and, with line and column, for broken syntax; `LimitError` for a query that takes longer than `timeout` seconds
    or more than `memory` bytes.

    >>> with Store(Path("exports/graph.sqlite")) as store, beside(store) as folder:  # doctest: +SKIP
    ...     sparql(folder, "ASK { ?method kg:evaluatedOn ?dataset }").truth
    True
    """
    if timeout <= 0:
        raise UsageError("The time limit is a number of seconds, at least 1.")
    request = {
        "query": _text(query),
        "prefixes": PREFIXES,
        "values": dict(values or {}),
        "seconds": timeout + _GRACE,
        "memory": memory,
    }
    head, _, document = _run(folder, json.dumps(request).encode(), timeout).partition(b"\n")
    if not head:
        raise LimitError(
            f"The query broke the engine off; it may need more than {memory >> 20:,} MB or be nested too deep."
        )
    said = json.loads(head)
    if "refused" in said:
        raise refusal(said["refused"], said["message"], said["place"], query)
    return Answer(said["kind"], document)


def _run(folder: Path, request: bytes, timeout: int) -> bytes:
    """What the engine says, nothing if it broke down."""
    # -P: a folder that the user stands in has no say in what is imported
    command = [sys.executable, "-P", str(Path(engine.__file__).resolve())]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder
    ) as process:
        try:
            output, _ = process.communicate(request, timeout)
        except subprocess.TimeoutExpired:
            raise LimitError(
                f"The query was ended after {count(timeout, 'second')}. Ask for less, or allow it more time."
            ) from None
        finally:
            process.kill()
    return output if process.returncode == 0 else b""


def refusal(reason: str, message: str, place: int, query: str) -> UsageError | InputError:
    """The error that says why the engine does not answer `query`."""
    message = " ".join(message.split())
    if reason == engine.ELSEWHERE:
        return UsageError("SERVICE would ask another host; kg answers from this graph alone.")
    if reason == engine.SYNTAX:
        return UsageError(_explained(message, place, query))
    if reason == engine.VALUES:
        return UsageError(f"A value is given for what the query does not select: {message}.")
    return InputError(f"The query cannot be answered: {message}.")


def _text(query: str) -> str:
    try:
        query.encode()
    except UnicodeEncodeError as error:
        raise UsageError(f"The query holds what is no text at character {error.start + 1}.") from error
    return query


def _explained(message: str, place: int, query: str) -> str:
    """The parser's message as a sentence: the place, what stands there, and a cause where one is known."""
    verb = next(iter(_PROLOGUE.sub(" ", query).split()), "").upper()
    if verb in _UPDATES:
        return f"{verb} would change the graph; kg answers SELECT, ASK, CONSTRUCT and DESCRIBE."
    line, start = query.count("\n", 0, place) + 1, query.rfind("\n", 0, place) + 1
    before, after = query[max(start, place - 20) : place], query[place:].partition("\n")[0][:20]
    at = f'"{before}⟨here⟩{after}"' if after.strip() else f'at its end: "{before}"'
    causes = (
        ("Prefix not found", "A prefix is not declared."),
        ("Duplicated", "A variable is selected twice."),
    )
    cause = "".join(f" {said}" for known, said in causes if known in message)
    return f"The query is not SPARQL: line {line}, column {place - start + 1}, {at}.{cause}"
