"""Long and odd texts through all of the extraction but the tagger: offsets hold. Their times: tests/benchmarks."""

from __future__ import annotations

import numpy as np
import pytest
from spacy.language import Language

from kg.extract import introduced, nets, nlp, pairs, relations, told
from kg.extract.candidates import Candidate
from kg.extract.mentions import settle
from kg.extract.tokens import blank

UNIT = "We propose LERD (Latent Event Dynamics) and test image classification on CIFAR-10 with "
TEXTS = {
    "long": (UNIT + "BERT. ") * 300,
    "without a full stop": (UNIT + "BERT and ") * 300,
    "one token": "aB3-" * 2_500,
    "one letter": "X" * 10_000,
    "symbols": '"$%^&*()[]{}<>!?;:,.~|' * 500,
    "open brackets": "(" * 5_000,
    "short forms": "Ab Cd (AC " * 500,
    "Chinese": "我们提出一种新的方法用于图像分类。" * 300,
    "emoji": "\U0001f600\U0001f680\U0001f469\u200d\U0001f52c" * 1_000,
    "listed": "We propose " + ", ".join(f"Na{i}Me" for i in range(400)) + " and more.",
}


@pytest.fixture(scope="module")
def pipeline() -> Language:
    made = blank()
    for name in ("kg_sentences", "kg_abbreviations", "kg_known"):
        made.add_pipe(name)
    return made


@pytest.mark.parametrize("text", TEXTS.values(), ids=list(TEXTS))
def test_offsets_hold(text: str, pipeline: Language) -> None:
    doc = pipeline(text)
    definitions, spans = doc.user_data[nlp.ABBREVIATIONS], doc.user_data[nlp.SENTENCES]
    tagged = [
        Candidate(t.idx, t.idx + len(t), "Method", 0.9, "tagger") for t in doc if t.text[:1].isupper()
    ]  # as a tagger that takes every capital for a name
    new = introduced.find(text, 0)
    found = settle(text, [*tagged, *doc.user_data[nlp.KNOWN], *new], definitions)
    end = 0
    for mention in found:
        assert end <= mention.start < mention.end <= len(text)
        assert text[mention.start : mention.end].strip() == text[mention.start : mention.end]
        end = mention.end
    paper = pairs.read(text, 0, spans, found, [], new)
    proposes, relation = (nlp.relation_model(name) for name in ("proposes", "relation"))
    seen = relations.Seen(
        np.zeros((len(doc), len(proposes.net["name"])), dtype=np.float32),
        nets.word_ranges([token.idx for token in doc], found),
    )
    for r in [*relations.find(paper, seen, proposes, relation), *told.find(text, spans, found)]:
        assert (r.start, r.end) in spans or text[r.start : r.end].strip()
        assert 0 <= r.start < r.end <= len(text)
        assert r.object < len(found)
