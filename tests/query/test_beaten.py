"""Which sentences say that one method beats another."""

from __future__ import annotations

import pytest

from kg.query.beaten import beaten, wins
from kg.records import Concept, Evidence, Statement

NEW, OLD = Concept("method/new", "NewNet", "Method", ("NN",)), Concept("method/old", "OldNet (v1)", "Method")


@pytest.mark.parametrize(
    ("quote", "says"),
    [
        ("NewNet outperforms OldNet (v1) on GLUE.", True),
        ("nn clearly surpasses the strong baseline OldNet (v1).", True),
        ("NewNet improves on OldNet (v1) by 3 points.", True),
        ("NewNet is superior to OldNet (v1).", True),
        ("OldNet (v1) is outperformed by NewNet.", True),
        ("NewNet is compared with OldNet (v1).", False),
        ("NewNet does not outperform OldNet (v1).", False),
        ("NewNet fails to beat OldNet (v1).", False),
        ("OldNet (v1) outperforms NewNet.", False),
        ("NewNet is outperformed by OldNet (v1).", False),
        ("We train NewNet. It beats many others. OldNet (v1) is old.", False),
        ("NewNetwork outperforms OldNet (v1).", False),
    ],
)
def test_who_beats_whom(quote: str, says: bool) -> None:
    assert wins(quote, NEW, OLD) is says


def test_only_comparisons_count_and_each_winner_once() -> None:
    quotes = (
        "NewNet is compared with OldNet (v1).",
        "NewNet beats OldNet (v1).",
        "NewNet beats OldNet (v1) again.",
    )
    evidence = tuple(Evidence(f"p{n}", 0, len(q), q) for n, q in enumerate(quotes))
    stated = [
        Statement("method/new", "uses", "method/old", 1.0, evidence),
        Statement("method/new", "comparedWith", "method/old", 1.0, evidence),
        Statement("method/old", "comparedWith", "method/new", 1.0, evidence),
    ]
    assert [(b.by.name, b.evidence.paper) for b in beaten(OLD, [NEW], stated)] == [("NewNet", "p1")]
    assert list(beaten(NEW, [OLD], stated)) == []
    assert list(beaten(OLD, [NEW], stated[:1])) == []
