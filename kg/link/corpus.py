"""The concepts of all papers into the graph's: one node for each thing, whatever the order of the papers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from kg import names, vocabulary
from kg.link import hierarchy
from kg.link.identity import Members, Name, Node, coinages, definitions, identify
from kg.link.joins import Group, groups, joins, most_used, shouted
from kg.link.merges import merges
from kg.link.results import renamed
from kg.link.retyped import retyped
from kg.records import MENTIONS, PAPER, Annotation, Concept, Evidence, Graph, Merge, Statement, paper_node
from kg.vocabulary import Term


def link_corpus(annotations: Iterable[Annotation], terms: Iterable[Term] | None = None) -> Graph:
    """The graph of these papers; any order of them gives the same graph.

    Names of two papers are of one concept if their types agree and they have the same *identity*: the key of the
    long form where the paper defines an abbreviation, else the key of the name. `joins` says by which rules others
    are one, and `Graph.merges` keeps the reason of each. `terms` are those of the shipped vocabulary unless given.
    Statements that the names alone imply are added without evidence.
    """
    papers, before = retyped(sorted(annotations, key=lambda annotation: annotation.document.id))
    defined, coined = definitions(papers), coinages(papers)
    named = identify(papers, defined, before)
    nodes: dict[Node, Members] = defaultdict(Members)
    for name in (name for own in named for name in own):
        nodes[name.node].add(name)
    known = _shipped() if terms is None else tuple(terms)
    concepts: list[Concept] = []
    reasons: list[Merge] = []
    concept_of: dict[Node, str] = {}
    told: dict[str, list[str]] = {}
    for group in groups(nodes, joins(nodes, defined, coined, known)):
        concept = _concept(group, nodes)
        concepts.append(concept)
        reasons += merges(concept.id, group, nodes)
        concept_of.update(dict.fromkeys(group.nodes, concept.id))
        told[concept.id] = [most_used(node, nodes[node]) for node in group.nodes]
    for i, own in enumerate(named):  # in place: the papers as they came need not be kept beside those linked
        papers[i] = _relink(papers[i], own, concept_of)
    concepts.sort(key=lambda c: c.id)
    stated = hierarchy.acyclic(_statements(papers))
    inferred = hierarchy.inferred(concepts, told, stated, known)
    return Graph(
        tuple(papers),
        tuple(concepts),
        tuple(sorted((*stated, *inferred), key=lambda s: (s.subject, s.predicate, s.object))),
        tuple(sorted(reasons, key=_merge_order)),
    )


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
    mentions: dict[str, int] = defaultdict(int)
    for node in group.nodes:
        for (spelling, _), papers in nodes[node].by_rule.items():
            used[spelling].update(papers)
        for spelling, number in nodes[node].mentions.items():
            mentions[spelling] += number

    def rank(name: str) -> tuple[int, int, bool, str]:
        return -len(used[name]), -mentions[name], shouted(name), name

    type_, identity = _main(group, nodes)
    name = min(used, key=rank)
    telling = [spelling for spelling in used if names.key(spelling) == identity]
    id_ = names.concept_id(type_, min(telling, key=rank) if telling else name, identity)
    papers_ = set().union(*(nodes[node].papers for node in group.nodes))
    aliases = tuple(sorted(used.keys() - {name}))
    return Concept(id_, name, type_, aliases, len(papers_), sum(mentions.values()))


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


def _statements(papers: Sequence[Annotation]) -> tuple[Statement, ...]:
    """The papers' statements, those with the same ends as one, subjects that are papers by their node."""
    found: dict[tuple[str, str, str], list[Statement]] = defaultdict(list)
    for paper in papers:
        for s in paper.statements:
            subject = paper_node(paper.document.id) if s.subject == PAPER else s.subject
            found[subject, s.predicate, s.object].append(s)
    return tuple(_joined(ends, group) for ends, group in sorted(found.items()))


def _joined(ends: tuple[str, str, str], group: Sequence[Statement]) -> Statement:
    """One statement with the evidence of all and the best of their scores."""
    evidence: set[Evidence] = {passage for statement in group for passage in statement.evidence}
    ranked = tuple(sorted(evidence, key=lambda e: (e.paper, e.part, e.start, e.end)))
    return Statement(*ends, max(statement.score for statement in group), ranked)
