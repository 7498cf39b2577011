"""On what and by what a number was measured, by weights that are written here."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kg.errors import ResourceError
from kg.extract import results, slots
from kg.extract.slots import Choice, Weights
from kg.records import Relation
from tests.extract.test_results import reading

TEXT = "FooNet: parsing on GLUE. FooNet reaches an accuracy of 91.2% and an F1 of 85.0% on SQuAD."
SIZE = 1 << 14


def chosen(weights: Weights, text: str = TEXT) -> list[tuple[str | None, str | None]]:
    """The dataset and metric of each number."""
    paper = reading(text)
    about = results.About.of(paper, [Relation(None, "proposes", 0, 0, 9, 0.9, "told")])
    found = []
    for sentence, numbers, kinds in results.candidates(paper):
        for said, choices in about.ends(paper, sentence, numbers, kinds):
            ends = slots.choose(choices, said, weights)
            assert (ends.method, ends.task) == (said.method, said.task)
            mentions = (None if i is None else paper.mentions[i] for i in (ends.dataset, ends.metric))
            found.append(tuple(None if m is None else text[m.start : m.end] for m in mentions))
    return found


def liking(*traits: str, least: float = 0.4) -> Weights:
    """Weights that favour names with these traits."""
    table = np.zeros(SIZE, dtype=np.float32)
    for slot in slots.SLOTS:
        name = reading(TEXT).names[0]
        table[slots.rows(slot, Choice(name, 0, ["bias"]), SIZE)] = -4
        table[slots.rows(slot, Choice(name, 0, traits), SIZE)] = 8
    return Weights(table, dict.fromkeys(slots.SLOTS, least))


def test_the_likeliest_name_is_taken() -> None:
    assert chosen(liking("rank=0")) == [("SQuAD", "accuracy"), ("SQuAD", "F1")]
    assert chosen(liking("away=1,False", "rank=1")) == [("GLUE", "F1"), ("GLUE", "accuracy")]


def test_what_no_name_is_likely_enough_for_is_left_open() -> None:
    assert chosen(liking("rank=0", least=0.999)) == [(None, None), (None, None)]
    assert chosen(liking("rank=0"), "FooNet reaches 91.2%.") == [(None, None)]


def test_names_far_from_the_number_are_seen_as_such() -> None:
    paper = reading(TEXT)
    about = results.About.of(paper, [])
    ((_, numbers, kinds),) = [c for c in results.candidates(paper) if c[1]]
    _, choices = next(about.ends(paper, len(paper.sentences) - 1, numbers, kinds))
    traits = {
        TEXT[paper.mentions[c.mention].start :].split()[0].strip("."): c.traits for c in choices["dataset"]
    }
    assert "away=1,False" in traits["GLUE"]
    assert "inside" not in traits["GLUE"]
    assert {"inside", "side=after", "alike=after,0"} <= set(traits["SQuAD"])


def test_weights_that_are_missing_or_damaged_are_named(tmp_path: Path) -> None:
    np.savez(tmp_path / "old.npz", table=np.zeros(4), threshold=0.5)  # of a model without ends
    for path in (tmp_path / "none.npz", tmp_path / "old.npz"):
        with pytest.raises(ResourceError, match=r"model of results cannot be read.*Install kg again"):
            slots.load(path)
