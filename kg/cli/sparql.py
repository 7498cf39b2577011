"""`kg sparql`."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli import messages, output
from kg.cli.options import GRAPH, GraphFile, opened
from kg.cli.progress import busy
from kg.errors import UsageError
from kg.query.neighbourhood import LIMIT
from kg.settings import QUERY
from kg.wording import count

if TYPE_CHECKING:
    from kg.query.answer import Answer


class Written(StrEnum):
    """How an answer is printed."""

    TABLE = "table"
    CSV = "csv"
    TSV = "tsv"
    JSON = "json"
    XML = "xml"
    TURTLE = "turtle"
    NTRIPLES = "ntriples"


def sparql(
    query: Annotated[
        str | None, typer.Argument(metavar="QUERY", help="A query, @FILE, or - for standard input.")
    ] = None,
    form: Annotated[
        Written,
        typer.Option(
            "--format",
            "-f",
            help="A table, or W3C's formats; turtle and ntriples for CONSTRUCT and DESCRIBE.",
        ),
    ] = Written.TABLE,
    example: Annotated[
        str | None, typer.Option("--example", metavar="NAME", help="Ask a query of the gallery.")
    ] = None,
    examples: Annotated[bool, typer.Option("--examples", help="List the gallery.")] = False,
    values: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help='Give a selected variable a value: a concept\'s name, <iri>, kg:term, "text" or number.',
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", min=0, help=f"The most rows of a table; 0 for all. A terminal has {LIMIT}."),
    ] = None,
    timeout: Annotated[
        int, typer.Option("--timeout", metavar="SECONDS", min=1, help="End the query after this time.")
    ] = QUERY.seconds,
    graph: GraphFile = GRAPH,
) -> None:
    """Ask in SPARQL: SELECT, ASK, CONSTRUCT or DESCRIBE over the triples of the graph.

    The prefixes of the exports (kg, skos, dcterms, dc, prism, schema, prov, oa, rdf, xsd …), owl and rdfs need no
    declaration. The first query after a build takes longer: the triples are loaded once.

    Examples:

      kg sparql 'SELECT ?name { ?m a kg:Method ; skos:prefLabel ?name }'
      kg sparql @question.rq --format json
      kg sparql --example methods-for-a-task --set task=parsing
    """
    if examples:
        _list()
        return
    from kg.export import iris, oxigraph
    from kg.export.rdf import base_of
    from kg.query import sparql as question
    from kg.query.bindings import assigned, bindings

    text = _query(query, example)
    with opened(graph) as store:
        base = base_of(store)
        known = question.PREFIXES | iris.prefixes(base)
        bound = bindings(assigned(values or ()), store, lambda id_: iris.node(id_, base).value, known)
        with oxigraph.beside(store, messages.report, lambda: busy("Loading the triples, once")) as folder:
            answer = question.sparql(folder, text, bound, timeout)
    _show(answer, form, limit, known)


def _show(answer: Answer, form: Written, limit: int | None, prefixes: dict[str, str]) -> None:
    from kg.query.answer import first, written

    if form is not Written.TABLE:
        output.raw(written(answer, form.value, prefixes))
    elif answer.truth is not None:
        output.table(("Answer",), [(str(answer.truth).lower(),)])
    elif answer.kind == "triples":
        output.raw(written(answer, "turtle", prefixes))
    elif not answer.count:
        messages.note("No rows.")
    else:
        most = LIMIT if limit is None and output.terminal() else limit
        shown = first(answer, most) if most else answer
        output.table(shown.variables, shown.rows)
        if shown.count < answer.count:
            messages.note(f"{shown.count:,} of {count(answer.count, 'row')}; --limit 0 shows all.")


def _list() -> None:
    from kg.query.gallery import examples

    rows = ((e.name, ", ".join(e.parameters), e.answers) for e in examples())
    output.table(("Example", "--set", "Answers"), rows)


def _query(query: str | None, example: str | None) -> str:
    """The query itself, from where the arguments say."""
    from kg.query import gallery

    if (query is None) == (example is None):
        raise UsageError("Ask one question: a query, @FILE, - for standard input, or --example NAME.")
    if query is None:
        return gallery.example(example or "").query
    if query != "-" and not query.startswith("@"):
        return query
    try:
        data = sys.stdin.buffer.read() if query == "-" else Path(query[1:]).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{query[1:]}: cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{query}: a query is UTF-8 text, this is not ({error.reason}).") from error
