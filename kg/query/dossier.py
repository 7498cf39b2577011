"""All that the graph knows of one concept."""

from __future__ import annotations

from dataclasses import dataclass

from kg.query.neighbourhood import LIMIT, Neighbourhood, neighbourhood
from kg.records import MENTIONS, PAPER_PREFIX, Document, Link
from kg.store import Store


@dataclass(frozen=True, slots=True)
class Dossier:
    """A concept with what stands beside it, the papers that name it, and its links to other vocabularies, sorted."""

    near: Neighbourhood
    papers: tuple[Document, ...]
    links: tuple[Link, ...] = ()


def dossier(store: Store, name: str, limit: int | None = LIMIT) -> Dossier:
    """The concept called `name`: names, counts, statements, the papers that name it, links to other vocabularies.

    `limit` is the most statements and the most papers, None for all. Raises `NotFoundError`.

    >>> [paper.id for paper in dossier(store, "BERT").papers]  # doctest: +SKIP
    ['p1', 'p2']
    """
    near = neighbourhood(store, name, limit=limit)
    named = store.incident([near.centre.id], [MENTIONS], evidence=False)
    ids = sorted(statement.subject.removeprefix(PAPER_PREFIX) for statement in named)
    found = (store.paper(id_) for id_ in (ids if limit is None else ids[:limit]))
    links = tuple(store.links(near.centre.id))
    return Dossier(near, tuple(paper for paper in found if paper is not None), links)
