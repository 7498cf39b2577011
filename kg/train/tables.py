"""Gold and predictions into counts, by measure and row: what `kg evaluate` prints, before it is summed up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np

from kg.ontology import load
from kg.records import Annotation
from kg.train import concepts
from kg.train.forms import SCORED, Abstract, Paper
from kg.train.measures import Counts, tally

Table = dict[str, dict[str, Counts]]
Place = tuple[int, int, int, str]
"""Sentence (0 in an abstract), first, end, type."""


def mentions(
    gold: Sequence[Set[Place]], predicted: Sequence[Set[Place]], kinds: Sequence[str]
) -> dict[str, Counts]:
    """Exact spans with their exact types, of the given types: all of them ("micro"), and each."""

    def of(wanted: Sequence[str]) -> Counts:
        return tally(gold, predicted, lambda place: place[3] in wanted)

    return {"micro": of(kinds)} | {kind: of([kind]) for kind in kinds}


def of_abstracts(
    gold: Sequence[Abstract],
    annotations: Iterable[Mapping[str, Any]],
    spans: Mapping[str, Sequence[Set[Place]]],
) -> Table:
    """Concepts, triples and results of the annotations, and for each name in `spans` its mentions.

    Mentions are judged on the abstracts whose gold lists them.
    """
    table: Table = {}
    listed = [n for n, abstract in enumerate(gold) if abstract.spans is not None]
    if any(gold[n].spans for n in listed):
        there = [places(gold[n]) for n in listed]
        for name, said in spans.items():
            table[name] = mentions(there, [said[n] for n in listed], load().types)
    rows = [concepts.rows(g.expected, a) for g, a in zip(gold, annotations, strict=True)]
    for measure, row in rows[0]:
        table.setdefault(measure, {})[row] = np.array([r[measure, row] for r in rows], dtype=np.int64)
    return _told(table)


def settled(annotation: Annotation, abstract: Abstract) -> dict[Place, float]:
    """The mentions of an annotation, in `Abstract.joined`, with their scores."""
    shift = {"title": 0, "text": abstract.shift}
    return {(0, m.start + shift[m.part], m.end + shift[m.part], m.type): m.score for m in annotation.mentions}


def of_papers(gold: Sequence[Paper], predicted: Sequence[Set[Place]]) -> Table:
    """The mentions of a corpus, of the types that it is judged by."""
    there = [sentence_places(paper) for paper in gold]
    return _told({"mentions": mentions(there, predicted, types(gold))})


def types(papers: Sequence[Paper]) -> Sequence[str]:
    """The types that a corpus is judged by: of one that kg does not know, all that its gold has."""
    own = {place[3] for paper in papers for place in sentence_places(paper)}
    return SCORED.get(papers[0].form) or sorted(own)


def places(abstract: Abstract) -> set[Place]:
    """The gold mentions of an abstract, in `Abstract.joined`."""
    return {(0, *span) for span in abstract.spans or ()}


def sentence_places(paper: Paper) -> set[Place]:
    """The gold spans of a document of a corpus."""
    return {(n, *span) for n, sentence in enumerate(paper.sentences) for span in sentence.spans}


def _told(table: Table) -> Table:
    """The table without rows of which there is nothing, neither in gold nor predicted."""
    kept = {
        name: {row: c for row, c in rows.items() if c.any() or row == "micro"} for name, rows in table.items()
    }
    return {name: rows for name, rows in kept.items() if any(counts.any() for counts in rows.values())}
