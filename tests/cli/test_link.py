"""`kg link`: what it prints, what it changes, and what `kg show` then says."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kg import store
from kg.cli.app import app

TURTLE = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix x: <http://example.org/x/> .
x:qa a skos:Concept ; skos:prefLabel "Question Answering"@en ; skos:altLabel "QA"@en .
x:bert a skos:Concept ; skos:prefLabel "Bidirectional Encoder Representations from Transformers" ; skos:altLabel "BERT" .
x:glue a skos:Concept ; skos:prefLabel "glue"@en .
"""
EXACT = {
    "relation": "exactMatch",
    "iri": "http://example.org/x/qa",
    "label": "Question Answering",
    "vocabulary": "thesaurus",
    "reason": "prefLabel 'Question Answering' equals the concept's name 'question answering' after case folding",
}


@pytest.fixture
def graph(sample_path: Path, tmp_path: Path) -> Path:
    """A copy of the sample graph, and a vocabulary beside it."""
    (tmp_path / "thesaurus.ttl").write_text(TURTLE, encoding="utf-8")
    return Path(shutil.copy(sample_path, tmp_path / "graph.sqlite"))


def run(graph: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments], env={"KG_GRAPH": str(graph)})


def link(graph: Path, *arguments: str) -> Result:
    return run(graph, "link", "--vocabulary", str(graph.with_name("thesaurus.ttl")), *arguments)


def test_links_are_printed_and_kept(graph: Path) -> None:
    result = link(graph)
    assert result.exit_code == 0
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert [row[:3] for row in rows] == [
        ["BERT", "Method", "closeMatch"],
        ["question answering", "Task", "exactMatch"],
    ]
    assert "thesaurus: 1 exact, 1 close. 1 concept left without a link" in result.stderr
    assert "the capitals of the label differ: 1" in result.stderr
    shown = json.loads(run(graph, "show", "QuestionAnswering", "--format", "json").stdout)
    assert shown["links"] == [EXACT]
    shown_rows = run(graph, "show", "BERT").stdout.splitlines()
    name = "Bidirectional Encoder Representations from Transformers <http://example.org/x/bert>"
    assert f"close to\t{name}\t\t\t" in shown_rows
    assert run(graph, "link").stdout == "thesaurus\t1\t1\n"
    before = graph.read_bytes()
    assert link(graph).exit_code == 0 and graph.read_bytes() == before


def test_json_and_a_dry_run_that_changes_nothing(graph: Path) -> None:
    before = graph.read_bytes()
    result = link(graph, "--dry-run", "--format", "json")
    value = json.loads(result.stdout)
    assert value["matches"] == {"exactMatch": 1, "closeMatch": 1}
    assert value["links"][1] == {"concept": "task/question-answering", "name": "question answering"} | EXACT
    assert value["left"] == [
        {
            "concept": "dataset/glue",
            "label": "GLUE",
            "reason": "the capitals of the label differ",
            "iris": ["http://example.org/x/glue"],
        }
    ]
    assert "Nothing was changed." in result.stderr
    assert graph.read_bytes() == before


def test_a_table_has_as_many_links_as_asked(graph: Path) -> None:
    one = link(graph, "--dry-run", "--limit", "1")
    assert len(one.stdout.splitlines()) == 1
    assert "1 of 2 links; --limit 0 shows all." in one.stderr
    every = link(graph, "--dry-run", "--limit", "0")
    assert len(every.stdout.splitlines()) == 2
    assert "--limit" not in every.stderr


def test_links_are_taken_away_again(graph: Path) -> None:
    assert link(graph).exit_code == 0
    assert run(graph, "link", "--remove", "other").exit_code == 1
    assert "Linked are: thesaurus." in run(graph, "link", "--remove", "other").stderr
    assert run(graph, "link", "--remove", "thesaurus").exit_code == 0
    with store.Store(graph) as opened:
        assert list(opened.links()) == []
    assert json.loads(run(graph, "link", "--format", "json").stdout) == []


def test_a_vocabulary_that_fits_nothing_changes_nothing(graph: Path) -> None:
    assert link(graph).exit_code == 0
    before = graph.read_bytes()
    graph.with_name("thesaurus.ttl").write_text(TURTLE.split("x:qa")[0] + 'x:a skos:prefLabel "vole" .')
    result = link(graph)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "nothing among its 1 label fits; the graph is as it was." in result.stderr
    assert graph.read_bytes() == before


def test_what_is_wrong_is_said(graph: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.ttl").write_text("x:a x:b\n", encoding="utf-8")
    result = run(graph, "link", "--vocabulary", str(tmp_path / "bad.ttl"))
    assert result.exit_code == 1 and "bad.ttl:1: is no Turtle here" in result.stderr
    assert run(graph, "link", "--vocabulary", str(tmp_path / "none.ttl")).exit_code == 2
    assert link(graph, "--remove", "x").exit_code == 2
    assert link(tmp_path / "none.sqlite").exit_code == 1
