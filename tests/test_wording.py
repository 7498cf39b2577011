"""Words of messages."""

from __future__ import annotations

from kg.wording import shortened


def test_a_long_name_is_shortened() -> None:
    assert len(shortened("n" * 10_000)) == 60
    assert shortened("BERT") == "BERT"


def test_what_is_no_text_is_shown_as_a_question_mark() -> None:
    assert shortened("a\udcff") == "a?"
