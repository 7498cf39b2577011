"""Concepts and relations of the shipped model against gold, by the measure of ../shared/tools/score.py."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kg import pipeline
from kg.export.annotations import to_json
from kg.extract.candidates import is_name
from kg.records import Annotation

pytestmark = pytest.mark.shared


def gold(path: Path) -> dict[str, Any]:
    return {record["id"]: record for record in map(json.loads, path.read_text(encoding="utf-8").splitlines())}


def line(name: str, scores: dict[str, Any]) -> list[str]:
    """The scores as two printed lines."""

    def prf(key: str) -> str:
        part = scores[key]
        return f"{key} P {part['p']:.3f} R {part['r']:.3f} F1 {part['f1']:.3f}"

    types = "  ".join(f"{t} {scores[t]['f1']:.3f}" for t in ("Method", "Task", "Dataset", "Metric"))
    return [
        f"{name}: {prf('concepts')}  ({types})  core recall {scores['core_recall']:.3f}",
        f"{'':{len(name)}}  {prf('triples')}  {prf('proposes')}",
    ]


def predicted(annotations: Iterable[Annotation]) -> dict[str, Any]:
    return {annotation.document.id: to_json(annotation) for annotation in annotations}


def named_systems(record: dict[str, Any]) -> list[set[str]]:
    """The forms of each proposed concept that has a proper name."""
    proposed = {o for s, p, o in record["triples"] if (s, p) == ("paper", "proposes")}
    forms = [{c["name"], *c["mentions"]} for i, c in enumerate(record["concepts"]) if i in proposed]
    return [form for form in forms if any(is_name(name) for name in form)]


def test_dev(shared: Path, scorer: ModuleType, measured: list[str]) -> None:
    """Floors a little below what the shipped model reaches."""
    path = shared / "gold/dev.jsonl"
    said = predicted(pipeline.extract([path]))
    scores, _ = scorer.score(gold(path), said)
    systems = [(id_, forms) for id_, record in gold(path).items() for forms in named_systems(record)]
    found = sum(
        bool(
            {scorer.fold(f) for f in forms}
            & {f for _, k in scorer.pred_concepts(said[i]).values() for f in k}
        )
        for i, forms in systems
    )
    measured += line("gold/dev (50)", scores)
    measured.append(f"               named systems found: {found} of {len(systems)}")
    assert scores["concepts"]["f1"] >= 0.68
    assert found >= 0.9 * len(systems)


def test_seeds(shared: Path, scorer: ModuleType, measured: list[str]) -> None:
    """The real seeds as the user gave them: the first file's abstracts have gold."""
    expected = gold(shared / "gold/dev-seeds.jsonl")
    annotations = list(pipeline.extract([shared / "seeds"]))
    assert len(annotations) == 38
    said = dict(zip(expected, map(to_json, annotations), strict=False))
    scores, _ = scorer.score(expected, said)
    measured += line("shared/seeds, first file (19)", scores)
    measured.append(f"{'':31}named systems found: {scores['systems_found']:.3f} of papers")
    assert scores["concepts"]["f1"] >= 0.69
    assert scores["systems_found"] >= 0.9


def test_offsets_hold(shared: Path) -> None:
    """Every mention stands where it says, in every abstract of the training gold."""
    for annotation in pipeline.extract([shared / "gold/dev-seeds.jsonl", shared / "seeds"]):
        for mention in annotation.mentions:
            surface = annotation.document.part(mention.part)[mention.start : mention.end]
            assert surface == surface.strip() != ""
        for statement in annotation.statements:
            for passage in statement.evidence:
                assert annotation.document.part(passage.part)[passage.start : passage.end] == passage.quote
