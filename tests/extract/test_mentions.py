"""Candidates into the mentions of a paper."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.abbreviations import definitions
from kg.extract.candidates import Candidate
from kg.extract.mentions import settle
from kg.extract.overlaps import resolve


def candidates(text: str, *names: tuple[str, str, float]) -> list[Candidate]:
    """The first occurrence of each name, with its type and score."""
    return [Candidate(text.index(n), text.index(n) + len(n), t, s, "tagger") for n, t, s in names]


def settled(text: str, *names: tuple[str, str, float]) -> list[tuple[str, str]]:
    found = settle(text, candidates(text, *names), definitions(text))
    return [(text[c.start : c.end], c.type) for c in found]


def test_the_longest_span_wins_over_those_inside() -> None:
    text = "A conditional variational autoencoder works."
    assert settled(
        text, ("autoencoder", "Method", 0.8), ("conditional variational autoencoder", "Method", 0.7)
    ) == [("conditional variational autoencoder", "Method")]


def test_a_sure_name_beats_a_doubtful_longer_span() -> None:
    text = "It uses BERT and other things."
    assert settled(text, ("BERT and other", "Task", 0.5), ("BERT", "Method", 0.9)) == [("BERT", "Method")]


def test_both_forms_of_an_abbreviation_share_a_type_and_nothing_smaller_remains() -> None:
    text = "Graph attention networks (GATs) are fast. GATs scale."
    found = settled(text, ("attention networks", "Task", 0.7), ("GATs", "Method", 0.9))
    assert found == [("Graph attention networks", "Method"), ("GATs", "Method"), ("GATs", "Method")]


def test_an_abbreviation_of_no_concept_stays_none() -> None:
    assert settled("Principal investigators (PIs) use BERT.", ("BERT", "Method", 0.9)) == [("BERT", "Method")]


def test_a_name_has_one_type_in_a_paper() -> None:
    text = "FooNet is new. We train FooNet. The FooNet data."
    first, second = text.index("FooNet"), text.rindex("FooNet")
    found = settle(
        text, [Candidate(first, first + 6, "Method", 0.9, "tagger"), Candidate(second, second + 6, "Dataset", 0.6, "tagger")], []
    )  # fmt: skip
    assert {c.type for c in found} == {"Method"}
    assert len(found) == 3


def test_further_occurrences_are_found() -> None:
    text = "We study large language models. Large language model use grows; LERD, an LLM. LERDs and lerd."
    found = settled(text, ("large language models", "Method", 0.9), ("LERD", "Method", 0.9))
    assert (
        "Large language model",
        "Method",
    ) not in found  # the plural was named; its singular is another string
    assert found.count(("LERD", "Method")) == 1
    assert ("LERDs", "Method") in found
    assert ("lerd", "Method") not in found


def test_names_that_only_the_title_has_must_be_sure() -> None:
    title = "Robust Parsing with LERD"
    text = f"{title}\n\nWe use LERD."
    pool = candidates(text, ("Robust Parsing", "Task", 0.7), ("LERD", "Method", 0.7))
    kept = settle(text, pool, [], len(title))
    assert [text[c.start : c.end] for c in kept] == ["LERD", "LERD"]
    sure = [pool[0]._replace(score=0.9)]
    assert [text[c.start : c.end] for c in settle(text, sure, [], len(title))] == ["Robust Parsing"]


def test_doubtful_candidates_are_left_out() -> None:
    assert settled("Some thing here.", ("thing", "Task", 0.3)) == []


@pytest.mark.parametrize("text", ["", "x", "(", "\n\n"])
def test_odd_texts(text: str) -> None:
    assert settle(text, [Candidate(0, len(text), "Task", 0.9, "tagger")], definitions(text)) == []


spans = st.tuples(st.integers(0, 40), st.integers(1, 12), st.sampled_from([0.5, 0.7, 0.9]))


@given(st.lists(spans, max_size=15))
def test_resolved_candidates_are_in_order_and_do_not_overlap(places: list[tuple[int, int, float]]) -> None:
    pool = [Candidate(start, start + length, "Task", score, "tagger") for start, length, score in places]
    kept = resolve(pool)
    assert set(kept) <= set(pool)
    assert all(a.end <= b.start for a, b in itertools.pairwise(kept))
    assert kept == resolve(reversed(pool))
    assert not pool or kept


def test_a_lone_modifier_of_a_shared_noun_is_no_name() -> None:
    text = "We compare convolutional and recurrent neural networks."
    names = ("convolutional", "Method", 0.8), ("recurrent neural networks", "Method", 0.9)
    assert settled(text, *names) == [("recurrent neural networks", "Method")]


def test_a_name_listed_between_two_of_a_type_is_of_that_type() -> None:
    text = "Naive Bayes, Keras, and AdaBoost are compared."
    names = ("Naive Bayes", "Method", 0.9), ("AdaBoost", "Method", 0.9)
    assert ("Keras", "Method") in settled(text, *names)
    assert ("Keras", "Method") not in settled(text, names[0], ("AdaBoost", "Dataset", 0.9))


def test_a_verb_is_no_part_of_a_long_form() -> None:
    text = "ABC beats maximal momentum (MM)."
    assert settled(text, ("ABC beats maximal momentum", "Method", 0.8)) == [
        ("maximal momentum", "Method"),
        ("MM", "Method"),
    ]


def test_a_name_that_is_all_the_text_says_nothing() -> None:
    assert settle("T2\n\n", [Candidate(0, 2, "Method", 0.9, "tagger")], []) == []


def test_proper_names_listed_after_a_mention_are_of_its_type() -> None:
    text = "ResNet-50, ResNet-101 and VGG-16 beat it; GLUE and others."
    found = settled(text, ("ResNet-50", "Method", 0.9), ("GLUE", "Dataset", 0.9))
    assert found == [
        ("ResNet-50", "Method"),
        ("ResNet-101", "Method"),
        ("VGG-16", "Method"),
        ("GLUE", "Dataset"),
    ]


def test_names_listed_together_share_the_type_of_most() -> None:
    text = "It is tested on GSM8K, MATH, AIME and GPQA; AIME is hard."
    pool = candidates(
        text, ("GSM8K", "Dataset", 0.9), ("MATH", "Dataset", 0.8), ("AIME", "Method", 0.9), ("GPQA", "Dataset", 0.9)
    )  # fmt: skip
    found = settle(text, pool, [])
    assert {c.type for c in found} == {"Dataset"}
    assert len(found) == 5
    two = "We use BERT, GLUE and more."
    assert settled(two, ("BERT", "Method", 0.9), ("GLUE", "Dataset", 0.9)) == [
        ("BERT", "Method"),
        ("GLUE", "Dataset"),
    ]


def test_letters_that_match_without_folding_alike() -> None:
    text = "We use image transformers. \u0130mage transformers are \u0131mage transformers."
    assert ("image transformers", "Method") in settled(text, ("image transformers", "Method", 0.9))
