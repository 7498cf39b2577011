"""`kg papers`."""

from __future__ import annotations

from kg.cli import messages, output
from kg.cli.options import GRAPH, Form, GraphFile, Printed, opened
from kg.query import plain
from kg.query.papers import papers as listed


def papers(form: Printed = Form.TABLE, graph: GraphFile = GRAPH) -> None:
    """The papers, with what each proposes.

    Examples:

      kg papers
      kg papers --format json
    """
    with opened(graph) as store:
        found = listed(store)
    if form is Form.JSON:
        output.as_json(plain.papers(found))
    elif found:
        rows = ((p.id, p.year, p.venue, p.title, ", ".join(p.proposes)) for p in found)
        output.table(("Id", "Year", "Venue", "Title", "Proposes"), rows)
    else:
        messages.note("The graph has no paper.")
