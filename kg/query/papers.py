"""The papers of the graph."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from kg.records import PROPOSES, paper_node
from kg.store import Store


@dataclass(frozen=True, slots=True)
class PaperEntry:
    """A paper as a list shows it; `proposes` are the names of what it introduces."""

    id: str
    title: str | None
    year: int | None
    venue: str | None
    proposes: tuple[str, ...] = ()


def papers(store: Store) -> tuple[PaperEntry, ...]:
    """Every paper, sorted by id.

    >>> papers(store)[0].proposes  # doctest: +SKIP
    ('BERT',)
    """
    documents = list(store.papers())
    stated = store.incident((paper_node(d.id) for d in documents), [PROPOSES], evidence=False)
    names = {concept.id: concept.name for concept in store.concepts(s.object for s in stated)}
    proposed: dict[str, list[str]] = defaultdict(list)
    for statement in stated:
        proposed[statement.subject].append(names[statement.object])
    return tuple(
        PaperEntry(d.id, d.title, d.year, d.venue, tuple(sorted(proposed[paper_node(d.id)])))
        for d in documents
    )
