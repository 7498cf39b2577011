"""Short forms and their long forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.abbreviations import definitions, is_short_form


def pairs(text: str) -> dict[str, str]:
    return {text[slice(*d.short)]: text[slice(*d.long)] for d in definitions(text)}


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("We use masked momentum modelling (MMM) here.", "MMM", "masked momentum modelling"),
        ("It beats maximal momentum (MM).", "MM", "maximal momentum"),
        ("A GAT (graph attention network) is used.", "GAT", "graph attention network"),
        ("GCNs (graph convolutional networks) are used.", "GCNs", "graph convolutional networks"),
        ("Spatio-temporal graph convolutional networks (ST-GCN) work.", "ST-GCN", "Spatio-temporal graph convolutional networks"),
        ("We study low-rank recurrent neural networks (lrRNNs).", "lrRNNs", "low-rank recurrent neural networks"),
        ("from electroencephalography (EEG) signals", "EEG", "electroencephalography"),
        ("the 3D spike-driven self-attention (3D-SDSA) layer", "3D-SDSA", "3D spike-driven self-attention"),
        ("We introduce Box Thirding (B3), an algorithm.", "B3", "Box Thirding"),
        ("with mean average precision (mAP) of", "mAP", "mean average precision"),
        ("generative adversarial networks [GANs (a generator and a discriminator)]", "GANs", "generative adversarial networks"),
        ("Bidirectional encoder representations from transformers (BERT [Doe et al., 2019; see (X)])", "BERT", "Bidirectional encoder representations from transformers"),
        ("vision-language models (VLMs; Doe 2021)", "VLMs", "vision-language models"),
    ],
)  # fmt: skip
def test_definitions(text: str, short: str, long: str) -> None:
    assert pairs(text)[short] == long


@pytest.mark.parametrize(
    "text",
    [
        "We initialise (i) BERT, which is iterated (ii) as in Table 1 (1).",
        "the number n (n) of users or owners in repositories (owners) is small (p < 0.05, n = 20)",
        "we evaluate on CelebA (64×64) (see Table 1) and on Cora (Section 3)",
        "our BERT model (BERT) and the encoder (Transformer)",
        "it was published in English (ACL 2019)",
        "Large language\n\nmodels (LLMs)",
    ],
)
def test_brackets_that_define_nothing(text: str) -> None:
    assert pairs(text) == {}


def test_each_definition_of_several() -> None:
    text = "Machine translation (MT), question answering (QA) and natural language inference (NLI) are tasks."
    expected = {"MT": "Machine translation", "QA": "question answering", "NLI": "natural language inference"}
    assert pairs(text) == expected


@pytest.mark.parametrize("text", ["", "A", "(BERT", "word", "Table", "ii", "IV", "12", "A" * 30, "p < 0.05"])
def test_no_short_forms(text: str) -> None:
    assert not is_short_form(text)


@given(st.text(alphabet="aAbB ()[];-1", max_size=80))
def test_spans_lie_in_the_text_and_hold_no_bracket(text: str) -> None:
    for definition in definitions(text):
        for start, end in (definition.short, definition.long):
            assert 0 <= start < end <= len(text)
            assert not set("()[]") & set(text[start:end])
