"""Rel and Rel+: relations of a corpus's sentences, between spans in place.

A relation is right when both its spans are, to the token, and its name and direction (Rel, "boundaries"), and when
their types are as well (Rel+, "strict"). The two are told apart by Taillé et al., "Let's Stop Incorrect Comparisons in
End-to-end Relation Extraction!" (EMNLP 2020), and named so by Zhong and Chen, "A Frustratingly Easy Approach for
Entity and Relation Extraction" (NAACL 2021) and, for SciER, by Zhang et al. (EMNLP 2024). What the corpus calls
symmetric has no direction (SciERC: Luan et al., EMNLP 2018), and each such pair counts once, whichever end the
annotator put first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set

from kg.train.forms import Paper, Span
from kg.train.measures import Counts, tally

Stated = tuple[int, Span, str, Span]
"""Sentence, head, relation, tail."""

SYMMETRIC = {
    "scier": frozenset({"Compare-With", "Synonym-Of"}),
    "scierc": frozenset({"COMPARE", "CONJUNCTION"}),
}


def counts(
    gold: Sequence[Paper], predicted: Sequence[Set[Stated]], judged: Collection[str]
) -> dict[str, Counts]:
    """The counts of the `judged` relations, a row a document: "rel", "rel_plus", and each relation by Rel+.

    The sums are left out where gold has relations besides: they would say nothing of what was not tried.
    """
    symmetric = SYMMETRIC.get(gold[0].form, frozenset()) if gold else frozenset()
    there = [{_even(s, symmetric) for s in of_gold(paper)} for paper in gold]
    said = [{_even(s, symmetric) for s in paper} for paper in predicted]
    rows = {name: tally(there, said, lambda s, name=name: s[2] == name) for name in sorted(judged)}  # type: ignore[misc]
    if {s[2] for paper in there for s in paper} <= set(judged):
        bare = [[{_bare(s, symmetric) for s in paper} for paper in side] for side in (there, said)]
        return {"rel": tally(bare[0], bare[1]), "rel_plus": tally(there, said), **rows}
    return rows


def of_gold(paper: Paper) -> set[Stated]:
    """What gold states in a document."""
    return {(n, *stated) for n, sentence in enumerate(paper.sentences) for stated in sentence.relations}


def _even(stated: Stated, symmetric: Collection[str]) -> Stated:
    """The same, in the order of place where the relation has no direction."""
    sentence, head, name, tail = stated
    return (sentence, min(head, tail), name, max(head, tail)) if name in symmetric else stated


def _bare(stated: Stated, symmetric: Collection[str]) -> Stated:
    """The same without the types."""
    sentence, head, name, tail = stated
    return _even((sentence, (*head[:2], ""), name, (*tail[:2], "")), symmetric)
