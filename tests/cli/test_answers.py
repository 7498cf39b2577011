"""What the query commands print, and with which exit status."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kg.cli.app import app
from kg.cli.results import results
from kg.records import Concept, Statement
from tests import samples, whole
from tests.whole import Graph


def run(graph: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments], env={"KG_GRAPH": str(graph)})


@pytest.mark.parametrize("name", ["bert", "BERT", " Bert ", '"BERT"', "the BERT model"])
def test_every_spelling_prints_the_same_headed_by_the_canonical_name(sample_path: Path, name: str) -> None:
    result = run(sample_path, "neighbours", name)
    assert result.exit_code == 0
    assert result.stdout == run(sample_path, "neighbours", "BERT").stdout
    assert result.stdout.startswith("BERT\tMethod\t2 papers\t")


def test_direction_is_shown(sample_path: Path) -> None:
    lines = run(sample_path, "neighbours", "BERT").stdout.splitlines()[1:]
    rows = [line.split("\t") for line in lines]
    assert ["RoBERTa", "uses", "BERT", "1", "p2", "RoBERTa builds on BERT."] in rows
    assert ["BERT", "evaluatedOn", "SQuAD"] in [row[:3] for row in rows]
    assert ["paper/p1", "proposes", "BERT"] in [row[:3] for row in rows]
    assert "\nBERT\tevaluatedOn\tSQuAD\t" in run(sample_path, "neighbours", "SQuAD").stdout


def test_what_is_inferred_says_so_in_place_of_its_papers(tmp_path: Path) -> None:
    concepts = tuple(Concept(f"method/{name}", name, "Method") for name in ("LoRA", "QLoRA"))
    kind = Statement("method/QLoRA", "subclassOf", "method/LoRA", 0.8)
    whole.write(Graph((), concepts, (kind,)), tmp_path / "graph.sqlite")
    line = run(tmp_path / "graph.sqlite", "neighbours", "LoRA").stdout.splitlines()[1]
    assert line.split("\t")[:4] == ["QLoRA", "subclassOf", "LoRA", "inferred"]
    found = run(tmp_path / "graph.sqlite", "neighbours", "LoRA", "--format", "json")
    assert json.loads(found.stdout)["statements"][0]["inferred"] is True


def test_hops(sample_path: Path) -> None:
    assert run(sample_path, "neighbours", "BERT", "--hops", "0").stdout.count("\n") == 1
    refused = run(sample_path, "neighbours", "BERT", "--hops", "-1")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "-1" in refused.stderr
    assert run(sample_path, "neighbours", "BERT", "--hops", "two").exit_code == 2


def test_the_american_spelling_works_and_is_hidden(sample_path: Path) -> None:
    assert run(sample_path, "neighbors", "BERT").stdout == run(sample_path, "neighbours", "BERT").stdout
    assert "neighbors" not in run(sample_path, "--help").stdout


def test_filters_and_limit(sample_path: Path) -> None:
    found = run(sample_path, "neighbours", "BERT", "--type", "dataset", "--type", "Metric")
    assert [line.split("\t")[2] for line in found.stdout.splitlines()[1:]] == ["SQuAD", "F1"]
    found = run(sample_path, "neighbours", "BERT", "--relation", "used for")
    assert found.stdout.splitlines()[1].startswith("BERT\tusedFor\tquestion answering")
    assert run(sample_path, "neighbours", "BERT", "--type", "Animal").exit_code == 2
    cut = run(sample_path, "neighbours", "BERT", "--limit", "2")
    assert (cut.stdout.count("\n"), cut.stderr) == (3, "2 of 7 statements; --limit 0 shows all.\n")
    assert run(sample_path, "--quiet", "neighbours", "BERT", "--limit", "2").stderr == ""
    assert run(sample_path, "neighbours", "BERT", "--limit", "0").stdout.count("\n") == 8
    assert run(sample_path, "neighbours", "BERT", "--limit", "-1").exit_code == 2


def test_a_table_is_cut_and_json_is_whole(hub_path: Path) -> None:
    table = run(hub_path, "neighbours", "GLUE")
    assert (table.stdout.count("\n"), "100 of 3,000 statements" in table.stderr) == (101, True)
    whole = run(hub_path, "neighbours", "GLUE", "--format", "json")
    assert (len(json.loads(whole.stdout)["statements"]), whole.stderr) == (3000, "")
    cut = run(hub_path, "show", "GLUE", "--format", "json", "--limit", "5")
    assert len(json.loads(cut.stdout)["statements"]) == 5


def test_json_is_the_contract(sample_path: Path) -> None:
    value = json.loads(run(sample_path, "neighbours", "GLUE", "--format", "json").stdout)
    assert set(value) == {"centre", "concepts", "statements"}
    assert value["centre"]["name"] == "GLUE"
    (statement,) = value["statements"]
    assert set(statement) == {"subject", "predicate", "object", "inferred", "papers", "score", "evidence"}
    assert statement["evidence"] == [{"paper": "p2", "quote": "RoBERTa is evaluated on GLUE and on SQuAD."}]


@pytest.mark.parametrize(
    "command",
    ["show BERT", "search b", "path GLUE F1", "papers", "stats", "sparql SELECT*{?a?b?c}"],
)
def test_every_question_answers_in_json_and_in_lines(hostile_path: Path, command: str) -> None:
    as_json = run(hostile_path, *command.split(), "--format", "json")
    assert as_json.exit_code == 0
    assert json.loads(as_json.stdout)
    lines = run(hostile_path, *command.split())
    assert (lines.exit_code, lines.stderr) == (0, "")
    assert "\t" in lines.stdout
    assert "\x1b" not in lines.stdout


def test_show_reads_relations_from_the_concept(sample_path: Path) -> None:
    lines = run(sample_path, "show", "bert").stdout.splitlines()
    assert lines[0] == "BERT\tMethod\t2 papers\t4 mentions\tmethod/bert"
    assert "used by\tRoBERTa\t1\tp2\tRoBERTa builds on BERT." in lines
    assert "evaluated on\tSQuAD\t1\tp1\tBERT is evaluated on SQuAD by F1." in lines
    assert "proposed by\tp1\t1\tp1\tWe propose BERT for question answering." in lines
    assert "named in\tp1: BERT & <b>friends</b>\t\t\t" in lines
    kinds = [line.split("\t")[0] for line in lines[1:]]
    assert list(dict.fromkeys(kinds)) == [
        "also called", "proposed by", "used for", "evaluated on", "measured by", "uses", "compared with",
        "used by", "named in",
    ]  # fmt: skip


def test_show_has_the_results(reporting_path: Path) -> None:
    lines = run(reporting_path, "show", "SQuAD").stdout.splitlines()
    sentence = "ALBERT reaches an F1 of 92.2% on SQuAD for question answering."
    assert f"result\t92.2% of ALBERT for question answering in F1\t\tp3\t{sentence}" in lines
    value = json.loads(run(reporting_path, "show", "ALBERT", "--format", "json").stdout)
    assert [r["written"] for r in value["results"]] == ["92.2%", "18 times fewer", "by a wide margin"]
    assert value["beaten_by"] == []


def test_neighbours_are_grouped_by_relation(sample_path: Path) -> None:
    rows = [
        line.split("\t")
        for line in run(sample_path, "neighbours", "SQuAD", "--hops", "2").stdout.splitlines()
    ]
    relations = [row[1] for row in rows[1:]]
    assert relations[:2] == ["evaluatedOn"] * 2  # of SQuAD itself; then what lies farther off
    farther = [r for n, r in enumerate(relations[2:]) if n == 0 or relations[1 + n] != r]
    assert len(farther) == len(set(farther)) > 2


@pytest.mark.parametrize("command", ["neighbours BERTT", "show BERTT", "path BERTT GLUE", "search BERTT"])
def test_an_unknown_name_gets_the_nearest_and_status_1(sample_path: Path, command: str) -> None:
    result = run(sample_path, *command.split())
    assert (result.exit_code, result.stdout) == (1, "")
    assert "BERTT" in result.stderr
    assert "The nearest names: BERT" in result.stderr


@pytest.mark.parametrize(
    "name", ['BERT" } # ', "\\", "a)*(b[", "", " ", "x" * 10_000, "AND", "*", '"', "'; DROP TABLE concept; --x", "[/b]"]
)  # fmt: skip
def test_hostile_names_end_in_not_found(sample_path: Path, name: str) -> None:
    for command in ("neighbours", "show"):
        result = run(sample_path, command, "--", name)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.count("\n") == 1
        assert len(result.stderr) < 300
    searched = run(sample_path, "search", "--", name)
    found = [line.split("\t")[0] for line in searched.stdout.splitlines()]
    assert (searched.exit_code, found) in ((1, []), (0, ["BERT"]))


def test_an_empty_graph_answers(tmp_path: Path) -> None:
    whole.write(Graph(), tmp_path / "g.sqlite")
    stats = run(tmp_path / "g.sqlite", "stats")
    assert stats.exit_code == 0
    assert {line.split("\t")[2] for line in stats.stdout.splitlines()} == {"0"}
    assert (run(tmp_path / "g.sqlite", "papers").exit_code, run(tmp_path / "g.sqlite", "papers").stdout) == (
        0,
        "",
    )
    assert run(tmp_path / "g.sqlite", "neighbours", "BERT").exit_code == 1


def test_a_file_that_is_no_graph_is_named_with_its_reason(tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    old.write_text('{"directed": true, "nodes": [{"id": "BERT"}], "links": []}', encoding="utf-8")
    result = run(tmp_path, "neighbours", "BERT", "--graph", str(old))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "old.json" in result.stderr
    assert "'links'" in result.stderr
    noise = tmp_path / "noise.sqlite"
    noise.write_bytes(b"\0\1noise" * 1000)
    assert "not a graph" in run(noise, "stats").stderr
    missing = run(tmp_path / "nowhere" / "graph.sqlite", "stats")
    assert (missing.exit_code, "kg build" in missing.stderr) == (1, True)


def test_a_damaged_graph_is_a_sentence(sample_path: Path, tmp_path: Path) -> None:
    data = bytearray(sample_path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    (tmp_path / "g.sqlite").write_bytes(data)
    result = run(tmp_path / "g.sqlite", "neighbours", "BERT")
    assert result.exit_code == 1
    assert "damaged" in result.stderr


@pytest.fixture
def reporting_path(tmp_path: Path) -> Path:
    whole.write(samples.graph(hostile=True, results=True), tmp_path / "g.sqlite")
    return tmp_path / "g.sqlite"


def test_results_as_lines(reporting_path: Path) -> None:
    found = run(reporting_path, "results", "--dataset", "the squad dataset", "--metric", "f1")
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout == (
        "92.2\t%\tabsolute\thigher\tALBERT\tquestion answering\tSQuAD\tF1\tp3\t"
        "ALBERT reaches an F1 of 92.2% on SQuAD for question answering.\n"
    )
    whole = run(reporting_path, "results")
    assert [line.split("\t")[0] for line in whole.stdout.splitlines()] == [
        "92.2", "-0.5", "18", "by a wide margin",
    ]  # fmt: skip
    assert {line.count("\t") for line in whole.stdout.splitlines()} == {9}
    cut = run(reporting_path, "results", "--limit", "1")
    assert (cut.stdout.count("\n"), cut.stderr) == (1, "1 of 4 results; --limit 0 shows all.\n")
    assert run(reporting_path, "results", "--limit", "-1").exit_code == 2


def test_results_as_json(reporting_path: Path) -> None:
    found = run(reporting_path, "results", "--method", "albert", "--json")
    assert found.stdout == run(reporting_path, "results", "--method", "albert", "--format", "json").stdout
    value = json.loads(found.stdout)
    assert [c["name"] for c in value["chosen"]] == ["ALBERT"]
    assert [(r["kind"], r["better"], r["comparable"], r["of"]) for r in value["rankings"]] == [
        ("absolute", "higher", True, 1), ("reduction", None, False, 1), ("improvement", None, False, 1),
    ]  # fmt: skip
    assert value["rankings"][0]["results"] == [
        {
            "method": "method/albert", "task": "task/question-answering", "dataset": "dataset/squad",
            "metric": "metric/f1", "value": "92.2", "unit": "%", "kind": "absolute", "written": "92.2%",
            "score": 0.75, "paper": "p3", "quote": "ALBERT reaches an F1 of 92.2% on SQuAD for question answering.",
        }
    ]  # fmt: skip
    assert {c["id"] for c in value["concepts"]} == {
        "dataset/glue", "dataset/squad", "method/albert", "metric/f1", "task/question-answering",
    }  # fmt: skip


def test_results_in_vain(reporting_path: Path, sample_path: Path) -> None:
    for arguments in (["--dataset", "BERT"], ["--metric", "nothing"], ["--dataset", "GLUE", "--metric", "F1"], ["--task", ""]):  # fmt: skip
        found = run(reporting_path, "results", *arguments)
        assert (found.exit_code, found.stdout, found.stderr.count("\n")) == (1, "", 1)
    empty = run(sample_path, "results")
    assert (empty.exit_code, empty.stdout, empty.stderr) == (0, "", "The graph has no result.\n")


def test_results_on_a_terminal(
    reporting_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "100")
    results(graph=reporting_path)
    shown = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out)
    assert "F1 on SQuAD  in % · higher is better\n" in shown
    assert "No dataset or metric is named  reduction · not comparable\n" in shown
    assert "18 times fewer   ALBERT" in shown
