"""What a training of the ends of results learns from."""

from __future__ import annotations

from pathlib import Path

from kg.extract import figures
from kg.train import gold
from kg.train.figures import aligned
from kg.train.gold import Reported
from kg.train.slots import _threshold


def test_each_result_takes_its_own_number() -> None:
    text = "It gains 3% on A, 3% on B and 5% on C."
    results = [Reported("3", "improvement", "3% on B"), Reported("3", "improvement", "3% on A")]
    numbers = figures.find(text)
    found = aligned(text, numbers, [*results, Reported("7", "improvement", "7% on D")])
    assert found == {1: results[0], 0: results[1]}


def test_gold_gives_the_ends_in_order(tmp_path: Path) -> None:
    line = (
        '{"id": "a", "text": "BERT gains 3% F1.", "concepts": [], "triples": [], "results":'
        ' [{"method": 0, "task": null, "dataset": null, "metric": 1, "value": "3", "kind": "improvement", "quote": "3%"}]}'
    )
    (tmp_path / "gold.jsonl").write_text(line + "\n", encoding="utf-8")
    (record,) = gold.load(tmp_path / "gold.jsonl")
    assert record.results[0].ends == (0, None, None, 1)


def test_of_thresholds_that_are_alike_the_least_is_taken() -> None:
    sure = [(0.9, True)] * 98 + [(0.5, False)]
    assert _threshold(sure, 98) == (0.0, 1.0)
    assert _threshold([(0.9, True), (0.8, True), (0.3, False), (0.2, False)], 2) == (0.8, 1.0)
