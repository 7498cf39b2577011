"""Short and long forms as mentions."""

from __future__ import annotations

from tests.extract.settling import settled


def test_both_forms_of_an_abbreviation_share_a_type_and_nothing_smaller_remains() -> None:
    text = "Graph attention networks (GATs) are fast. GATs scale."
    found = settled(text, ("attention networks", "Task", 0.7), ("GATs", "Method", 0.9))
    assert found == [("Graph attention networks", "Method"), ("GATs", "Method"), ("GATs", "Method")]


def test_an_abbreviation_of_no_concept_stays_none() -> None:
    assert settled("Principal investigators (PIs) use BERT.", ("BERT", "Method", 0.9)) == [("BERT", "Method")]


def test_a_verb_is_no_part_of_a_long_form() -> None:
    text = "ABC beats maximal momentum (MM)."
    assert settled(text, ("ABC beats maximal momentum", "Method", 0.8)) == [
        ("maximal momentum", "Method"),
        ("MM", "Method"),
    ]
