"""Annotated abstracts and corpora as typed spans."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.train import gold, relations

RECORD = {
    "id": "x/1",
    "title": "LERD for EEG",
    "text": r"We propose \textbf{LERD}. LERD-large beats LERDs.",
    "concepts": [
        {"name": "LERD", "type": "Method", "core": True, "mentions": ["LERD", r"\textbf{LERD}"]},
        {"name": "LERD-large", "type": "Method", "core": True, "mentions": ["LERD-large"]},
    ],
    "triples": [["paper", "proposes", 0], [1, "subclassOf", 0]],
    "results": [],
}


def test_occurrences_are_cleaned_longest_first_on_word_boundaries(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(RECORD) + "\n", encoding="utf-8")
    (record,) = gold.load(path)
    assert record.text == "LERD for EEG\n\nWe propose LERD. LERD-large beats LERDs."
    assert [record.text[a:b] for a, b, _ in record.spans] == ["LERD", "LERD", "LERD-large"]
    assert record.triples == ((-1, "proposes", 0), (1, "subclassOf", 0))
    sample = relations.sample(record)
    assert {r for _, r, _ in sample.triples} == {"proposes", "subclassOf"}


def test_a_line_of_another_form_is_named(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(RECORD) + '\n{"id": "y"}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"gold\.jsonl:2: not an annotated abstract"):
        gold.load(path)
