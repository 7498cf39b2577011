"""The tagger learned from annotated abstracts."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from thinc.api import Adam, fix_random_seed

from kg.extract import tagger
from kg.extract.tokens import blank
from kg.train import vectors as word_vectors
from kg.train.gold import Gold
from kg.train.recipe import TaggerRecipe

Log = Callable[[str], None]


def train(
    gold: Sequence[Gold],
    dev: Sequence[Gold],
    corpora: Sequence[Gold],
    vectors: Path,
    recipe: TaggerRecipe,
    log: Log,
) -> Language:
    """A pipeline with the trained tagger, its weights averaged over all updates.

    The layers below the labels learn from `corpora` first, whose labels are others, then from `gold`. `log` gets a
    line an epoch with the exact-span F1 on `dev`, whose labels are gold's.
    """
    fix_random_seed(recipe.seed)
    lower = None
    if recipe.pretraining_epochs:
        log(f"pretraining on {len(corpora)} pieces of corpora")
        nlp = _fit(_pipeline(corpora, vectors, recipe), corpora, recipe.pretraining_epochs, recipe, log)
        lower = nlp.get_pipe(tagger.FACTORY).model.get_ref("tok2vec").to_bytes()  # type: ignore[attr-defined]
    nlp = _pipeline(gold, vectors, recipe)
    if lower:
        nlp.get_pipe(tagger.FACTORY).model.get_ref("tok2vec").from_bytes(lower)  # type: ignore[attr-defined]
    return _fit(nlp, gold, recipe.epochs, recipe, lambda line: log(f"{line}, dev F1 {span_f1(nlp, dev):.3f}"))


def _pipeline(gold: Sequence[Gold], vectors: Path, recipe: TaggerRecipe) -> Language:
    """Tokeniser, vectors and an untrained tagger with the labels that `gold` has."""
    nlp = blank()
    word_vectors.attach(nlp, vectors)
    component = nlp.add_pipe(tagger.FACTORY, config={"model": _architecture(recipe)})
    types = sorted({type_ for record in gold for *_, type_ in record.spans})
    for label in ["O", *(f"{mark}-{type_}" for type_ in types for mark in "BI")]:
        component.add_label(label)  # type: ignore[attr-defined]
    nlp.initialize(lambda: [_example(nlp, record) for record in gold[:100]])
    return nlp


def _fit(nlp: Language, gold: Sequence[Gold], epochs: int, recipe: TaggerRecipe, log: Log) -> Language:
    """Train on `gold`: warm-up, then a rate that falls to nothing; the average of the weights is what stays."""
    shuffle = random.Random(recipe.seed)
    examples = [_example(nlp, record) for record in gold]
    optimizer = nlp.resume_training(sgd=Adam(recipe.learning_rate, L2=0.01, grad_clip=1.0, use_averages=True))
    updates = epochs * -(-len(examples) // recipe.batch)
    step = 0
    for epoch in range(epochs):
        shuffle.shuffle(examples)
        losses: dict[str, float] = {}
        for first in range(0, len(examples), recipe.batch):
            step += 1
            pace = min(1.0, step / recipe.warm_up) * max(0.02, 1 - step / updates)
            optimizer.learn_rate = recipe.learning_rate * pace
            batch = examples[first : first + recipe.batch]
            nlp.update(batch, sgd=optimizer, drop=recipe.dropout, losses=losses)
        with nlp.use_params(optimizer.averages):
            log(f"epoch {epoch + 1}: loss {losses[tagger.FACTORY]:.0f}")
    with nlp.use_params(optimizer.averages):
        averaged = nlp.to_bytes()
    return nlp.from_bytes(averaged)


def span_f1(nlp: Language, gold: Sequence[Gold]) -> float:
    """Exact-span, exact-type micro F1 of the bare tagger."""
    right = said = there = 0
    for doc, record in zip(nlp.pipe(record.text for record in gold), gold, strict=True):
        found = {(s.start_char, s.end_char, s.label_) for s in doc.spans[tagger.SPANS]}
        right += len(found & set(record.spans))
        said += len(found)
        there += len(record.spans)
    return 2 * right / max(1, said + there)


def _example(nlp: Language, record: Gold) -> Example:
    reference = nlp.make_doc(record.text)
    tags = ["O"] * len(reference)
    for start, end, type_ in record.spans:
        span = reference.char_span(start, end, alignment_mode="contract")
        for place, token in enumerate(span or ()):
            tags[token.i] = f"{'I' if place else 'B'}-{type_}"
    return Example(
        nlp.make_doc(record.text),
        Doc(nlp.vocab, [t.text for t in reference], [bool(t.whitespace_) for t in reference], tags=tags),
    )


def _architecture(recipe: TaggerRecipe) -> dict[str, object]:
    """spaCy's tok2vec with a softmax over labels."""
    return {
        "@architectures": "spacy.Tagger.v2",
        "nO": None,
        "tok2vec": {
            "@architectures": "spacy.Tok2Vec.v2",
            "embed": {
                "@architectures": "spacy.MultiHashEmbed.v2",
                "width": recipe.width,
                "attrs": ["NORM", "PREFIX", "SUFFIX", "SHAPE"],
                "rows": list(recipe.rows),
                "include_static_vectors": True,
            },
            "encode": {
                "@architectures": "spacy.MaxoutWindowEncoder.v2",
                "width": recipe.width,
                "depth": recipe.depth,
                "window_size": 1,
                "maxout_pieces": 3,
            },
        },
    }
