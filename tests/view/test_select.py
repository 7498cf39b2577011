from __future__ import annotations

import pytest

from kg.errors import NotFoundError, UsageError
from kg.store import Store
from kg.view import select


def names(selection: select.Selection) -> list[str]:
    return [concept.name for concept in selection.concepts]


def triples(selection: select.Selection) -> set[tuple[str, str, str]]:
    name = {c.id: c.name for c in selection.concepts}
    return {(name[s.subject], s.predicate, name[s.object]) for s in selection.statements}


def test_whole_graph_has_every_concept_and_no_paper(sample: Store) -> None:
    selection = select.choose(sample, select.Part(), 100)
    assert sorted(names(selection)) == [
        "BERT", "F1", "GLUE", "RoBERTa", "SQuAD", "Transformers", "question answering",
    ]  # fmt: skip
    assert selection.left_out == 0
    assert len(selection.statements) == 8
    assert not any("paper/" in s.subject for s in selection.statements)


def test_what_papers_say_is_kept_apart(sample: Store) -> None:
    about = select.choose(sample, select.Part(), 100).about
    assert ("paper/p1", "proposes", "method/bert") in {(s.subject, s.predicate, s.object) for s in about}
    assert {s.predicate for s in about} == {"proposes", "mentions"}


def test_a_large_graph_is_cut_to_its_best_supported_concepts(sample: Store) -> None:
    selection = select.choose(sample, select.Part(), 2)
    assert set(names(selection)) == {"BERT", "SQuAD"}  # the two that both papers name
    assert triples(selection) == {("BERT", "evaluatedOn", "SQuAD")}
    assert selection.left_out == 5
    assert {s.object for s in selection.about} == {"method/bert", "dataset/squad"}


def test_neighbourhood_of_one_step(sample: Store) -> None:
    selection = select.choose(sample, select.Part("dataset/glue", hops=1), 100)
    assert names(selection) == ["GLUE", "RoBERTa"]
    assert selection.centre == "dataset/glue"
    assert triples(selection) == {("RoBERTa", "evaluatedOn", "GLUE")}


def test_neighbourhood_of_two_steps_does_not_run_through_papers(sample: Store) -> None:
    selection = select.choose(sample, select.Part("dataset/glue", hops=2), 100)
    assert names(selection)[:2] == ["GLUE", "RoBERTa"]
    assert set(names(selection)) == {"GLUE", "RoBERTa", "BERT", "SQuAD"}
    assert ("BERT", "evaluatedOn", "SQuAD") in triples(selection)


def test_neighbourhood_of_no_step_is_the_concept_alone(sample: Store) -> None:
    assert names(select.choose(sample, select.Part("method/bert", hops=0), 100)) == ["BERT"]


def test_a_large_neighbourhood_keeps_the_centre_and_the_nearest(sample: Store) -> None:
    selection = select.choose(sample, select.Part("dataset/glue", hops=3), 2)
    assert names(selection) == ["GLUE", "RoBERTa"]
    # BERT and SQuAD two steps away, the others three
    assert selection.left_out == 5


def test_an_unknown_concept_is_said(sample: Store) -> None:
    with pytest.raises(NotFoundError, match="'no-such-thing'"):
        select.choose(sample, select.Part("no-such-thing", hops=1), 9)


def chosen(sample: Store, limit: int = 100, **part: object) -> select.Selection:
    return select.choose(sample, select.Part(**part), limit)  # type: ignore[arg-type]


def test_types_and_relations_narrow_a_page_down(sample: Store) -> None:
    selection = chosen(sample, types=("Method", "Dataset"), relations=("evaluatedOn",))
    assert set(names(selection)) == {"BERT", "RoBERTa", "Transformers", "SQuAD", "GLUE"}
    assert triples(selection) == {
        ("BERT", "evaluatedOn", "SQuAD"), ("RoBERTa", "evaluatedOn", "GLUE"), ("RoBERTa", "evaluatedOn", "SQuAD"),
    }  # fmt: skip


def test_a_neighbourhood_follows_the_chosen_relations_and_keeps_its_centre(sample: Store) -> None:
    selection = chosen(sample, concept="method/bert", hops=2, relations=("uses",), types=("Task",))
    assert names(selection) == ["BERT"]
    assert set(names(chosen(sample, concept="method/bert", relations=("uses",)))) == {
        "BERT", "RoBERTa", "Transformers",
    }  # fmt: skip


def test_support_counts_papers_of_concepts_and_of_statements(sample: Store) -> None:
    selection = chosen(sample, min_support=2)
    assert set(names(selection)) == {"BERT", "SQuAD"}
    assert triples(selection) == set()  # one paper says so


def test_years_leave_their_papers_alone(sample: Store) -> None:
    selection = chosen(sample, years=(2019, None))  # p1 is of 2019, p2 of no known year
    assert "RoBERTa" not in names(selection) and len(names(selection)) == 5
    assert {c.papers for c in selection.concepts} == {1}
    assert {e.paper for s in selection.statements for e in s.evidence} == {"p1"}
    with pytest.raises(NotFoundError, match=r"of the years 2018 and earlier: they are of 2019\.$"):
        chosen(sample, years=(None, 2018))


def test_a_paper_with_what_it_names_and_states(sample: Store) -> None:
    selection = chosen(sample, paper="p2")
    assert set(names(selection)) == {"RoBERTa", "BERT", "GLUE", "SQuAD"}
    assert ("BERT", "evaluatedOn", "SQuAD") not in triples(selection)  # another paper says so
    assert ("RoBERTa", "uses", "BERT") in triples(selection)
    with pytest.raises(NotFoundError, match="kg papers"):
        chosen(sample, paper="p9")


def test_a_comparison_puts_what_both_share_first(sample: Store) -> None:
    selection = chosen(sample, compare=("method/bert", "method/roberta"))
    assert names(selection)[:3] == ["BERT", "RoBERTa", "SQuAD"]
    assert set(names(selection)[3:]) == {"F1", "GLUE", "Transformers", "question answering"}
    assert selection.compared == ("method/bert", "method/roberta")


def test_what_the_ontology_lacks_is_said(sample: Store) -> None:
    with pytest.raises(UsageError, match="'Paper' is no type"):
        chosen(sample, types=("Paper",))
    with pytest.raises(UsageError, match="'mentions' is no relation between concepts"):
        chosen(sample, relations=("mentions",))


def test_too_many_statements_are_cut_to_the_best_supported(
    sample: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(select, "STATEMENTS", 3)
    selection = chosen(sample)
    assert (len(selection.statements), selection.cut) == (3, 5)
