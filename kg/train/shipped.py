"""The folder that kg ships: the student as integers, tokenizer, labels, calibration, relations, results, model card."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kg import ontology
from kg.extract import encoder, nets, pieces, relations, reported, slots, tagger
from kg.extract.nets import Net
from kg.extract.nlp import FIGURES, RELATIONS
from kg.extract.relations import Model, Rows
from kg.extract.tokens import blank
from kg.files import atomic
from kg.train import figures, platt, quantise, samples
from kg.train import relations as learned
from kg.train.encoder import Encoder
from kg.train.forms import Paper
from kg.train.gold import Gold
from kg.train.heads import PIECE
from kg.train.relations import Held, Linear

CARD = "README.md"
Words = tuple[list[str], set[tuple[int, int, str]]]
"""A text's words, and its typed spans of them."""


def write(
    out: Path,
    student: Encoder,
    tokenizer: Path,
    linear: Linear,
    numbers: tuple[reported.Weights, slots.Weights],
    held: Mapping[str, Sequence[Words]],
    pairs: Sequence[Held],
    card: str,
) -> None:
    """Write the model to the folder `out`, whole or not at all.

    The scores of a head that `held` has texts for are calibrated on them, those of relations on `pairs`; `student` has
    nets for them.
    """
    with atomic(out) as temporary:
        temporary.mkdir()
        (temporary / encoder.MODEL).write_bytes(quantise.to_onnx(student))
        pieces.load(tokenizer).save(str(temporary / encoder.TOKENIZER), pretty=False)
        _meta(temporary, {})
        _meta(temporary, calibration(temporary, held))
        relations.save(temporary / RELATIONS, _related(temporary, student, linear, pairs))
        figures.save(*numbers, temporary / FIGURES)
        (temporary / CARD).write_text(card, encoding="utf-8", newline="\n")


def calibration(folder: Path, held: Mapping[str, Sequence[Words]]) -> dict[str, dict[str, Any]]:
    """The temperature of each head, and the curve from score to share right, by what the model says of the texts."""
    found = {}
    for head, texts in held.items():
        model = encoder.Encoder(folder)
        labels = model.heads[head].labels
        logits = [rows for _, rows, _ in model.read(((None, words) for words, _ in texts), head)]
        temperature = platt.temperature(logits, [_columns(words, gold, labels) for words, gold in texts])
        cooled = encoder.Head(labels, temperature)
        scored = [
            (score, (start, end, type_) in gold)
            for rows, (_, gold) in zip(logits, texts, strict=True)
            for start, end, type_, score in tagger.spans_of(tagger.softmax(rows / temperature), cooled)
        ]
        found[head] = {"temperature": temperature, "calibration": platt.curve(scored)}
    return found


def _related(folder: Path, student: Encoder, linear: Linear, pairs: Sequence[Held]) -> dict[str, Model]:
    """The models of relations, with temperatures and the thresholds of the best F1 on texts with gold concepts."""
    assert student.nets is not None
    name, pair = (student.nets.arrays(net) for net in ("name", "pair"))
    logits = list(_logits(encoder.Encoder(folder), name, pair, pairs))
    both = [np.stack([np.zeros_like(names), names], axis=1) for names, _ in logits]
    cool = platt.temperature(both, [[int(new) for new in one.proposed] for one in pairs])
    cooler = platt.temperature([rows for _, rows in logits], [one.labels for one in pairs])
    said = learned.scored_names(pairs, [names / cool for names, _ in logits])
    stated = learned.scored_pairs(pairs, [rows / cooler for _, rows in logits])
    least, smallest = (
        learned.threshold(said, learned.new(pairs)),
        learned.threshold(stated, learned.stated(pairs)),
    )
    return {
        "proposes": Model(linear.proposes, (), name, cool, least[0]),
        "relation": Model(linear.relation, linear.classes, pair, cooler, smallest[0]),
    }


def _logits(
    model: encoder.Encoder, name: Net, pair: Net, held: Sequence[Held]
) -> Iterator[tuple[Rows, Rows]]:
    """What the models think of the names and pairs of texts."""
    nlp = blank()
    docs = [nlp.make_doc(one.sample.paper.text) for one in held]
    texts = ((one, [token.text for token in doc]) for one, doc in zip(held, docs, strict=True))
    for doc, (one, _, vectors) in zip(docs, model.read(texts, tagger.GOLD), strict=True):
        words = nets.word_ranges([token.idx for token in doc], one.sample.paper.mentions)
        at = nets.places(one.sample.paper, words, one.chosen, one.pairs, one.classes, ontology.load().allows)
        seen = nets.vectors(at, vectors)
        yield (
            nets.name_logits(at, seen, one.linear_names, name),
            nets.pair_logits(at, seen, one.linear_pairs, pair),
        )


def _columns(words: Sequence[str], spans: Iterable[tuple[int, int, str]], labels: Sequence[str]) -> list[int]:
    """The column of each word's right label."""
    columns = [0] * len(words)
    for start, end, type_ in spans:
        columns[start:end] = [labels.index(f"B-{type_}"), *[labels.index(f"I-{type_}")] * (end - start - 1)]
    return columns


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
        for first in range(0, len(paper.sentences), PIECE):
            words: list[str] = []
            spans = set()
            for sentence in paper.sentences[first : first + PIECE]:
                spans |= {
                    (start + len(words), end + len(words), type_) for start, end, type_ in sentence.spans
                }
                words += sentence.tokens
            result.append((words, spans))
    return result


def _meta(folder: Path, curves: Mapping[str, Any]) -> None:
    plain = {"temperature": 1.0, "calibration": ()}
    heads = {head: {"labels": samples.labels(head), **curves.get(head, plain)} for head in samples.HEADS}
    digests = {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for name in (encoder.MODEL, encoder.TOKENIZER)
    }
    text = json.dumps({"heads": heads, "sha256": digests}, indent=1) + "\n"
    (folder / encoder.META).write_text(text, encoding="utf-8", newline="\n")
