"""Lists a page at a time: right parts, right order, no scan of what the page does not show."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.records import MENTIONS
from kg.store import Store, pages
from tests import samples, whole


def test_groups_count_what_a_concept_stands_in(sample: Store) -> None:
    found = [(g.predicate, g.side, g.statements) for g in pages.groups(sample, "method/bert")]
    assert found == [
        ("comparedWith", "subject", 1),
        ("evaluatedOn", "subject", 1),
        ("measuredBy", "subject", 1),
        ("usedFor", "subject", 1),
        ("uses", "subject", 1),
        ("proposes", "object", 1),
        ("uses", "object", 1),
    ]


def test_statements_come_a_page_at_a_time(sample: Store) -> None:
    whole = pages.statements(sample, "dataset/squad", "evaluatedOn", "object", 10)
    assert [s.statement.subject for s in whole] == ["method/bert", "method/roberta"]
    assert [s.papers for s in whole] == [1, 1]
    assert whole[0].statement.evidence[0].quote == "BERT is evaluated on SQuAD by F1."
    assert pages.statements(sample, "dataset/squad", "evaluatedOn", "object", 1, skip=1) == whole[1:]
    bare = pages.statements(sample, "dataset/squad", "evaluatedOn", "object", 10, quotes=0)
    assert all(s.statement.evidence == () for s in bare)


def test_one_statement_with_a_page_of_its_evidence(sample: Store) -> None:
    ends = ("method/bert", "evaluatedOn", "dataset/squad")
    found = pages.statement(sample, ends, 5)
    assert found is not None and [e.paper for e in found.statement.evidence] == ["p1"]
    later = pages.statement(sample, ends, 5, skip=1)
    assert later is not None and later.statement.evidence == ()
    assert pages.statement(sample, ("method/bert", "evaluatedOn", "dataset/glue"), 5) is None


def test_statements_among_concepts_and_how_many_stand_beside_one(sample: Store) -> None:
    found = pages.among(sample, ["method/roberta", "dataset/squad", "dataset/glue"])
    assert [(s.statement.subject, s.statement.object) for s in found] == [
        ("method/roberta", "dataset/glue"),
        ("method/roberta", "dataset/squad"),
    ]
    assert found[0].statement.evidence[0].paper == "p2"
    assert pages.among(sample, ["method/bert"]) == []
    # question answering, SQuAD, F1, Transformers (by two statements) and RoBERTa; no paper
    assert pages.neighbours(sample, "method/bert") == 5
    assert pages.neighbours(sample, "dataset/glue") == 1


def test_papers_that_name_a_concept_and_papers_in_order(sample: Store) -> None:
    assert [p.id for p in pages.papers_naming(sample, "method/bert", 10)] == ["p1", "p2"]
    assert [p.id for p in pages.papers_naming(sample, "method/bert", 1, skip=1)] == ["p2"]
    assert [p.id for p in pages.papers_after(sample, "", 10)] == ["p1", "p2"]
    assert [p.id for p in pages.papers_after(sample, "p1", 10)] == ["p2"]
    assert [c.id for c in pages.top(sample, "Dataset", 1)] == ["dataset/squad"]


def test_results_by_value(tmp_path: Path) -> None:
    path = tmp_path / "graph.sqlite"
    whole.write(samples.graph(results=True), path)
    with Store(path) as opened:
        assert pages.boards(opened, 5) == [pages.Board("dataset/squad", "metric/f1", 1)]
        found = pages.results(opened, 10, method="method/albert")
        assert [(r.written, r.kind) for r in found] == [
            ("92.2%", "absolute"),
            ("18 times fewer", "reduction"),
            ("by a wide margin", "improvement"),
        ]
        assert pages.results(opened, 10, dataset="dataset/squad", metric="metric/f1")[0].value == "92.2"
        assert pages.results(opened, 10, dataset="dataset/squad", metric="metric/accuracy") == []


def test_questions_that_take_too_long_are_broken_off(sample: Store) -> None:
    sample.end_after(0)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        sample.rows(endless).fetchone()


@pytest.mark.parametrize(
    "ask",
    [
        lambda s: pages.groups(s, "method/bert"),
        lambda s: pages.statements(s, "method/bert", "uses", "subject", 5),
        lambda s: pages.statement(s, ("method/bert", "uses", "method/transformer"), 5),
        lambda s: pages.papers_naming(s, "method/bert", 5),
        lambda s: pages.papers_after(s, "p1", 5),
        lambda s: pages.results(s, 5, dataset="dataset/squad", metric="metric/f1"),
        lambda s: s.incident(["method/bert"], without=(MENTIONS,), evidence=False),
    ],
)
def test_no_question_reads_a_whole_table(sample: Store, ask: Callable[[Store], object]) -> None:
    asked: list[str] = []
    sample._db.set_trace_callback(asked.append)
    ask(sample)
    sample._db.set_trace_callback(None)
    assert asked
    for query in asked:
        plan = [row[3] for row in sample._db.execute(f"EXPLAIN QUERY PLAN {query}")]
        scans = [step for step in plan if step.startswith("SCAN") and not step.endswith(("named", " e"))]
        assert not [step for step in scans if "paper" in step or "statement" in step or "mention" in step], (
            plan
        )
