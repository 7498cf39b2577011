"""The rules by which names are one, each with the reason that is kept; and what they must not join."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.link import link_paper
from kg.records import Annotation, Document, Extraction, Mention
from kg.vocabulary import Term
from tests import whole
from tests.link.test_link import annotate, node, papers
from tests.whole import Graph, link_corpus

M, T, D = "Method", "Task", "Dataset"
NO_TERMS: tuple[Term, ...] = ()


def linked(*annotations: Annotation, terms: tuple[Term, ...] = NO_TERMS) -> Graph:
    return link_corpus(annotations, terms)


def rules(graph: Graph) -> set[tuple[str, str, str]]:
    return {(m.name, m.rule, m.other) for m in graph.merges}


def defining(paper: str, short: str, long: str, before: str = "") -> Annotation:
    whole = f"{before} {long}".strip()
    return annotate(paper, f"We use {whole} ({short}).", {whole: M, short: M}, ((short, whole),))


@pytest.mark.parametrize(
    ("one", "other", "rule"),
    [
        ("language modelling", "language modeling", "form of a word"),
        ("computational cost", "computation cost", "form of a word"),
        ("LERD framework", "LERD", "generic head"),
        ("reinforcement learning algorithms", "reinforcement learning", "generic head"),
        ("Neural nets", "neural net", "spelling"),
    ],
)
def test_names_of_two_papers_are_joined_with_a_reason(one: str, other: str, rule: str) -> None:
    graph = linked(
        annotate("1", f"We use {one} here.", {one: M}), annotate("2", f"A {other} too.", {other: M})
    )
    assert len(graph.concepts) == 1
    assert {(one, rule, other), (other, rule, one)} & rules(graph)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("reward model", "reward"),
        ("ReLU networks", "ReLU"),
        ("supervised learning", "unsupervised learning"),
        ("BERT-base", "BERT"),
        ("top-1 accuracy", "top-5 accuracy"),
        ("recurrent network", "recursive network"),
    ],
)
def test_names_that_only_look_alike_stay_apart(one: str, other: str) -> None:
    graph = linked(
        annotate("1", f"We use {one} here.", {one: M}), annotate("2", f"A {other} too.", {other: M})
    )
    assert len(graph.concepts) == 2
    assert not graph.merges


def test_a_modifier_before_a_long_form_is_not_part_of_what_the_abbreviation_stands_for() -> None:
    graph = linked(
        defining("1", "LLMs", "large language models"),
        defining("2", "LLMs", "large language models", before="pre-trained"),
    )
    assert node(graph, "LLMs").papers == 2
    special = node(graph, "pre-trained large language models")
    assert special.id != node(graph, "LLMs").id
    inferred = [(s.subject, s.predicate, s.object) for s in graph.statements if s.inferred]
    assert inferred == [(special.id, "subclassOf", node(graph, "LLMs").id)]


def test_an_abbreviation_is_spelt_out_inside_other_names() -> None:
    graph = linked(
        *(defining(str(i), "RNN", "recurrent neural network") for i in range(3)),
        annotate("8", "A sparse RNN decoder.", {"sparse RNN decoder": M}),
        annotate(
            "9", "A sparse recurrent neural network decoder.", {"sparse recurrent neural network decoder": M}
        ),
    )
    assert node(graph, "sparse RNN decoder").papers == 2


def test_an_abbreviation_in_other_capitals_is_another_word() -> None:
    graph = linked(*(defining(str(i), "NAO", "neural architecture optimisation") for i in range(2)),
                   annotate("9", "A Nao robot.", {"Nao": M}))  # fmt: skip
    assert node(graph, "Nao").papers == 1


def test_one_paper_does_not_speak_for_two_letters() -> None:
    graph = linked(defining("1", "AF", "acquisition function"), annotate("2", "Dung AFs.", {"AFs": M}))
    assert node(graph, "AFs").papers == 1


def test_a_name_that_two_papers_give_to_things_of_their_own_is_two() -> None:
    def proposing(paper: str, title: str) -> Annotation:
        one = annotate(paper, "We propose STEM.", {"STEM": M}, (), ((None, "proposes", "STEM"),))
        return Annotation(
            one.document.__class__(paper, one.document.text, title=title), *(
                getattr(one, name) for name in ("mentions", "concept_of", "concepts", "statements")
            )
        )  # fmt: skip

    rivals = linked(proposing("1", "STEM: trees that learn"), proposing("2", "STEM: stemming with nets"))
    assert len({c.id for c in rivals.concepts}) == 2
    alone = linked(proposing("1", "STEM: trees that learn"), annotate("2", "We use STEM.", {"STEM": M}))
    assert node(alone, "STEM").papers == 2


def test_a_name_of_the_vocabulary_joins_its_other_labels() -> None:
    terms = (Term("mBERT", M, "mBERT", True), Term("multilingual BERT", M, "mBERT", False))
    graph = linked(
        annotate("1", "We use mBERT.", {"mBERT": M}),
        annotate("2", "A multilingual BERT.", {"multilingual BERT": M}), terms=terms,
    )  # fmt: skip
    assert ("multilingual BERT", "vocabulary", "mBERT") in rules(graph)


def test_a_rare_type_follows_the_usual_one_unless_the_context_speaks() -> None:
    usual = [annotate(str(i), "For image tagging.", {"image tagging": T}) for i in range(3)]
    bare = annotate("8", "By image tagging.", {"image tagging": M})
    graph = linked(*usual, bare)
    assert node(graph, "image tagging").type == T
    assert ("image tagging", "type of most papers", "image tagging") in rules(graph)
    told = annotate(
        "9", "Our image tagging is tested on VOC.", {"image tagging": M, "VOC": D}, (), (("image tagging", "evaluatedOn", "VOC"),)
    )  # fmt: skip
    both = {c.id for c in linked(*usual, told).concepts}
    assert {"task/image-tagging", "method/image-tagging"} <= both


def pointing(text: str, *surfaces: str) -> Annotation:
    """A paper with mentions that do not overlap, in the order of the text."""
    mentions, end = [], 0
    for surface in surfaces:
        start = text.index(surface, end)
        end = start + len(surface)
        mentions.append(Mention(start, end, M, 0.9, "tagger"))
    return link_paper(Extraction(Document("1", text), tuple(mentions), sentences=((0, len(text)),)))


def test_a_short_form_that_points_back_is_the_longer_name() -> None:
    text = "A compatibility certificate is learnt. The certificate is checked."
    graph = linked(pointing(text, "compatibility certificate", "certificate"))
    assert ("certificate", "points back", "compatibility certificate") in rules(graph)
    two = "A compatibility certificate and a robust certificate. The certificate is checked."
    assert len(pointing(two, "compatibility certificate", "robust certificate", "certificate").concepts) == 3
    bare = "A compatibility certificate is learnt. Each certificate is checked."
    assert len(pointing(bare, "compatibility certificate", "certificate").concepts) == 2


def test_kinds_are_inferred_from_modifiers_and_never_in_a_circle() -> None:
    text = "Deep sparse decision trees, sparse decision trees, decision trees, a red herring, herring, training decision trees"
    names = dict.fromkeys(
        ("Deep sparse decision trees", "sparse decision trees", "decision trees", "red herring", "herring",
         "training decision trees"), M,
    )  # fmt: skip
    stated = (("decision trees", "subclassOf", "sparse decision trees"),)
    graph = linked(annotate("1", text, names), annotate("2", text, names))
    kinds = {(s.subject, s.object) for s in graph.statements if s.inferred}
    assert kinds == {
        ("method/deep-sparse-decision-trees", "method/sparse-decision-trees"),
        ("method/sparse-decision-trees", "method/decision-trees"),
    }
    against = linked(annotate("1", text, names, (), stated), annotate("2", text, names))
    upward = ("method/sparse-decision-trees", "method/decision-trees")
    assert upward not in {(s.subject, s.object) for s in against.statements if s.inferred}


def test_every_name_but_the_root_has_its_reason() -> None:
    graph = linked(defining("1", "LLMs", "large language models"), annotate("2", "An LLM.", {"LLM": M}))
    (concept,) = graph.concepts
    reached, ahead = {concept.name}, [concept.name]
    while ahead:
        here = ahead.pop()
        new = {m.other for m in graph.merges if m.name == here} | {
            m.name for m in graph.merges if m.other == here
        }
        ahead += new - reached
        reached |= new
    assert reached == {concept.name, *concept.aliases}


@settings(max_examples=10, deadline=None)
@given(papers(), st.randoms(use_true_random=False))
def test_any_order_gives_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, annotations: list[Annotation], chance: random.Random
) -> None:
    folder: Path = tmp_path_factory.mktemp("orders")
    files = []
    for n in range(2):
        files.append(folder / f"{n}.sqlite")
        whole.write(linked(*annotations), files[-1])
        chance.shuffle(annotations)
    assert files[0].read_bytes() == files[1].read_bytes()
