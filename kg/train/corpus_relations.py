"""Relations in a corpus's sentences by that corpus's labels: what the shipped encoder knows of them, to be measured.

The models are those of `kg.extract.relations`, learned from the corpus; each span is a name of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from kg.extract import nets, pairs
from kg.extract import relations as classifier
from kg.extract.candidates import Candidate
from kg.extract.encoder import Encoder
from kg.extract.nets import Places
from kg.extract.pairs import Pair, Reading
from kg.extract.relations import Model, Rows
from kg.extract.tagger import softmax
from kg.train.forms import Paper, Span
from kg.train.heads import PIECE
from kg.train.rel import Stated

TYPES = {"Dataset": "Dataset", "Material": "Dataset", "Method": "Method", "Metric": "Metric", "Task": "Task"}
"""The types between which relations are looked for, and what the nets know them as."""


@dataclass(frozen=True, slots=True)
class Read:
    """A sentence as the models see it: its spans in order, and all pairs of them, each both ways in turn."""

    spans: tuple[Span, ...]
    paper: Reading
    pairs: tuple[Pair, ...]

    def ends(self, pair: Pair) -> tuple[Span, Span]:
        """The spans of a pair."""
        return self.spans[pair.here.mention], self.spans[pair.there.mention]

    def places(self, classes: Sequence[str]) -> Places:
        """Where all that is, among the sentence's words."""
        words = [(start, end) for start, end, _ in self.spans]
        return nets.places(self.paper, words, list(range(len(words))), self.pairs, classes, lambda *_: True)


def read(tokens: Sequence[str], spans: Sequence[Span]) -> Read:
    """A sentence with its spans of `TYPES`, each a name of its own."""
    ordered = tuple(sorted(span for span in spans if span[2] in TYPES))
    starts = [0, *accumulate(len(token) + 1 for token in tokens)]
    mentions = [
        Candidate(starts[start], starts[end] - 1, TYPES[type_], 1.0, "corpus")
        for start, end, type_ in ordered
    ]
    text = " ".join(tokens)
    paper = pairs.read(text, 0, [(0, len(text))], mentions, [], [])
    alone = [replace(name, places=(place,)) for name in paper.names for place in name.places]
    alone.sort(key=lambda name: name.places[0].mention)
    paper = replace(paper, names=alone)
    found = []
    for n, one in enumerate(alone):
        for other in alone[n + 1 :]:
            here, there = one.places[0], other.places[0]
            pair = Pair(one, other, here, there, (0.0, 0.0), pairs.joint(paper, here, there))
            found += [pair, pair.swapped()]
    return Read(ordered, paper, tuple(found))


def vectors(paper: Paper, encoder: Encoder) -> Iterator[Rows]:
    """The vectors of each sentence's words; sentences are read in the company in which the encoder learned."""
    for first in range(0, len(paper.sentences), PIECE):
        sentences = paper.sentences[first : first + PIECE]
        words = [token for sentence in sentences for token in sentence.tokens]
        _, _, rows = next(encoder.read([(None, words)], paper.form))
        yield from np.split(rows, np.cumsum([len(sentence.tokens) for sentence in sentences])[:-1])


def logits(one: Read, rows: Rows, model: Model) -> Rows:
    """What a model thinks of a sentence's pairs: pairs × classes."""
    linear = classifier.pair_logits((pairs.pair_features(one.paper, pair) for pair in one.pairs), model.table)
    return corrected(one, rows, linear, model)


def corrected(one: Read, rows: Rows, linear: Rows, model: Model) -> Rows:
    """The same, where what the linear model thinks is known."""
    if not len(linear):
        return linear
    at = one.places(model.classes)
    found: Rows = nets.pair_logits(at, nets.vectors(at, rows), linear, model.net)
    return found


def of_paper(paper: Paper, spans: Sequence[Sequence[Span]], encoder: Encoder, model: Model) -> set[Stated]:
    """What is stated in a document of a corpus, between the given spans of each sentence."""
    stated: set[Stated] = set()
    for number, (sentence, found, rows) in enumerate(
        zip(paper.sentences, spans, vectors(paper, encoder), strict=True)
    ):
        one = read(sentence.tokens, found)
        judged = classifier.likeliest(softmax(logits(one, rows, model) / model.temperature))
        for forth in range(0, len(judged), 2):
            chosen = max(forth, forth + 1, key=lambda way: judged[way][1])
            column, score = judged[chosen]
            if score >= model.threshold:
                head, tail = one.ends(one.pairs[chosen])
                stated.add((number, head, model.classes[column], tail))
    return stated
