"""What training refuses before it starts, and that it goes on where it was interrupted."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from kg.errors import UsageError
from kg.train import platt, run
from kg.train.recipe import FitRecipe, Recipe, TeacherRecipe, digest


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
    assert digest(TeacherRecipe(), 0) == digest(TeacherRecipe(), 0)
    assert digest(TeacherRecipe(), 0) != digest(TeacherRecipe(seeds=(1,)), 0)


def test_curves_rise_and_stay_shares() -> None:
    rng = random.Random(0)
    scored = [(score, rng.random() < score**2) for score in (rng.random() for _ in range(2000))]
    points = platt.curve(scored)
    shares = [share for _, share in points]
    assert shares == sorted(shares)
    assert all(abs(share - score**2) < 0.12 for score, share in points)
    assert platt.curve([(0.9, True)] * 5) == ()


def test_the_temperature_undoes_what_made_logits_too_sure() -> None:
    rng = np.random.default_rng(0)
    honest = rng.normal(0, 1.5, (4000, 3))
    shares = np.exp(honest) / np.exp(honest).sum(axis=1, keepdims=True)
    labels = [int(rng.choice(3, p=row)) for row in shares]
    assert platt.temperature([honest.astype(np.float32) * 3], [labels]) == pytest.approx(3, abs=0.3)


def test_an_interrupted_fit_ends_as_an_undisturbed_one(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="needs kg[train]")
    from kg.train.encoder import Encoder
    from kg.train.fit import fit
    from kg.train.samples import Sample

    config = {
        "hidden_size": 8, "layer_norm_eps": 1e-5, "pad_token_id": 0, "model_type": "bert", "vocab_size": 20,
        "max_position_embeddings": 16, "num_attention_heads": 2, "intermediate_size": 16, "num_hidden_layers": 2,
    }  # fmt: skip
    samples = [
        Sample(
            torch.tensor([1, n, n + 1, 2]), torch.tensor([0, 1, 2, 0]), torch.tensor([1, 2]),
            {"gold": torch.tensor([n % 3, 0])},
        )
        for n in range(3, 18)
    ]  # fmt: skip

    def draw(rng: random.Random) -> list[Sample]:
        return rng.sample(samples, len(samples))

    def model() -> Encoder:
        torch.manual_seed(0)
        return Encoder(config, {"gold": 3})

    class Interrupted(Exception):
        pass

    def stop(line: str) -> None:
        if line.startswith("epoch 2/3"):
            raise Interrupted

    def ended(kept: Path, lines: list[str]) -> dict[str, object]:
        fitted = fit(model(), [draw] * 3, FitRecipe(batch=4), 0, kept, lines.append, lambda m: "")
        return fitted.state_dict()

    lines: list[str] = []
    whole = ended(tmp_path / "whole.pt", lines)
    with pytest.raises(Interrupted):
        fit(model(), [draw] * 3, FitRecipe(batch=4), 0, tmp_path / "broken.pt", stop, lambda m: "")
    again: list[str] = []
    resumed = ended(tmp_path / "broken.pt", again)
    assert len(lines) == 3
    assert again == lines[1:]
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)  # type: ignore[call-overload]
    assert ended(tmp_path / "broken.pt", []).keys() == whole.keys()
