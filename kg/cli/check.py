"""`kg check`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli import messages, output
from kg.cli.options import GRAPH, Form, GraphFile, Printed, opened
from kg.wording import count

if TYPE_CHECKING:
    from kg.check import ValidationReport
    from kg.check.triples import Triple

_MOST = 100  # violations that a table has


def check(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="A graph.sqlite or an RDF file; the graph of --graph unless given."
        ),
    ] = None,
    shapes: Annotated[
        Path | None,
        typer.Option("--shapes", metavar="PATH", help="SHACL shapes of your own in place of kg's."),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", min=0, help=f"The most violations; 0 for all. A table has {_MOST}, JSON all."
        ),
    ] = None,
    form: Printed = Form.TABLE,
    graph: GraphFile = GRAPH,
) -> None:
    """Whether a graph is what it should be, by the SHACL shapes of its ontology. Needs: pip install 'kg[shapes]'

    Prints what is wrong (name, IRI, what was found, what was expected) and exits with status 1 if anything is.

    Examples:

      kg check
      kg check graph.ttl
      kg check --shapes mine.ttl --format json
    """
    from kg.check import check as held

    with _triples(file or graph) as triples:
        report = held(triples, shapes)
    most = limit if limit is not None else _MOST if form is Form.TABLE else 0
    shown = report.violations[: most or None]
    if form is Form.JSON:
        output.as_json(
            {
                "conforms": not report.violations,
                "triples": report.triples,
                "nodes": report.nodes,
                "parts": report.parts,
                "shapes": report.shapes,
                "violations": [asdict(violation) for violation in shown],
            }
        )
    elif shown:
        rows = ((v.name, v.node, v.found, v.expected) for v in shown)
        output.table(("Name", "Node", "Found", "Expected"), rows)
    for line in _summary(report, len(shown)):
        messages.note(line)
    if report.violations:
        raise typer.Exit(1)


@contextmanager
def _triples(path: Path) -> Iterator[Iterator[Triple]]:
    """The triples of a graph that kg built, or of an RDF file."""
    from kg.check.triples import read
    from kg.rdf_file import SYNTAXES, ending

    if ending(path) in SYNTAXES:
        yield read(path)
        return
    from kg.export.rdf import triples

    with opened(path) as store:
        yield iter(triples(store))


def _summary(report: ValidationReport, shown: int) -> Iterator[str]:
    """What was checked, and what came of it."""
    busy = len(report.shapes) - len(report.idle)
    parts = "" if report.parts == 1 else f", in {report.parts} parts"
    counts = f"{count(report.triples, 'triple')}, {count(report.nodes, 'node')}"
    yield f"Checked: {counts}, by {count(busy, 'shape')}{parts}."
    if report.idle:
        idle = ", ".join(name.rsplit("#", 1)[-1].rsplit("/", 1)[-1] for name in report.idle)
        yield f"No focus node for: {idle}."
    if not report.violations:
        yield "Nothing is wrong."
        return
    found = len(report.violations)
    nodes = len({violation.node for violation in report.violations})
    more = f", {shown:,} of them shown (--limit 0 for all)" if shown < found else ""
    yield f"{count(found, 'violation')} in {count(nodes, 'node')}{more}."
