"""Printing answers: tables on a terminal, tab-separated lines into a pipe, strict JSON for programs."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kg.cli.messages import printable
from kg.records import Concept, Statement


def as_json(value: Any) -> None:
    """One line of strict JSON; plain ASCII where standard output does not take UTF-8."""
    from kg.export.text import dumps

    if sys.stdout is None:
        return
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf8")
    print(dumps(value) if utf8 else json.dumps(json.loads(dumps(value))))


def raw(data: bytes) -> None:
    """Bytes as they are."""
    if sys.stdout is not None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def file(path: Path) -> None:
    """A file's bytes, however many."""
    if sys.stdout is not None:
        sys.stdout.flush()
        with path.open("rb") as source:
            shutil.copyfileobj(source, sys.stdout.buffer)
        sys.stdout.buffer.flush()


def heading(name: str, *facts: str) -> None:
    """The line above a table: what it is about."""
    if not terminal():
        print("\t".join(map(printable, (name, *facts))))
        return
    from rich.console import Console
    from rich.text import Text

    line = Text(printable(name), style="bold")
    if any(facts):
        line.append(f"  {printable(' · '.join(filter(None, facts)))}", style="not bold dim")
    Console(highlight=False).print(line)


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """The rows; `columns` head them on a terminal only. None is an empty cell."""
    cells = ([printable("" if cell is None else str(cell)) for cell in row] for row in rows)
    if not terminal():
        for row in cells:
            print("\t".join(row))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False)
    for row in cells:
        shown.add_row(*map(Text, row))
    Console(highlight=False).print(shown)


def without_repeats(rows: Iterable[Sequence[object]]) -> Iterator[Sequence[object]]:
    """On a terminal the first cell only where it changes, so that rows of one kind stand as a group."""
    before: object = None
    for row in rows:
        yield ("", *row[1:]) if terminal() and row[0] == before else row
        before = row[0]


def statements(found: Iterable[Statement], concepts: Mapping[str, Concept]) -> None:
    """A table of statements, each with its first passage. Ends that are no concept are shown by their id."""

    def label(node: str) -> str:
        return concepts[node].name if node in concepts else node

    def row(s: Statement) -> tuple[object, ...]:
        first = s.evidence[0] if s.evidence else None
        passage = (first.paper, first.quote) if first else (None, None)
        papers = "inferred" if s.inferred else s.papers
        return (label(s.subject), s.predicate, label(s.object), papers, *passage)

    table(("Subject", "Relation", "Object", "Papers", "Paper", "Evidence"), map(row, found))


def terminal() -> bool:
    """Whether a person reads it."""
    return sys.stdout is not None and sys.stdout.isatty()
