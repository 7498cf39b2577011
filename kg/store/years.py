"""Papers by their years, and what those name, counted by SQLite: no abstract is read into memory."""

from __future__ import annotations

from kg.store.reader import Store

_WITHIN = "year BETWEEN ? AND ?"  # a paper of unknown year is in none


def span(store: Store) -> tuple[int, int] | None:
    """The first and the last year that a paper has; None where none has any."""
    first, last = store.rows("SELECT min(year), max(year) FROM paper").fetchone()
    return None if first is None else (first, last)


def papers_of(store: Store, first: int | None, last: int | None) -> frozenset[str]:
    """The ids of the papers from the year `first` to the year `last`, both included; None leaves an end open."""
    rows = store.rows(f"SELECT id FROM paper WHERE {_WITHIN}", *_ends(first, last))
    return frozenset(row[0] for row in rows)


def named_in(store: Store, first: int | None, last: int | None) -> dict[str, int]:
    """How many papers of these years name each concept; those that none names are not there."""
    return dict(
        store.rows(
            "SELECT m.concept, count(DISTINCT m.paper) FROM paper p JOIN mention m ON m.paper = p.id "
            f"WHERE {_WITHIN} GROUP BY m.concept",
            *_ends(first, last),
        )
    )


def written(first: int | None, last: int | None) -> str:
    """The years as a reader writes them.

    >>> written(2018, 2020), written(2018, None), written(None, 2018), written(2018, 2018)
    ('2018 to 2020', '2018 and later', '2018 and earlier', '2018')
    """
    if first == last:
        return str(first)
    if first is None or last is None:
        return f"{first} and later" if last is None else f"{last} and earlier"
    return f"{first} to {last}"


def _ends(first: int | None, last: int | None) -> tuple[int, int]:
    return (0 if first is None else first, 9999 if last is None else last)
