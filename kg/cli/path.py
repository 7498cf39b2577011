"""`kg path`."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli import output
from kg.cli.options import GRAPH, Form, GraphFile, Printed, opened
from kg.query import plain
from kg.query.path import path as shortest


def path(
    start: Annotated[str, typer.Argument(metavar="A", help="A name in any spelling, or an id.")],
    end: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    form: Printed = Form.TABLE,
    graph: GraphFile = GRAPH,
) -> None:
    """The shortest chain of statements from A to B, with the sentences that say so.

    Examples:

      kg path BERT ImageNet
      kg path LoRA "question answering" --format json
    """
    with opened(graph) as store:
        found = shortest(store, start, end)
    if form is Form.JSON:
        output.as_json(plain.path(found))
    else:
        output.heading(" - ".join(concept.name for concept in found.concepts))
        output.statements(found.statements, {concept.id: concept for concept in found.concepts})
