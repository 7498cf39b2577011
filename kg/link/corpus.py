"""The concepts of all papers into the graph's: one node for each thing, whatever the order of the papers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from kg import names
from kg.link.results import renamed
from kg.records import PAPER, Annotation, Concept, Evidence, Graph, Statement, paper_node
from kg.settings import LINK


class _Member(NamedTuple):
    """A paper's own concept on its way into the graph's."""

    paper: str
    concept: Concept
    spellings: Counter[str]


_Local = tuple[str, str]
"""A concept within a paper: (paper id, local id)."""


def link_corpus(annotations: Iterable[Annotation]) -> Graph:
    """The graph of these papers; any order of them gives the same graph.

    Concepts of two papers are one if their types agree and they have the same *identity*: the key of the long form
    where the paper defines an abbreviation, else the key of the name. An abbreviation that a paper leaves
    undefined takes the long form that nearly all papers defining it agree on, if there is one; so "LLMs" joins
    "large language models", while a short form with rival long forms stays by itself.
    """
    papers = sorted(annotations, key=lambda annotation: annotation.document.id)
    identity = _identities(papers)
    members: dict[tuple[str, str], list[_Member]] = defaultdict(list)
    for paper in papers:
        spellings = _spellings(paper)
        for concept in paper.concepts:
            member = _Member(paper.document.id, concept, spellings[concept.id])
            members[concept.type, identity[paper.document.id, concept.id]].append(member)
    concepts, ids = [], {}
    for (type_, identity_), group in sorted(members.items()):
        merged = _merge(type_, identity_, group)
        concepts.append(merged)
        ids.update({(member.paper, member.concept.id): merged.id for member in group})
    relinked = tuple(_relink(paper, ids) for paper in papers)
    return Graph(relinked, tuple(sorted(concepts, key=lambda c: c.id)), _statements(relinked))


def _spellings(paper: Annotation) -> dict[str, Counter[str]]:
    """For each of the paper's concepts how often it is spelt how."""
    result: dict[str, Counter[str]] = defaultdict(Counter)
    for mention, concept in zip(paper.mentions, paper.concept_of, strict=True):
        result[concept][paper.document.part(mention.part)[mention.start : mention.end]] += 1
    return result


def _identities(papers: Sequence[Annotation]) -> dict[_Local, str]:
    """The identity of every local concept."""
    defined: dict[_Local, str] = {}
    long_forms: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for paper in papers:
        long_of = names.long_forms((a.short, a.long) for a in paper.abbreviations)
        for concept in paper.concepts:
            keys = [names.key(name) for name in (concept.name, *concept.aliases)]
            shorts = [key for key in keys if key in long_of]
            if shorts:
                defined[paper.document.id, concept.id] = long_of[shorts[0]]
                long_forms[concept.type, shorts[0]][long_of[shorts[0]]] += 1
    dominant = {ends: form for ends, counts in long_forms.items() if (form := _dominant(counts))}
    result = {}
    for paper in papers:
        for concept in paper.concepts:
            local, key = (paper.document.id, concept.id), names.key(concept.name)
            result[local] = defined.get(local) or dominant.get((concept.type, key), key)
    return result


def _dominant(counts: Counter[str]) -> str | None:
    form, count = min(counts.items(), key=lambda item: (-item[1], item[0]))
    return form if count >= LINK.dominant * counts.total() else None


def _merge(type_: str, identity: str, group: Sequence[_Member]) -> Concept:
    """One concept of many papers' own.

    Its name is the spelling that most papers, then most mentions, use; its id comes from the most used spelling
    of its identity, so that two things that share a short form ("CCL") have ids of their own.
    """
    papers: Counter[str] = Counter()
    mentions: Counter[str] = Counter()
    for member in group:
        mentions.update(member.spellings)
        papers.update(member.spellings.keys())

    def rank(name: str) -> tuple[int, int, bool, str]:
        return -papers[name], -mentions[name], name[:1].isupper() and name[1:].islower(), name

    name = min(papers, key=rank)
    telling = [spelling for spelling in papers if names.key(spelling) == identity]
    aliases = tuple(sorted(set(papers) - {name}))
    id_ = names.concept_id(type_, min(telling, key=rank) if telling else name, identity)
    return Concept(id_, name, type_, aliases, len({member.paper for member in group}), mentions.total())


def _relink(paper: Annotation, ids: Mapping[_Local, str]) -> Annotation:
    """The annotation with the graph's concept ids; local concepts that turn out to be one are joined."""
    own = {concept.id: ids[paper.document.id, concept.id] for concept in paper.concepts}
    concepts: dict[str, Concept] = {}
    for concept in paper.concepts:
        known = concepts.get(own[concept.id])
        concepts[own[concept.id]] = _join(known, concept) if known else replace(concept, id=own[concept.id])
    own[PAPER] = PAPER
    statements: dict[tuple[str, str, str], Statement] = {}
    for s in paper.statements:
        ends = own[s.subject], s.predicate, own[s.object]
        if ends[0] != ends[2]:
            statements[ends] = _joined(ends, [s, statements[ends]] if ends in statements else [s])
    return replace(
        paper,
        concept_of=tuple(own[concept] for concept in paper.concept_of),
        concepts=tuple(concepts[id_] for id_ in sorted(concepts)),
        statements=tuple(statements[ends] for ends in sorted(statements)),
        results=renamed(paper.results, own),
    )


def _join(one: Concept, other: Concept) -> Concept:
    spellings = {one.name, *one.aliases, other.name, *other.aliases} - {one.name}
    return replace(one, aliases=tuple(sorted(spellings)), mentions=one.mentions + other.mentions)


def _statements(papers: Sequence[Annotation]) -> tuple[Statement, ...]:
    """The papers' statements, those with the same ends as one, subjects that are papers by their node."""
    groups: dict[tuple[str, str, str], list[Statement]] = defaultdict(list)
    for paper in papers:
        for s in paper.statements:
            subject = paper_node(paper.document.id) if s.subject == PAPER else s.subject
            groups[subject, s.predicate, s.object].append(s)
    return tuple(_joined(ends, group) for ends, group in sorted(groups.items()))


def _joined(ends: tuple[str, str, str], group: Sequence[Statement]) -> Statement:
    """One statement with the evidence of all and the best of their scores."""
    evidence: set[Evidence] = {passage for statement in group for passage in statement.evidence}
    ranked = tuple(sorted(evidence, key=lambda e: (e.paper, e.part, e.start, e.end)))
    return Statement(*ends, max(statement.score for statement in group), ranked)
