"""What the words beside a name say it is."""

from __future__ import annotations

import pytest

from kg.extract.candidates import Candidate
from kg.extract.kinds import beside
from kg.extract.mentions import settle


@pytest.mark.parametrize(
    ("text", "name", "type_"),
    [
        ("on the FooQA dataset", "FooQA", "Dataset"),
        ("on FooQA's test set", "FooQA", "Dataset"),
        ("on benchmarks such as FooQA", "FooQA", "Dataset"),
        ("two datasets, FooQA", "FooQA", "Dataset"),
        ("the LERD model", "LERD", "Method"),
        ("the XY score", "XY", "Metric"),
        ("LERD is new", "LERD", None),
        ("data for LERD", "LERD", None),
    ],
)
def test_beside(text: str, name: str, type_: str | None) -> None:
    assert beside(text, text.index(name), text.index(name) + len(name)) == type_


def test_the_words_beside_a_name_outvote_a_doubtful_tagger() -> None:
    text = "It wins on the datasets WILDTRACK and MultiviewX."
    spots = [(text.index(n), text.index(n) + len(n)) for n in ("WILDTRACK", "MultiviewX")]
    found = settle(text, [Candidate(*spot, "Method", 0.6, "tagger") for spot in spots], [])
    assert found[0].type == "Dataset"


def test_what_a_paper_calls_its_contribution_counts_most() -> None:
    text = "We introduce FooQA, a benchmark for reading. FooQA is hard. FooQA is new."
    starts = [i for i in range(len(text)) if text.startswith("FooQA", i)]
    pool = [Candidate(i, i + 5, "Method", 0.7, "tagger") for i in starts]
    pool.append(Candidate(starts[0], starts[0] + 5, "Dataset", 0.85, "introduced"))
    assert {c.type for c in settle(text, pool, [])} == {"Dataset"}
