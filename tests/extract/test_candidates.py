"""The house rules for spans."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.candidates import Candidate, trim


def kept(text: str) -> str | None:
    candidate = trim(text, Candidate(0, len(text), "Method", 0.9, "tagger"))
    return candidate and text[candidate.start : candidate.end]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the LERD framework", "LERD"),
        ("a novel ResNet-50 model", "ResNet-50"),
        ("miniF2F benchmark", "miniF2F"),
        ("our proposed graph neural networks", "graph neural networks"),
        ("Natural Scenes Dataset", "Natural Scenes Dataset"),
        ("diffusion models", "diffusion models"),
        ("BERT (base", "BERT"),
        ("(BERT)", "BERT"),
        ("(un)supervised learning", "(un)supervised learning"),
        ("R(2+1)D", "R(2+1)D"),
        ("-based", "based"),
        ("“masking”,", "masking"),
        ("C++", "C++"),
        ("collection of", "collection"),
        ("image retrieval using the", "image retrieval"),
        ("METEOR w.r.t", "METEOR"),
        ("WMT14 resp.", "WMT14"),
    ],
)
def test_trimmed(text: str, expected: str) -> None:
    assert kept(text) == expected


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        ("We use low-rank adaptation here.", "rank adaptation", "low-rank adaptation"),
        ("a Feature Aggregation Network module works", "Feature Aggregation Network module", "Feature Aggregation Network"),
        ("an inter-frequency correlation module", "inter-frequency correlation module", "inter-frequency correlation module"),
        ("for open-domain multi-hop questions", "open-domain multi", None),
        ("BERT-based tagging", "BERT", "BERT"),
        ("a graphical thing", "graphical", None),
        ("with dropout only", "dropout", "dropout"),
    ],
)  # fmt: skip
def test_in_context(text: str, span: str, expected: str | None) -> None:
    start = text.index(span)
    candidate = trim(text, Candidate(start, start + len(span), "Method", 0.9, "tagger"))
    assert (candidate and text[candidate.start : candidate.end]) == expected


@pytest.mark.parametrize(
    "text",
    [
        "it",
        "the model",
        "50%",
        "2019",
        "3x",
        "***",
        "---",
        "( )",
        "https://x.org/a",
        "n",
        "",
        "deep",
        "corpus",
        "geometry-preserving",
        "graph-aware",
        "Pre-trained",
        "zero-shot",
        "Abstract",
    ],
)
def test_nothing_left(text: str) -> None:
    assert kept(text) is None


@given(st.text(alphabet="aB ()[]-1.the", max_size=40))
def test_what_is_left_has_paired_brackets_and_clean_ends(text: str) -> None:
    name = kept(text)
    if name is not None:
        assert name.count("(") == name.count(")")
        assert name == name.strip(" .-")
        assert any(c.isalpha() for c in name)


@pytest.mark.parametrize(
    ("text", "span", "kept"),
    [
        ("BERT-based ones", "BERT-based", "BERT"),
        ("BERT- based encoders", "BERT- based encoders", "BERT"),
        ("GNN -based encoders", "GNN -based encoders", "GNN"),
        ("LLM-based methods", "LLM-based methods", "LLM"),
        ("BERT-based and GNN-based encoders", "GNN-based encoders", "GNN"),
        ("a CNN-based decoder", "CNN-based decoder", "CNN-based decoder"),
        ("tree-based search", "tree-based search", "tree-based search"),
        ("a pre-trained network", "pre", None),
        ("image-level objectives", "image", None),
    ],
)
def test_hyphened_modifiers(text: str, span: str, kept: str | None) -> None:
    start = text.index(span)
    found = trim(text, Candidate(start, start + len(span), "Method", 0.9, "tagger"))
    assert (found and text[found.start : found.end]) == kept
