"""`kg neighbours`."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli import messages, output
from kg.cli.options import GRAPH, Form, GraphFile, Limit, Name, Printed, most, opened
from kg.query import plain
from kg.query.neighbourhood import Neighbourhood, neighbourhood
from kg.query.order import in_reading_order
from kg.wording import count


def neighbours(
    name: Name,
    hops: Annotated[int, typer.Option("--hops", help="Statements to follow, in either direction.")] = 1,
    types: Annotated[
        list[str] | None,
        typer.Option("--type", metavar="TYPE", help="Only concepts of this type (repeatable)."),
    ] = None,
    relations: Annotated[
        list[str] | None,
        typer.Option("--relation", metavar="RELATION", help="Only this relation (repeatable)."),
    ] = None,
    limit: Limit = None,
    skip: Annotated[
        int, typer.Option("--skip", help="Statements to pass over: those of the pages before.")
    ] = 0,
    form: Printed = Form.TABLE,
    graph: GraphFile = GRAPH,
) -> None:
    """What stands around a concept, each statement with the sentence that says so.

    Grouped by relation; of each, nearest first and best supported first. Piped, the first line is the concept itself.

    Examples:

      kg neighbours BERT
      kg neighbours "question answering" --type Dataset --hops 2
      kg neighbours SQuAD --relation evaluatedOn --format json
      kg neighbours accuracy --skip 100
    """
    with opened(graph) as store:
        found = neighbourhood(store, name, hops, types, relations, most(limit, form), skip)
    if form is Form.JSON:
        output.as_json(plain.neighbourhood(found))
    else:
        _print(found)
    remarks(found, skip)


def _print(found: Neighbourhood) -> None:
    centre = found.centre
    output.heading(centre.name, centre.type, count(centre.papers, "paper"), ", ".join(centre.aliases))
    around = {r.concept.id: r.concept for r in (*found.concepts, *found.between)}
    if found.statements:
        output.statements(in_reading_order(centre.id, found.statements), around | {centre.id: centre})


def remarks(found: Neighbourhood, skip: int = 0) -> None:
    """Say what is not shown: statements over the limit and before it, concepts of another type with the same name."""
    shown = len(found.statements)
    if found.left_out:
        messages.note(f"{shown} of {skip + shown + found.left_out:,} statements; --limit 0 shows all.")
    for other in found.namesakes:
        messages.note(f'"{other.name}" is also a {other.type}: {other.id}')
