"""`kg stats`."""

from __future__ import annotations

from kg.cli import output
from kg.cli.options import GRAPH, Form, GraphFile, Printed, opened
from kg.query import plain


def stats(form: Printed = Form.TABLE, graph: GraphFile = GRAPH) -> None:
    """The graph in numbers: papers, concepts by type, statements by relation, the most named concepts.

    Examples:

      kg stats
      kg stats --graph exports/graph.sqlite --format json
    """
    from kg.query.stats import stats as numbers

    with opened(graph) as store:
        found = numbers(store)
    if form is Form.JSON:
        output.as_json(plain.stats(found))
        return
    whole = ("papers", "concepts", "statements", "mentions", "results", "evidence")
    rows: list[tuple[object, ...]] = [(name, None, getattr(found, name)) for name in whole]
    rows += [("concepts", name, number) for name, number in found.types]
    rows += [("statements", name, number) for name, number in found.relations]
    rows += [("most named", f"{c.name} ({c.type})", c.papers) for c in found.top]
    output.table(("", "", "Number"), rows)
