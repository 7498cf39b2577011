"""`kg why`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kg import curate
from kg.cli import output
from kg.cli.options import GRAPH, CurationFile, Form, GraphFile, Printed, opened
from kg.query import plain
from kg.query.why import Step, Why
from kg.query.why import why as reasons
from kg.records import Evidence


def why(
    name: Annotated[str, typer.Argument(metavar="A", help="A name in any spelling, or an id.")],
    other: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    form: Printed = Form.TABLE,
    curation: CurationFile = None,
    graph: GraphFile = GRAPH,
) -> None:
    """Why two names are one concept, or two: each join by its rule, score and papers, with a sentence.

    Where a correction parts or joins them, its line is the reason: see kg curate.

    Examples:

      kg why LLMs "large language models"
      kg why GPT-2 GPT-3 --format json
    """
    with opened(graph) as store:
        found = reasons(store, name, other, curate.read(curation or graph.parent / curate.FILE))
    if form is Form.JSON:
        output.as_json(_plain(found))
    elif found.same:
        output.heading(found.one.name, found.one.type, "one concept", found.one.id)
        output.table(
            ("Name", "Joined to", "By", "Score", "Papers", "Paper", "Evidence"), map(_row, found.steps)
        )
    else:
        output.heading(f"{found.one.name} / {found.other.name}", "two concepts", found.one.id, found.other.id)
        output.table(("Reason",), [(reason,) for reason in found.reasons])
        output.table(("Paper", "Evidence"), [(e.paper, e.quote) for e in found.passages])


def _row(step: Step) -> tuple[object, ...]:
    m, e = step.merge, step.passage
    rule = f"{m.rule} ({m.note})" if m.note else m.rule
    return m.name, m.other, rule, m.score, m.papers or None, m.paper or None, e.quote if e else None


def _plain(found: Why) -> dict[str, Any]:
    return {
        "same": found.same,
        "one": plain.concept(found.one),
        "other": plain.concept(found.other),
        "steps": [
            {
                "name": s.merge.name,
                "other": s.merge.other,
                "rule": s.merge.rule,
                "score": s.merge.score,
                "papers": s.merge.papers,
                "note": s.merge.note,
                "evidence": _evidence(s.passage),
            }
            for s in found.steps
        ],
        "reasons": list(found.reasons),
        "evidence": [_evidence(e) for e in found.passages],
    }


def _evidence(passage: Evidence | None) -> dict[str, str] | None:
    return None if passage is None else {"paper": passage.paper, "quote": passage.quote}
