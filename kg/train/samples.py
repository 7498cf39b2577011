"""Annotated texts as the encoder learns from them: pieces, and a BIO label a word for one label scheme."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from spacy.language import Language
from tokenizers import Tokenizer
from torch import Tensor

from kg.extract import pieces
from kg.train.corpora import Sentences
from kg.train.gold import Gold

LONGEST = 510
"""Pieces of one text; what goes beyond is not learned from."""

HEADS = {
    "gold": ("Dataset", "Method", "Metric", "Task"),
    "scier": ("Dataset", "Method", "Task"),
    "scierc": ("Generic", "Material", "Method", "Metric", "OtherScientificTerm", "Task"),
    "tdmsci": ("Dataset", "Metric", "Task"),
}
"""The types of each label scheme; their guidelines clash, so that none can stand for another."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A text's pieces, and for its words that have any, by head, the labels (w) or distributions (w × labels)."""

    ids: Tensor
    shapes: Tensor
    first: Tensor
    labels: dict[str, Tensor] = field(default_factory=dict)
    soft: dict[str, Tensor] = field(default_factory=dict)


def labels(head: str) -> tuple[str, ...]:
    """The BIO labels of a head, in the order of its logits.

    >>> labels("scier")[:3]
    ('O', 'B-Dataset', 'I-Dataset')
    """
    return ("O", *(f"{mark}-{type_}" for type_ in HEADS[head] for mark in "BI"))


def annotated(record: Gold, nlp: Language, tokenizer: Tokenizer, titled: bool = True) -> Sample:
    """An abstract with its title, or without, labelled by the gold head."""
    text, spans = record.text, record.spans
    if not titled and record.title_end:
        shift = record.title_end + len(pieces.BREAK)
        text, spans = text[shift:], tuple((s - shift, e - shift, t) for s, e, t in spans if s >= shift)
    doc = nlp.make_doc(text)
    tags = ["O"] * len(doc)
    for start, end, type_ in spans:
        span = doc.char_span(start, end, alignment_mode="contract")
        for place, token in enumerate(span or ()):
            tags[token.i] = f"{'I' if place else 'B'}-{type_}"
    return _sample([token.text for token in doc], tokenizer, "gold", tags)


def of_corpus(piece: Sentences, tokenizer: Tokenizer) -> Sample:
    """Some sentences of a corpus, their tokens as they are, labelled by the head of that corpus."""
    words: list[str] = []
    tags: list[str] = []
    for sentence in piece.sentences:
        words += sentence.tokens
        tags += _bio(len(sentence.tokens), sentence.spans)
    return _sample(words, tokenizer, piece.corpus, tags)


def unlabelled(text: str, nlp: Language, tokenizer: Tokenizer) -> Sample:
    """A text that a teacher is to label."""
    return _sample([token.text for token in nlp.make_doc(text)], tokenizer)


def _bio(length: int, spans: Sequence[tuple[int, int, str]]) -> list[str]:
    """Labels of the outermost spans."""
    tags = ["O"] * length
    for start, end, type_ in sorted(spans, key=lambda s: (s[0] - s[1], s)):
        if all(tag == "O" for tag in tags[start:end]):
            tags[start:end] = [f"B-{type_}", *[f"I-{type_}"] * (end - start - 1)]
    return tags


def _sample(words: Sequence[str], tokenizer: Tokenizer, head: str = "", tags: Sequence[str] = ()) -> Sample:
    cut = pieces.pieces(words, tokenizer)
    kept = [n for n, place in enumerate(cut.first) if 0 <= place < LONGEST]
    column = {label: n for n, label in enumerate(labels(head))} if head else {}
    return Sample(
        torch.tensor(cut.ids[:LONGEST]),
        torch.tensor(cut.shapes[:LONGEST]),
        torch.tensor([cut.first[n] for n in kept]),
        {head: torch.tensor([column[tags[n]] for n in kept])} if head else {},
    )


def with_soft(sample: Sample, soft: dict[str, np.ndarray]) -> Sample:  # type: ignore[type-arg]
    """The sample with a teacher's distributions in place of labels."""
    return Sample(
        sample.ids, sample.shapes, sample.first, {}, {h: torch.from_numpy(p) for h, p in soft.items()}
    )
