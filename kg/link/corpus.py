"""The concepts of all papers into the graph's: one node for each thing, whatever the order of the papers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from kg import names, vocabulary
from kg.link.identity import Members, Name, Node, Surroundings, named, own_names, surroundings
from kg.link.joins import Group, groups, joins, most_used, shouted
from kg.link.merges import merges
from kg.link.outline import Outline, outline
from kg.link.results import renamed
from kg.link.retyped import retyped, with_types
from kg.records import MENTIONS, PAPER, Annotation, Concept, Linked, Merge, Statement
from kg.vocabulary import Term


def link_corpus(papers: Iterable[Outline], terms: Iterable[Term] | None = None) -> Linked:
    """The concepts of these papers; any order in which they came gives the same.

    `papers` are sorted by id and gone through several times; none of them is held in memory, but every name is.
    Names of two papers are of one concept if their types agree and they have the same *identity*: the key of the
    long form where the paper defines an abbreviation, else the key of the name. `joins` says by which rules others
    are one, and `Linked.merges` keeps the reason of each. `terms` are those of the shipped vocabulary unless given.
    """
    around = surroundings(papers, retyped(papers))
    nodes = named(papers, around)
    known = _shipped() if terms is None else tuple(terms)
    concepts: list[Concept] = []
    reasons: list[Merge] = []
    concept_of: dict[Node, str] = {}
    told: dict[str, tuple[str, ...]] = {}
    for group in groups(nodes, joins(nodes, around.defined, around.coined, known)):
        concept = _concept(group, nodes)
        concepts.append(concept)
        reasons += merges(concept.id, group, nodes)
        concept_of.update(dict.fromkeys(group.nodes, concept.id))
        telling = tuple(most_used(node, nodes[node]) for node in group.nodes)
        if telling != (concept.name,):
            told[concept.id] = telling
    concepts.sort(key=lambda c: c.id)
    reasons.sort(key=_merge_order)
    return Linked(
        tuple(concepts), tuple(reasons), told, partial(_relinked, around=around, concept_of=concept_of)
    )


def _relinked(paper: Annotation, around: Surroundings, concept_of: Mapping[Node, str]) -> Annotation:
    """A paper's annotation with the graph's concepts."""
    return _relink(with_types(paper, around.types), own_names(outline(paper), around, concept_of), concept_of)


@cache
def _shipped() -> tuple[Term, ...]:
    return vocabulary.load()


def _merge_order(merge: Merge) -> tuple[str, str, str, str]:
    return merge.concept, merge.name, merge.other, merge.rule


def _concept(group: Group, nodes: Mapping[Node, Members]) -> Concept:
    """One concept of many papers' names.

    Its name is the spelling that most papers, then most mentions, use; its id comes from the most used spelling
    of its identity, so that two things that share a short form ("CCL") have ids of their own.
    """
    used: dict[str, set[str]] = defaultdict(set)
    mentions: Counter[str] = Counter()
    for node in group.nodes:
        for spelling, _, paper, number in nodes[node].uses():
            used[spelling].add(paper)
            mentions[spelling] += number

    def rank(name: str) -> tuple[int, int, bool, str]:
        return -len(used[name]), -mentions[name], shouted(name), name

    type_, identity = _main(group, nodes)
    name = min(used, key=rank)
    telling = [spelling for spelling in used if names.key(spelling) == identity]
    id_ = names.concept_id(type_, min(telling, key=rank) if telling else name, identity)
    papers = set().union(*used.values())
    aliases = tuple(sorted(used.keys() - {name}))
    return Concept(id_, name, type_, aliases, len(papers), mentions.total())


def _main(group: Group, nodes: Mapping[Node, Members]) -> Node:
    """The most telling node: of those that none is joined to, the one that most papers name."""
    joined = {join.node for join in group.joins}
    return min((n for n in group.nodes if n not in joined), key=lambda n: (-len(nodes[n].papers), n))


def _relink(paper: Annotation, own: Sequence[Name], concept_of: Mapping[Node, str]) -> Annotation:
    """The annotation with the graph's concept ids; local concepts that turn out to be one are joined."""
    of_name = {(name.concept, name.key): concept_of[name.node] for name in own}
    spelt: dict[str, dict[str, int]] = defaultdict(dict)
    type_of = {}
    whole: dict[str, str] = {PAPER: PAPER}  # a concept that is several here: where most of its mentions go
    weight: dict[str, tuple[int, str]] = {}
    for name in own:
        id_ = of_name[name.concept, name.key]
        type_of[id_] = name.node[0]
        for spelling, number in name.spellings:
            spelt[id_][spelling] = spelt[id_].get(spelling, 0) + number
    for name in own:
        id_ = of_name[name.concept, name.key]
        rank = (-sum(spelt[id_].values()), id_)
        if name.concept not in weight or rank < weight[name.concept]:
            weight[name.concept], whole[name.concept] = rank, id_
    preferred = {concept.name for concept in paper.concepts}
    parts: dict[str, set[str]] = defaultdict(set)
    for name in own:
        parts[name.concept].add(of_name[name.concept, name.key])
    mention_of = tuple(
        of_name[concept, names.key(paper.document.part(m.part)[m.start : m.end])]
        for m, concept in zip(paper.mentions, paper.concept_of, strict=True)
    )
    stated: dict[tuple[str, str, str], list[Statement]] = defaultdict(list)
    for s in paper.statements:
        split = parts[s.object] if s.predicate == MENTIONS else ()
        for object_ in sorted(split) if len(split) > 1 else (whole[s.object],):
            ends = whole[s.subject], s.predicate, object_
            if ends[0] != ends[2]:
                stated[ends].append(_naming(s, object_, paper, mention_of) if len(split) > 1 else s)
    return replace(
        paper,
        concept_of=mention_of,
        concepts=tuple(_local(id_, type_of[id_], spelt[id_], preferred) for id_ in sorted(spelt)),
        statements=tuple(_joined(ends, stated[ends]) for ends in sorted(stated)),
        results=renamed(paper.results, whole),
    )


def _naming(s: Statement, concept: str, paper: Annotation, mention_of: Sequence[str]) -> Statement:
    """That the paper mentions a concept, with the evidence of its mentions alone."""
    mentions = [m for m, id_ in zip(paper.mentions, mention_of, strict=True) if id_ == concept]
    return replace(
        s,
        evidence=tuple(
            e
            for e in s.evidence
            if any(m.part == e.part and e.start <= m.start and m.end <= e.end for m in mentions)
        ),
    )


def _local(id_: str, type_: str, spelt: Mapping[str, int], preferred: Collection[str]) -> Concept:
    """A paper's own concept, named by its most frequent spelling; of equally frequent ones by a preferred one."""
    name = min(spelt, key=lambda s: (-spelt[s], s not in preferred, s))
    return Concept(id_, name, type_, tuple(sorted(spelt.keys() - {name})), 1, sum(spelt.values()))


def _joined(ends: tuple[str, str, str], group: Sequence[Statement]) -> Statement:
    """One statement of a paper with the evidence of all and the best of their scores."""
    evidence = {passage for statement in group for passage in statement.evidence}
    ranked = tuple(sorted(evidence, key=lambda e: (e.part, e.start, e.end)))
    return Statement(*ends, max(statement.score for statement in group), ranked)
