"""`kg sparql`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kg.cli import messages, output, signals
from kg.cli.options import GRAPH, Form, GraphFile, Printed, opened
from kg.errors import UsageError


def sparql(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="A query, @FILE, or - for standard input.")],
    form: Printed = Form.TABLE,
    graph: GraphFile = GRAPH,
) -> None:
    """Ask in SPARQL: SELECT, ASK, CONSTRUCT or DESCRIBE over the triples of the graph.

    The prefixes of the exports (kg, skos, dcterms, dc, prism, schema, prov, oa, rdf, xsd) and rdfs need no
    declaration. What CONSTRUCT and DESCRIBE give is printed as N-Triples.

    Examples:

      kg sparql 'SELECT ?name { ?m a kg:Method ; skos:prefLabel ?name }'
      kg sparql @question.rq --format json
    """
    from kg.export.rdf import triples
    from kg.query import sparql as question

    text = _text(query)
    # A query can be endless, and the engine heeds no Ctrl-C.
    with opened(graph) as store, signals.end_at_once():
        answer = question.sparql(triples(store), text)
    if form is Form.JSON:
        output.as_json(question.to_json(answer))
    elif answer.truth is not None:
        output.table(("Answer",), [(str(answer.truth).lower(),)])
    elif answer.ntriples is not None:
        output.raw(answer.ntriples.encode())
    elif answer.rows:
        output.table(answer.variables, answer.rows)
    else:
        messages.note("No rows.")


def _text(query: str) -> str:
    """The query itself, from where the argument says."""
    if query != "-" and not query.startswith("@"):
        return query
    try:
        return sys.stdin.buffer.read().decode() if query == "-" else Path(query[1:]).read_text("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{query[1:]}: cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{query}: a query is UTF-8 text, this is not ({error.reason}).") from error
