"""The folder that kg ships: the student as integers, its tokenizer, labels, calibration, relations, the model card."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kg.extract import encoder, tagger
from kg.extract.nlp import RELATIONS
from kg.extract.relations import Weights
from kg.extract.tokens import blank
from kg.files import atomic
from kg.train import platt, quantise, relations, samples
from kg.train.encoder import Encoder
from kg.train.forms import Paper
from kg.train.gold import Gold

CARD = "README.md"
Words = tuple[list[str], set[tuple[int, int, str]]]
"""A text's words, and its typed spans of them."""


def write(
    out: Path,
    student: Encoder,
    tokenizer: Path,
    weights: Weights,
    held: Mapping[str, Sequence[Words]],
    card: str,
) -> None:
    """Write the model to the folder `out`, whole or not at all.

    The scores of a head that `held` has texts for are calibrated on them.
    """
    with atomic(out) as temporary:
        temporary.mkdir()
        (temporary / encoder.MODEL).write_bytes(quantise.to_onnx(student))
        shutil.copyfile(tokenizer, temporary / encoder.TOKENIZER)
        _meta(temporary, {})
        _meta(temporary, calibration(temporary, held))
        relations.save(weights, temporary / RELATIONS)
        (temporary / CARD).write_text(card, encoding="utf-8", newline="\n")


def calibration(folder: Path, held: Mapping[str, Sequence[Words]]) -> dict[str, Any]:
    """The curve from score to share right of each head, by what the model in `folder` says of the texts."""
    component = tagger.EncoderTagger(encoder.Encoder(folder))
    curves = {}
    for head, texts in held.items():
        scored = [
            (score, (start, end, type_) in gold)
            for spans, (_, gold) in zip(component.tag([w for w, _ in texts], head), texts, strict=True)
            for start, end, type_, score in spans
        ]
        curves[head] = platt.curve(scored)
    return curves


def words_of_gold(records: Sequence[Gold]) -> list[Words]:
    """Annotated abstracts as spaCy's tokens; a span that no tokens match is left out."""
    nlp = blank()
    result = []
    for record in records:
        doc = nlp.make_doc(record.text)
        spans = ((doc.char_span(start, end), type_) for start, end, type_ in record.spans)
        result.append(
            ([t.text for t in doc], {(s.start, s.end, type_) for s, type_ in spans if s is not None})
        )
    return result


def words_of_corpus(papers: Sequence[Paper]) -> list[Words]:
    """Documents of a corpus in the pieces that are read at once."""
    result = []
    for paper in papers:
        for first in range(0, len(paper.sentences), samples.PIECE):
            words: list[str] = []
            spans = set()
            for sentence in paper.sentences[first : first + samples.PIECE]:
                spans |= {
                    (start + len(words), end + len(words), type_) for start, end, type_ in sentence.spans
                }
                words += sentence.tokens
            result.append((words, spans))
    return result


def _meta(folder: Path, curves: Mapping[str, Any]) -> None:
    heads = {
        head: {"labels": samples.labels(head), "temperature": 1.0, "calibration": curves.get(head, ())}
        for head in samples.HEADS
    }
    digests = {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for name in (encoder.MODEL, encoder.TOKENIZER)
    }
    text = json.dumps({"heads": heads, "sha256": digests}, indent=1) + "\n"
    (folder / encoder.META).write_text(text, encoding="utf-8", newline="\n")
