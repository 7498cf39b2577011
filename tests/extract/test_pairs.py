"""What the relation classifier sees of a paper."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract import pairs, sentences
from kg.extract.candidates import Candidate
from kg.extract.pairs import Pair, Reading
from kg.extract.relations import hashed


def reading(text: str, *names: tuple[str, str]) -> Reading:
    mentions = [Candidate(text.index(n), text.index(n) + len(n), t, 0.9, "tagger") for n, t in names]
    return pairs.read(text, 0, sentences.spans(text), mentions, [], [])


def traits(text: str, name: str) -> set[str]:
    paper = reading(text, (name, "Method"))
    return set(pairs.name_features(paper, paper.names[0])[0][1])


def test_words_beside_a_name_are_those_of_its_sentence() -> None:
    seen = traits("It is new. With LERD 3 tags pass. Fine.", "LERD")
    assert {"before0=with", "after0=0", "after1=tags", "after2=pass", "earlier=with"} <= seen
    assert not seen & {"before1=.", "earlier=new", "after2=."}


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("We propose LERD.", "cue=0"),
        ("We propose a model LERD.", "cue=2"),
        ("We propose and LERD.", "cue=1"),  # "and LERD" belongs to no cue where LERD is a name
        ("LERD is what we propose.", None),
        ("We propose it. LERD is new.", None),
    ],
)
def test_words_since_the_cue(text: str, cue: str | None) -> None:
    found = [trait for trait in traits(text, "LERD") if trait.startswith("cue=")]
    assert found == ([cue] if cue else [])


def test_a_pair_sees_what_stands_between_either_way() -> None:
    paper = reading("So LERD uses BERT now.", ("LERD", "Method"), ("BERT", "Method"))
    one, other = paper.names
    here, there = pairs.closest(one, other)
    pair = Pair(one, other, here, there, (0.0, 0.0), pairs.joint(paper, here, there))
    (_, _), (context, seen) = pairs.pair_features(paper, pair)
    assert (context, seen) == (
        "Method-Method>0|",
        ["mentions-between=0", "distance=1", "w=uses", "all=uses", "pre0=so", "post0=now", "post1=."],
    )
    (_, _), (context, again) = pairs.pair_features(paper, pair.swapped())
    assert (context, again) == ("Method-Method<0|", seen)


@given(st.lists(st.tuples(st.text(max_size=5), st.lists(st.text(max_size=9))), max_size=4))
def test_a_feature_is_hashed_as_context_and_trait(features: list[tuple[str, list[str]]]) -> None:
    expected = {zlib.crc32((context + trait).encode()) % 64 for context, seen in features for trait in seen}
    assert hashed(features, 64).tolist() == sorted(expected)
