"""Rel and Rel+ counted by hand, and synonyms by the abbreviation rule."""

from __future__ import annotations

from typing import Any

import pytest

from kg.extract import nlp
from kg.train.forms import Paper, Sentence, Span, Stated
from kg.train.rel import counts, of_gold
from kg.train.stated import judged, of_paper, synonyms

A, B, C = (0, 2, "Method"), (3, 4, "Dataset"), (5, 6, "Method")


def paper(*relations: Stated, form: str = "scier") -> Paper:
    return Paper("p", form, (Sentence(tuple("abcdefgh"), (A, B, C), (A, B, C), relations),))


def summed(gold: Paper, said: set[Any], names: list[str]) -> dict[str, list[int]]:
    return {row: table.sum(axis=0).tolist() for row, table in counts([gold], [said], names).items()}


def test_spans_relation_and_direction_must_agree_and_for_rel_plus_the_types() -> None:
    gold = paper((A, "Trained-With", B), (A, "Used-For", C))
    said = {
        (0, (0, 2, "Task"), "Trained-With", B),  # of another type
        (0, C, "Used-For", A),  # the wrong way round
        (0, (0, 1, "Method"), "Used-For", C),  # another span
        (1, A, "Used-For", C),  # another sentence
    }
    names = ["Trained-With", "Used-For"]
    assert summed(gold, said, names) == {
        "rel": [1, 4, 2], "rel_plus": [0, 4, 2], "Trained-With": [0, 1, 1], "Used-For": [0, 3, 1],
    }  # fmt: skip
    assert summed(gold, of_gold(gold), names)["rel_plus"] == [2, 2, 2]


@pytest.mark.parametrize(
    ("form", "name"), [("scier", "Compare-With"), ("scier", "Synonym-Of"), ("scierc", "CONJUNCTION")]
)
def test_a_symmetric_pair_has_no_direction_and_counts_once(form: str, name: str) -> None:
    gold = paper((C, name, A), form=form)
    assert summed(gold, {(0, A, name, C), (0, C, name, A)}, [name]) == {
        "rel": [1, 1, 1], "rel_plus": [1, 1, 1], name: [1, 1, 1],
    }  # fmt: skip
    assert summed(gold, {(0, A, name, C)}, [name])["rel"] == [1, 1, 1]


def test_there_is_no_sum_where_some_relations_are_not_tried() -> None:
    gold = paper((A, "Trained-With", B), (A, "Synonym-Of", C))
    assert summed(gold, {(0, C, "Synonym-Of", A)}, ["Synonym-Of"]) == {"Synonym-Of": [1, 1, 1]}


def spans(text: str) -> tuple[list[str], list[Span]]:
    """Tokens, and the spans in square brackets."""
    tokens: list[str] = []
    found: list[Span] = []
    for token in text.split():
        start = token.startswith("[")
        if start:
            begin = len(tokens)
        tokens.append(token.strip("[]"))
        if token.endswith("]"):
            found.append((begin, len(tokens), "Method"))
    return tokens, found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We use [graph attention networks] ( [GATs] ) .", [("GATs", "graph attention networks")]),
        ("A [region proposal network] ( [R P N] ) step", [("R P N", "region proposal network")]),
        ("[GAT] ( [graph attention network] ) works", [("GAT", "graph attention network")]),
        ("the [light - weight pooling] ( [LW - P] ) head", [("LW - P", "light - weight pooling")]),
        ("We use [graph networks] ( [VGG - 1 6] ) .", []),
        ("We use [graph networks] and [GN] .", []),
        ("We use graph attention networks ( GATs ) .", []),  # no spans, no relation between them
    ],
)
def test_synonyms_are_what_a_sentence_abbreviates(text: str, expected: list[tuple[str, str]]) -> None:
    tokens, found = spans(text)
    pairs = [
        (" ".join(tokens[a[0] : a[1]]), " ".join(tokens[b[0] : b[1]])) for a, b in synonyms(tokens, found)
    ]
    assert pairs == expected


def test_only_scier_has_synonyms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nlp, "corpus_model", lambda corpus: None)
    tokens, found = spans("We use [graph attention networks] ( [GATs] ) .")
    of = {
        form: Paper("p", form, (Sentence(tuple(tokens), tuple(found), tuple(found)),))
        for form in ("scier", "scierc")
    }
    assert of_paper(of["scier"], [found]) == {(0, found[1], "Synonym-Of", found[0])}
    assert (of_paper(of["scierc"], [found]), judged("scierc")) == (set(), ())
