"""The graph, or a part of it, as one HTML page that needs no network."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from kg.errors import NotFoundError, UsageError
from kg.files import atomic
from kg.store import Store

if TYPE_CHECKING:
    from kg.view import select

__all__ = ["LIMIT", "Options", "View", "write"]

LIMIT = 2_500
"""How many concepts one page shows unless told otherwise: as many as a browser draws fluidly."""


@dataclass(frozen=True, slots=True)
class View:
    """A page that was written: where, and how much of the graph it shows.

    `left_out` counts the concepts that belong to the part asked for and did not fit on the page.
    """

    path: Path
    concepts: int
    statements: int
    left_out: int = 0


class Options(TypedDict, total=False):
    """What narrows a page down, and its looks: keywords of `write` that hold no name of a concept."""

    paper: str | None
    types: tuple[str, ...]
    relations: tuple[str, ...]
    min_support: int
    years: tuple[int | None, int | None] | None
    communities: bool
    title: str | None
    limit: int


def write(
    store: Store,
    path: Path,
    *,
    concept: str | None = None,
    hops: int = 1,
    paper: str | None = None,
    compare: tuple[str, str] | None = None,
    types: tuple[str, ...] = (),
    relations: tuple[str, ...] = (),
    min_support: int = 1,
    years: tuple[int | None, int | None] | None = None,
    communities: bool = False,
    title: str | None = None,
    limit: int = LIMIT,
) -> View:
    """Write the page of the graph, or of the part of it that is asked for.

    At most one of `concept` (with what lies within `hops` steps of it), `paper` (what it names) and `compare`
    (two concepts with what stands beside them) is given, by id. `types`, `relations`, `min_support` (papers) and
    `years` (from and to, either may be None) narrow that down. `communities` shows groups of concepts, each of
    which opens. A part of more than `limit` concepts is cut to the best supported ones, and the page says so. The
    same graph gives the same bytes; nothing but `path` is written. Raises `NotFoundError` where there is no such
    concept or paper, `UsageError` where what is asked for is out of range or contradicts itself, `OutputError`
    where `path` cannot be written.
    """
    from kg.view import facts, groups, network, page, select

    if hops < 0:
        raise UsageError(f"{hops} hops: a neighbourhood reaches 0 hops or more.")
    if limit < 1:
        raise UsageError(f"{limit} concepts: a page shows at least 1.")
    if min_support < 1:
        raise UsageError(f"{min_support} papers: support is counted from 1.")
    if sum(asked is not None for asked in (concept, paper, compare)) > 1:
        raise UsageError("A page shows a concept, a paper or a comparison: ask for one of the three.")
    if compare is not None and compare[0] == compare[1]:
        raise UsageError(f"{compare[0]}: both names are this concept's, and two are needed to compare.")
    part = select.Part(concept, hops, paper, compare, types, relations, min_support, years)
    selection = select.choose(store, part, limit)
    if not selection.concepts and part != select.Part():
        raise NotFoundError(_nothing(selection, paper))
    found = groups.find(selection) if communities else ()
    text = page.render(
        title if title is not None else _title(store, part, selection),
        selection,
        network.build(selection, found),
        facts.collect(store, selection),
        network.library(),
        found,
    )
    with atomic(path) as temporary:
        temporary.write_bytes(text.encode(errors="replace"))  # a title may hold bytes that are no text
    return View(path, len(selection.concepts), len(selection.statements), selection.left_out)


def _nothing(selection: select.Selection, paper: str | None) -> str:
    """Why a page would be empty."""
    if selection.narrowed:
        return f"The part of the graph that was asked for holds no concept ({selection.narrowed})."
    return f"{paper}: no concept was found in this paper."


def _title(store: Store, part: select.Part, selection: select.Selection) -> str:
    """What the page shows, in words."""
    names = {concept.id: concept.name for concept in selection.concepts}
    if part.concept is not None:
        return f"{names[part.concept]} and its neighbourhood"
    if part.compare is not None:
        return " and ".join(names[concept] for concept in part.compare if concept in names)
    if part.paper is not None:
        document = store.paper(part.paper)
        return (document.title if document else None) or part.paper
    return "Knowledge graph"
