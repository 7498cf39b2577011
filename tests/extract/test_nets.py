"""The nets: what they look at, and that they compute the same while learning and while reading."""

from __future__ import annotations

import numpy as np
import pytest

from kg import ontology
from kg.extract import nets as kg_nets
from kg.extract import pairs, relations, sentences
from kg.extract.candidates import Candidate
from kg.extract.nets import BARRED, Places
from kg.extract.pairs import Reading
from kg.extract.relations import NONE
from tests import nets

allows = ontology.load().allows
CLASSES = (NONE, "evaluatedOn", "uses")
TEXT = "LERD is a model. LERD uses BERT. Nothing. It is tested on GLUE."
WORDS = [n for n, c in enumerate(TEXT) if n == 0 or TEXT[n - 1] == " "]


def reading() -> Reading:
    types = {"LERD": "Method", "BERT": "Method", "GLUE": "Dataset"}
    mentions = sorted(
        Candidate(n, n + 4, type_, 0.9, "tagger")
        for name, type_ in types.items()
        for n in range(len(TEXT))
        if TEXT.startswith(name, n)
    )
    return pairs.read(TEXT, 0, sentences.spans(TEXT), mentions, [], [])


def places(paper: Reading) -> tuple[Places, list[pairs.Pair]]:
    ordered = [way for p in relations.eligible(paper, [1.0] * 3) for way in (p, p.swapped())]
    ranges = kg_nets.word_ranges(WORDS, paper.mentions)
    return kg_nets.places(paper, ranges, [0, 2, 3], ordered, CLASSES, allows), ordered


def test_a_mention_is_the_words_that_it_touches() -> None:
    mentions = [Candidate(*span, "Task", 1.0, "gold") for span in ((0, 4), (8, 15), (10, 12), (2, 9))]
    assert kg_nets.word_ranges(WORDS, mentions) == [(0, 1), (2, 4), (3, 4), (0, 3)]


def test_vectors_are_means_over_the_places() -> None:
    """A net that passes one number of the first word on: the mean over what a name, a mention, a gap stands on."""
    at, ordered = places(reading())
    vectors = np.arange(len(WORDS), dtype=np.float32)[:, None] * np.ones((1, nets.WIDTH), dtype=np.float32)
    seen = kg_nets.vectors(at, vectors)
    assert seen.mentions[:, 0].tolist() == [0, 4, 6, 12]
    assert seen.names[:, 0].tolist() == [2, 6, 12]
    gap = {(p.subject.key, p.object.key): g for p, g in zip(ordered, seen.between[:, 0], strict=True)}
    assert gap == {
        ("lerd", "bert"): 5, ("bert", "lerd"): 5, ("lerd", "glue"): 0, ("glue", "lerd"): 0,
        ("bert", "glue"): 0, ("glue", "bert"): 0,
    }  # fmt: skip


def test_what_the_ontology_does_not_know_is_barred() -> None:
    at, ordered = places(reading())
    silent = nets.silent_pair_net(len(CLASSES))
    vectors = np.ones((len(WORDS), nets.WIDTH), dtype=np.float32)
    logits = kg_nets.pair_logits(
        at, kg_nets.vectors(at, vectors), np.zeros((len(ordered), 3), dtype=np.float32), silent
    )
    rows = {(p.subject.key, p.object.key): row.tolist() for p, row in zip(ordered, logits, strict=True)}
    assert rows["lerd", "bert"] == [0, BARRED, 0]
    assert rows["lerd", "glue"] == [0, 0, BARRED]
    assert rows["glue", "lerd"] == [0, BARRED, BARRED]


def test_a_net_without_weights_leaves_the_linear_model_alone() -> None:
    at, ordered = places(reading())
    vectors = np.random.default_rng(0).normal(size=(len(WORDS), nets.WIDTH)).astype(np.float32)
    linear = np.random.default_rng(1).normal(size=(len(ordered), 3)).astype(np.float32)
    found = kg_nets.pair_logits(at, kg_nets.vectors(at, vectors), linear, nets.silent_pair_net(3))
    assert found - at.barred == pytest.approx(linear, abs=1e-5)
    names = np.array([1, -2, 3], dtype=np.float32)
    assert (
        kg_nets.name_logits(at, kg_nets.vectors(at, vectors), names, nets.silent_name_net()).tolist()
        == names.tolist()
    )


def test_a_text_of_names_without_pairs_has_no_rows() -> None:
    text = "LERD"
    paper = pairs.read(text, 0, [(0, 4)], [Candidate(0, 4, "Method", 1.0, "gold")], [], [])
    at = kg_nets.places(paper, [(0, 1)], [0], [], CLASSES, allows)
    vectors = np.ones((1, nets.WIDTH), dtype=np.float32)
    none = np.zeros((0, len(CLASSES)), dtype=np.float32)
    assert kg_nets.pair_logits(at, kg_nets.vectors(at, vectors), none, nets.silent_pair_net(3)).shape == (
        0,
        3,
    )


def test_learning_and_reading_compute_the_same() -> None:
    torch = pytest.importorskip("torch", reason="needs kg[train]")
    from kg.train.nets import Nets, tensors

    torch.manual_seed(0)
    learned = Nets(nets.WIDTH, len(CLASSES)).eval()
    with torch.no_grad():
        for parameter in learned.parameters():
            parameter.add_(torch.randn_like(parameter))
    at, ordered = places(reading())
    vectors = np.random.default_rng(0).normal(size=(len(WORDS), nets.WIDTH)).astype(np.float32)
    names, linear = np.ones(3, dtype=np.float32), np.ones((len(ordered), 3), dtype=np.float32)
    for net, logits, expected in (
        ("name", kg_nets.name_logits, names), ("pair", kg_nets.pair_logits, linear),
    ):  # fmt: skip
        with torch.no_grad():
            seen = kg_nets.vectors(tensors(at), torch.from_numpy(vectors))
            learning = logits(tensors(at), seen, torch.from_numpy(expected), getattr(learned, net))
        assert logits(at, kg_nets.vectors(at, vectors), expected, learned.arrays(net)) == pytest.approx(
            learning.numpy(), abs=1e-4
        )
