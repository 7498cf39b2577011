"""Which links are made, which are exact, which are not made and why."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import names
from kg.align import caution, matching
from kg.align.caution import GENERIC
from kg.align.spelling import _plain, loose_key
from kg.align.terms import Label, Term, Vocabulary
from kg.records import Concept


def concept(name: str, *aliases: str, type_: str = "Method", papers: int = 1) -> Concept:
    return Concept(names.concept_id(type_, name), name, type_, aliases, papers)


def term(name: str, *others: str, types: tuple[str, ...] = (), iri: str | None = None) -> Term:
    labels = (Label(name, "prefLabel", "en", True), *(Label(other, "altLabel", "en") for other in others))
    return Term(iri or f"http://example.org/{names.slug(name)}", name, labels, frozenset(types))


def found(concepts: list[Concept], terms: list[Term]) -> tuple[list[tuple[str, str, str]], list[str]]:
    """Each link as (concept, relation, reason), and why concepts were left."""
    links, left = matching.match(concepts, Vocabulary("v", tuple(terms), 0))
    return [(link.concept, link.relation, link.reason) for link in links], [one.why for one in left]


@pytest.mark.parametrize(
    ("ours", "theirs", "relation", "reason"),
    [
        (concept("domain adaptation"), term("domain adaptation"), "exactMatch",
         "prefLabel 'domain adaptation' equals the concept's name"),
        (concept("neural networks"), term("Neural Network"), "exactMatch",
         "prefLabel 'Neural Network' equals the concept's name 'neural networks' after plural and case folding"),
        (concept("co-training"), term("cotraining"), "exactMatch",
         "prefLabel 'cotraining' equals the concept's name 'co-training' after hyphen and case folding"),
        (concept("SVM", "support vector machines"), term("support vector machine", "SVM"), "closeMatch",
         "prefLabel 'support vector machine' equals alias 'support vector machines' after plural and case folding, "
         "and altLabel 'SVM' equals the concept's name"),
        (concept("LoRA", "low-rank adaptation"), term("LoRA", "low-rank adaptation"), "exactMatch",
         "prefLabel 'LoRA' equals the concept's name, and altLabel 'low-rank adaptation' equals alias "
         "'low-rank adaptation'"),
        (concept("behaviour modelling"), term("behavior modeling"), "closeMatch",
         "prefLabel 'behavior modeling' equals the concept's name 'behaviour modelling' after spelling folding"),
        (concept("BERT"), term("BERT"), "closeMatch",
         "prefLabel 'BERT' equals the concept's name; close only: the label is an abbreviation without its long form"),
        (concept("attention"), term("Attention"), "closeMatch",
         "prefLabel 'Attention' equals the concept's name 'attention' after case folding; close only: the label is a "
         "common word"),
        (concept("attention"), term("attention", types=("Algorithm",)), "exactMatch",
         "prefLabel 'attention' equals the concept's name"),
        (concept("AdaBoost"), term("adaboost"), "closeMatch",
         "prefLabel 'adaboost' equals the concept's name 'AdaBoost' after case folding; close only: the capitals of the "
         "label differ"),
        (concept("principal component analysis", "PCA"), term("principal component analysis (PCA)"), "exactMatch",
         "'principal component analysis' in prefLabel 'principal component analysis (PCA)' equals the concept's name, "
         "and 'PCA' in prefLabel 'principal component analysis (PCA)' equals alias 'PCA'"),
    ],
)  # fmt: skip
def test_links(ours: Concept, theirs: Term, relation: str, reason: str) -> None:
    assert found([ours], [theirs]) == ([(ours.id, relation, reason)], [])


@pytest.mark.parametrize(
    ("ours", "theirs", "why"),
    [
        (concept("SVM"), term("support vector machine", "SVM"), caution.TOO_SHORT),
        (concept("C++"), term("C++"), caution.TOO_SHORT),
        (concept("art"), term("art"), caution.TOO_SHORT),
        (concept("models"), term("Model"), GENERIC),
        (concept("GLUE"), term("glue"), caution.CAPITALS),
        (concept("Adam"), term("adam"), caution.CAPITALS),
        (concept("DropOut"), term("dropout"), caution.CAPITALS),
        (concept("MCMC"), term("Markov chain Monte Carlo", "MCMC"), caution.ABBREVIATION),
        (concept("transformer"), term("transformer", types=("Dataset",)), matching.OTHER_TYPE),
    ],
)
def test_a_label_that_says_too_little(ours: Concept, theirs: Term, why: str) -> None:
    assert found([ours], [theirs]) == ([], [why])


def test_a_single_word_of_another_language_is_no_match() -> None:
    labels = (Label("Gift", "prefLabel", "de"), Label("poison", "altLabel", "en"))
    theirs = Term("http://example.org/p", "Gift", labels)
    assert found([concept("gift")], [theirs]) == ([], [caution.FOREIGN])
    whole = Term("http://example.org/r", "x", (Label("deep learning", "prefLabel", "fr"),))
    ((_, relation, reason),), _ = found([concept("deep learning")], [whole])
    assert (relation, reason) == (
        "closeMatch",
        "prefLabel 'deep learning'@fr equals the concept's name",
    )


def test_what_is_ambiguous_is_left() -> None:
    two = [
        term("latent space", iri="http://example.org/1"),
        term("latent spaces", iri="http://example.org/2"),
    ]
    assert found([concept("latent space")], two) == ([], [matching.SEVERAL_TERMS])
    ours = [concept("pose estimation", type_=type_) for type_ in ("Method", "Task")]
    assert found(ours, [term("pose estimation")]) == ([], [matching.SEVERAL_CONCEPTS] * 2)


def test_a_type_of_the_vocabulary_decides() -> None:
    ours = [concept("pose estimation", type_=type_) for type_ in ("Method", "Task")]
    links, left = found(ours, [term("pose estimation", types=("Task",))])
    assert [link[:2] for link in links] == [("task/pose-estimation", "exactMatch")]
    assert left == [matching.OTHER_TYPE]


def test_the_concept_that_nearly_all_papers_mean_is_taken_as_near() -> None:
    ours = [concept("pose estimation", type_="Task", papers=95), concept("pose estimation", papers=5)]
    links, left = found(ours, [term("pose estimation")])
    assert [link[:2] for link in links] == [("task/pose-estimation", "closeMatch")]
    assert links[0][2].endswith("; close only: others have the label too")
    assert left == [matching.SEVERAL_CONCEPTS]


def test_the_better_pair_wins_and_a_shared_label_is_not_exact() -> None:
    ours = [concept("word embedding"), concept("embedded words", "word embeddings")]
    links, left = found(ours, [term("word embedding")])
    assert [link[:2] for link in links] == [("method/word-embedding", "closeMatch")]
    assert left == [matching.TAKEN]
    other = term("vector space model", "word embedding")
    links, _ = found([concept("word embedding")], [term("word embedding"), other])
    assert [link[1] for link in links] == ["closeMatch"]


def test_two_preferred_labels_are_not_exact() -> None:
    labels = tuple(Label(text, "prefLabel", "en", True) for text in ("word embedding", "other thing"))
    ((_, relation, reason),), _ = found(
        [concept("word embedding")], [Term("http://example.org/w", "w", labels)]
    )
    assert relation == "closeMatch" and reason.endswith("close only: the term has several prefLabels")


def test_hostile_labels_stay_within_bounds() -> None:
    long = "deep " * 150 + "net"
    links, _ = matching.match([concept(long)], Vocabulary("v", (term(long),), 0))
    assert len(links[0].label) <= 60 and len(links[0].reason) < 200
    hostile = '"; DROP TABLE link; -- <script>'
    ((_, relation, _),), _ = found([concept(hostile)], [term(hostile)])
    assert relation == "exactMatch"


WORDS = st.sampled_from(
    ["deep net", "deep nets", "Deep Net", "DNN", "net", "BERT", "bert", "graph net", "colour model"]
)
CONCEPTS = st.lists(
    st.builds(
        lambda name, alias, type_, papers: concept(name, alias, type_=type_, papers=papers),
        WORDS, WORDS, st.sampled_from(["Method", "Task"]), st.integers(0, 20),
    ),
    max_size=4, unique_by=lambda c: c.id,
)  # fmt: skip
TERMS = st.lists(
    st.builds(
        lambda n, name, other: term(name, other, iri=f"http://example.org/{n}"),
        st.integers(0, 9),
        WORDS,
        WORDS,
    ),
    max_size=4,
    unique_by=lambda t: t.iri,
)


@given(CONCEPTS, TERMS)
def test_order_makes_no_difference_and_no_end_has_two_links(ours: list[Concept], theirs: list[Term]) -> None:
    expected = matching.match(ours, Vocabulary("v", tuple(theirs), 0))
    for some in list(permutations(theirs))[:6]:
        assert matching.match(ours[::-1], Vocabulary("v", some, 0)) == expected
    links, left = expected
    assert len({link.concept for link in links}) == len({link.iri for link in links}) == len(links)
    assert not {link.concept for link in links} & {one.concept.id for one in left}


TEXTS = st.text(alphabet="ab lamdsS1290-_.,&+()éβ'ICs\u2019", max_size=14)


@given(TEXTS, TEXTS)
def test_the_loose_key_is_that_of_the_whole_and_unites_what_the_key_unites(one: str, other: str) -> None:
    label = f"{one} {other}"
    assert loose_key(label) == names.key(" ".join(map(_plain, label.split())))


def test_generic_words_are_keys() -> None:
    assert {word for word in caution._GENERIC if names.key(word) != word} == set()
