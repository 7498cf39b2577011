"""Where sentences end."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.sentences import spans


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in spans(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "We compare LSTM v.s. Transformer and BLEU vs. METEOR w.r.t. speed on approx. 5 GPUs on WMT14 resp. WMT16.",
        "See Fig. 3 and Eq. (4), cf. Sec. 2, i.e. the proof of Thm. 1, e.g. Transformer layers.",
        "Accuracy rises by 3.5 points to 84.8% with GPT-3.5 and Node.js in v2.0 of the code.",
        "Vaswani et al. (2017) and Doe et al. [3] study the C. elegans model of J. Doe.",
        "We use i.i.d. samples, etc. and more.",
    ],
)
def test_no_boundary_inside(sentence: str) -> None:
    assert split(sentence) == [sentence]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We train ELECTRA. (RoBERTa is a baseline.) Done.", ["We train ELECTRA.", "(RoBERTa is a baseline.)", "Done."]),
        ("It works. t-SNE helps. node2vec too.", ["It works.", "t-SNE helps.", "node2vec too."]),
        ("We cite Doe et al. However, it differs.", ["We cite Doe et al.", "However, it differs."]),
        ("Is it so? Yes! \"Quite.\" Good.", ["Is it so?", "Yes!", '"Quite."', "Good."]),
        ("A title without a stop\n\nThe abstract.", ["A title without a stop", "The abstract."]),
        ("We take vitamin C. We sleep.", ["We take vitamin C.", "We sleep."]),
        (" \n ", []),
    ],
)  # fmt: skip
def test_boundaries(text: str, expected: list[str]) -> None:
    assert split(text) == expected


@given(st.text(alphabet="aB. \n(é!", max_size=60))
def test_spans_cover_all_but_white_space(text: str) -> None:
    found = spans(text)
    assert [c for start, end in found for c in text[start:end] if not c.isspace()] == [
        c for c in text if not c.isspace()
    ]
    assert all(end <= start for (_, end), (start, _) in itertools.pairwise(found))
