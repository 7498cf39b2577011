"""The pipeline with the shipped model, and without."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kg.errors import ResourceError
from kg.extract import nlp
from kg.extract.encoder import MODEL


def test_components_stand_in_the_order_in_which_they_need_each_other() -> None:
    assert nlp.load().pipe_names == ["kg_sentences", "kg_abbreviations", "kg_known", "kg_tagger"]
    assert nlp.load() is nlp.load()


def test_a_damaged_model_is_a_fault_of_the_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(nlp.model_path(), folder)
    with (folder / MODEL).open("ab") as file:
        file.write(b"\0")
    monkeypatch.setattr(nlp, "model_path", lambda: folder)
    with pytest.raises(ResourceError, match=f"{MODEL}: is damaged") as raised:
        nlp.load.__wrapped__()
    assert raised.value.exit_status == 3
