"""The teachers: large encoders fitted to the annotated abstracts, one a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import torch
from tokenizers import Tokenizer

from kg.extract import pieces
from kg.extract.tokens import blank
from kg.train import Log, bases, samples, span_f1
from kg.train.encoder import Encoder, pretrained
from kg.train.fit import fit
from kg.train.gold import Gold
from kg.train.recipe import TeacherRecipe, digest


def teachers(
    gold: Sequence[Gold], dev: Sequence[Gold], work: Path, recipe: TeacherRecipe, log: Log
) -> Iterator[tuple[Encoder, Tokenizer]]:
    """Each teacher with its tokenizer; one that lies in `work`, whole or half-way, is gone on from."""
    base = bases.mpnet(work)
    config = bases.config(base) | {"shapes_at": recipe.fit.frozen}
    nlp, tokenizer = blank(), pieces.load(base / "tokenizer.json")
    draw = samples.drawn(gold, nlp, tokenizer)
    held = [samples.annotated(record, nlp, tokenizer) for record in dev]

    def measure(model: Encoder) -> str:
        return span_f1.line(model, held, "gold")

    for seed in recipe.seeds:
        torch.manual_seed(seed)
        heads = {"gold": len(samples.labels("gold"))}
        model = pretrained(base, config, heads, range(config["num_hidden_layers"]), recipe.fit.dropout)
        kept = work / f"teacher-{digest(recipe.epochs, recipe.fit)}-{seed}.pt"
        log(f"teacher {seed}: {len(gold)} abstracts, {recipe.epochs} epochs")
        yield fit(model, [draw] * recipe.epochs, recipe.fit, seed, kept, log, measure), tokenizer
