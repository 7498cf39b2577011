"""Concepts by the words in their names."""

from __future__ import annotations

from kg.errors import UsageError
from kg.records import Concept
from kg.store import Store

LIMIT = 20
"""Concepts that a search gives unless told otherwise: one screen."""


def search(store: Store, text: str, limit: int = LIMIT) -> tuple[Concept, ...]:
    """The concepts called `text`, then those with a name that holds every word of it; best supported first.

    A word may be a beginning ("transf"). Nothing in `text` has a special meaning. Raises `UsageError` for a
    limit under 1.

    >>> [concept.name for concept in search(store, "question")]  # doctest: +SKIP
    ['question answering']
    """
    if limit < 1:
        raise UsageError(f"The limit is {limit}; give the most concepts you want, at least 1.")
    found = {concept.id: concept for concept in (*store.find(text), *store.search(text, limit))}
    return tuple(found.values())[:limit]
