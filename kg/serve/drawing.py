"""The drawing of what stands around a concept: the page of `kg view` with the best supported part, read sparingly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.records import MENTIONS, PAPER_PREFIX, PROPOSES, Concept, Statement
from kg.settings import SERVE
from kg.store import Store, pages
from kg.view import frame
from kg.view.select import Selection

_QUOTES = 3  # passages of a statement


def drawn(store: Store, centre: Concept) -> str:
    """The page as HTML, its own content-security policy inside."""
    return frame.drawn(store, selection(store, centre), f"{centre.name} and its neighbourhood")


def selection(store: Store, centre: Concept, most: int = SERVE.drawn) -> Selection:
    """The centre, the `most` concepts that it shares the best supported statements with, and statements among them."""
    found: list[pages.Stated] = []
    for group in pages.groups(store, centre.id):
        if group.predicate != PROPOSES:
            found += pages.statements(store, centre.id, group.predicate, group.side, most, quotes=_QUOTES)
    found.sort(key=lambda s: (-s.papers, s.statement.subject, s.statement.predicate, s.statement.object))
    near: dict[str, None] = {centre.id: None}
    for stated in found:
        for end in (stated.statement.subject, stated.statement.object):
            if len(near) < most:
                near[end] = None
    kept = {
        _key(s.statement): s.statement
        for s in found
        if {s.statement.subject, s.statement.object} <= set(near)
    }
    for statement in _among(store, [end for end in near if end != centre.id]):
        kept.setdefault(_key(statement), statement)
    by_id = {concept.id: concept for concept in store.concepts(near)}
    total = sum(g.statements for g in pages.groups(store, centre.id))
    return Selection(
        tuple(by_id[id_] for id_ in near if id_ in by_id),
        tuple(kept[key] for key in sorted(kept)),
        tuple(_about(store, near)),
        max(0, min(total, len({e for s in found for e in _key(s.statement)[::2]})) - len(near)),
        centre.id,
    )


def _about(store: Store, concepts: Iterable[str]) -> Iterator[Statement]:
    """What some papers say of the concepts: that they propose them, or name them."""
    for concept in concepts:
        for predicate in (PROPOSES, MENTIONS):
            for stated in pages.statements(store, concept, predicate, "object", _QUOTES, quotes=1):
                yield stated.statement


def _among(store: Store, ends: list[str]) -> list[Statement]:
    """Statements with both ends in `ends`."""
    inside = set(ends)
    found = []
    for end in ends:
        for group in pages.groups(store, end):
            if group.side == "subject" and group.predicate != PROPOSES and group.statements <= 200:
                for stated in pages.statements(store, end, group.predicate, "subject", 200, quotes=0):
                    if stated.statement.object in inside:
                        found.append(pages.statement(store, _key(stated.statement), _QUOTES))
    return [s.statement for s in found if s and not s.statement.subject.startswith(PAPER_PREFIX)]


def _key(statement: Statement) -> tuple[str, str, str]:
    return statement.subject, statement.predicate, statement.object
