"""Results in the graph on disk, and what a paper states."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.records import Evidence, Statement
from kg.store import Store
from tests import samples, whole
from tests.whole import Graph

GRAPH = samples.graph(results=True)


@pytest.fixture
def reporting(tmp_path: Path) -> Iterator[Store]:
    """The sample graph with results, opened."""
    whole.write(GRAPH, tmp_path / "g.sqlite")
    with Store(tmp_path / "g.sqlite") as opened:
        yield opened


def test_what_is_written_is_read(reporting: Store) -> None:
    assert [r.written for r in GRAPH.results] == ["92.2%", "18 times fewer", "by a wide margin"]
    assert list(reporting.results()) == list(GRAPH.results)
    [first, *_] = GRAPH.results
    assert first.ends == ("method/albert", "task/question-answering", "dataset/squad", "metric/f1")
    assert (first.value, first.unit, first.kind, first.paper) == ("92.2", "%", "absolute", "p3")
    assert first.evidence.quote == "ALBERT reaches an F1 of 92.2% on SQuAD for question answering."


@pytest.mark.parametrize(
    ("concept", "written"),
    [
        ("method/albert", ["92.2%", "18 times fewer", "by a wide margin"]),
        ("task/question-answering", ["92.2%"]),
        ("dataset/glue", ["by a wide margin"]),
        ("metric/f1", ["92.2%"]),
        ("method/bert", []),
    ],
)
def test_results_of_a_concept_at_any_end(reporting: Store, concept: str, written: list[str]) -> None:
    assert [r.written for r in reporting.results(concept)] == written
    assert [r.written for r in reporting.results(concept, paper="p3")] == written
    assert list(reporting.results(concept, paper="p1")) == []


def test_what_each_paper_states_is_all_that_is_stated(reporting: Store) -> None:
    stated: dict[tuple[str, str, str], list[Evidence]] = {}
    for paper in GRAPH.papers:
        for s in reporting.stated_in(paper.document.id):
            assert {e.paper for e in s.evidence} == {paper.document.id}
            stated.setdefault((s.subject, s.predicate, s.object), []).extend(s.evidence)
    assert stated == {(s.subject, s.predicate, s.object): list(s.evidence) for s in GRAPH.statements}


def test_a_paper_that_states_nothing(tmp_path: Path) -> None:
    bare = Statement("method/a", "uses", "method/b", 1.0)
    whole.write(Graph(GRAPH.papers, GRAPH.concepts, (bare,)), tmp_path / "g.sqlite")
    with Store(tmp_path / "g.sqlite") as opened:
        assert list(opened.statements()) == [bare]
        assert list(opened.stated_in("p1")) == list(opened.stated_in("none")) == []
