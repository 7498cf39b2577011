"""All that the graph knows of one concept."""

from __future__ import annotations

from dataclasses import dataclass

from kg.errors import NotFoundError
from kg.query.beaten import Beaten, beaten
from kg.query.leaderboard import Ends, Leaderboard, leaderboard
from kg.query.neighbourhood import LIMIT, Neighbourhood, neighbourhood
from kg.query.why import sources
from kg.records import Concept, Document, Link, Merge
from kg.store import Store
from kg.store.pages import papers_naming


@dataclass(frozen=True, slots=True)
class Dossier:
    """A concept with what stands beside it, the papers that name it, and its links to other vocabularies, sorted.

    `board` has the figures that are of it, `beaten_by` what a paper says does better, `names` where each comes from.
    """

    near: Neighbourhood
    papers: tuple[Document, ...]
    links: tuple[Link, ...] = ()
    board: Leaderboard | None = None
    beaten_by: tuple[Beaten, ...] = ()
    names: tuple[Merge, ...] = ()


def dossier(store: Store, name: str, limit: int | None = LIMIT) -> Dossier:
    """The concept called `name`: names, counts, statements, results, papers that name it, other vocabularies' terms.

    `limit` is the most statements, the most results and the most papers, None for all. Raises `NotFoundError`.

    >>> [paper.id for paper in dossier(store, "BERT").papers]  # doctest: +SKIP
    ['p1', 'p2']
    """
    near = neighbourhood(store, name, limit=limit)
    links = tuple(store.links(near.centre.id))
    around = [reached.concept for reached in near.concepts]
    return Dossier(
        near,
        tuple(papers_naming(store, near.centre.id, -1 if limit is None else limit)),
        links,
        _board(store, near.centre, limit),
        tuple(beaten(near.centre, around, near.statements)),
        sources(store, near.centre.id),
    )


def _board(store: Store, centre: Concept, limit: int | None) -> Leaderboard | None:
    """The figures of a concept, None where there are none."""
    end: Ends = {centre.type.lower(): centre.id}  # type: ignore[misc]
    try:
        return leaderboard(store, limit, **end)
    except NotFoundError:
        return None
