"""Identity keys and ids of names."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.names import concept_id, key, singular, slug

SAME = [
    ("Alzheimer’s disease", "Alzheimer's Disease"),
    ("NNs", "NN"),
    ("policies", "policy"),
    ("matrices", "matrix"),
    ("time series", "Time Series"),
    ("SQuAD_v2", "SQuAD v2"),
    ("CIFAR 10", "CIFAR-10"),
    ("“masked” LM", "masked LM"),
]
APART = [
    ("1-10", "110"),
    ("C", "C++"),
    ("A*", "A"),
    ("GPT-4", "GPT-4o"),
    ("F1", "F2"),
    ("top-1 accuracy", "top-5 accuracy"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_same(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_apart(one: str, other: str) -> None:
    assert key(one) != key(other)
    assert concept_id("Method", one) != concept_id("Method", other)


@pytest.mark.parametrize("name", ["", "***", "---", "( )", "…", "'\""])
def test_nothing_to_identify(name: str) -> None:
    assert key(name) == ""


def test_names_of_signs_alone_have_ids_of_their_own() -> None:
    ids = {concept_id("Method", name) for name in ("]]>", "***", "---")}
    assert len(ids) == 3
    assert "method/" not in ids


@pytest.mark.parametrize("word", ["loss", "analysis", "series", "lens", "corpus", "bias", "bus"])
def test_singular_keeps(word: str) -> None:
    assert key(word) == singular(word) == word


@given(st.text(max_size=30), st.text(max_size=30))
def test_ids_differ_where_keys_differ(one: str, other: str) -> None:
    if key(one) != key(other):
        assert concept_id("Method", one) != concept_id("Method", other)


@given(st.text(max_size=30))
def test_outer_space_does_not_matter(name: str) -> None:
    assert key(f"  {name} ") == key(name)


@given(st.text(alphabet=string.printable, max_size=30))
def test_slug_is_safe(name: str) -> None:
    assert all(c.isalnum() or c == "-" for c in slug(name))
