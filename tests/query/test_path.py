"""The shortest chain between two concepts."""

from __future__ import annotations

from pathlib import Path

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import store
from kg.errors import NotFoundError
from kg.query.path import path
from kg.records import Concept, Statement
from tests import whole
from tests.whole import Graph


def test_each_step_has_its_evidence(sample: store.Store) -> None:
    found = path(sample, "glue", "f1")
    assert [c.name for c in found.concepts] == ["GLUE", "RoBERTa", "BERT", "F1"]
    assert [(s.subject, s.predicate) for s in found.statements] == [
        ("method/roberta", "evaluatedOn"), ("method/roberta", "uses"), ("method/bert", "measuredBy"),
    ]  # fmt: skip
    assert all(s.evidence for s in found.statements)


def test_from_a_concept_to_itself_no_step_is_needed(sample: store.Store) -> None:
    found = path(sample, "BERT", "bert")
    assert ([c.name for c in found.concepts], found.statements) == (["BERT"], ())


def test_no_chain_and_unknown_names(hostile: store.Store) -> None:
    with pytest.raises(NotFoundError, match='No chain of statements joins "BERT"'):
        path(hostile, "BERT", "C++")  # named in no statement but "mentions"
    with pytest.raises(NotFoundError, match="xyzzy"):
        path(hostile, "BERT", "xyzzy")


@settings(max_examples=40, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=12))
def test_it_is_as_short_as_networkx_says(
    tmp_path_factory: pytest.TempPathFactory, pairs: set[tuple[int, int]]
) -> None:
    concepts = tuple(Concept(f"method/m{i}", f"m{i}", "Method") for i in range(8))
    statements = tuple(Statement(f"method/m{a}", "uses", f"method/m{b}", 0.5) for a, b in sorted(pairs))
    file = tmp_path_factory.mktemp("path") / "g.sqlite"
    whole.write(Graph(concepts=concepts, statements=statements), file)
    graph = networkx.Graph((f"m{a}", f"m{b}") for a, b in pairs)
    graph.add_nodes_from(c.name for c in concepts)
    with store.Store(file) as opened:
        try:
            found = path(opened, "m0", "m7")
        except NotFoundError:
            assert not networkx.has_path(graph, "m0", "m7")
        else:
            assert len(found.statements) == networkx.shortest_path_length(graph, "m0", "m7")
            for before, statement, after in zip(
                found.concepts, found.statements, found.concepts[1:], strict=False
            ):
                assert {before.id, after.id} == {statement.subject, statement.object}


def test_among_equal_chains_the_best_supported_is_taken(tmp_path: Path) -> None:
    concepts = tuple(Concept(f"method/{n}", n, "Method") for n in "abxy")
    scores = {("a", "x"): 0.2, ("x", "b"): 0.2, ("a", "y"): 0.9, ("y", "b"): 0.9}
    statements = tuple(
        Statement(f"method/{a}", "uses", f"method/{b}", s) for (a, b), s in sorted(scores.items())
    )
    whole.write(Graph(concepts=concepts, statements=statements), tmp_path / "g.sqlite")
    with store.Store(tmp_path / "g.sqlite") as opened:
        assert [c.name for c in path(opened, "a", "b").concepts] == ["a", "y", "b"]
