"""The graph, or a part of it, as one HTML page that needs no network."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kg.errors import UsageError
from kg.files import atomic
from kg.store import Store

__all__ = ["LIMIT", "View", "write"]

LIMIT = 500
"""How many concepts one page shows unless told otherwise: as many as a reader can still tell apart."""


@dataclass(frozen=True, slots=True)
class View:
    """A page that was written: where, and how much of the graph it shows.

    `left_out` counts the concepts that belong to the part asked for and did not fit on the page.
    """

    path: Path
    concepts: int
    statements: int
    left_out: int = 0


def write(
    store: Store,
    path: Path,
    *,
    concept: str | None = None,
    hops: int = 1,
    title: str | None = None,
    limit: int = LIMIT,
) -> View:
    """Write the page of the graph, or of what lies within `hops` steps of the concept with the id `concept`.

    A part of more than `limit` concepts is cut to the best supported ones, and the page says so. The same
    graph gives the same bytes; nothing but `path` is written. Raises `NotFoundError` where there is no such
    concept, `UsageError` where `hops` or `limit` is out of range, `OutputError` where `path` cannot be
    written.
    """
    from kg.view import facts, network, page, select

    if hops < 0:
        raise UsageError(f"{hops} hops: a neighbourhood reaches 0 hops or more.")
    if limit < 1:
        raise UsageError(f"{limit} concepts: a page shows at least 1.")
    selection = (
        select.whole(store, limit) if concept is None else select.neighbourhood(store, concept, hops, limit)
    )
    if title is None:
        title = (
            f"{selection.concepts[0].name} and its neighbourhood" if selection.centre else "Knowledge graph"
        )
    text = page.render(
        title, selection, network.build(selection), facts.collect(store, selection), network.library()
    )
    with atomic(path) as temporary:
        temporary.write_bytes(text.encode(errors="replace"))  # a title may hold bytes that are no text
    return View(path, len(selection.concepts), len(selection.statements), selection.left_out)
