"""What linking across papers needs to know of each: a small part of its annotation."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import NamedTuple

from kg import names
from kg.records import MENTIONS, PAPER, PROPOSES, Annotation

_TITLE = re.compile(r"\W*(\S(?:.{0,38}\S)?)\s*(?::|\s[–—-])\s")


class Named(NamedTuple):
    """A paper's own concept: how it is written and how often, and what the paper says of it.

    `told` says that there is more than its name, `proposed` that it is new, `reports` that a result is about it.
    `roles` are its statements: the relation, whether it is the subject, and the type of the other end.
    """

    id: str
    name: str
    type: str
    spellings: tuple[tuple[str, int], ...]
    told: bool
    proposed: bool
    reports: bool
    roles: tuple[tuple[str, bool, str], ...]


class Outline(NamedTuple):
    """A paper as linking sees it. `headline` is the key of what its title begins with before a colon, or ""."""

    paper: str
    headline: str
    abbreviations: tuple[tuple[str, str], ...]
    concepts: tuple[Named, ...]


def outline(paper: Annotation) -> Outline:
    """The outline of one paper's annotation."""
    surfaces: dict[str, Counter[str]] = defaultdict(Counter)
    for mention, concept in zip(paper.mentions, paper.concept_of, strict=True):
        surfaces[concept][paper.document.part(mention.part)[mention.start : mention.end]] += 1
    type_of = {concept.id: concept.type for concept in paper.concepts} | {PAPER: ""}
    roles: dict[str, set[tuple[str, bool, str]]] = defaultdict(set)
    new = set()
    for s in paper.statements:
        if s.predicate != MENTIONS:
            roles[s.subject].add((s.predicate, True, type_of[s.object]))
            roles[s.object].add((s.predicate, False, type_of[s.subject]))
        if s.subject == PAPER and s.predicate == PROPOSES:
            new.add(s.object)
    reports = {end for result in paper.results for end in result.ends}
    title = _TITLE.match(paper.document.title or "")
    return Outline(
        paper.document.id,
        names.key(title[1]) if title else "",
        tuple((a.short, a.long) for a in paper.abbreviations),
        tuple(
            Named(
                c.id, c.name, c.type, tuple(sorted(surfaces[c.id].items())), c.id in roles or c.id in reports,
                c.id in new, c.id in reports, tuple(sorted(roles[c.id])),
            )
            for c in paper.concepts
        ),
    )  # fmt: skip
