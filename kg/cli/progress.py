"""A bar on the terminal while papers go by."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from kg.cli import messages
from kg.records import Document


def watched(documents: Iterable[Document], total: int | None = None) -> Iterator[Document]:
    """The same documents; on a terminal, with a line that counts them: their rate, and where `total` says how many
    there are, the time that is left.
    """
    if total == 0 or messages.quiet.get() or sys.stderr is None or not sys.stderr.isatty():
        yield from documents
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    counted = TextColumn(
        "{task.completed:,.0f}" + (" of {task.total:,.0f}" if total else "") + " papers read"
    )
    ahead = (BarColumn(20), TimeRemainingColumn(), TextColumn("left")) if total else ()
    columns = (SpinnerColumn(), counted, TextColumn("{task.fields[rate]}"), *ahead, TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=60) as bar:
        task = bar.add_task("", total=total, rate="")
        for document in documents:
            yield document
            speed = bar.tasks[0].finished_speed or bar.tasks[0].speed
            bar.update(task, advance=1, rate=f"{speed:,.0f} a second" if speed else "")


@contextmanager
def busy(text: str) -> Iterator[None]:
    """On a terminal, say that something takes a while for as long as the block lasts."""
    if messages.quiet.get() or sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(text):
        yield
