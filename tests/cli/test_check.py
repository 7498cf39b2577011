"""`kg check`: what it prints, and with which exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kg import export, store
from kg.cli.app import app
from tests.cli.conftest import ROOT, environment

WHOLE = ROOT / "tests" / "check" / "whole.ttl"
WRONG = """
<https://kg.test/concept/method/lora> <http://www.w3.org/2004/02/skos/core#prefLabel> "a second\\tname" .
<https://kg.test/concept/method/none> a <https://example.org/kg/ontology#Method> .
"""


def run(*arguments: str | Path, graph: Path | None = None) -> Result:
    env = {"KG_GRAPH": str(graph)} if graph else {}
    return CliRunner().invoke(app, list(map(str, arguments)), env=env)


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A graph with a concept of two names, and another with none."""
    path = tmp_path / "wrong.ttl"
    path.write_text(WHOLE.read_text(encoding="utf-8") + WRONG, encoding="utf-8")
    return path


def test_a_graph_that_kg_built_conforms(hostile_path: Path) -> None:
    result = run("check", graph=hostile_path)
    assert (result.exit_code, result.stdout) == (0, "")
    checked, idle, last = result.stderr.splitlines()
    assert checked.startswith("Checked: ")
    assert idle.startswith("No focus node for: ")
    assert last == "Nothing is wrong."


def test_a_file_goes_before_the_graph(sample_path: Path, tmp_path: Path) -> None:
    with store.Store(sample_path) as opened:
        export.export(opened, "trig", tmp_path / "g.trig")
    assert run("check", tmp_path / "g.trig", graph=tmp_path / "none.sqlite").exit_code == 0
    assert run("check", sample_path).exit_code == 0


def test_violations_are_lines_with_the_name_first(wrong: Path) -> None:
    result = run("check", wrong)
    assert result.exit_code == 1
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert [
        "LoRA",
        "https://kg.test/concept/method/lora",
        'skos:prefLabel is "LoRA", "a second name"',
        "one name, a string that is not empty",
    ] in rows
    assert ["", "https://kg.test/concept/method/none", "no kg:support", "one whole number of papers"] in rows
    assert result.stderr.splitlines()[-1] == f"{len(rows)} violations in 2 nodes."


def test_json_has_all_and_a_table_as_many_as_asked(wrong: Path) -> None:
    result = run("check", wrong, "--format", "json")
    report = json.loads(result.stdout)
    assert (result.exit_code, report["conforms"], report["parts"]) == (1, False, 1)
    assert report["violations"][-1].keys() == {"name", "node", "found", "expected", "shape", "constraint"}
    assert report["shapes"]["https://example.org/kg/shapes#Method"] == 3
    one = run("check", wrong, "--limit", "1")
    assert len(one.stdout.splitlines()) == 1
    assert (
        f"{len(report['violations'])} violations in 2 nodes, 1 of them shown (--limit 0 for all)."
        in one.stderr
    )
    assert len(run("check", wrong, "--limit", "0").stdout.splitlines()) == len(report["violations"])


def test_quiet_leaves_the_violations(wrong: Path) -> None:
    result = run("--quiet", "check", wrong)
    assert result.exit_code == 1
    assert result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize("command", ["check", "validate"])
def test_shapes_about_nothing_are_no_pass(sample_path: Path, tmp_path: Path, command: str) -> None:
    own = tmp_path / "own.ttl"
    own.write_text("<urn:s> a <https://www.w3.org/ns/shacl#NodeShape> .\n", encoding="utf-8")
    result = run(command, "--shapes", own, graph=sample_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no shape with a target" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(("name", "status"), [("g.ttl", 2), ("g.sqlite", 1), ("shapes.txt", 2)])
def test_what_is_not_there_is_said(sample_path: Path, tmp_path: Path, name: str, status: int) -> None:
    missing = tmp_path / name
    arguments = ("--shapes", missing) if name.endswith("txt") else (missing,)
    result = run("check", *arguments, graph=sample_path)
    assert result.exit_code == status
    assert str(missing) in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_other_commands_do_without_pyshacl() -> None:
    code = "import sys, kg, kg.cli.app; print({'pyshacl', 'rdflib', 'kg.check'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), cwd=ROOT)
    assert done.stdout == b"set()\n"
