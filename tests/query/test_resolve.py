"""A name, however it is typed, leads to its concept or to a clear "not there"."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import store
from kg.errors import NotFoundError
from kg.names import concept_id
from kg.query.resolve import nearest, resolve
from kg.records import Concept
from tests import samples, whole
from tests.whole import Graph


@pytest.mark.parametrize(
    "name",
    [
        "BERT", "bert", " Bert ", '"BERT"', "BERTs", "the BERT model", 'the "BERT" model', "a BERT",
        "bidirectional encoder representation from transformer", "method/bert",
        "Bidirectional Encoder Representations from Transformers (BERT)", "Unknown Long Form (BERT)",
    ],
)  # fmt: skip
def test_every_spelling_means_the_same_concept(sample: store.Store, name: str) -> None:
    assert resolve(sample, name).concept.name == "BERT"


@pytest.mark.parametrize("name", [name for name in samples.HOSTILE if name != "]]>"])
def test_a_hostile_name_is_found_by_itself(hostile: store.Store, name: str) -> None:
    assert resolve(hostile, name).concept.name == name


@pytest.mark.parametrize(
    "name",
    [
        'BERT" } # ',
        "\\",
        "a)*(b[",
        "",
        " ",
        "x" * 10_000,
        "(" * 10_000,
        "AND",
        "NEAR(a b)",
        "*",
        "\0",
        "\ud800",
    ],
)
def test_a_name_that_is_not_there_is_not_found(hostile: store.Store, name: str) -> None:
    with pytest.raises(NotFoundError, match="No concept is called") as error:
        resolve(hostile, name)
    assert len(str(error.value)) < 1500
    str(error.value).encode()


@given(st.text(st.characters(), max_size=30))
def test_no_text_breaks_it(hostile_path: Path, name: str) -> None:
    with store.Store(hostile_path) as opened:
        try:
            assert resolve(opened, name).concept.id
        except NotFoundError as error:
            assert str(error)


def test_an_unknown_name_gets_the_nearest_ones(sample: store.Store) -> None:
    assert nearest(sample, "BERTT")[0] == "BERT"
    assert nearest(sample, "answering") == ("question answering",)
    assert nearest(sample, "robert") == ("RoBERTa", "BERT")
    with pytest.raises(NotFoundError, match=r'"GLEU".*The nearest names: GLUE'):
        resolve(sample, "GLEU")


def test_of_namesakes_the_best_supported_is_meant(tmp_path: Path) -> None:
    few, many = (
        Concept(concept_id(t, "Iris"), "Iris", t, papers=n) for t, n in (("Dataset", 1), ("Method", 3))
    )
    whole.write(Graph(concepts=(few, many)), tmp_path / "g.sqlite")
    with store.Store(tmp_path / "g.sqlite") as opened:
        match = resolve(opened, "iris")
        assert match.concept.type == "Method"
        assert [c.type for c in match.others] == ["Dataset"]
        assert resolve(opened, "dataset/iris").concept.type == "Dataset"
