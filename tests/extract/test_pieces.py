"""Words as the encoder reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from kg.extract import nlp, pieces
from kg.extract.encoder import TOKENIZER
from kg.extract.pieces import SHAPES
from kg.records import BREAK

WORDS = st.lists(
    st.one_of(
        st.sampled_from(["We", "RoBERTa", BREAK, " ", "x" * 200, "[SEP]", "84.8", "情感"]),
        st.text(min_size=1),
    )
)


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return pieces.load(nlp.model_path() / TOKENIZER)


@given(words=WORDS)
def test_words_are_cut_as_the_tokenizer_cuts_the_text(words: list[str], tokenizer: Tokenizer) -> None:
    whole = tokenizer.encode(["[SEP]" if word == BREAK else word for word in words], is_pretokenized=True)
    read = pieces.pieces(words, tokenizer)
    assert read.ids == tuple(whole.ids)
    assert len(read.first) == len(words)
    for number, place in enumerate(read.first):
        assert place == next((n for n, word in enumerate(whole.word_ids) if word == number), -1)
    for place, word in enumerate(whole.word_ids):
        assert read.shapes[place] == (
            0 if word is None or words[word] == BREAK else pieces.shape(words[word])
        )


def test_case_and_digits_are_seen(tokenizer: Tokenizer) -> None:
    read = pieces.pieces(["Bert", "BERT", "bert", BREAK, "GPT-4"], tokenizer)
    assert [SHAPES[read.shapes[place]] for place in read.first] == [
        "Capitalised",
        "CAPS",
        "lower",
        "none",
        "l3tters",
    ]
    assert len({read.ids[place] for place in read.first[:3]}) == 1
