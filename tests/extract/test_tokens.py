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
