"""Likely duplicates: what is found, what is not, in which order, and how many pairs are compared."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from kg import names
from kg.errors import UsageError
from kg.query.alike import alike
from kg.query.candidates import Spelling, candidates
from kg.query.duplicates import duplicates
from kg.records import Annotation, Concept, Document, Evidence, Mention, Statement
from kg.store import Store
from tests import whole
from tests.whole import Graph


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [
        ("Convolution Neural Network", "convolutional neural networks", "spelling"),
        ("Latent Dirichelet Allocation", "latent Dirichlet allocation", "spelling"),
        ("deep recurrent neural network", "recurrent deep neural networks", "word order"),
        ("tree search", "search tree", "word order"),
        ("probabilistic roadmap method", "Probabilistic Roadmap", "generic word"),
        ("the budget allocation problem", "budget allocation", "generic word"),
        ("transformer-based language models", "Transformer language model", "generic word"),
        ("Pretrained Multilingual Model", "multilingual pre-trained models", "spacing"),
        ("POMDP", "partially observable Markov decision process", "initials"),
        ("A* graph search", "A graph search", "signs"),
    ],
)
def test_names_of_one_thing_are_alike(one: str, other: str, how: str) -> None:
    found = alike(one, other)
    assert found == alike(other, one)
    assert found and found.how == how and 0.7 <= found.score <= 1


def test_surer_pairs_are_more_alike() -> None:
    def score(one: str, other: str) -> float:
        found = alike(one, other)
        return found.score if found else 0.0

    assert score("visual language model", "visual language") > score("language model", "language") > 0
    assert score("structured prediction", "structure prediction") > score(
        "emotion modelling", "motion modelling"
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GPT-2", "GPT-3"),
        ("CIFAR-10 images", "CIFAR-100 images"),
        ("supervised learning", "unsupervised learning"),
        ("retraining", "pre-training"),
        ("temporal graph neural networks", "graph neural networks"),
        ("few-shot cross-lingual transfer", "zero-shot crosslingual transfer"),
        ("data quality", "quality"),
        ("score distillation", "distillation"),
        ("A* search", "search"),
        ("misclassification", "classification"),
        ("BLEU", "BLEURT"),
        ("ResNet", "ResNest"),
        ("pretrained LM", "pre-trained CLM"),
        ("spatial attention", "special attention"),
        ("the method", "method"),
        ("C++", "C#"),
        ("NN", "neural network"),  # two letters stand for anything
    ],
)
def test_names_of_two_things_are_not(one: str, other: str) -> None:
    assert alike(one, other) is None
    assert alike(other, one) is None


def spellings(texts: Sequence[str]) -> list[Spelling]:
    return sorted(Spelling(names.key(text), text, f"method/{text}", "Method") for text in texts)


def test_blocks_bring_together_what_is_alike_and_no_more_than_their_bound() -> None:
    common = [f"graph {a}{b} neural network" for a in "abcdefghij" for b in "klmnopqrst"]
    made = spellings([*common, "Latent Dirichelet Allocation", "latent Dirichlet allocation", "POMDP",
                      "partially observable Markov decision process"])  # fmt: skip
    found = list(candidates(made))
    pairs = {frozenset((made[i].name, made[j].name)) for i, j in found}
    assert len(found) == len(set(found)) and all(i < j for i, j in found)
    assert frozenset(("Latent Dirichelet Allocation", "latent Dirichlet allocation")) in pairs
    assert frozenset(("POMDP", "partially observable Markov decision process")) in pairs
    assert not any(len({"POMDP", "latent Dirichlet allocation"} & pair) == 2 for pair in pairs)
    many = spellings([f"graph {i} network" for i in range(1000)])  # one block of words
    assert len(list(candidates(many))) < 80 * len(many)
    assert list(candidates([])) == [] and list(candidates(made[:1])) == []


def test_the_order_of_letters_seeds_nothing() -> None:
    texts = [
        f"{w} {v} model" for w in ("graph", "grapf", "tree", "trees") for v in ("search", "serach", "cut")
    ]
    shuffled = random.Random(1).sample(texts, len(texts))
    made = spellings(texts)
    assert list(candidates(made)) == list(candidates(spellings(shuffled)))


TEXTS = {
    "p1": "Convolution nets on Gloo.", "p2": "Convolutional nets on Gloo and on Bloo.", "p3": "Convolutional nets again.",
    "p4": "The Zorblatt parser beats the Zorblat parser.", "p5": "A quarkic sampler on Gloo.", "p6": "A quarkik sampler on Bloo.",
}  # fmt: skip
SAYS = {  # concept: type, papers
    "Convolution nets": ("Method", ("p1",)), "Convolutional nets": ("Method", ("p2", "p3")),
    "Zorblatt parser": ("Method", ("p4",)), "Zorblat parser": ("Method", ("p4",)),
    "quarkic sampler": ("Method", ("p5",)), "quarkik sampler": ("Method", ("p6",)),
    "Gloo": ("Dataset", ("p1", "p2", "p5")), "Bloo": ("Dataset", ("p2", "p6")),
}  # fmt: skip


def graph(*joined: tuple[str, str, str]) -> Graph:
    """A graph of these concepts: methods are evaluated on datasets named in the same paper; `joined` are further."""
    stated: dict[tuple[str, str, str], list[Evidence]] = {}
    ids = {name: names.concept_id(type_, name) for name, (type_, _) in SAYS.items()}
    for name, (type_, papers) in SAYS.items():
        for paper in papers:
            passage = Evidence(paper, 0, len(TEXTS[paper]), TEXTS[paper])
            stated.setdefault((f"paper/{paper}", "mentions", ids[name]), []).append(passage)
            others = [
                o for o, (t, at) in SAYS.items() if t == "Dataset" and paper in at and type_ == "Method"
            ]
            for other in others:
                stated.setdefault((ids[name], "evaluatedOn", ids[other]), []).append(passage)
    stated |= {(ids[s], p, ids[o]): [Evidence("p4", 0, 3, TEXTS["p4"][:3])] for s, p, o in joined}
    concepts = [Concept(ids[n], n, t, (), len(at), len(at)) for n, (t, at) in SAYS.items()]
    return Graph(
        tuple(_paper(id_, text, ids) for id_, text in TEXTS.items()),
        tuple(sorted(concepts, key=lambda c: c.id)),
        tuple(Statement(*ends, 0.5, tuple(at)) for ends, at in sorted(stated.items())),
    )


def _paper(id_: str, text: str, ids: dict[str, str]) -> Annotation:
    named = [(text.find(name), name) for name, (_, papers) in SAYS.items() if id_ in papers]
    mentions = [Mention(at, at + len(name), SAYS[name][0], 0.9, "tagger") for at, name in sorted(named)]
    return Annotation(Document(id_, text), tuple(mentions), tuple(ids[name] for _, name in sorted(named)))


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Store]:
    whole.write(graph(), tmp_path / "g.sqlite")
    with Store(tmp_path / "g.sqlite") as opened:
        yield opened


def test_the_best_comes_first_with_its_evidence(made: Store) -> None:
    found = duplicates(made)
    assert [(p.one.name, p.other.name) for p in found.pairs] == [
        ("Convolution nets", "Convolutional nets"),  # a shared neighbour
        ("quarkik sampler", "quarkic sampler"),
        ("Zorblatt parser", "Zorblat parser"),  # named together
    ]
    first, second, third = found.pairs
    assert found.found == 3
    assert first.score > second.score > third.score
    assert (first.neighbours, [c.name for c in first.shared], first.together) == (1, ["Gloo"], 0)
    assert [e.quote for e in first.evidence if e] == [TEXTS["p1"], TEXTS["p2"]]
    assert (third.together, third.how) == (1, "spelling")


def test_a_relation_between_two_says_that_they_are_two(tmp_path: Path) -> None:
    whole.write(graph(("Zorblatt parser", "comparedWith", "Zorblat parser")), tmp_path / "g.sqlite")
    with Store(tmp_path / "g.sqlite") as opened:
        assert {p.one.name for p in duplicates(opened).pairs} == {"Convolution nets", "quarkik sampler"}


def test_limit_types_and_what_is_decided(made: Store) -> None:
    assert len(duplicates(made, 1).pairs) == 1
    assert duplicates(made, 1).found == 3
    assert duplicates(made, None, ["dataset"]).found == 0
    decided = [
        ("Method", "convolution nets", "Convolutional nets"),
        ("Method", "method/quarkic-sampler", "quarkik sampler"),
    ]
    assert [p.one.name for p in duplicates(made, decided=decided).pairs] == ["Zorblatt parser"]
    with pytest.raises(UsageError, match="limit is -1"):
        duplicates(made, -1)
    with pytest.raises(UsageError, match="Animal"):
        duplicates(made, types=["Animal"])
