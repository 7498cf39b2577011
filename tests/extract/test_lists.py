"""Names listed together."""

from __future__ import annotations

from kg.extract.mentions import settle
from tests.extract.settling import candidates, settled


def test_a_name_listed_between_two_of_a_type_is_of_that_type() -> None:
    text = "Naive Bayes, Keras, and AdaBoost are compared."
    names = ("Naive Bayes", "Method", 0.9), ("AdaBoost", "Method", 0.9)
    assert ("Keras", "Method") in settled(text, *names)
    assert ("Keras", "Method") not in settled(text, names[0], ("AdaBoost", "Dataset", 0.9))


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
