"""What a question about all concepts at once reads: bare rows, as records of hundreds of thousands take their time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.store.reader import Store


def all_names(store: Store, types: Iterable[str] | None = None) -> Iterator[tuple[str, str, str, str]]:
    """Every (key, spelling, concept id, type) of concepts of these types, sorted by key and concept; keys as
    `kg.names.key` gives them.
    """
    wanted = None if types is None else sorted(types)
    where = "" if wanted is None else f"WHERE c.type IN ({','.join('?' * len(wanted))}) "
    return store.rows(
        "SELECT n.key, n.name, n.concept, c.type FROM name n JOIN concept c ON c.id = n.concept "
        f"{where}ORDER BY n.key, n.concept, n.rank",
        *(wanted or ()),
    )


def all_ends(store: Store) -> Iterator[tuple[str, str, str]]:
    """The (subject, predicate, object) of every statement, sorted by them."""
    return store.rows("SELECT subject, predicate, object FROM statement ORDER BY n")
