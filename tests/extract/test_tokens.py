"""Tokens of scientific text."""

from __future__ import annotations

import pytest

from kg.extract.tokens import blank


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BERT- based", ["BERT", "-", "based"]),
        ("GNN -based", ["GNN", "-", "based"]),
        ("RoBERTa(Doe,2019)is", ["RoBERTa", "(", "Doe,2019", ")", "is"]),
        ("GPT-4 and CIFAR-10", ["GPT-4", "and", "CIFAR-10"]),
        ("FB15k-237", ["FB15k-237"]),
        ("84.8% Pass@64", ["84.8", "%", "Pass@64"]),
        ("Bi-LSTM—a tagger", ["Bi", "-", "LSTM", "—", "a", "tagger"]),
        ("energy–efficient", ["energy", "–", "efficient"]),
        ("(N=8)", ["(", "N=8", ")"]),
        ("SQuAD_v2, C++.", ["SQuAD_v2", ",", "C++", "."]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert [token.text for token in blank()(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10_000,
        "(" * 3_000,
        "\"'$%^&*()[]{}<>!?;:,.~|" * 200,
        "\U0001f600\U0001f680" * 2_000,
        "我们提出一种新的方法。" * 500,
        " we  propose\n" + "aB3-" * 400 + "\t\n " + "." * 251 + " it",
    ],
)
def test_text_without_spaces_keeps_every_character(text: str) -> None:
    doc = blank()(text)
    assert doc.text == text
    assert [text[t.idx : t.idx + len(t)] for t in doc] == [t.text for t in doc]
    assert max(len(token) for token in doc) <= 250


def test_a_long_address_is_one_token() -> None:
    address = "https://example.org/" + "a/" * 100
    assert [token.text for token in blank()(f"See {address} .")] == ["See", address, "."]
