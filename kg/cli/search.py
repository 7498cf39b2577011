"""`kg search`."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli import output
from kg.cli.options import GRAPH, Form, GraphFile, Printed, opened
from kg.errors import NotFoundError
from kg.query import plain
from kg.query.resolve import nearest_hint
from kg.query.search import LIMIT
from kg.query.search import search as find
from kg.wording import shortened


def search(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Words, or the beginnings of words.")],
    limit: Annotated[int, typer.Option("--limit", help="The most concepts.")] = LIMIT,
    form: Printed = Form.TABLE,
    graph: GraphFile = GRAPH,
) -> None:
    """Concepts whose names hold all these words, most named first.

    Examples:

      kg search transformer
      kg search "graph neural" --limit 50
    """
    with opened(graph) as store:
        found = find(store, text, limit)
        hint = "" if found else nearest_hint(store, text)
    if not found:
        raise NotFoundError(f'No concept has "{shortened(text)}" in its name. {hint}'.rstrip())
    if form is Form.JSON:
        output.as_json(plain.concepts(found))
    else:
        rows = ((c.name, c.type, c.papers, ", ".join(c.aliases)) for c in found)
        output.table(("Name", "Type", "Papers", "Also called"), rows)
