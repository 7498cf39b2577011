"""The JSON form of one paper's annotation, as the contract has it."""

from __future__ import annotations

import json
from pathlib import Path

from kg.export import annotations
from kg.records import Annotation, Concept, Document, Evidence, Mention, Result, Statement

TEXT = "We propose LERD. LERD is evaluated on SQuAD.\u2028End"
ANNOTATION = Annotation(
    Document("p1", TEXT, title="LERD for EEG"),
    (
        Mention(0, 4, "Method", 0.9, "title", "title"),
        Mention(9, 12, "Task", 0.9, "title", "title"),
        Mention(11, 15, "Method", 0.98004, "tagger"),
        Mention(17, 21, "Method", 0.9, "tagger"),
        Mention(38, 43, "Dataset", 1.0, "tagger"),
    ),
    ("c1", "c2", "c1", "c1", "c3"),
    (
        Concept("c1", "LERD", "Method", ("Lerd",)),
        Concept("c2", "EEG", "Task"),
        Concept("c3", "SQuAD", "Dataset"),
    ),
    (
        Statement("paper", "mentions", "c1", 1.0, (Evidence("p1", 0, 16, TEXT[0:16]),)),
        Statement("paper", "proposes", "c1", 0.9, (Evidence("p1", 0, 16, TEXT[0:16]),)),
        Statement(
            "c1",
            "evaluatedOn",
            "c3",
            2 / 3,
            (
                Evidence("p1", 17, 44, TEXT[17:44]),
                Evidence("p1", 0, 12, "LERD for EEG", "title"),
                Evidence("p1", 0, 16, TEXT[0:16]),
            ),
        ),
    ),
    results=(
        Result(
            "c1", None, "c3", None, "84.8", "%", "absolute", "84.8%", 0.7, Evidence("p1", 17, 44, TEXT[17:44])
        ),
        Result(
            "c1",
            "c2",
            None,
            None,
            None,
            None,
            "reduction",
            "half",
            0.7,
            Evidence("p1", 0, 4, "LERD", "title"),
        ),
    ),
)


def test_the_form_of_the_contract() -> None:
    assert annotations.to_json(ANNOTATION) == {
        "id": "p1",
        "title": "LERD for EEG",
        "text": TEXT,
        "mentions": [
            {"start": 11, "end": 15, "text": "LERD", "type": "Method", "concept": "c1", "score": 0.98},
            {"start": 17, "end": 21, "text": "LERD", "type": "Method", "concept": "c1", "score": 0.9},
            {"start": 38, "end": 43, "text": "SQuAD", "type": "Dataset", "concept": "c3", "score": 1.0},
        ],
        "concepts": [
            {"id": "c1", "name": "LERD", "type": "Method", "aliases": ["Lerd"]},
            {"id": "c2", "name": "EEG", "type": "Task", "aliases": []},
            {"id": "c3", "name": "SQuAD", "type": "Dataset", "aliases": []},
        ],
        "relations": [
            {"head": "paper", "type": "proposes", "tail": "c1", "score": 0.9, "evidence": [[0, 16]]},
            {
                "head": "c1",
                "type": "evaluatedOn",
                "tail": "c3",
                "score": 0.6667,
                "evidence": [[0, 16], [17, 44]],
            },
        ],
        "results": [
            {
                "method": "c1",
                "task": None,
                "dataset": "c3",
                "metric": None,
                "value": "84.8",
                "unit": "%",
                "kind": "absolute",
                "evidence": [17, 44],
            }
        ],
    }


def test_one_strict_line_a_paper_in_the_order_given(tmp_path: Path) -> None:
    other = Annotation(Document("a", "Lone \ud800 and \x01."))
    annotations.write([ANNOTATION, other], tmp_path / "annotations.jsonl")
    lines = (tmp_path / "annotations.jsonl").read_text(encoding="utf-8").splitlines()
    first, second = map(json.loads, lines)
    assert first == annotations.to_json(ANNOTATION)
    assert second["text"] == "Lone \ufffd and \x01." and second["title"] is None
