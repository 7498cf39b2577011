"""Soft labels: what teachers too large to ship think of plain abstracts, for a small student to learn from.

G. Hinton et al., "Distilling the Knowledge in a Neural Network" (2015).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from spacy.language import Language
from tokenizers import Tokenizer

from kg.files import atomic
from kg.read import read
from kg.train import Log, samples
from kg.train.encoder import Encoder
from kg.train.fit import batch
from kg.train.gold import Gold
from kg.train.samples import Sample

Rows = NDArray[Any]
CHUNK = 100
"""Texts of one file of labels: what an interrupted run loses at most."""

_SHORTEST, _LONGEST = 400, 2500  # characters of an abstract worth labelling


def choose(abstracts: Path, number: int, without: Sequence[Gold], seed: int) -> list[str]:
    """That many of the papers of a file, at random, each as its title and abstract; none that `without` has.

    A larger number begins with the papers of a smaller one.
    """
    known = {record.text[record.title_end :].strip()[:200] for record in without}
    texts = [
        paper.joined
        for paper in read([abstracts], lambda problem: None)
        if _SHORTEST <= len(paper.text) <= _LONGEST and paper.text[:200] not in known
    ]
    random.Random(seed).shuffle(texts)
    return texts[:number]


def label(
    texts: Sequence[str], teachers: Sequence[tuple[Encoder, Tokenizer]], nlp: Language, folder: Path,
    share: tuple[int, int], log: Log,
) -> None:  # fmt: skip
    """Write the mean of the teachers' distributions, words × labels a text and head, to a file each `CHUNK` texts.

    Files that are there stay. `share` is (n, of): this process does each chunk whose number is n modulo `of`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for number, chunk in enumerate(_chunks(texts)):
        path = folder / f"{number:05}.npz"
        if number % share[1] != share[0] or path.is_file():
            continue
        rows: dict[str, Rows] = {}
        for place, text in enumerate(chunk):
            for head, soft in _mean(text, teachers, nlp).items():
                rows[f"{place} {head}"] = soft.astype(np.float16)
        with atomic(path) as temporary, temporary.open("wb") as file:
            np.savez_compressed(file, **rows)  # type: ignore[arg-type]
        log(f"labels {number}: {len(chunk)} texts")


def _chunks(texts: Sequence[str]) -> list[Sequence[str]]:
    return [texts[n : n + CHUNK] for n in range(0, len(texts), CHUNK)]


def _mean(text: str, teachers: Sequence[tuple[Encoder, Tokenizer]], nlp: Language) -> dict[str, Rows]:
    """The mean over teachers, whose word pieces are the same, so that they see the same words."""
    total: dict[str, Rows] = {}
    for model, tokenizer in teachers:
        sample = samples.unlabelled(text, nlp, tokenizer)
        with torch.inference_mode():
            logits, _ = model(*batch([sample]))
        for head, rows in logits.items():
            soft = torch.softmax(rows, dim=-1).numpy() / len(teachers)
            total[head] = total[head] + soft if head in total else soft
    return total


def labelled(texts: Sequence[str], folder: Path, nlp: Language, tokenizer: Tokenizer) -> Iterator[Sample]:
    """The texts that have labels in `folder`, as the student learns from them."""
    for number, chunk in enumerate(_chunks(texts)):
        path = folder / f"{number:05}.npz"
        if not path.is_file():
            continue
        with np.load(path) as rows:
            for place, text in enumerate(chunk):
                sample = samples.unlabelled(text, nlp, tokenizer)
                soft = {key.split()[1]: rows[key] for key in rows.files if key.split()[0] == str(place)}
                if all(len(distribution) == len(sample.first) for distribution in soft.values()):
                    yield samples.with_soft(sample, soft)
