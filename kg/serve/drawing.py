"""The drawing of what stands around a concept: the page of `kg view` with the best supported part, read sparingly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.records import MENTIONS, PROPOSES, Concept, Statement
from kg.settings import SERVE
from kg.store import Store, pages
from kg.view import frame
from kg.view.select import Selection

_QUOTES = 2  # passages of a statement
_RESULTS = 3  # of a concept: the concept's own page has them all


def drawn(store: Store, centre: Concept) -> str:
    """The page as HTML, its own content-security policy inside."""
    title = f"{centre.name} and its neighbourhood"
    return frame.drawn(store, selection(store, centre), title, results=_RESULTS)


def selection(store: Store, centre: Concept, most: int = SERVE.drawn) -> Selection:
    """The centre, those that it shares the best supported statements with, `most` in all, and statements among them."""
    near = _near(store, centre.id, most)
    by_id = {concept.id: concept for concept in store.concepts(near)}
    return Selection(
        tuple(by_id[id_] for id_ in near if id_ in by_id),
        tuple(stated.statement for stated in pages.among(store, near, _QUOTES)),
        tuple(_about(store, near)),
        pages.neighbours(store, centre.id) + 1 - len(near),
        centre.id,
    )


def _near(store: Store, centre: str, most: int) -> list[str]:
    """The centre's id, and those at the other ends of its best supported statements."""
    found: list[pages.Stated] = []
    for group in pages.groups(store, centre):
        if group.predicate != PROPOSES:
            found += pages.statements(store, centre, group.predicate, group.side, most, quotes=0)
    found.sort(key=lambda s: (-s.papers, s.statement.subject, s.statement.predicate, s.statement.object))
    ends = (end for s in found for end in (s.statement.subject, s.statement.object))
    return list(dict.fromkeys((centre, *ends)))[:most]


def _about(store: Store, concepts: Iterable[str]) -> Iterator[Statement]:
    """What some papers say of the concepts: that they propose them, or name them."""
    for concept in concepts:
        for predicate in (PROPOSES, MENTIONS):
            for stated in pages.statements(store, concept, predicate, "object", _QUOTES, quotes=1):
                yield stated.statement
