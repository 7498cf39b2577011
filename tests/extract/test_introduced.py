"""Names that a paper gives to what it introduces."""

from __future__ import annotations

import pytest

from kg.extract.introduced import find


def names(text: str, title_end: int = 0) -> list[tuple[str, str]]:
    return [(text[c.start : c.end], c.type) for c in find(text, title_end)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We propose LERD, a dynamical system.", [("LERD", "Method")]),
        ("In this paper, we introduce a unified model called UrbanMLLM.", [("UrbanMLLM", "Method")]),
        ("This work presents MedBench-3, a benchmark for diagnosis.", [("MedBench-3", "Dataset")]),
        ("We release the dataset FooQA to all.", [("FooQA", "Dataset")]),
        ("To this end we further develop and release a metric, XScore.", [("XScore", "Metric")]),
        ("We present a novel 3D representation of scenes.", []),
        ("We propose a method for training BERT.", []),
        ("The model proposed by OpenAI is GPT-4.", []),
        ("We release code at https://github.com/A-B.", []),
    ],
)
def test_found(text: str, expected: list[tuple[str, str]]) -> None:
    assert names(text) == expected


def test_the_name_before_a_titles_colon() -> None:
    title = "Flashy: fast rendering of scenes"
    assert names(f"{title}\n\nNothing here.", len(title)) == [("Flashy", "Method")]
    plain = "On learning: a study"
    assert names(f"{plain}\n\nNothing here.", len(plain)) == []
