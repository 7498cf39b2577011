"""kg duplicates and kg curate, as a person and as a pipe meet them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kg import names
from kg.cli.app import app
from tests import samples, whole
from tests.query.test_duplicates import graph
from tests.whole import Graph


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A graph with three likely pairs."""
    whole.write(graph(), tmp_path / "graph.sqlite")
    return tmp_path / "graph.sqlite"


def run(graph: Path, *arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(app, [*arguments], input=stdin, env={"KG_GRAPH": str(graph)})


def lines(graph: Path) -> list[str]:
    return (graph.parent / "curation.tsv").read_text(encoding="utf-8").splitlines()[1:]


def test_duplicates_as_lines_and_as_json(made: Path) -> None:
    shown = run(made, "duplicates", "--limit", "2")
    rows = [line.split("\t") for line in shown.stdout.splitlines()]
    assert [row[2:5] for row in rows] == [
        ["Convolution nets", "1", "Convolutional nets"],
        ["quarkik sampler", "1", "quarkic sampler"],
    ]
    assert rows[0][6] == "spelling 0.92; 1 shared neighbour: Gloo"
    assert rows[0][7:] == ["Convolution nets on Gloo.", "Convolutional nets on Gloo and on Bloo."]
    assert "2 of 3 pairs; --limit 0 shows all." in shown.stderr and "kg curate --review" in shown.stderr
    value = json.loads(run(made, "duplicates", "--json").stdout)
    assert value == json.loads(run(made, "duplicates", "--format", "json").stdout)
    assert (value["found"], [c["papers"] for c in value["pairs"][0]["concepts"]]) == (3, [1, 2])
    none = run(made, "duplicates", "--type", "Dataset")
    assert (none.exit_code, none.stdout) == (0, "")
    assert "No two concepts are likely to be one." in none.stderr


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["merge", "convolution nets", "CONVOLUTIONAL NET"],
            "merge\tMethod\tConvolution nets\tConvolutional nets",
        ),
        (["rename", "gloo", "GLOO"], "rename\tDataset\tGloo\tGLOO"),
        (["retype", "the Gloo dataset", "tasks"], "retype\tDataset\tGloo\tTask"),
        (["reject", "method/quarkic-sampler"], "reject\tMethod\tquarkic sampler"),
        (["reject", "gloo", "--paper", "p2"], "reject\tDataset\tGloo\t\tp2"),
        (["split", "Gloo", "Gloo 2", "--paper", "p2"], "split\tDataset\tGloo\tGloo 2\tp2"),
        (["accept", "Zorblatt parser", "Zorblat parser"], "accept\tMethod\tZorblatt parser\tZorblat parser"),
    ],
)
def test_each_verb_writes_its_line_once(made: Path, arguments: list[str], line: str) -> None:
    written = run(made, "curate", *arguments)
    assert (written.exit_code, written.stdout) == (0, "")
    assert "curation.tsv:2: " in written.stderr and "The next kg build applies it." in written.stderr
    assert lines(made) == [line]
    again = run(made, "curate", *arguments)
    assert "has the line already" in again.stderr and lines(made) == [line]
    assert run(made, "curate").stdout == f"2\t{line}" + "\t" * (4 - line.count("\t")) + "\n"


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["marge", "a", "b"], 2, "there are merge, split, rename, retype, reject, accept"),
        (["merge", "Gloo"], 2, "kg curate merge takes NAME and OTHER: the name that it is the same as"),
        (["reject", "Gloo", "Bloo"], 2, "takes NAME alone"),
        (["merge", "Gloo", "Convolution nets"], 1, "two types are never one"),
        (["merge", "Gloo", "Glooo"], 1, "The nearest names: Gloo"),
        (["rename", "Gloo", "Bloo"], 1, "write: merge, Dataset, Gloo, Bloo"),
        (["retype", "Gloo", "Animal"], 1, '"Animal" is no type of concept'),
        (["split", "Gloo", "Gloo", "--paper", "p9"], 1, 'No paper has the id "p9"'),
        (["merge", "Gloo", "Bloo", "--paper", "p1"], 1, "out of the fifth cell"),
        (["reject", "Gloo", "--type", "Method"], 1, '"Gloo" is a Dataset here, no Method'),
        (["merge", "--review"], 2, "leave out merge"),
    ],
)
def test_what_cannot_be_done_is_a_sentence_and_writes_nothing(
    made: Path, arguments: list[str], status: int, said: str
) -> None:
    refused = run(made, "curate", *arguments)
    assert (refused.exit_code, refused.stdout) == (status, "")
    assert said in refused.stderr and refused.stderr.count("\n") == 1
    assert not (made.parent / "curation.tsv").exists()


def test_a_name_of_two_types_needs_the_type(tmp_path: Path) -> None:
    from kg.records import Concept

    concepts = (Concept("dataset/gloo", "Gloo", "Dataset"), Concept("method/gloo", "Gloo", "Method"))
    whole.write(Graph(concepts=concepts), tmp_path / "graph.sqlite")
    refused = run(tmp_path / "graph.sqlite", "curate", "reject", "Gloo")
    assert (refused.exit_code, "a Dataset and a Method here; say which with --type" in refused.stderr) == (
        2,
        True,
    )
    assert (
        run(tmp_path / "graph.sqlite", "curate", "retype", "Gloo", "Dataset", "--type", "Method").exit_code
        == 0
    )
    assert lines(tmp_path / "graph.sqlite") == ["retype\tMethod\tGloo\tDataset"]


def test_a_review_walks_the_pairs_and_writes_each_decision(made: Path) -> None:
    done = run(made, "curate", "--review", stdin="m\nwhat\nr\na\n")
    assert (done.exit_code, done.stdout) == (0, "")
    assert lines(made) == [
        "merge\tMethod\tConvolution nets\tConvolutional nets",
        "merge\tMethod\tquarkic sampler\tquarkik sampler",
        "accept\tMethod\tZorblatt parser\tZorblat parser",
    ]
    assert "1 of 3" in done.stderr and "Convolution nets on Gloo." in done.stderr
    assert "2 merged, 1 accepted as two, 0 pairs left open." in done.stderr
    again = run(made, "curate", "--review", stdin="m\n")
    assert "that the corrections leave open" in again.stderr
    assert run(made, "duplicates").stdout == ""


@pytest.mark.parametrize("stdin", ["", "s\n", "q\n", "\n\n\n"])
def test_the_end_of_the_input_skips_and_q_leave_all_open(made: Path, stdin: str) -> None:
    done = run(made, "curate", "--review", stdin=stdin)
    assert (done.exit_code, "3 pairs left open" in done.stderr) == (0, True)
    assert not (made.parent / "curation.tsv").exists()


def test_another_file(made: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine" / "c.tsv"
    assert run(made, "curate", "reject", "Gloo", "--curation", str(path)).exit_code == 0
    assert path.is_file() and not (made.parent / "curation.tsv").exists()
    path.write_text("marge\tMethod\tA\tB\n", encoding="utf-8")
    shown = run(made, "curate", "--curation", str(path))
    assert (shown.exit_code, shown.stdout, 'c.tsv:1: "marge" is no verb' in shown.stderr) == (0, "", True)


def test_hostile_names_are_text(tmp_path: Path) -> None:
    path = tmp_path / "graph.sqlite"
    whole.write(samples.graph(hostile=True), path)
    telling = [name for name in samples.HOSTILE if names.key(name)]  # signs alone are found by id only
    for name in telling:
        done = run(path, "curate", "reject", "--type", "Method", "--", name)
        assert done.exit_code == 0, (name, done.stderr)
    assert len(lines(path)) == len(telling)
    assert run(path, "curate").stderr == ""
