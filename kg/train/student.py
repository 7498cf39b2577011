"""The student: the small encoder that is shipped, taught by the teachers and by all annotated texts."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer

from kg.extract import pieces
from kg.extract.tokens import blank
from kg.train import Log, bases, samples, span_f1
from kg.train.distil import labelled
from kg.train.encoder import Encoder, pretrained
from kg.train.fit import fit
from kg.train.forms import Paper
from kg.train.gold import Gold
from kg.train.recipe import StudentRecipe, digest
from kg.train.samples import Sample


@dataclass(frozen=True, slots=True)
class Lessons:
    """What a student learns from: annotated abstracts, corpora by name, plain texts and the folder of their labels."""

    gold: Sequence[Gold]
    corpora: Mapping[str, Sequence[Paper]]
    texts: Sequence[str] = ()
    labels: Path = Path()


def student(lessons: Lessons, held: Lessons, work: Path, recipe: StudentRecipe, log: Log) -> Encoder:
    """Distil the teachers over plain texts beside gold and corpora, then settle on gold; `held` is measured by.

    Each phase goes on from what lies in `work`.
    """
    base = bases.minilm()
    nlp, tokenizer = blank(), pieces.load(base / "tokenizer.json")
    soft = list(labelled(lessons.texts, lessons.labels, nlp, tokenizer))
    gold = samples.drawn(lessons.gold, nlp, tokenizer)
    corpora = {name: _samples(papers, tokenizer) for name, papers in lessons.corpora.items()}
    judged = {"gold": [samples.annotated(record, nlp, tokenizer) for record in held.gold]}
    judged |= {name: _samples(papers, tokenizer) for name, papers in held.corpora.items()}

    def measure(model: Encoder) -> str:
        return "; ".join(span_f1.line(model, held_out, head) for head, held_out in judged.items())

    def drawn(soft: Sequence[Sample], shares: Mapping[str, float], rng: random.Random) -> list[Sample]:
        parts = [
            sample
            for name, all_ in corpora.items()
            for sample in rng.sample(all_, int(len(all_) * shares[name]))
        ]
        mixed = [*gold(rng), *soft, *parts]
        rng.shuffle(mixed)
        return mixed

    torch.manual_seed(recipe.seed)
    heads = {name: len(samples.labels(name)) for name in samples.HEADS}
    model = pretrained(base, bases.config(base), heads, recipe.layers, recipe.fit.dropout)
    first = {name: share for name, share, _ in recipe.corpora}
    second = {name: share for name, _, share in recipe.corpora}
    log(f"student: {len(soft)} labelled texts, {recipe.distilling} epochs")
    kept = work / f"student-{digest(recipe, len(soft))}"
    fit(
        model, [lambda rng: drawn(soft, first, rng)] * recipe.distilling, recipe.fit, recipe.seed,
        kept.with_suffix(".distilled.pt"), log, measure,
    )  # fmt: skip
    log(f"student: gold and corpora, {recipe.settling} epochs")
    return fit(
        model, [lambda rng: drawn((), second, rng)] * recipe.settling, recipe.settling_fit, recipe.seed,
        kept.with_suffix(".settled.pt"), log, measure,
    )  # fmt: skip


def _samples(papers: Sequence[Paper], tokenizer: Tokenizer) -> list[Sample]:
    return [sample for paper in papers for sample in samples.of_corpus(paper, tokenizer)]
