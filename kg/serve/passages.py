"""Text with the concepts that it names: in parts, so that a template escapes each and no offset leaves the server."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kg.records import Document, Evidence, Mention
from kg.store import Store

Named = Iterable[tuple[Mention, str]]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of text; where it names a concept, the concept's id and type."""

    text: str
    concept: str | None = None
    type: str | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """A passage with the paper that it stands in."""

    paper: Document
    parts: tuple[Part, ...]


def parts(text: str, named: Named, part: str, start: int = 0) -> tuple[Part, ...]:
    """`text`, which begins at `start` of that part of a paper, cut at its mentions; of two that overlap, at the first.

    >>> mentions = [(Mention(9, 13, "Method", 0.9, "tagger"), "method/bert")]
    >>> [p.text for p in parts("We train BERT.", mentions, "text")]
    ['We train ', 'BERT', '.']
    """
    found: list[Part] = []
    at, end = start, start + len(text)
    for mention, concept in sorted(named, key=lambda pair: (pair[0].start, -pair[0].end)):
        if mention.part == part and at <= mention.start and mention.end <= end:
            found.append(Part(text[at - start : mention.start - start]))
            found.append(Part(text[mention.start - start : mention.end - start], concept, mention.type))
            at = mention.end
    found.append(Part(text[at - start :]))
    return tuple(p for p in found if p.text)


class Quoting:
    """Evidence as quotes; each paper is read once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._papers: dict[str, tuple[Document, list[tuple[Mention, str]]]] = {}

    def __call__(self, evidence: Evidence) -> Quote:
        """The passage, with the mentions in it."""
        if evidence.paper not in self._papers:
            paper = self._store.paper(evidence.paper) or Document(evidence.paper, "")
            self._papers[evidence.paper] = paper, self._store.mentions(evidence.paper)
        paper, named = self._papers[evidence.paper]
        return Quote(paper, parts(evidence.quote, named, evidence.part, evidence.start))
