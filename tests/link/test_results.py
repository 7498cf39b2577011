"""Figures of mentions become results of concepts, in one paper and across all."""

from __future__ import annotations

from dataclasses import replace

from kg.link import link_paper
from kg.records import Abbreviation, Document, Evidence, Extraction, Figure, Mention
from tests.whole import link_corpus

TEXT = "Latent Diffusion (LD) gains 3.1% on SQuAD. LD halves the loss."


def mention(surface: str, type_: str, after: int = 0) -> Mention:
    start = TEXT.index(surface, after)
    return Mention(start, start + len(surface), type_, 0.9, "tagger")


MENTIONS = (
    mention("Latent Diffusion", "Method"),
    mention("LD", "Method"),
    mention("SQuAD", "Dataset"),
    mention("LD", "Method", 40),
    mention("loss", "Metric"),
)
GAIN = Figure(0, None, 2, None, "3.1", "%", "improvement", "3.1%", 0, 42, 0.87654, "pattern")
HALF = Figure(3, None, None, 4, None, None, "reduction", "halves", 43, 62, 0.5, "pattern")


def extraction(paper: str, *figures: Figure) -> Extraction:
    short = (Abbreviation("LD", "Latent Diffusion"),)
    return Extraction(Document(paper, TEXT), MENTIONS, (), short, ((0, 42), (43, 62)), figures)


def test_ends_are_the_papers_own_concepts() -> None:
    half, gain = reversed(link_paper(extraction("p1", HALF, GAIN)).results)
    assert gain.ends == ("c1", None, "c2", None)
    assert (gain.value, gain.unit, gain.kind, gain.written) == ("3.1", "%", "improvement", "3.1%")
    assert gain.score == 0.8765
    assert gain.evidence == Evidence("p1", 0, 42, TEXT[:42])
    assert half.ends == ("c1", None, None, "c3")
    assert (half.value, half.unit, half.evidence.quote) == (None, None, "LD halves the loss.")


def test_a_figure_found_twice_is_one_result_with_the_better_score() -> None:
    short = replace(GAIN, method=1, score=0.9)
    [result] = link_paper(extraction("p1", short, GAIN)).results
    assert (result.ends, result.score) == (("c1", None, "c2", None), 0.9)


def test_across_papers_ends_are_the_graphs_concepts_and_each_paper_keeps_its_figures() -> None:
    papers = [link_paper(extraction(paper, HALF, GAIN)) for paper in ("p2", "p1")]
    graph = link_corpus(papers)
    assert [(r.paper, r.written) for r in graph.results] == [
        ("p1", "3.1%"), ("p1", "halves"), ("p2", "3.1%"), ("p2", "halves"),
    ]  # fmt: skip
    known = {concept.id for concept in graph.concepts}
    assert {end for r in graph.results for end in r.ends if end is not None} == known
    assert graph.results[0].ends == ("method/latent-diffusion", None, "dataset/squad", None)
    assert graph == link_corpus(reversed(papers))
