"""Whatever the text, extraction ends with valid offsets and a linked graph without loose ends."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from kg import ontology
from kg.extract import extract
from kg.link import link_paper
from kg.records import Document
from tests.fuzz.checks import offsets
from tests.whole import link_corpus

PIECES = st.sampled_from(
    [
        "We propose ", "LERD", " (", ")", "[", "]", ", ", ". ", "BERT-based ", "large language models", " (LLMs)", "CIFAR-10",
        " outperforms ", " is evaluated on ", "does not use ", "F1 score", "\n", "--", "'", "\"", "中文", "😀", "é", "x" * 50,
        "unlike ", " and ", "dependency parsing", "84.8%", "$x_1$", "-", "–", "e.g., ", "et al. ", "GLUE", "\u2028", "\u0301",
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(PIECES, max_size=40).map("".join), st.text(st.characters(codec="utf-8"), max_size=120)
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(TEXTS, st.none() | TEXTS), min_size=1, max_size=3))
def test_offsets_hold_and_ends_exist(papers: list[tuple[str, str | None]]) -> None:
    documents = [Document(str(i), text, title=title) for i, (text, title) in enumerate(papers)]
    annotations = []
    for found in extract(documents):
        offsets(found)
        annotations.append(link_paper(found))
    graph = link_corpus(annotations)
    types = {concept.id: concept.type for concept in graph.concepts}
    assert len(types) == len(graph.concepts)
    for s in graph.statements:
        assert s.subject != s.object and s.evidence
        assert ontology.load().allows(types.get(s.subject, "Paper"), s.predicate, types[s.object])
    assert {s.object for s in graph.statements if s.predicate == "mentions"} == set(types)
