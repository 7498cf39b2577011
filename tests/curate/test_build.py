"""A build with corrections: every command and every export shows the corrected graph."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kg import pipeline
from kg.cli.app import app
from kg.errors import Problem, UsageError
from kg.store import Store
from tests.whole import Graph

PAPERS = [
    {"id": "a", "title": "FooNet: parsing of trees", "abstract": "We propose FooNet, a graph neural network for dependency parsing. FooNet is evaluated on CoNLL-2003 and outperforms BERT in F1 score."},
    {"id": "b", "title": "More", "abstract": "We propose BarNet, a transformer. BarNet is evaluated on SQuAD and on GLUE by accuracy."},
]  # fmt: skip
LINES = (
    "verb\ttype\tname\tother\tpaper\n"
    "merge\tMethod\tBarNet\tFooNet\n"
    "rename\tMethod\tfoonet\tFooBarNet\n"
    "retype\tDataset\tSQuAD\tTask\n"
    "reject\tDataset\tGLUE\n"
    "merge\tMethod\tNobody\tFooNet\n"
    "marge\tMethod\tA\tB\n"
)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("source") / "papers.jsonl"
    path.write_text("".join(json.dumps(paper) + "\n" for paper in PAPERS), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def out(source: Path) -> Path:
    """The folder of a build with `LINES` beside the graph."""
    folder = source.parent / "out"
    folder.mkdir()
    (folder / "curation.tsv").write_text(LINES, encoding="utf-8")
    pipeline.build([source], folder)
    return folder


def run(out: Path, *arguments: str) -> str:
    result = CliRunner().invoke(app, [*arguments], env={"KG_GRAPH": str(out / "graph.sqlite")})
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_queries_show_the_corrected_graph(out: Path) -> None:
    shown = run(out, "show", "BarNet")
    assert shown.startswith("FooBarNet\tMethod\t2 papers")
    assert "also called\tBarNet" in shown and "also called\tFooNet" in shown
    stated = json.loads(run(out, "neighbours", "FooNet", "--format", "json"))["statements"]
    ends = {(s["subject"], s["predicate"], s["object"]) for s in stated}
    assert ("paper/a", "proposes", "method/foonet") in ends and (
        "paper/b",
        "proposes",
        "method/foonet",
    ) in ends
    assert not any("squad" in end and predicate == "evaluatedOn" for _, predicate, end in ends)
    assert run(out, "search", "SQuAD").split("\t")[1] == "Task"
    assert CliRunner().invoke(app, ["show", "GLUE", "--graph", str(out / "graph.sqlite")]).exit_code == 1


def test_exports_show_it_too(out: Path) -> None:
    for name in ("graph.ttl", "graph.graphml", "graph.html"):
        text = (out / name).read_text(encoding="utf-8")
        assert "FooBarNet" in text, name
        assert "dataset/glue" not in text and "method/barnet" not in text, name
    papers = [
        json.loads(line) for line in (out / "annotations.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert all("method/foonet" in {c["id"] for c in paper["concepts"]} for paper in papers)


def test_what_did_not_apply_and_what_it_cost_is_said(source: Path, out: Path) -> None:
    found: list[Problem] = []
    pipeline.build([source], out, found.append)
    said = {p.line: (p.message, p.skipped) for p in found}
    assert said[7][1] and '"marge" is no verb' in said[7][0]
    assert said[6] == ('no Method is called "Nobody". The line has no effect.', False)
    assert "evaluatedOn SQuAD" in said[4][0] and not said[4][1]
    assert {p.source for p in found} == {str(out / "curation.tsv")}


def test_a_rebuild_gives_the_same_bytes_and_leaves_the_file_alone(source: Path, out: Path) -> None:
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    pipeline.build([source], out)
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before
    manifest = json.loads(before["manifest.json"])
    assert manifest["curation"]["lines"] == 5
    assert before["curation.tsv"] == LINES.encode()


def test_another_file_serves_as_well(source: Path, out: Path, tmp_path: Path) -> None:
    pipeline.build([source], tmp_path / "plain")
    assert "curation" not in json.loads((tmp_path / "plain" / "manifest.json").read_text(encoding="utf-8"))
    pipeline.build([source], tmp_path / "other", curation=out / "curation.tsv")
    for name in ("graph.sqlite", "graph.ttl", "annotations.jsonl"):
        assert (tmp_path / "other" / name).read_bytes() == (out / name).read_bytes()
    with pytest.raises(UsageError, match="no such file with corrections"):
        pipeline.build([source], tmp_path / "none", curation=tmp_path / "missing.tsv")
    assert not (tmp_path / "none").exists()


def test_the_folder_is_no_source_because_of_it(source: Path, out: Path) -> None:
    from kg.read.sources import BUILT, CURATION

    assert (out / CURATION).exists() and {path.name for path in out.iterdir()} == BUILT | {CURATION}
    with Store(out / "graph.sqlite") as store:
        assert Graph(concepts=tuple(store.concepts())).concepts


def test_why_gives_the_line_that_parts_two(source: Path, tmp_path: Path) -> None:
    lines = "accept\tMethod\tFooNet\tBERT\nsplit\tMethod\tBarNet\tBarNet two\tb\n"
    (tmp_path / "curation.tsv").write_text(lines, encoding="utf-8")
    pipeline.build([source], tmp_path)
    for other, line in (("BERT", "accept, Method, FooNet, BERT"),):
        found = json.loads(run(tmp_path, "why", "foonet", other, "--format", "json"))
        assert not found["same"]
        assert found["reasons"] == [f"A correction says so: {line}."]
    (tmp_path / "curation.tsv").unlink()
    assert "A correction" not in run(tmp_path, "why", "FooNet", "BERT")
