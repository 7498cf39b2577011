"""A bar on the terminal while papers go by."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from kg.cli import messages
from kg.records import Document


def watched(documents: Iterable[Document]) -> Iterator[Document]:
    """The same documents; on a terminal, with a line that counts them."""
    if messages.quiet.get() or sys.stderr is None or not sys.stderr.isatty():
        yield from documents
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed:,.0f} papers read"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        for document in documents:
            yield document
            bar.advance(task)


@contextmanager
def busy(text: str) -> Iterator[None]:
    """On a terminal, say that something takes a while for as long as the block lasts."""
    if messages.quiet.get() or sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(text):
        yield
