from __future__ import annotations

import pytest

from kg.errors import NotFoundError
from kg.store import Store
from kg.view import select


def names(selection: select.Selection) -> list[str]:
    return [concept.name for concept in selection.concepts]


def triples(selection: select.Selection) -> set[tuple[str, str, str]]:
    name = {c.id: c.name for c in selection.concepts}
    return {(name[s.subject], s.predicate, name[s.object]) for s in selection.statements}


def test_whole_graph_has_every_concept_and_no_paper(sample: Store) -> None:
    selection = select.whole(sample, limit=100)
    assert sorted(names(selection)) == [
        "BERT", "F1", "GLUE", "RoBERTa", "SQuAD", "Transformers", "question answering",
    ]  # fmt: skip
    assert selection.left_out == 0
    assert len(selection.statements) == 8
    assert not any("paper/" in s.subject for s in selection.statements)


def test_what_papers_say_is_kept_apart(sample: Store) -> None:
    about = select.whole(sample, limit=100).about
    assert ("paper/p1", "proposes", "method/bert") in {(s.subject, s.predicate, s.object) for s in about}
    assert {s.predicate for s in about} == {"proposes", "mentions"}


def test_a_large_graph_is_cut_to_its_best_supported_concepts(sample: Store) -> None:
    selection = select.whole(sample, limit=2)
    assert set(names(selection)) == {"BERT", "SQuAD"}  # the two that both papers name
    assert triples(selection) == {("BERT", "evaluatedOn", "SQuAD")}
    assert selection.left_out == 5
    assert {s.object for s in selection.about} == {"method/bert", "dataset/squad"}


def test_neighbourhood_of_one_step(sample: Store) -> None:
    selection = select.neighbourhood(sample, "dataset/glue", hops=1, limit=100)
    assert names(selection) == ["GLUE", "RoBERTa"]
    assert selection.centre == "dataset/glue"
    assert triples(selection) == {("RoBERTa", "evaluatedOn", "GLUE")}


def test_neighbourhood_of_two_steps_does_not_run_through_papers(sample: Store) -> None:
    selection = select.neighbourhood(sample, "dataset/glue", hops=2, limit=100)
    assert names(selection)[:2] == ["GLUE", "RoBERTa"]
    assert set(names(selection)) == {"GLUE", "RoBERTa", "BERT", "SQuAD"}
    assert ("BERT", "evaluatedOn", "SQuAD") in triples(selection)


def test_neighbourhood_of_no_step_is_the_concept_alone(sample: Store) -> None:
    assert names(select.neighbourhood(sample, "method/bert", hops=0, limit=100)) == ["BERT"]


def test_a_large_neighbourhood_keeps_the_centre_and_the_nearest(sample: Store) -> None:
    selection = select.neighbourhood(sample, "dataset/glue", hops=3, limit=2)
    assert names(selection) == ["GLUE", "RoBERTa"]
    # BERT and SQuAD two steps away, the others three
    assert selection.left_out == 5


def test_an_unknown_concept_is_said(sample: Store) -> None:
    with pytest.raises(NotFoundError, match="'no-such-thing'"):
        select.neighbourhood(sample, "no-such-thing", hops=1, limit=9)
