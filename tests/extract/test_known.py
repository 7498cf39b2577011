"""Known names in running text."""

from __future__ import annotations

import pytest
from spacy.language import Language

from kg.extract import nlp  # noqa: F401  registers the components
from kg.extract.known import KnownNames
from kg.extract.tokens import blank
from kg.vocabulary import Term


@pytest.fixture(scope="module")
def pipeline() -> Language:
    made = blank()
    made.add_pipe("kg_sentences")
    made.add_pipe("kg_known")
    return made


def known(pipeline: Language, text: str) -> list[tuple[str, str]]:
    return [(text[c.start : c.end], c.type) for c in pipeline(text).user_data["known"]]


@pytest.mark.parametrize(
    ("text", "name", "type_"),
    [
        ("We use Large Language Models.", "Large Language Models", "Method"),
        ("a graph neural network", "graph neural network", "Method"),
        ("on CIFAR 10 and", "CIFAR 10", "Dataset"),
        ("on CIFAR-10.", "CIFAR-10", "Dataset"),
        ("BERT-based tagging", "BERT", "Method"),
        ("for Image Classification", "Image Classification", "Task"),
        ("Markov Decision Processes are", "Markov Decision Processes", "Method"),
        ("tested on SQuAD", "SQuAD", "Dataset"),
    ],
)
def test_found_in_any_spelling(pipeline: Language, text: str, name: str, type_: str) -> None:
    assert (name, type_) in known(pipeline, text)


@pytest.mark.parametrize(
    "text",
    [
        "the race was won",
        "at https://example.org/BERT/GLUE",
        "a swag of things",
        "glue it",
        "High precision is needed.",
    ],
)
def test_not_found(pipeline: Language, text: str) -> None:
    assert known(pipeline, text) == []


def test_doubtful_names_count_in_company(pipeline: Language) -> None:
    assert known(pipeline, "We report precision, recall and F1.") == [
        ("precision", "Metric"),
        ("recall", "Metric"),
        ("F1", "Metric"),
    ]


def test_the_longest_name_wins(pipeline: Language) -> None:
    assert known(pipeline, "A variational autoencoder.") == [("variational autoencoder", "Method")]


def test_terms_of_ones_own_stand_in_place_of_the_shipped(pipeline: Language) -> None:
    own = KnownNames(pipeline, [Term("leaf counting", "Task", "leaf counting", False)])
    text = "BERT for leaf-counting"
    assert [(text[c.start : c.end], c.type) for c in own.find(pipeline(text))] == [("leaf-counting", "Task")]
