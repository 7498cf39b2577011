"""The tagger learned from annotated abstracts."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import fix_random_seed, minibatch

from kg.extract import tagger
from kg.extract.tokens import blank
from kg.train import vectors as word_vectors
from kg.train.gold import Gold
from kg.train.recipe import Recipe

Log = Callable[[str], None]


def train(gold: Sequence[Gold], dev: Sequence[Gold], vectors: Path, recipe: Recipe, log: Log) -> Language:
    """A pipeline with the trained tagger, its weights averaged over all updates.

    `log` gets a line an epoch: the loss and the exact-span F1 on `dev`.
    """
    fix_random_seed(recipe.seed)
    shuffle = random.Random(recipe.seed)
    nlp = blank()
    word_vectors.attach(nlp, vectors)
    component = nlp.add_pipe(tagger.FACTORY, config={"model": _architecture(recipe)})
    for label in tagger.labels():
        component.add_label(label)  # type: ignore[attr-defined]
    examples = [_example(nlp, record) for record in gold]
    optimizer = nlp.initialize(lambda: examples)
    updates = recipe.epochs * -(-len(examples) // recipe.batch)
    step = 0
    for epoch in range(recipe.epochs):
        shuffle.shuffle(examples)
        losses: dict[str, float] = {}
        for batch in minibatch(examples, size=recipe.batch):
            step += 1
            pace = min(1.0, step / recipe.warm_up) * max(0.02, 1 - step / updates)
            optimizer.learn_rate = recipe.learning_rate * pace
            nlp.update(batch, sgd=optimizer, drop=recipe.dropout, losses=losses)
        with nlp.use_params(optimizer.averages):
            log(f"epoch {epoch + 1}: loss {losses[tagger.FACTORY]:.0f}, dev F1 {span_f1(nlp, dev):.3f}")
    with nlp.use_params(optimizer.averages):
        return nlp.from_bytes(nlp.to_bytes())


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
        for token in span or ():
            tags[token.i] = f"{'B' if token.i == span.start else 'I'}-{type_}"
    return Example(
        nlp.make_doc(record.text),
        Doc(nlp.vocab, [t.text for t in reference], [bool(t.whitespace_) for t in reference], tags=tags),
    )


def _architecture(recipe: Recipe) -> dict[str, object]:
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
