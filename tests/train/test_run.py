"""What training refuses before it starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import UsageError
from kg.train import run
from kg.train.recipe import Recipe, RelationRecipe, TaggerRecipe, VectorRecipe, digest


def test_missing_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"abstracts\.jsonl\.gz: no such file"):
        run.run(tmp_path, tmp_path / "out", tmp_path / "work", Recipe(), print)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_something_else_is_not_replaced(shared: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(UsageError, match="something else than a model"):
        run.run(shared, tmp_path / "mine", tmp_path / "work", Recipe(), print)
    assert (tmp_path / "mine" / "thesis.txt").exists()


def test_stages_are_named_by_what_decides_them() -> None:
    one, other = Recipe(), Recipe(tagger=TaggerRecipe(seed=1), relations=RelationRecipe(beta=1.0))
    assert digest(one.vectors) == digest(other.vectors)
    assert digest(one.vectors, one.tagger) != digest(other.vectors, other.tagger)
    assert digest(VectorRecipe(), TaggerRecipe()) != digest(VectorRecipe(width=64), TaggerRecipe())
