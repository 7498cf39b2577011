"""Annotated texts as the encoder learns from them: pieces, and a BIO label a word for one label scheme."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import Any

import torch
from numpy.typing import NDArray
from spacy.language import Language
from tokenizers import Tokenizer
from torch import Tensor

from kg.extract import pieces
from kg.records import BREAK
from kg.train.forms import SCORED, Paper
from kg.train.gold import Gold
from kg.train.heads import PIECE
from kg.train.nets import Paired, paired
from kg.train.relations import Held

Rows = NDArray[Any]
LONGEST = 510
"""Pieces of one text; what goes beyond is not learned from."""

UNTITLED = 0.1
"""The share of the annotated abstracts that an epoch reads without their title."""

HEADS = {
    "gold": ("Dataset", "Method", "Metric", "Task"),
    **{name: tuple(sorted(SCORED[name])) for name in SCORED},
}
"""The types of each label scheme; their guidelines clash, so that none can stand for another."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A text's pieces, and for its words that have any, by head, the labels (w) or distributions (w × labels).

    `paired` are the names and pairs of an annotated abstract.
    """

    ids: Tensor
    shapes: Tensor
    first: Tensor
    labels: dict[str, Tensor] = field(default_factory=dict)
    soft: dict[str, Tensor] = field(default_factory=dict)
    paired: Paired | None = None


def labels(head: str) -> tuple[str, ...]:
    """The BIO labels of a head, in the order of its logits.

    >>> labels("scier")[:3]
    ('O', 'B-Dataset', 'I-Dataset')
    """
    return ("O", *(f"{mark}-{type_}" for type_ in HEADS[head] for mark in "BI"))


def annotated(
    record: Gold, nlp: Language, tokenizer: Tokenizer, titled: bool = True, held: Held | None = None
) -> Sample:
    """An abstract with its title, or without, labelled by the gold head; `held` are its names and pairs."""
    text, spans = record.text, record.spans
    if not titled and record.title_end:
        shift = record.title_end + len(BREAK)
        text, spans = text[shift:], tuple((s - shift, e - shift, t) for s, e, t in spans if s >= shift)
    doc = nlp.make_doc(text)
    tags = ["O"] * len(doc)
    for start, end, type_ in spans:
        span = doc.char_span(start, end, alignment_mode="contract")
        for place, token in enumerate(span or ()):
            tags[token.i] = f"{'I' if place else 'B'}-{type_}"
    sample = _sample([token.text for token in doc], tokenizer, "gold", tags)
    if held is None:
        return sample
    first = pieces.pieces([token.text for token in doc], tokenizer).first
    return replace(sample, paired=paired(held, doc, [place < LONGEST and place >= 0 for place in first]))


def drawn(
    gold: Sequence[Gold], nlp: Language, tokenizer: Tokenizer, held: Sequence[Held] = ()
) -> Callable[[random.Random], list[Sample]]:
    """Draws an epoch over the annotated abstracts: each once, in random order, some without their title.

    Those with their title have the names and pairs of `held`, if it is given.
    """
    titled = [
        annotated(record, nlp, tokenizer, held=one)
        for record, one in zip(gold, held or repeat(None), strict=False)
    ]
    bare = [annotated(record, nlp, tokenizer, titled=False) for record in gold]

    def draw(rng: random.Random) -> list[Sample]:
        epoch = [b if rng.random() < UNTITLED else t for t, b in zip(titled, bare, strict=True)]
        rng.shuffle(epoch)
        return epoch

    return draw


def of_corpus(paper: Paper, tokenizer: Tokenizer) -> list[Sample]:
    """A document of a corpus in pieces, its tokens as they are, labelled by the head of that corpus."""
    result = []
    for first in range(0, len(paper.sentences), PIECE):
        words: list[str] = []
        tags: list[str] = []
        for sentence in paper.sentences[first : first + PIECE]:
            words += sentence.tokens
            tags += _bio(len(sentence.tokens), sentence.spans)
        result.append(_sample(words, tokenizer, paper.form, tags))
    return result


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


def with_soft(sample: Sample, soft: dict[str, Rows]) -> Sample:
    """The sample with a teacher's distributions in place of labels."""
    return Sample(
        sample.ids, sample.shapes, sample.first, {}, {h: torch.from_numpy(p) for h, p in soft.items()}
    )
