"""`kg results`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from kg.cli import messages, output
from kg.cli.options import GRAPH, Form, GraphFile, Printed, most, opened
from kg.query import plain
from kg.query.leaderboard import Leaderboard, Ranking, leaderboard
from kg.records import Result
from kg.wording import count

_NAME = "A name in any spelling, or an id."


def results(
    dataset: Annotated[str | None, typer.Option("--dataset", metavar="NAME", help=_NAME)] = None,
    task: Annotated[str | None, typer.Option("--task", metavar="NAME", help=_NAME)] = None,
    metric: Annotated[str | None, typer.Option("--metric", metavar="NAME", help=_NAME)] = None,
    method: Annotated[str | None, typer.Option("--method", metavar="NAME", help=_NAME)] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", help="The most results; 0 for all. A table has 100, JSON all, unless told."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    form: Printed = Form.TABLE,
    graph: GraphFile = GRAPH,
) -> None:
    """The figures that papers report, best first, each with the words that say so.

    Only figures of one dataset, metric, unit and kind are ranked: quantities apart from rises and falls. Which
    way is better is said where the vocabulary knows it.

    Examples:

      kg results --dataset SQuAD --metric F1
      kg results --method BERT
      kg results --task "question answering" --json
    """
    form = Form.JSON if as_json else form
    with opened(graph) as store:
        found = leaderboard(
            store, dataset=dataset, task=task, metric=metric, method=method, limit=most(limit, form)
        )
    if form is Form.JSON:
        output.as_json(plain.leaderboard(found))
    else:
        _print(found)
    _remarks(found)


def _print(found: Leaderboard) -> None:
    """A table a ranking for a reader, one of all for a program."""
    names = {concept.id: concept.name for concept in found.concepts}
    if not output.terminal():
        output.table((), (_line(ranking, r, names) for ranking in found.rankings for r in ranking.results))
        return
    for ranking in found.rankings:
        output.heading(*title(ranking))
        output.table(
            ("Figure", "Method", "Task", "Paper", "Evidence"), (_row(r, names) for r in ranking.results)
        )


def title(ranking: Ranking) -> tuple[str, ...]:
    """What is ranked, and what is to be known of it.

    >>> title(Ranking(None, None, "%", "improvement", None, 2, ()))
    ('No dataset or metric is named', 'improvement', 'in %', 'not comparable')
    """
    metric = ranking.metric.name if ranking.metric else None
    dataset = ranking.dataset.name if ranking.dataset else None
    about = (
        f"{metric} on {dataset}"
        if ranking.comparable
        else metric or dataset or "No dataset or metric is named"
    )
    return (
        about,
        "" if ranking.kind == "absolute" else ranking.kind,
        f"in {ranking.unit}" if ranking.unit else "",
        "not comparable"
        if not ranking.comparable
        else f"{ranking.better} is better"
        if ranking.better
        else "",
    )


def _row(r: Result, names: Mapping[str, str]) -> tuple[object, ...]:
    """A result under its ranking's title."""
    method, task, *_ = (names[end] if end else None for end in r.ends)
    return r.written, method, task, r.paper, r.evidence.quote


def _line(ranking: Ranking, r: Result, names: Mapping[str, str]) -> tuple[object, ...]:
    """Value (as written where it is none), unit, kind, which way is better, the four ends, paper, evidence."""
    ends = (names[end] if end else None for end in r.ends)
    return r.value or r.written, r.unit, r.kind, ranking.better, *ends, r.paper, r.evidence.quote


def _remarks(found: Leaderboard) -> None:
    """Say what is not shown."""
    shown = len(found.results)
    if not found.of:
        messages.note("The graph has no result.")
    elif shown < found.of:
        messages.note(f"{shown:,} of {count(found.of, 'result')}; --limit 0 shows all.")
    for other in found.namesakes:
        messages.note(f'"{other.name}" is also another {other.type}: {other.id}')
