"""A graph whose concepts are called what a case says, so that exporters are tested where extraction finds nothing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kg.names import concept_id
from kg.records import Annotation, Concept, Document, Evidence, Mention, Statement, paper_node
from tests.whole import Graph


def graph(labels: Sequence[str]) -> Graph:
    """One paper that names each label, each a method that is compared with the one before."""
    text = "We compare " + " and ".join(labels) + "."
    mentions, concepts, statements = [], [], []
    passage = (Evidence("labels", 0, len(text), text),)
    end = 0
    for label in labels:
        start = text.index(label, end)
        end = start + len(label)
        mentions.append(Mention(start, end, "Method", 0.9, "tagger"))
        # The label itself as identity: some have no letter, and so no key of their own.
        concepts.append(Concept(concept_id("Method", label, identity=label), label, "Method"))
        statements.append(Statement(paper_node("labels"), "mentions", concepts[-1].id, 0.9, passage))
    for one, other in pairwise(concepts):
        statements.append(Statement(one.id, "comparedWith", other.id, 0.5, passage))
    paper = Annotation(
        Document("labels", text, title=labels[0], source="labels.txt"),
        tuple(mentions),
        tuple(concept.id for concept in concepts),
    )
    return Graph(
        (paper,),
        tuple(sorted(concepts, key=lambda c: c.id)),
        tuple(sorted(statements, key=lambda s: (s.subject, s.predicate, s.object))),
    )
