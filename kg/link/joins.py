"""The rules by which nodes of different papers are one concept, and the groups that they make."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from kg import names
from kg.link.identity import ABBREVIATION, HEAD, Definitions, Members, Node
from kg.settings import LINK
from kg.vocabulary import Term

FORM, VOCABULARY = "form of a word", "vocabulary"
DOMINANT, VARIANT, INSIDE = "dominant long form", "variant of the long form", "abbreviation inside"
_SHORT_WORD = re.compile(r"[A-Za-z]*[A-Z][A-Za-z]*[A-Z][A-Za-z]*")


class Join(NamedTuple):
    """A node and another that it is one with, the rule that says so, how sure it is, and the papers that bear it out.

    `node` is the less telling of the two: the short form, the variant.
    """

    node: Node
    other: Node
    rule: str
    score: float
    papers: Sequence[str] = ()
    note: str = ""


class Group(NamedTuple):
    """The nodes of one concept, sorted, and the joins that hold them together."""

    nodes: tuple[Node, ...]
    joins: tuple[Join, ...]


def joins(
    nodes: Mapping[Node, Members], defined: Definitions, coined: Collection[Node], terms: Iterable[Term]
) -> Iterator[Join]:
    """The joins that the rules propose, the surest rule first, each rule's in order.

    `nodes` are sorted; `coined` are the short forms that a paper gives to what it proposes.
    """
    spelt = {node: most_used(node, members) for node, members in nodes.items()}
    variants = dict(_variants(defined))
    dominant = dict(_dominant(nodes, spelt, defined, coined, variants))
    yield from _forms(spelt)
    yield from _known(spelt, terms, defined)
    yield from dominant.values()
    yield from variants.values()
    yield from _inside(spelt, dominant)
    yield from _headless(spelt)


def most_used(node: Node, members: Members) -> str:
    """The node's spelling that most papers, then most mentions use; of those that have its key, if any has."""
    papers: dict[str, set[str]] = defaultdict(set)
    mentions: Counter[str] = Counter()
    for spelling, _, paper, number in members.uses():
        papers[spelling].add(paper)
        mentions[spelling] += number
    if len(papers) == 1:
        return next(iter(papers))
    own = [spelling for spelling in papers if names.key(spelling) == node[1]] or list(papers)
    return min(own, key=lambda s: (-len(papers[s]), -mentions[s], shouted(s), s))


def shouted(name: str) -> bool:
    """Whether a name begins with a capital that may be a heading's or a sentence's alone."""
    return name[:1].isupper() and name[1:].islower()


def groups(nodes: Collection[Node], proposed: Iterable[Join]) -> Iterator[Group]:
    """The connected groups; each is held together by as few joins as it needs, the first ones.

    Those of several nodes come first; all others are of one, and need no memory.
    """
    root: dict[Node, Node] = {}

    def find(node: Node) -> Node:
        while (above := root.get(node, node)) != node:
            root[node] = root.get(above, above)
            node = root[node]
        return node

    held: dict[Node, list[Join]] = defaultdict(list)
    for join in proposed:
        if join.node in nodes and join.other in nodes and find(join.node) != find(join.other):
            root[find(join.node)] = root.setdefault(find(join.other), find(join.other))
            held[join.node].append(join)
    together: dict[Node, list[Node]] = defaultdict(list)
    for node in sorted(root):
        together[find(node)].append(node)
    for own in together.values():
        yield Group(tuple(own), tuple(join for node in own for join in held.get(node, ())))
    yield from (Group((node,), ()) for node in nodes if node not in root)


def _forms(spelt: Mapping[Node, str]) -> Iterator[Join]:
    """British under American spelling, "-tional" under "-tion"; where no paper has that, under the first."""
    alike: dict[Node, list[Node]] = defaultdict(list)
    for node, spelling in spelt.items():
        plain = names.plain(spelling)
        if plain != spelling:
            alike[node[0], names.key(plain)].append(node)
    for plain_node, own in alike.items():
        first = plain_node if plain_node in spelt else own[0]
        yield from (Join(node, first, FORM, 0.98) for node in own if node != first)


def _known(spelt: Mapping[Node, str], terms: Iterable[Term], defined: Definitions) -> Iterator[Join]:
    """Labels of one concept of the vocabulary; a short form that the papers define otherwise is left to them."""
    labels: dict[tuple[str, str], list[Term]] = defaultdict(list)
    for term in terms:
        if not term.only_with_context:
            labels[term.type, term.concept].append(term)
    for (type_, concept), own in sorted(labels.items()):
        keys = {names.key(term.label) for term in own}
        main = (type_, names.key(concept))
        found = [
            (type_, names.key(term.label))
            for term in own
            if (node := (type_, names.key(term.label))) in spelt
            and (not term.case_sensitive or _letters(spelt[node]) == _letters(term.label))
            and (node not in defined or any(long in keys for long in defined[node]))
        ]
        present = main if main in found else (found[0] if found else main)
        for node in dict.fromkeys(found):
            if node != present:
                yield Join(node, present, VOCABULARY, 0.98, note=f'labels of "{concept}"')


def _letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum()).removesuffix("s")


def _variants(defined: Definitions) -> Iterator[tuple[Node, Join]]:
    """Long forms of one short form that differ in the endings of their words, under the one that most papers give."""
    for (type_, short), own in sorted(defined.items()):
        ranked = sorted(own, key=lambda long: (-len(own[long]), long))
        for place, long in enumerate(ranked):
            for better in ranked[:place]:
                if _alike(long, better):
                    note = f'both are given for "{short}"'
                    yield (type_, long), Join((type_, long), (type_, better), VARIANT, 0.95, own[long], note)
                    break


def _alike(long: str, other: str) -> bool:
    """Whether two keys differ in a few letters behind the beginning of one word, at their end, or in order alone.

    >>> _alike("convolutionneuralnetwork", "convolutionalneuralnetwork"), _alike("domainadaptive", "domainadaptation")
    (True, True)
    >>> _alike("recursiveneuralnetwork", "recurrentneuralnetwork")
    False
    """
    if sorted(long) == sorted(other):
        return True
    at = _shared(long, other)
    same = _shared(long[at:][::-1], other[at:][::-1])
    rests = sorted((len(long) - at - same, len(other) - at - same))
    if at < LINK.beginning or rests[1] > LINK.ending:
        return False
    return not same or rests[0] == 0 or rests[1] <= 2


def _shared(one: str, other: str) -> int:
    """How many letters two strings begin with in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _dominant(
    nodes: Mapping[Node, Members],
    spelt: Mapping[Node, str],
    defined: Definitions,
    coined: Collection[Node],
    variants: Mapping[Node, Join],
) -> Iterator[tuple[Node, Join]]:
    """Short forms that papers leave undefined, under the long form that nearly all papers defining them agree on.

    They must have the same capitals. One paper alone speaks for others only if no other defines the abbreviation,
    as another type, otherwise; and not of three letters that it coins. Two letters need more papers.
    """
    rivals: dict[str, set[str]] = defaultdict(set)
    for (_, short), own in defined.items():
        rivals[short].update(own)
    for node, own in sorted(defined.items()):
        together: dict[Node, list[str]] = defaultdict(list)
        for long, papers in own.items():
            together[_root((node[0], long), variants)] += papers
        other, papers = min(together.items(), key=lambda item: (-len(item[1]), item[0]))
        share = len(papers) / sum(map(len, together.values()))
        if share <= LINK.dominant or node == other or other not in nodes:
            continue
        letters = len(node[1])
        if letters <= LINK.few_letters and len(papers) < LINK.least_few:
            continue
        if len(papers) == 1 and (
            (node in coined and letters <= LINK.few_letters + 1) or len(rivals[node[1]]) > 1
        ):
            continue
        given = {_letters(spelling) for spelling, rule in nodes[other].by_rule() if rule == ABBREVIATION}
        used = _letters(spelt.get(node, ""))
        if (
            node not in nodes
            or used in given
            or (used.isupper() and len(used) > LINK.few_letters and used in map(str.upper, given))
        ):
            yield node, Join(node, other, DOMINANT, round(share, 4), sorted(papers))


def _root(node: Node, variants: Mapping[Node, Join]) -> Node:
    while node in variants:
        node = variants[node].other
    return node


def _inside(spelt: Mapping[Node, str], dominant: Mapping[Node, Join]) -> Iterator[Join]:
    """A name with an abbreviation for some of its words, under the name with the words."""
    long_of = {
        short: spelt[join.other]
        for (_, short), join in sorted(dominant.items())
        if len(join.papers) >= LINK.least_inside
    }
    for node, spelling in spelt.items():
        if not _SHORT_WORD.search(spelling) or _SHORT_WORD.fullmatch(spelling.removesuffix("s")):
            continue
        written = _SHORT_WORD.sub(lambda word: long_of.get(names.key(word[0]), word[0]), spelling)
        other = node[0], names.key(written)
        if other != node and other in spelt:
            yield Join(node, other, INSIDE, 0.97)


def _headless(spelt: Mapping[Node, str]) -> Iterator[Join]:
    """A name with a generic head, under the name without it."""
    for node, spelling in spelt.items():
        bare = names.headless(spelling)
        other = node[0], names.key(bare)
        if bare and other in spelt:
            yield Join(node, other, HEAD, 0.95)
