"""Other vocabularies beside the graph: which of their concepts are the same as the graph's, or near them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from kg.align.matching import Left, match
from kg.align.spelling import loose_key
from kg.align.terms import read
from kg.errors import Report, ignore
from kg.records import Link
from kg.store import Store

__all__ = ["Aligned", "Left", "align"]


@dataclass(frozen=True, slots=True)
class Aligned:
    """A vocabulary beside a graph.

    `vocabulary` is its name, `labels` how many it has, `links` what fits, sorted by concept, `left` the concepts
    that have a label in common with it and were not linked, most named first.
    """

    vocabulary: str
    labels: int
    links: tuple[Link, ...]
    left: tuple[Left, ...]

    @property
    def matches(self) -> dict[str, int]:
        """How many links there are of each kind."""
        counts = Counter(link.relation for link in self.links)
        return {"exactMatch": counts["exactMatch"], "closeMatch": counts["closeMatch"]}

    @property
    def reasons(self) -> dict[str, int]:
        """Why how many concepts were left, the most frequent reason first."""
        counts = Counter(left.why for left in self.left)
        return dict(sorted(counts.items(), key=lambda reason: (-reason[1], reason[0])))


def align(store: Store, vocabulary: Path, report: Report = ignore) -> Aligned:
    """The links between the graph's concepts and those of the SKOS file or CSO CSV at `vocabulary`.

    Nothing is changed and nothing is sent anywhere: see `kg.align.matching`, and `kg.store.links.set_links` to keep the
    links. Raises as `kg.align.terms.read` does.

    >>> align(store, Path("cso.csv")).links[0].relation  # doctest: +SKIP
    'exactMatch'
    """
    known = {loose_key(spelling) for spelling, _ in store.spellings()} - {""}
    found = read(vocabulary, known, report)
    links, left = match(store.concepts(), found)
    return Aligned(found.name, found.labels, links, left)
