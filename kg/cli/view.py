"""`kg view`."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from kg.cli import messages, output
from kg.cli.options import GRAPH, GraphFile, opened
from kg.errors import UsageError
from kg.query.allowed import allowed_relations, allowed_types
from kg.query.resolve import resolve
from kg.view import LIMIT
from kg.wording import count

_YEARS = re.compile(r"(\d{4})?:(\d{4})?")


def view(
    concept: Annotated[
        str | None, typer.Option("--concept", metavar="NAME", help="Only what stands around this concept.")
    ] = None,
    hops: Annotated[
        int | None, typer.Option("--hops", help="How far around it; 1 unless told otherwise.")
    ] = None,
    paper: Annotated[
        str | None, typer.Option("--paper", metavar="ID", help="Only what this paper names and states.")
    ] = None,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option("--compare", metavar="A B", help="What two concepts share and what they don't."),
    ] = None,
    communities: Annotated[
        bool, typer.Option("--communities", help="Groups of closely joined concepts, each of which opens.")
    ] = False,
    types: Annotated[
        list[str] | None, typer.Option("--type", metavar="TYPE", help="Only this type; may be repeated.")
    ] = None,
    relations: Annotated[
        list[str] | None,
        typer.Option("--relation", metavar="NAME", help="Only this relation; may be repeated."),
    ] = None,
    top: Annotated[
        int, typer.Option("--top", metavar="N", help="The most concepts, the best supported ones.")
    ] = LIMIT,
    min_support: Annotated[
        int, typer.Option("--min-support", metavar="N", help="Only what at least N papers name or state.")
    ] = 1,
    year: Annotated[
        str | None, typer.Option("--year", metavar="A:B", help="Only papers of these years; A or B may lack.")
    ] = None,
    target: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The page; - is standard output.")
    ] = Path("graph.html"),
    title: Annotated[str | None, typer.Option("--title", metavar="TEXT", help="The page's heading.")] = None,
    graph: GraphFile = GRAPH,
) -> None:
    """The graph, or a part of it, as one interactive page that needs no network.

    Examples:

      kg view
      kg view --concept BERT --hops 2 -o bert.html --title "Around BERT"
      kg view --compare BERT RoBERTa
      kg view --type Method --type Dataset --relation evaluatedOn --year 2020:
    """
    from kg import view as page

    if hops is not None and concept is None:
        raise UsageError("--hops says how far around a concept: name one with --concept.")
    piped = str(target) == "-"
    with opened(graph) as store, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.html" if piped else target
        made = page.write(
            store,
            path,
            concept=None if concept is None else resolve(store, concept).concept.id,
            hops=1 if hops is None else hops,
            paper=paper,
            compare=compare
            and (resolve(store, compare[0]).concept.id, resolve(store, compare[1]).concept.id),
            types=tuple(sorted(allowed_types(types) or ())),
            relations=tuple(sorted(allowed_relations(relations) or ())),
            min_support=min_support,
            years=None if year is None else _years(year),
            communities=communities,
            title=title,
            limit=top,
        )
        if piped:
            output.file(path)
    left_out = f" ({made.left_out:,} more did not fit: --top N)" if made.left_out else ""
    name = "The page" if piped else target
    messages.note(f"{name}: {count(made.concepts, 'concept')}{left_out}. Open it in a browser.")


def _years(text: str) -> tuple[int | None, int | None]:
    """The years of `A:B`, `A:`, `:B` or `A`.

    >>> _years("2018:"), _years("2020")
    ((2018, None), (2020, 2020))
    """
    found = _YEARS.fullmatch(text if ":" in text else f"{text}:{text}")
    if found is None or not any(found.groups()):
        raise UsageError(f"--year {text}: give A:B, A: or :B, with years of four digits, as in 2018:2021.")
    first, last = (None if year is None else int(year) for year in found.groups())
    if first is not None and last is not None and first > last:
        raise UsageError(f"--year {text}: the first year comes after the last.")
    return first, last
