"""What each name of a paper stands for: the nodes that linking across papers begins with."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kg import names
from kg.link.longforms import spelt_out
from kg.link.outline import Outline
from kg.link.retyped import Retyped
from kg.settings import LINK

SPELLING, ABBREVIATION, HEAD, POINTS_BACK = "spelling", "abbreviation", "generic head", "points back"
TYPE = "type of most papers"
Node = tuple[str, str]
"""What a name stands for: a type and an identity key (of the long form where the paper gives one)."""


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


class Members:
    """What papers call a node: by spelling and rule, the papers that do, and how often. One flat list: there are
    hundreds of thousands of these.
    """

    __slots__ = ("_uses",)

    def __init__(self) -> None:
        self._uses: list[Any] = []

    def add(self, name: Name) -> None:
        """Count a paper's name."""
        for spelling, number in name.spellings:
            self._uses += (sys.intern(spelling), name.rule, name.paper, number)

    def uses(self) -> Iterator[tuple[str, str, str, int]]:
        """Each spelling, the rule by which it is of this node, the paper, and how often it has it."""
        return zip(*[iter(self._uses)] * 4, strict=True)

    @property
    def papers(self) -> set[str]:
        return set(self._uses[2::4])

    def by_rule(self) -> dict[tuple[str, str], list[str]]:
        """The papers that use each spelling by each rule, in order."""
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for spelling, rule, paper, _ in self.uses():
            found[spelling, rule].append(paper)
        return {use: sorted(papers) for use, papers in found.items()}


Definitions = Mapping[Node, Mapping[str, Sequence[str]]]
"""By type and short form: each long form's key with the papers that define it."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all papers together say of names: the long forms they give, the short forms that they give to what they
    propose (`coined`), the nodes that several papers name a thing of their own by (`anchored`), and other types.
    """

    defined: Definitions
    coined: frozenset[Node]
    anchored: frozenset[Node]
    types: Retyped


def surroundings(papers: Iterable[Outline], types: Retyped) -> Surroundings:
    """What all papers say, in one pass; modifiers before a long form are left out."""
    defined: dict[Node, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    coined: set[Node] = set()
    naming: dict[Node, set[str]] = defaultdict(set)
    for paper in papers:
        long_of = {names.key(short): long for short, long in reversed(paper.abbreviations)}
        for concept in paper.concepts:
            type_ = types.get((paper.paper, concept.id), concept.type)
            if concept.proposed and paper.headline and names.key(concept.name) == paper.headline:
                naming[type_, paper.headline].add(paper.paper)
            if long_of:
                for key in {names.key(spelling) for spelling, _ in concept.spellings} & long_of.keys():
                    defined[type_, key][names.key(spelt_out(long_of[key], key)[0])].append(paper.paper)
                    if concept.proposed:
                        coined.add((type_, key))
    return Surroundings(defined, frozenset(coined), _anchored(naming, defined), types)


def named(papers: Iterable[Outline], around: Surroundings) -> dict[Node, Members]:
    """The nodes with what papers call them, sorted."""
    nodes: dict[Node, Members] = defaultdict(Members)
    pointing: list[Name] = []
    for paper in papers:
        for name in _names(paper, around):
            if name.rule == POINTS_BACK:
                pointing.append(name)
            else:
                nodes[name.node].add(name)
    known = frozenset(nodes)
    for name in pointing:
        own = _alone(name) if _names_more(name, known) else name
        nodes[own.node].add(own)
    return {node: nodes[node] for node in sorted(nodes)}


def own_names(paper: Outline, around: Surroundings, known: Container[Node]) -> tuple[Name, ...]:
    """The names of one paper with their nodes; `known` are the nodes of all."""
    return tuple(_alone(name) if _names_more(name, known) else name for name in _names(paper, around))


def _names_more(name: Name, known: Container[Node]) -> bool:
    """Whether a name that points back in its paper is, for others, that of a thing of its own: "neural network"."""
    return name.rule == POINTS_BACK and (name.node[0], name.key) in known


def _alone(name: Name) -> Name:
    return name._replace(node=(name.node[0], name.key), rule=SPELLING)


def _names(paper: Outline, around: Surroundings) -> Iterator[Name]:
    id_ = paper.paper
    long_of = names.long_forms(paper.abbreviations)
    full_of = {names.key(short): long for short, long in reversed(paper.abbreviations)}
    for concept in paper.concepts:
        type_ = around.types.get((id_, concept.id), concept.type)
        own = dict(concept.spellings)
        keys = {spelling: names.key(spelling) for spelling in own}
        shorts = sorted(key for key in keys.values() if key in long_of)
        identity = _identity(concept.name, keys, long_of, shorts)
        full = ""
        if shorts and identity == long_of[shorts[0]]:
            words, sure = spelt_out(full_of[shorts[0]], shorts[0])
            plain = names.key(words)
            agreed = len(around.defined.get((type_, shorts[0]), {}).get(plain, ())) >= LINK.least_plain
            if plain != identity and (sure or agreed):
                identity, full = plain, identity
        node = type_, identity
        if identity in keys.values() and node in around.anchored and paper.headline == identity:
            node = type_, f"{identity} {id_}"
        by_key: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for spelling, number in sorted(own.items()):
            by_key[keys[spelling]].append((spelling, number))
        for key, spellings in by_key.items():
            alone = key == full
            rule = SPELLING if alone or key == identity else _rule(key, spellings[0][0], identity, long_of)
            if (id_, concept.id) in around.types:
                rule = TYPE
            yield Name(id_, concept.id, key, tuple(spellings), (type_, key) if alone else node, rule)


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


def _anchored(naming: Mapping[Node, set[str]], defined: Definitions) -> frozenset[Node]:
    """The nodes that papers name themselves after, each for a thing of its own: two such papers are two things.

    So is one whose title has the name, where a single other paper gives a long form for it.
    """
    others = {node: {p for papers in own.values() for p in papers} for node, own in defined.items()}
    return frozenset(
        node for node, own in naming.items() if len(own) > 1 or len(others.get(node, set()) - own) == 1
    )
