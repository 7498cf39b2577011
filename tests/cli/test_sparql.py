"""`kg sparql`: queries from everywhere, answers in every form, the gallery, an end in time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import rdflib
from click.testing import Result
from typer.testing import CliRunner

from kg.cli.app import app

NAMES = "SELECT ?n { ?d a kg:Dataset ; skos:prefLabel ?n }"
MADE = "CONSTRUCT { ?m kg:usedFor ?t } { ?m kg:usedFor ?t }"


def run(graph: Path, *arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(app, ["sparql", *arguments, "--graph", str(graph)], input=stdin)


def test_a_query_comes_as_an_argument_a_file_or_standard_input(sample_path: Path, tmp_path: Path) -> None:
    (tmp_path / "q.rq").write_text(f"\ufeff{NAMES}", encoding="utf-8")
    for asked in (
        run(sample_path, NAMES),
        run(sample_path, f"@{tmp_path / 'q.rq'}"),
        run(sample_path, "-", stdin=NAMES),
    ):
        assert (asked.exit_code, asked.stdout, asked.stderr) == (0, "GLUE\nSQuAD\n", "")


def test_each_form_is_printed(sample_path: Path) -> None:
    assert run(sample_path, "ASK { ?m kg:usedFor ?t }").stdout == "true\n"
    assert run(sample_path, NAMES, "-f", "csv").stdout.split() == ["n", "GLUE", "SQuAD"]
    assert run(sample_path, NAMES, "-f", "tsv").stdout == '?n\n"GLUE"\n"SQuAD"\n'
    bindings = json.loads(run(sample_path, NAMES, "-f", "json").stdout)["results"]["bindings"]
    assert [b["n"]["value"] for b in bindings] == ["GLUE", "SQuAD"]
    assert "<literal>GLUE</literal>" in run(sample_path, NAMES, "-f", "xml").stdout
    turtle = run(sample_path, MADE).stdout
    assert "method:bert kg:usedFor task:question-answering ." in turtle
    assert run(sample_path, MADE, "-f", "ntriples").stdout.count(" .\n") == 1
    assert len(rdflib.Graph().parse(data=turtle, format="turtle")) == 1
    assert json.loads(run(sample_path, MADE, "-f", "json").stdout)["head"]["vars"] == [
        "subject",
        "predicate",
        "object",
    ]


def test_a_table_can_be_cut(sample_path: Path) -> None:
    cut = run(sample_path, NAMES, "--limit", "1")
    assert (cut.stdout, cut.stderr) == ("GLUE\n", "1 of 2 rows; --limit 0 shows all.\n")
    assert run(sample_path, NAMES, "--limit", "0").stdout == "GLUE\nSQuAD\n"
    nothing = run(sample_path, "SELECT * { ?m kg:trainedOn ?d }")
    assert (nothing.exit_code, nothing.stdout, nothing.stderr) == (0, "", "No rows.\n")


def test_the_gallery_is_listed_and_asked(sample_path: Path) -> None:
    listed = run(sample_path, "--examples").stdout.splitlines()
    assert len(listed) == 10
    assert all(len(line.split("\t")) == 3 for line in listed)
    asked = run(sample_path, "--example", "datasets-by-methods")
    assert asked.stdout == "SQuAD\t2\t2\nGLUE\t1\t1\n"
    of_bert = run(sample_path, "--example", "evidence-for-a-statement", "--set", "subject=bert", "-f", "json")
    rows = json.loads(of_bert.stdout)["results"]["bindings"]
    assert {row["relation"]["value"].rsplit("#", 1)[1] for row in rows} == {
        "usedFor", "evaluatedOn", "measuredBy", "uses", "comparedWith",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["SELECT * { ?m"], 2, "line 1, column 14"),
        (["SELECT * { SERVICE <http://127.0.0.1:9/> { ?a ?b ?c } }"], 2, "another host"),
        (["DROP ALL"], 2, "would change the graph"),
        (["@nowhere.rq"], 2, "nowhere.rq: cannot be read"),
        ([], 2, "Ask one question"),
        (["ASK {}", "--example", "metrics-by-task"], 2, "Ask one question"),
        (["--example", "nothing"], 2, "--examples"),
        (["ASK {}", "-f", "turtle"], 2, "no triples"),
        ([NAMES, "--set", "d=glu"], 1, "nearest names: GLUE"),
        ([NAMES, "--set", "d=GLUE"], 2, "does not select"),
        ([NAMES, "--timeout", "0"], 2, "--timeout"),
        (
            ["SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }", "--timeout", "1"],
            1,
            "1 second",
        ),
    ],
)
def test_a_fault_is_a_sentence_and_a_status(
    sample_path: Path, arguments: list[str], status: int, said: str
) -> None:
    asked = run(sample_path, *arguments)
    assert (asked.exit_code, asked.stdout) == (status, "")
    assert said in asked.stderr
    assert "Traceback" not in asked.stderr


def test_a_query_that_is_no_text_is_named(sample_path: Path, tmp_path: Path) -> None:
    (tmp_path / "q.rq").write_bytes(b"SELECT \xff")
    assert "UTF-8" in run(sample_path, f"@{tmp_path / 'q.rq'}").stderr
