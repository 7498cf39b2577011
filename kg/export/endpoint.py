"""The graph to a SPARQL endpoint over HTTP, in batches, so that a retry goes on where one broke off.

By SPARQL 1.1 Update (`INSERT DATA`) rather than the Graph Store protocol: one address serves the default graph and
named ones in every store, and as there are no blank nodes a batch may arrive twice and changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from pyoxigraph import NamedNode, Triple

from kg.errors import OutputError, Problem, Report, UsageError, ignore
from kg.export import node, rdf
from kg.export.fingerprint import fingerprint
from kg.export.iris import checked_base, checked_license
from kg.export.post import endpoint_at, post, shown
from kg.files import atomic
from kg.iri import is_absolute
from kg.settings import ENDPOINT
from kg.store import Store
from kg.wording import count, shortened

_BACKSLASH_U = re.compile(r"(?<!\\)((?:\\\\)+)([uU])")


def send(
    store: Store,
    url: str,
    graph_iri: str | None = None,
    base_iri: str | None = None,
    license: str | None = None,
    report: Report = ignore,
    wait: Callable[[float], object] = time.sleep,
) -> int:
    """Add the graph's triples to what the endpoint at `url` holds; how many they are.

    They go to the default graph unless `graph_iri` names one. A small record beside the graph file says how far it
    got: the same call goes on from there. Credentials are taken from the environment: see `kg.export.post`.
    Raises `UsageError` for a URL or IRI that is none, and `OutputError`, saying what was sent, where the endpoint
    refuses or cannot be reached; `report` is told of each attempt that failed.
    """
    endpoint = endpoint_at(url)
    graph = _graph(graph_iri)
    base_iri, license = checked_base(base_iri), checked_license(license)
    state = fingerprint(store.path, url, graph_iri, base_iri, license, ENDPOINT.triples, ENDPOINT.bytes)
    record = _record(store.path, url, graph_iri)
    done, sent = _read(record, state)
    if done:
        earlier = (
            f"{count(sent, 'triple')} went there before; going on after them. To begin anew, delete {record}"
        )
        report(Problem(shown(url), earlier, skipped=False))
    triples = rdf.triples(store, base_iri, license)
    try:
        for number, lines in enumerate(batches(triples)):
            if number < done:
                continue
            post(endpoint, insert(lines, graph), report, wait)
            sent += len(lines)
            _write(record, state, number + 1, sent)
    except OutputError as error:
        raise OutputError(f"{error} {_so_far(sent)}") from error
    except (KeyboardInterrupt, SystemExit):
        report(Problem(shown(url), _so_far(sent), skipped=False))
        raise
    with suppress(OSError):
        record.unlink()
    return sent


def batches(triples: Iterable[node.Triple]) -> Iterator[list[str]]:
    """The triples as lines of N-Triples, so many at a time as an endpoint takes well: see `kg.settings`."""
    lines: list[str] = []
    size = 0
    for triple in triples:
        line = f"{Triple(*triple)} ."
        length = len(line.encode())
        if lines and (len(lines) == ENDPOINT.triples or size + length > ENDPOINT.bytes):
            yield lines
            lines, size = [], 0
        lines.append(line)
        size += length
    if lines:
        yield lines


def insert(lines: Iterable[str], graph: NamedNode | None) -> bytes:
    r"""The update that adds lines of N-Triples.

    SPARQL lets an engine read `\u` and four digits as a character before it looks at anything else, even after
    another backslash: the "u" of a text that has a backslash there is written as an escape itself.

    >>> insert(["<a:s> <a:p> <a:o> ."], NamedNode("a:g")).decode()
    'INSERT DATA { GRAPH <a:g> {\n<a:s> <a:p> <a:o> .\n} }'
    """
    data = "\n".join(_BACKSLASH_U.sub(lambda m: f"{m[1]}\\U{ord(m[2]):08X}", line) for line in lines)
    return (
        f"INSERT DATA {{ GRAPH {graph} {{\n{data}\n}} }}" if graph else f"INSERT DATA {{\n{data}\n}}"
    ).encode()


def _graph(iri: str | None) -> NamedNode | None:
    if iri is None:
        return None
    if not is_absolute(iri):
        raise UsageError(f'"{shortened(iri)}" is no absolute http, https or urn IRI for a graph.')
    return NamedNode(iri)


def _so_far(sent: int) -> str:
    if not sent:
        return "Nothing was sent."
    return f"{count(sent, 'triple')} went there; the same command goes on after them."


def _record(graph: Path, url: str, graph_iri: str | None) -> Path:
    """Where it is kept how much of the graph went to that endpoint and graph."""
    target = hashlib.sha256(json.dumps([url, graph_iri]).encode()).hexdigest()[:12]
    return graph.with_name(f".{graph.name}.sent-{target}.json")


def _read(record: Path, state: str) -> tuple[int, int]:
    """How many batches and triples went there before, none if that was another graph or the record is damaged."""
    try:
        kept = json.loads(record.read_text(encoding="utf-8"))
        return (int(kept["batches"]), int(kept["triples"])) if kept["state"] == state else (0, 0)
    except (OSError, ValueError, KeyError, TypeError):
        return 0, 0


def _write(record: Path, state: str, done: int, sent: int) -> None:
    with suppress(OutputError), atomic(record) as temporary:  # where it cannot be kept, a retry begins anew
        text = json.dumps({"state": state, "batches": done, "triples": sent})
        temporary.write_text(text + "\n", encoding="utf-8")
