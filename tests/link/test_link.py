"""One node for each thing, whatever the order of the papers."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.link import link_paper
from kg.records import Abbreviation, Annotation, Concept, Document, Extraction, Mention, Relation
from tests.whole import Graph, link_corpus


def annotate(
    paper: str,
    text: str,
    types: dict[str, str],
    abbreviations: tuple[tuple[str, str], ...] = (),
    relations: tuple[tuple[str | None, str, str], ...] = (),
) -> Annotation:
    """An annotation whose mentions are the given strings wherever they stand."""
    mentions = sorted(
        (
            Mention(match.start(), match.end(), type_, 0.9, "tagger")
            for name, type_ in types.items()
            for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)
        ),
        key=lambda m: m.start,
    )
    place = {text[m.start : m.end]: i for i, m in reversed(list(enumerate(mentions)))}
    stated = tuple(
        Relation(None if s is None else place[s], p, place[o], 0, len(text), 0.5, "cue")
        for s, p, o in relations
    )
    pairs = tuple(Abbreviation(*pair) for pair in abbreviations)
    return link_paper(Extraction(Document(paper, text), tuple(mentions), stated, pairs, ((0, len(text)),)))


def node(graph: Graph, name: str) -> Concept:
    """The only concept with this spelling."""
    found = [c for c in graph.concepts if name in (c.name, *c.aliases)]
    assert len(found) == 1, (name, found)
    return found[0]


M = "Method"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("fine-tuning", "Fine tuning"),
        ("fine-tuning", "finetuning"),
        ("large language model", "Large Language Models"),
        ("Kullback–Leibler divergence", "Kullback-Leibler divergence"),
        ("Bi\u2011LSTM", "Bi-LSTM"),
        ("naïve Bayes", "Naive Bayes"),
        ("CNNs", "CNN"),
        ("β-VAE", "beta-VAE"),
    ],
)
def test_spellings_of_one_thing_are_one_node(one: str, other: str) -> None:
    graph = link_corpus(
        [annotate("1", f"We use {one} here.", {one: M}), annotate("2", f"{other} again.", {other: M})]
    )
    assert len(graph.concepts) == 1
    assert {graph.concepts[0].name, *graph.concepts[0].aliases} == {one, other}
    assert graph.concepts[0].papers == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GPT-2", "GPT-3"),
        ("BLEU", "BLEURT"),
        ("CIFAR-10", "CIFAR-100"),
        ("C++", "C#"),
        ("ResNet", "ResNet-50"),
        ("R(2+1)D", "R21D"),
    ],
)
def test_different_things_stay_apart(one: str, other: str) -> None:
    graph = link_corpus([annotate("1", f"We use {one} and {other} .", {one: M, other: M})])
    assert node(graph, one).id != node(graph, other).id


def test_abbreviation_joins_its_long_form_within_a_paper() -> None:
    text = (
        "Neural Architecture Search (NAS) finds cells. NAS is good; neural architecture searches are costly."
    )
    names = {"Neural Architecture Search": M, "NAS": M, "neural architecture searches": M}
    paper = annotate("1", text, names, (("NAS", "Neural Architecture Search"),))
    assert [c.name for c in paper.concepts] == ["NAS"]
    assert paper.concepts[0].mentions == 4


def test_undefined_abbreviation_joins_the_dominant_long_form() -> None:
    defined = [
        annotate(
            str(i),
            "large language models (LLMs)",
            {"large language models": M, "LLMs": M},
            (("LLMs", "large language models"),),
        )
        for i in range(3)
    ]
    graph = link_corpus([*defined, annotate("9", "We ask LLMs.", {"LLMs": M})])
    assert len(graph.concepts) == 1
    assert graph.concepts[0].papers == 4


def test_rival_long_forms_stay_apart_and_have_ids_of_their_own() -> None:
    one = annotate(
        "1",
        "Curriculum Contrast Learning (CCL)",
        {"Curriculum Contrast Learning": M, "CCL": M},
        (("CCL", "Curriculum Contrast Learning"),),
    )
    two = annotate(
        "2",
        "Causal Code Labelling (CCL)",
        {"Causal Code Labelling": M, "CCL": M},
        (("CCL", "Causal Code Labelling"),),
    )
    three = annotate("3", "We use CCL.", {"CCL": M})
    graph = link_corpus([one, two, three])
    assert len({c.id for c in graph.concepts}) == 3
    assert node(graph, "Curriculum Contrast Learning").id != node(graph, "Causal Code Labelling").id


def test_same_name_of_two_types_is_two_nodes() -> None:
    graph = link_corpus(
        [annotate("1", "We use BEIR.", {"BEIR": "Dataset"}), annotate("2", "BEIR again.", {"BEIR": M})]
    )
    assert {c.id for c in graph.concepts} == {"dataset/beir", "method/beir"}


def test_statements_keep_evidence_and_drop_loops_and_what_the_ontology_forbids() -> None:
    text = "BERT extends Bert on GLUE for parsing."
    paper = annotate(
        "1", text, {"BERT": M, "Bert": M, "GLUE": "Dataset", "parsing": "Task"},
        relations=(("BERT", "uses", "Bert"), ("BERT", "evaluatedOn", "GLUE"), ("GLUE", "usedFor", "parsing"), (None, "proposes", "BERT")),
    )  # fmt: skip
    graph = link_corpus([paper])
    stated = {(s.subject, s.predicate, s.object): s for s in graph.statements}
    assert ("method/bert", "evaluatedOn", "dataset/glue") in stated
    assert ("paper/1", "proposes", "method/bert") in stated
    assert all(s != o for s, _, o in stated)
    assert ("dataset/glue", "usedFor", "task/parsing") not in stated
    assert all(s.evidence and s.evidence[0].quote == text for s in graph.statements)
    mentioned = {o for s, p, o in stated if p == "mentions"}
    assert mentioned == {c.id for c in graph.concepts}


WORDS = (
    "LLMs",
    "large language models",
    "CCL",
    "causal code labelling",
    "BERT",
    "Bert",
    "fine-tuning",
    "finetuning",
)


@st.composite
def papers(draw: st.DrawFn) -> list[Annotation]:
    result = []
    for i in range(draw(st.integers(1, 6))):
        words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5))
        types = {w: draw(st.sampled_from(["Method", "Task"])) for w in sorted(set(words))}
        pairs = draw(
            st.lists(
                st.sampled_from(
                    [("LLMs", "large language models"), ("CCL", "causal code labelling"), ("CCL", "contrast")]
                ),
                max_size=2,
            )
        )
        result.append(annotate(str(i), " and ".join(words) + ".", types, tuple(pairs)))
    return result


@settings(max_examples=60, deadline=None)
@given(papers(), st.randoms(use_true_random=False))
def test_order_does_not_matter(annotations: list[Annotation], chance: random.Random) -> None:
    expected = link_corpus(annotations)
    chance.shuffle(annotations)
    assert link_corpus(annotations) == expected
    ids = [c.id for c in expected.concepts]
    assert len(ids) == len(set(ids))
    ends = {s.object for s in expected.statements} | {
        s.subject for s in expected.statements if not s.subject.startswith("paper/")
    }
    assert ends <= set(ids)
