"""A bar on the terminal while papers go by."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

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
