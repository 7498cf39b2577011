"""Learning the relations of a corpus, over the vectors of an encoder that stays as it is."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from kg.extract import nets, pairs
from kg.extract import relations as classifier
from kg.extract.encoder import Encoder
from kg.extract.nlp import CORPORA
from kg.extract.relations import NONE, Model, Rows
from kg.files import atomic
from kg.train import Log, corpus_relations, platt
from kg.train import relations as learned
from kg.train.corpus_relations import Read
from kg.train.forms import Paper
from kg.train.nets import Nets, Paired, tensors
from kg.train.recipe import CorpusRelationRecipe


@dataclass(frozen=True, slots=True)
class Lesson:
    """A sentence to learn from or be judged by: its words' vectors, hashed features and class of each pair."""

    read: Read
    vectors: Rows
    rows: list[NDArray[np.int64]]
    labels: list[int]
    stated: int
    """Relations that gold has; some stand between what no pair joins."""


def write(
    folder: Path, papers: Mapping[str, Sequence[Paper]], held: Mapping[str, Sequence[Paper]],
    recipe: CorpusRelationRecipe, log: Log,
) -> None:  # fmt: skip
    """Write beside the model in `folder` what it knows of the relations of each corpus that has some."""
    encoder = Encoder(folder)
    with_relations = [
        name
        for name in papers
        if name in held and any(s.relations for p in papers[name] for s in p.sentences)
    ]
    models = {name: train(papers[name], held[name], encoder, recipe, log) for name in sorted(with_relations)}
    with atomic(folder / CORPORA) as temporary:
        classifier.save(temporary, models)


def train(
    papers: Sequence[Paper], held: Sequence[Paper], encoder: Encoder, recipe: CorpusRelationRecipe, log: Log
) -> Model:
    """The model of the corpus that the papers are of; temperature and threshold are chosen on `held`."""
    scored = {label[2:] for label in encoder.heads[papers[0].form].labels[1:]}
    names = {r for paper in papers for s in paper.sentences for _, r, _ in s.relations}
    classes = (NONE, *sorted(names))
    lessons = [_lessons(paper, encoder, classes, recipe.rows, scored) for paper in papers]
    tables = [
        _table(
            [x for n, part in enumerate(lessons) if n % recipe.folds != fold for x in part], classes, recipe
        )
        for fold in range(recipe.folds)
    ]
    flat = [x for part in lessons for x in part]
    linear = [_linear(x, tables[n % recipe.folds]) for n, part in enumerate(lessons) for x in part]
    table = _table(flat, classes, recipe)
    net = _net(flat, linear, classes, recipe)
    return _settled(Model(table, classes, net), held, encoder, scored, log)


def _lessons(
    paper: Paper, encoder: Encoder, classes: Sequence[str], rows: int, scored: set[str]
) -> list[Lesson]:
    found = []
    for sentence, vectors in zip(paper.sentences, corpus_relations.vectors(paper, encoder), strict=True):
        read = corpus_relations.read(sentence.tokens, sentence.spans)
        known = {(head, tail): name for head, name, tail in sentence.relations}
        labels = [classes.index(known.get(read.ends(pair), NONE)) for pair in read.pairs]
        hashed = [classifier.hashed(pairs.pair_features(read.paper, pair), rows) for pair in read.pairs]
        stated = sum(head[2] in scored and tail[2] in scored for head, _, tail in sentence.relations)
        found.append(Lesson(read, vectors, hashed, labels, stated))
    return found


def _table(lessons: Sequence[Lesson], classes: Sequence[str], recipe: CorpusRelationRecipe) -> Rows:
    rows = [row for lesson in lessons for row in lesson.rows]
    labels = np.array([label for lesson in lessons for label in lesson.labels])
    model = learned.regression(rows, labels, recipe.rows, recipe.strength)
    table = np.zeros((recipe.rows, len(classes)), dtype=np.float32)
    table[:, model.classes_] = model.coef_.T
    return table


def _linear(lesson: Lesson, table: Rows) -> Rows:
    logits = [table[row].sum(axis=0) for row in lesson.rows]
    return np.array(logits, dtype=np.float32).reshape(-1, table.shape[1])


def _net(
    lessons: Sequence[Lesson], linear: Sequence[Rows], classes: Sequence[str], recipe: CorpusRelationRecipe
) -> nets.Net:
    torch.manual_seed(0)
    net = Nets(lessons[0].vectors.shape[1], len(classes))
    texts = [
        (Paired(tensors(x.read.places(classes)), torch.zeros(0), torch.from_numpy(logits), torch.zeros(0),
                torch.tensor(x.labels)), torch.from_numpy(x.vectors))
        for x, logits in zip(lessons, linear, strict=True) if x.labels
    ]  # fmt: skip
    optimizer = torch.optim.AdamW(net.pair.parameters(), lr=recipe.rate, weight_decay=0.05)
    total = recipe.epochs * -(-len(texts) // recipe.batch)
    step = 0
    for epoch in range(recipe.epochs):
        random.Random(epoch).shuffle(texts)
        for first in range(0, len(texts), recipe.batch):
            step += 1
            for group in optimizer.param_groups:
                group["lr"] = recipe.rate * min(1.0, step / 50) * (1 - (step - 1) / total)
            here = texts[first : first + recipe.batch]
            losses = [
                functional.cross_entropy(net.pair_logits(text, rows), text.relations, reduction="sum")
                for text, rows in here
            ]
            optimizer.zero_grad()
            (torch.stack(losses).sum() / sum(len(text.relations) for text, _ in here)).backward()
            optimizer.step()
    return net.arrays("pair")


def _settled(model: Model, held: Sequence[Paper], encoder: Encoder, scored: set[str], log: Log) -> Model:
    """The model with the temperature and the threshold that are best for `held`."""
    lessons = [x for p in held for x in _lessons(p, encoder, model.classes, len(model.table), scored)]
    logits = [corpus_relations.corrected(x.read, x.vectors, _linear(x, model.table), model) for x in lessons]
    cool = platt.temperature(logits, [x.labels for x in lessons])
    said = learned.scored([x.labels for x in lessons], [rows / cool for rows in logits])
    least, f1 = learned.threshold(said, sum(x.stated for x in lessons))
    log(f"{held[0].form}: relations between gold spans, F1 {f1:.3f} from {least:.2f}")
    return Model(model.table, model.classes, model.net, cool, least)
