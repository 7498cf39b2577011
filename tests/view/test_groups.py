from __future__ import annotations

from itertools import combinations

from kg.records import Concept, Evidence, Statement
from kg.view import groups
from kg.view.select import Selection


def selection() -> Selection:
    """Two cliques of five with one statement between them, a pair, and one alone."""
    ids = [f"method/{group}{i}" for group in "ab" for i in range(5)] + ["method/c0", "method/c1", "method/d"]
    concepts = tuple(Concept(id_, id_.split("/")[1], "Method", papers=9 - i % 5) for i, id_ in enumerate(ids))
    ends = [(f"method/{g}{i}", f"method/{g}{j}") for g in "ab" for i, j in combinations(range(5), 2)]
    ends += [("method/a0", "method/b0"), ("method/c0", "method/c1")]
    evidence = (Evidence("p", 0, 4, "Text"),)
    return Selection(concepts, tuple(Statement(a, "uses", b, 0.9, evidence) for a, b in sorted(ends)))


def test_closely_joined_concepts_are_a_group_and_small_ones_are_gathered() -> None:
    found = groups.find(selection())
    assert [group.name for group in found] == [
        "a0, a1, a2",
        "b0, b1, b2",
        "In small groups or in no statement",
    ]
    assert [len(group.members) for group in found] == [5, 5, 3]
    assert [group.near for group in found] == [{1: 1}, {0: 1}, {}]


def test_every_concept_is_in_one_group() -> None:
    whole = selection()
    members = [concept for group in groups.find(whole) for concept in group.members]
    assert sorted(c.id for c in members) == sorted(c.id for c in whole.concepts)
    assert groups.find(Selection()) == ()
