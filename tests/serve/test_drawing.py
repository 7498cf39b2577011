"""The drawing beside a concept: the best supported part of what stands around it."""

from __future__ import annotations

from pathlib import Path

from kg.serve import drawing
from kg.store import Store
from tests.view.pages import Page


def test_it_holds_what_stands_around_and_what_is_stated_among_that(results_path: Path) -> None:
    with Store(results_path) as store:
        centre = store.concept("method/bert")
        assert centre is not None
        found = drawing.selection(store, centre)
    assert [c.id for c in found.concepts[:1]] == ["method/bert"]
    assert {c.id for c in found.concepts[1:]} == {
        "task/question-answering",
        "dataset/squad",
        "metric/f1",
        "method/transformers",
        "method/roberta",
    }
    assert ("method/roberta", "dataset/squad") in {(s.subject, s.object) for s in found.statements}
    assert found.left_out == 0


def test_of_a_hub_it_draws_the_best_and_says_how_many_are_left_out(results_path: Path) -> None:
    with Store(results_path) as store:
        centre = store.concept("method/bert")
        assert centre is not None
        found = drawing.selection(store, centre, most=3)
        text = drawing.drawn(store, centre)
    assert (len(found.concepts), found.left_out) == (3, 3)
    assert all({s.subject, s.object} <= {c.id for c in found.concepts} for s in found.statements)
    assert Page(text).tags("h1")
