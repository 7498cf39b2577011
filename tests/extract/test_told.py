"""Relations told in so many words."""

from __future__ import annotations

import pytest

from kg.extract import told
from kg.extract.candidates import Candidate

NAMES = {
    "BERT": "Method", "RoBERTa": "Method", "GPT-2": "Method", "SQuAD": "Dataset", "GLUE": "Dataset", "F1": "Metric",
    "parsing": "Task",
}  # fmt: skip


def triples(text: str) -> set[tuple[str, str, str]]:
    mentions = sorted(
        Candidate(at, at + len(name), type_, 0.9, "tagger")
        for name, type_ in NAMES.items()
        for at in range(len(text))
        if text.startswith(name, at) and text[at - 1 : at].isalnum() is False
    )
    found = told.find(text, [(0, len(text))], mentions)

    def name(index: int | None) -> str:
        assert index is not None
        return text[mentions[index].start : mentions[index].end]

    return {(name(r.subject), r.predicate, name(r.object)) for r in found}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BERT is evaluated on SQuAD.", {("BERT", "evaluatedOn", "SQuAD")}),
        ("BERT was pre-trained on the GLUE corpus.", {("BERT", "trainedOn", "GLUE")}),
        ("RoBERTa uses BERT.", {("RoBERTa", "uses", "BERT")}),
        ("RoBERTa outperforms BERT on GLUE.", {("RoBERTa", "comparedWith", "BERT")}),
        ("BERT is measured by F1.", {("BERT", "measuredBy", "F1")}),
        ("We fine-tune BERT for parsing and evaluate it on SQuAD.", {("BERT", "evaluatedOn", "SQuAD")}),
        (
            "BERT and RoBERTa are evaluated on SQuAD and GLUE.",
            {(m, "evaluatedOn", d) for m in ("BERT", "RoBERTa") for d in ("SQuAD", "GLUE")},
        ),
    ],
)
def test_told(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert triples(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "BERT is not evaluated on SQuAD.",
        "Neither BERT nor RoBERTa is evaluated on SQuAD.",
        "RoBERTa does not use BERT.",
        "BERT, SQuAD and GLUE are known.",
        "BERT helps. It is evaluated on SQuAD.",
    ],
)
def test_not_told(text: str) -> None:
    assert triples(text) == set()
