"""Search, dossier, papers and stats: the questions that list."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg import store
from kg.errors import UsageError
from kg.query import plain
from kg.query.dossier import dossier
from kg.query.papers import papers
from kg.query.search import search
from kg.query.stats import stats
from tests import samples, whole
from tests.whole import Graph


def test_search_finds_words_beginnings_and_spellings(sample: store.Store) -> None:
    assert [c.name for c in search(sample, "answer")] == ["question answering"]
    assert [c.name for c in search(sample, "ANSWERING question")] == ["question answering"]
    assert [c.name for c in search(sample, "encoder")] == ["BERT"]
    assert [c.name for c in search(sample, "Question-Answering")] == ["question answering"]
    assert search(sample, "nothing") == ()


@pytest.mark.parametrize(
    "text", ["", "*", '"', "AND", "a OR b", "NEAR(a b)", "name:x", "x" * 10_000, "w " * 5_000]
)
def test_nothing_in_a_search_has_a_special_meaning(sample: store.Store, text: str) -> None:
    assert search(sample, text) == ()


def test_search_is_limited(hostile: store.Store) -> None:
    assert len(search(hostile, "a", limit=2)) == 2
    with pytest.raises(UsageError):
        search(hostile, "a", limit=0)


def test_a_dossier_holds_statements_and_papers(sample: store.Store) -> None:
    found = dossier(sample, "bert")
    assert found.near.centre.name == "BERT"
    assert [p.id for p in found.papers] == ["p1", "p2"]
    assert {s.predicate for s in found.near.statements} >= {"proposes", "usedFor", "uses"}
    assert [p.id for p in dossier(sample, "bert", limit=1).papers] == ["p1"]


def test_papers_with_what_they_propose(sample: store.Store) -> None:
    first, second = papers(sample)
    assert (first.id, first.year, first.venue, first.proposes) == ("p1", 2019, "Example Conf", ("BERT",))
    assert (second.id, second.title, second.proposes) == ("p2", None, ())


def test_stats_count_what_is_there_and_what_is_not(sample: store.Store) -> None:
    found = stats(sample)
    assert (found.papers, found.concepts) == (2, 7)
    assert dict(found.types) == {"Method": 3, "Task": 1, "Dataset": 2, "Metric": 1}
    assert (dict(found.relations)["evaluatedOn"], dict(found.relations)["trainedOn"]) == (3, 0)
    assert sum(number for _, number in found.relations) == found.statements
    assert found.top[0].name == "BERT"
    assert plain.stats(found)["types"]["Dataset"] == 2


def test_results_are_counted(tmp_path: Path) -> None:
    whole.write(samples.graph(results=True), tmp_path / "g.sqlite")
    with store.Store(tmp_path / "g.sqlite") as opened:
        assert stats(opened).results == plain.stats(stats(opened))["results"] == 3


def test_an_empty_graph_has_zeros(tmp_path: Path) -> None:
    whole.write(Graph(), tmp_path / "g.sqlite")
    with store.Store(tmp_path / "g.sqlite") as opened:
        found = stats(opened)
        assert [found.papers, found.concepts, found.statements, found.mentions] == [0] * 4
        assert (found.results, found.evidence) == (0, 0)
        assert {number for _, number in (*found.types, *found.relations)} == {0}
        assert (found.top, papers(opened), search(opened, "BERT")) == ((), (), ())
