"""Why names are of one concept."""

from __future__ import annotations

from collections.abc import Iterator

from kg.records import Merge
from kg.store.reader import Store


def merges(store: Store, concept: str | None = None) -> Iterator[Merge]:
    """Why each name is its concept's, of every concept or of one, sorted by concept and name."""
    where, asked = ("", ()) if concept is None else ("WHERE concept = ? ", (concept,))
    rows = store.rows(
        "SELECT concept, name, other, rule, score, papers, paper, note FROM merge "
        f"{where}ORDER BY concept, name, other, rule",
        *asked,
    )
    return (Merge(*row) for row in rows)
