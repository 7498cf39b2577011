"""What each name of a paper stands for: the nodes that linking across papers begins with."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kg import names
from kg.link.longforms import spelt_out
from kg.link.retyped import Retyped
from kg.records import PAPER, PROPOSES, Annotation
from kg.settings import LINK

SPELLING, ABBREVIATION, HEAD, POINTS_BACK = "spelling", "abbreviation", "generic head", "points back"
TYPE = "type of most papers"
Node = tuple[str, str]
"""What a name stands for: a type and an identity key (of the long form where the paper gives one)."""

_TITLE = re.compile(r"\W*(\S(?:.{0,38}\S)?)\s*(?::|\s[–—-])\s")


class Name(NamedTuple):
    """A name of a paper's own concept: all its spellings with one key, how often each occurs, and its node.

    `rule` says why the name is of that node.
    """

    paper: str
    concept: str
    key: str
    spellings: tuple[tuple[str, int], ...]
    node: Node
    rule: str


@dataclass(slots=True)
class Members:
    """What papers call a node: the spellings, with the papers (in order) that use each by each rule."""

    papers: set[str] = field(default_factory=set)
    by_rule: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    mentions: Counter[str] = field(default_factory=Counter)

    def add(self, name: Name) -> None:
        """Count a paper's name."""
        self.papers.add(name.paper)
        for spelling, number in name.spellings:
            self.by_rule[spelling, name.rule].append(name.paper)
            self.mentions[spelling] += number


Definitions = Mapping[Node, Mapping[str, Sequence[str]]]
"""By type and short form: each long form's key with the papers that define it."""


def definitions(papers: Iterable[Annotation]) -> dict[Node, dict[str, list[str]]]:
    """The long forms that papers give, by type and key of the short form; modifiers before a long form left out."""
    found: dict[Node, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for paper in papers:
        if not paper.abbreviations:
            continue
        long_of = {names.key(a.short): a.long for a in reversed(paper.abbreviations)}
        for concept in paper.concepts:
            for key in {names.key(name) for name in (concept.name, *concept.aliases)} & long_of.keys():
                found[concept.type, key][names.key(spelt_out(long_of[key], key)[0])].append(paper.document.id)
    return found


def coinages(papers: Iterable[Annotation]) -> frozenset[Node]:
    """The short forms that papers give to what they propose, by type and key."""
    return frozenset(
        (concept.type, key)
        for paper in papers
        if paper.abbreviations
        for short_keys in [{names.key(a.short) for a in paper.abbreviations}]
        for new in [proposed(paper)]
        for concept in paper.concepts
        if concept.id in new
        for key in {names.key(name) for name in (concept.name, *concept.aliases)} & short_keys
    )


def identify(papers: Sequence[Annotation], defined: Definitions, before: Retyped) -> list[tuple[Name, ...]]:
    """The names of every paper with their nodes; `before` says which concepts had another type."""
    anchored = _anchored(papers, defined)
    found = [tuple(_names(paper, defined, anchored, before)) for paper in papers]
    known = {name.node for own in found for name in own if name.rule != POINTS_BACK}
    return [tuple(_alone(name) if _names_more(name, known) else name for name in own) for own in found]


def _names_more(name: Name, known: set[Node]) -> bool:
    """Whether a name that points back in its paper is, for others, that of a thing of its own: "neural network"."""
    return name.rule == POINTS_BACK and (name.node[0], name.key) in known


def _alone(name: Name) -> Name:
    return name._replace(node=(name.node[0], name.key), rule=SPELLING)


def _names(
    paper: Annotation,
    defined: Definitions,
    anchored: frozenset[Node],
    before: Retyped,
) -> Iterable[Name]:
    id_ = paper.document.id
    pairs = [(a.short, a.long) for a in paper.abbreviations]
    long_of = names.long_forms(pairs)
    full_of = {names.key(short): long for short, long in reversed(pairs)}
    surfaces: dict[str, Counter[str]] = defaultdict(Counter)
    for mention, local in zip(paper.mentions, paper.concept_of, strict=True):
        surfaces[local][paper.document.part(mention.part)[mention.start : mention.end]] += 1
    for concept in paper.concepts:
        own = surfaces[concept.id]
        keys = {spelling: names.key(spelling) for spelling in own}
        shorts = sorted(key for key in keys.values() if key in long_of)
        identity = _identity(concept.name, keys, long_of, shorts)
        full = ""
        if shorts and identity == long_of[shorts[0]]:
            words, sure = spelt_out(full_of[shorts[0]], shorts[0])
            plain = names.key(words)
            agreed = len(defined[concept.type, shorts[0]].get(plain, ())) >= LINK.least_plain
            if plain != identity and (sure or agreed):
                identity, full = plain, identity
        node = concept.type, identity
        if identity in keys.values() and node in anchored and _names_itself(paper, identity):
            node = concept.type, f"{identity} {id_}"
        by_key: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for spelling, number in sorted(own.items()):
            by_key[keys[spelling]].append((spelling, number))
        for key, spellings in by_key.items():
            alone = key == full
            rule = SPELLING if alone or key == identity else _rule(key, spellings[0][0], identity, long_of)
            if (id_, concept.id) in before:
                rule = TYPE
            yield Name(id_, concept.id, key, tuple(spellings), (concept.type, key) if alone else node, rule)


def _identity(name: str, keys: Mapping[str, str], long_of: Mapping[str, str], shorts: Sequence[str]) -> str:
    """That of the long form; else, of names that point back or have a generic head, the key that the others end in."""
    if shorts:
        return long_of[shorts[0]]
    found = set(keys.values())
    if len(found) == 1:
        return keys[name]
    bare = {names.key(names.headless(spelling)) for spelling in keys} & found
    return min(bare) if bare else max(found, key=lambda key: (len(key), key))


def _rule(key: str, spelling: str, identity: str, long_of: Mapping[str, str]) -> str:
    bare = names.key(names.headless(spelling))
    if key in long_of:
        return ABBREVIATION
    if bare and (bare == identity or bare in long_of):
        return HEAD
    return POINTS_BACK if identity.endswith(key) else ABBREVIATION


def proposed(paper: Annotation) -> set[str]:
    """The paper's own concepts that it proposes."""
    return {s.object for s in paper.statements if s.subject == PAPER and s.predicate == PROPOSES}


def _anchored(papers: Iterable[Annotation], defined: Definitions) -> frozenset[Node]:
    """The nodes that papers name themselves after, each for a thing of its own: two such papers are two things.

    So is one whose title has the name, where a single other paper gives a long form for it.
    """
    naming: dict[Node, set[str]] = defaultdict(set)
    for paper in papers:
        new = proposed(paper)
        for concept in paper.concepts:
            key = names.key(concept.name)
            if concept.id in new and _names_itself(paper, key):
                naming[concept.type, key].add(paper.document.id)
    others = {node: {p for papers in own.values() for p in papers} for node, own in defined.items()}
    return frozenset(
        node for node, own in naming.items() if len(own) > 1 or len(others.get(node, set()) - own) == 1
    )


def _names_itself(paper: Annotation, key: str) -> bool:
    """Whether the title begins with the name and a colon, as those of papers that give it do."""
    title = _TITLE.match(paper.document.title or "")
    return title is not None and names.key(title[1]) == key
