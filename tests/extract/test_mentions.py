"""Candidates into the mentions of a paper."""

from __future__ import annotations

import pytest

from kg.extract.abbreviations import definitions
from kg.extract.candidates import Candidate
from kg.extract.mentions import settle
from tests.extract.settling import candidates, settled


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


def test_a_lone_modifier_of_a_shared_noun_is_no_name() -> None:
    text = "We compare convolutional and recurrent neural networks."
    names = ("convolutional", "Method", 0.8), ("recurrent neural networks", "Method", 0.9)
    assert settled(text, *names) == [("recurrent neural networks", "Method")]


def test_a_name_that_is_all_the_text_says_nothing() -> None:
    assert settle("T2\n\n", [Candidate(0, 2, "Method", 0.9, "tagger")], []) == []


def test_letters_that_match_without_folding_alike() -> None:
    text = "We use image transformers. \u0130mage transformers are \u0131mage transformers."
    assert ("image transformers", "Method") in settled(text, ("image transformers", "Method", 0.9))


def test_the_longest_name_is_found_up_to_the_end_of_the_text() -> None:
    text = "BERT-large beats BERT. BERT-large, BERTs and BERT-based; DistilBERT, BERT-2, BERT"
    found = settled(text, ("BERT-large", "Method", 0.9), ("BERT.", "Method", 0.9))
    assert [name for name, _ in found] == ["BERT-large", "BERT", "BERT-large", "BERTs", "BERT", "BERT"]


def test_letters_that_fold_to_more_keep_their_places() -> None:
    text = "\u0130 \u00df We study image search. Image Search \u0130s"
    assert [name for name, _ in settled(text, ("image search", "Task", 0.9))] == [
        "image search",
        "Image Search",
    ]
