"""The student: the small encoder that is shipped, taught by the teachers and by all annotated texts."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer

from kg.extract import pieces
from kg.extract.relations import Rows
from kg.extract.tokens import blank
from kg.train import Log, bases, samples, span_f1
from kg.train.distil import labelled
from kg.train.encoder import Encoder, pretrained
from kg.train.fit import batch, fit
from kg.train.forms import Paper
from kg.train.gold import Gold
from kg.train.nets import Nets
from kg.train.recipe import StudentRecipe, digest
from kg.train.relations import Held, figures
from kg.train.samples import Sample


@dataclass(frozen=True, slots=True)
class Lessons:
    """What a student learns from: annotated abstracts, corpora by name, plain texts and the folder of their labels."""

    gold: Sequence[Gold]
    corpora: Mapping[str, Sequence[Paper]]
    texts: Sequence[str] = ()
    labels: Path = Path()
    pairs: Sequence[Held] = ()
    """Of each annotated abstract its names and pairs."""


def student(lessons: Lessons, held: Lessons, work: Path, recipe: StudentRecipe, log: Log) -> Encoder:
    """Start from gold and corpora, then distil the teachers over plain texts beside them, and learn relations too.

    `held` is what it is measured by. Each phase goes on from what lies in `work`.
    """
    base = bases.minilm()
    nlp, tokenizer = blank(), pieces.load(base / "tokenizer.json")
    soft = list(labelled(lessons.texts, lessons.labels, nlp, tokenizer))
    gold = samples.drawn(lessons.gold, nlp, tokenizer, lessons.pairs)
    corpora = {name: _samples(papers, tokenizer) for name, papers in lessons.corpora.items()}
    dev = [
        samples.annotated(record, nlp, tokenizer, held=one)
        for record, one in zip(held.gold, held.pairs, strict=True)
    ]
    judged = {"gold": dev}
    judged |= {name: _samples(papers, tokenizer) for name, papers in held.corpora.items()}

    def measure(model: Encoder) -> str:
        spans = [span_f1.line(model, held_out, head) for head, held_out in judged.items()]
        return "; ".join(spans if model.nets is None else [*spans, figures(held.pairs, *_logits(model, dev))])

    def drawn(soft: Sequence[Sample], rng: random.Random) -> list[Sample]:
        parts = [
            sample
            for name, share in recipe.corpora
            for sample in rng.sample(corpora[name], int(len(corpora[name]) * share))
        ]
        mixed = [*gold(rng), *soft, *parts]
        rng.shuffle(mixed)
        return mixed

    torch.manual_seed(recipe.seed)
    heads = {name: len(samples.labels(name)) for name in samples.HEADS}
    model = pretrained(base, bases.config(base), heads, recipe.layers, recipe.fit.dropout)
    log(f"student: gold and corpora, {recipe.starting} epochs")
    begun = digest(recipe.layers, recipe.seed, recipe.starting, recipe.corpora, recipe.fit)
    fit(
        model, [lambda rng: drawn((), rng)] * recipe.starting, recipe.fit, recipe.seed,
        work / f"student-{begun}.started.pt", log, measure,
    )  # fmt: skip
    torch.manual_seed(recipe.seed)
    model.nets = Nets(model.config["hidden_size"], len(lessons.pairs[0].classes))
    log(f"student: {len(soft)} labelled texts, {recipe.distilling} epochs")
    return fit(
        model, [lambda rng: drawn(soft, rng)] * recipe.distilling, recipe.fit, recipe.seed,
        work / f"student-{digest(recipe, len(soft))}.distilled.pt", log, measure,
    )  # fmt: skip


def _logits(model: Encoder, texts: Sequence[Sample]) -> tuple[list[Rows], list[Rows]]:
    """What the nets think of the names and pairs of texts."""
    names, pairs = [], []
    for text in texts:
        assert model.nets is not None and text.paired is not None
        with torch.inference_mode():
            _, vectors = model(*batch([text]))
            found = model.nets.logits(text.paired, vectors)
        names.append(found[0].numpy())
        pairs.append(found[1].numpy())
    return names, pairs


def _samples(papers: Sequence[Paper], tokenizer: Tokenizer) -> list[Sample]:
    return [sample for paper in papers for sample in samples.of_corpus(paper, tokenizer)]
