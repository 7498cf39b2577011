"""The CSV files, by the rules of Neo4j's bulk import."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from kg import store
from kg.export import export
from kg.records import Annotation, Concept, Document, Evidence, Statement
from tests import whole
from tests.export.conftest import GRAPHS, sizes
from tests.whole import Graph

Row = dict[str, str]


def tables(folder: Path) -> tuple[list[Row], list[Row], list[Row]]:
    """The nodes (papers and results together) and the relationships."""
    concepts, papers, results, relationships = each_table(folder)
    return concepts, papers + results, relationships


def each_table(folder: Path) -> list[list[Row]]:
    found = []
    for name in ("concepts", "papers", "results", "relationships"):
        text = (folder / f"{name}.csv").read_text(encoding="utf-8")
        lines = list(csv.reader(text.splitlines(keepends=True), strict=True))
        assert len(text.splitlines()) == len(lines), "a field with a line end"
        assert {len(line) for line in lines} == {len(lines[0])}, "not rectangular"
        found.append([dict(zip(lines[0], line, strict=True)) for line in lines[1:]])
    return found


def test_the_files_hold_together(exported: Path) -> None:
    concepts, papers, relationships = tables(exported / "csv")
    graph = GRAPHS[exported.name]
    assert len(concepts) == len(graph.concepts)
    assert (len(concepts) + len(papers), len(relationships)) == sizes(graph)
    ids = [row["id:ID"] for row in (*concepts, *papers)]
    assert len(set(ids)) == len(ids)
    assert all(re.match(r"[^=+\-@\s]", id_) for id_ in ids)
    assert {row[end] for row in relationships for end in (":START_ID", ":END_ID")} <= set(ids)
    assert {row[":LABEL"] for row in (*concepts, *papers)} <= {
        "Method", "Task", "Dataset", "Metric", "Paper", "Result",
    }  # fmt: skip

    assert all(re.fullmatch(r"[A-Z][A-Z_]*", row[":TYPE"]) for row in relationships)


def test_names_keep_their_exact_text(exports: Path) -> None:
    concepts, _, _ = tables(exports / "hostile" / "csv")
    expected = {concept.name.replace("\u2028", " ") for concept in GRAPHS["hostile"].concepts}
    assert {row["name"] for row in concepts} == expected
    assert {'=HYPERLINK("http://example.invalid","x")', "@BERT", "-SNE", "+Attn", "a,b;c"} <= expected


def test_values_and_evidence(exports: Path) -> None:
    concepts, papers, relationships = tables(exports / "plain" / "csv")
    [bert] = [row for row in concepts if row["id:ID"] == "method/bert"]
    assert bert == {
        "id:ID": "method/bert", "name": "BERT", "papers:int": "2", "mentions:int": "4", ":LABEL": "Method",
        "aliases:string[]": "Bert;Bidirectional Encoder Representations from Transformers",
    }  # fmt: skip
    assert papers[0]["year:int"] == "2019" and papers[0]["authors:string[]"] == "A. Example;B. Sample"
    assert papers[1]["year:int"] == papers[1]["title"] == ""
    [used] = [row for row in relationships if row[":TYPE"] == "USED_FOR"]
    assert used == {
        ":START_ID": "method/bert", ":END_ID": "task/question-answering", ":TYPE": "USED_FOR",
        "papers:int": "1", "score:float": "0.8", "evidence": "We propose BERT for question answering.",
        "cited:string[]": "p1",
    }  # fmt: skip


def test_results(exports: Path) -> None:
    _, _, results, relationships = each_table(exports / "reporting" / "csv")
    (row,) = [row for row in results if row["written"] == "92.2%"]
    assert row == {
        "id:ID": row["id:ID"], "written": "92.2%", "value:float": "92.2", "unit": "%", "figure": "absolute",
        "score:float": "0.75", "evidence": "ALBERT reaches an F1 of 92.2% on SQuAD for question answering.",
        "cited:string[]": "p3", ":LABEL": "Result",
    }  # fmt: skip
    assert {(r[":TYPE"], r[":END_ID"]) for r in relationships if r[":START_ID"] == row["id:ID"]} == {
        ("METHOD", "method/albert"), ("TASK", "task/question-answering"), ("DATASET", "dataset/squad"),
        ("METRIC", "metric/f1"),
    }  # fmt: skip
    (reported,) = [r for r in relationships if r[":END_ID"] == row["id:ID"]]
    assert (reported[":START_ID"], reported[":TYPE"]) == ("paper/p3", "REPORTS")


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r", "\x0b", "\u2028", "\x85"])
def test_line_ends_and_separators_inside_fields(tmp_path: Path, line_end: str) -> None:
    name, paper = f'First line{line_end}"Second" line', f"p{line_end}1"
    concept = Concept("method/x", name, "Method", aliases=("a;b", "c,d"))
    statement = Statement(f"paper/{paper}", "mentions", "method/x", 1.0, (Evidence(paper, 0, 1, "T"),))
    document = Annotation(Document(paper, "T", authors=(f"Doe;{line_end}J.",)))
    other = Annotation(Document("p 1", "T"))
    papers = tuple(sorted((document, other), key=lambda a: a.document.id))
    whole.write(Graph(papers, (concept,), (statement,)), tmp_path / "g.sqlite")
    with store.Store(tmp_path / "g.sqlite") as opened:
        export(opened, "csv", tmp_path / "csv")
    concepts, documents, relationships = tables(tmp_path / "csv")
    assert concepts[0]["name"] == 'First line "Second" line'
    assert concepts[0]["aliases:string[]"].split(";") == ["a；b", "c,d"]
    assert len({row["id:ID"] for row in documents}) == 2
    assert relationships[0][":START_ID"] in {row["id:ID"] for row in documents} - {"paper/p 1"}
