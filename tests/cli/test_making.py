"""build and extract as the command line wraps them: what is said, written, and with which exit status."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kg import pipeline
from kg.cli.app import app
from kg.errors import OutputError, Problem, ResourceError, UsageError
from kg.export import FORMATS
from kg.records import Annotation
from tests import samples


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments])


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A pipeline that yields the sample's annotations and the problems put into this dictionary."""
    asked: dict[str, Any] = {"problems": ()}

    def build(
        sources: list[str],
        out: Path,
        report: Any,
        *,
        progress: Any,
        reader: Any,
        min_score: float,
        base_iri: str | None,
        curation: Path | None,
        own_names: Path | None,
    ) -> pipeline.BuildSummary:
        asked.update(sources=sources, out=out, min_score=min_score, base_iri=base_iri, curation=curation)
        asked.update(own_names=own_names)
        asked.update(reader=reader)
        for problem in asked["problems"]:
            report(problem)
        return pipeline.BuildSummary(1, 7, 1234, (out / "graph.sqlite",), asked["problems"])

    def extract(
        sources: list[str], report: Any, *, progress: Any, min_score: float, own_names: Path | None
    ) -> Iterator[Annotation]:
        asked.update(sources=sources, min_score=min_score, own_names=own_names)
        for problem in asked["problems"]:
            report(problem)
        yield from samples.graph().papers

    monkeypatch.setattr(pipeline, "build", build)
    monkeypatch.setattr(pipeline, "extract", extract)
    return asked


LOST = Problem("a.jsonl", "no abstract", line=3)
NOTED = Problem("b.jsonl", "the same paper as a.jsonl:1", line=1, skipped=False)


def test_build_sums_up_on_standard_error(made: dict[str, Any]) -> None:
    result = run("build", "a.jsonl", "b", "-")
    assert (result.exit_code, result.stdout) == (0, "")
    assert (made["sources"], made["out"]) == (["a.jsonl", "b", "-"], Path("exports"))
    assert "exports: 1 paper, 7 concepts, 1,234 statements." in result.stderr
    assert "exports/graph.html" in result.stderr
    assert "kg stats --graph other/graph.sqlite" in run("build", "a", "--out", "other").stderr


@pytest.mark.parametrize("command", ["build", "extract"])
def test_the_least_score_is_handed_on(made: dict[str, Any], command: str) -> None:
    assert run(command, "a.jsonl").exit_code == 0
    assert made["min_score"] == 0
    assert run(command, "a.jsonl", "--min-score", "0.8").exit_code == 0
    assert made["min_score"] == 0.8
    beyond = run(command, "a.jsonl", "--min-score", "80")
    assert beyond.exit_code == 2
    assert "min-score" in beyond.stderr


def test_a_vocabulary_is_handed_on(made: dict[str, Any], tmp_path: Path) -> None:
    for command in (("build", "a.jsonl"), ("extract", "a.jsonl", "-o", str(tmp_path / "found.jsonl"))):
        assert run(*command, "--vocabulary", "mine.ttl").exit_code == 0
        assert made.pop("own_names") == Path("mine.ttl")


def test_the_base_is_handed_on(made: dict[str, Any]) -> None:
    assert run("build", "a.jsonl").exit_code == 0
    assert made["base_iri"] is None
    assert run("build", "a.jsonl", "--base-iri", "https://kg.test/").exit_code == 0
    assert made["base_iri"] == "https://kg.test/"


def test_a_cluster_reads_the_papers(made: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from kg import cluster

    monkeypatch.setattr(cluster, "annotate", lambda *asked: asked[:3])
    assert run("build", "a.jsonl").exit_code == 0
    assert made["reader"] is pipeline.annotate
    assert run("build", "a.jsonl", "--dask", "tcp://10.0.0.1:8786").exit_code == 0
    assert made["reader"](["paper"], 0.5) == (["paper"], "tcp://10.0.0.1:8786", 0.5)


def test_a_build_and_an_export_in_shards(made: dict[str, Any], sample_path: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "graph.sqlite").write_bytes(sample_path.read_bytes())
    made_by = [
        ("build", "a.jsonl", "--out", str(tmp_path / "out")),
        ("export", "--graph", str(sample_path)),
    ]
    for n, command in enumerate(made_by):
        done = run(*command, "--partition-out", str(tmp_path / str(n)), "--shards", "3")
        assert done.exit_code == 0 and "in 3 shards" in done.stderr
    first, second = (
        {f.relative_to(tmp_path / n): f.read_bytes() for f in (tmp_path / n).rglob("*.*")} for n in "01"
    )
    assert first == second and len(first) == 3 * 5 + 4 + 1
    made.pop("sources")
    refused = run("build", "a.jsonl", "--partition-out", str(tmp_path / "out"))
    assert refused.exit_code == 1 and "graph.sqlite" in refused.stderr
    assert "sources" not in made, "built before it was refused"


@pytest.mark.parametrize(
    "arguments", [[], ["-f", "ttl", "--partition-out", "x"], ["--partition-out", "x", "-o", "y"]]
)
def test_an_export_is_one_thing_at_a_time(sample_path: Path, arguments: list[str]) -> None:
    assert run("export", *arguments, "--graph", str(sample_path)).exit_code == 2


def test_problems_are_named_and_counted(made: dict[str, Any]) -> None:
    made["problems"] = (LOST, NOTED)
    result = run("build", "a.jsonl")
    assert result.exit_code == 0
    assert "a.jsonl:3: no abstract\n" in result.stderr
    assert "b.jsonl:1: the same paper" in result.stderr
    assert "2 problems, 1 skipped" in result.stderr


@pytest.mark.parametrize("command", [["build", "a"], ["extract", "a"]])
def test_strict_fails_where_something_was_skipped(made: dict[str, Any], command: list[str]) -> None:
    assert run(*command, "--strict").exit_code == 0
    made["problems"] = (NOTED,)
    assert run(*command, "--strict").exit_code == 0
    made["problems"] = (LOST,)
    assert run(*command, "--strict").exit_code == 1
    assert run(*command).exit_code == 0


@pytest.mark.parametrize(
    "command", [["--quiet", "build", "a"], ["build", "a", "--quiet"], ["extract", "a", "-q"]]
)
def test_quiet_says_only_what_was_lost(made: dict[str, Any], command: list[str]) -> None:
    made["problems"] = (LOST, NOTED)
    assert run(*command).stderr == "a.jsonl:3: no abstract\n"


def test_extract_writes_one_object_a_line_to_a_file_or_standard_output(
    made: dict[str, Any], tmp_path: Path
) -> None:
    shown = run("extract", "a", "-o", "-")
    assert [json.loads(line)["id"] for line in shown.stdout.splitlines()] == ["p1", "p2"]
    assert run("extract", "a").stdout == shown.stdout
    written = run("extract", "a", "-o", str(tmp_path / "a.jsonl"))
    assert (written.exit_code, written.stdout) == (0, "")
    assert (tmp_path / "a.jsonl").read_text(encoding="utf-8") == shown.stdout


def test_extract_without_any_paper_fails_and_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    before = list(tmp_path.iterdir())
    for target in ("-", str(tmp_path / "a.jsonl")):
        result = run("extract", str(tmp_path / "empty.txt"), "-o", target)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "no paper was found in the sources; nothing was written." in result.stderr
    assert list(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("raised", "status", "said"),
    [
        (UsageError("x.txt: there is no such file."), 2, "x.txt: there is no such file.\n"),
        (OutputError("out: cannot be written."), 1, "out: cannot be written.\n"),
        (ResourceError("The model is missing."), 3, "The model is missing.\n"),
        (
            KeyboardInterrupt(),
            130,
            "Interrupted; the graph is as it was, and a build goes on from here when it is run again.\n",
        ),
        (PermissionError(13, "Permission denied", "secret"), 1, "secret: Permission denied.\n"),
    ],
)
def test_what_is_raised_becomes_a_sentence_and_a_status(
    monkeypatch: pytest.MonkeyPatch, raised: BaseException, status: int, said: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise raised

    monkeypatch.setattr(pipeline, "build", fail)
    result = run("build", "x.txt")
    assert (result.exit_code, result.stdout, result.stderr) == (status, "", said)


@pytest.mark.parametrize(
    "name",
    ["turtle", "ntriples", "nquads", "trig", "jsonld", "rdfxml", "graphml", "gexf", "cytoscape", "nodelink"],
)
def test_export_to_a_file_and_to_standard_output_are_the_same(
    sample_path: Path, tmp_path: Path, name: str
) -> None:
    target = tmp_path / "out"
    written = run("export", "--format", name, "-o", str(target), "--graph", str(sample_path))
    assert (written.exit_code, written.stdout) == (0, "")
    shown = run("export", "--format", name, "--graph", str(sample_path))
    assert shown.stdout_bytes == target.read_bytes()


def test_export_under_a_base_and_a_licence(sample_path: Path) -> None:
    licence = "https://creativecommons.org/licenses/by/4.0/"
    shown = run(
        "export", "-f", "nt", "--graph", str(sample_path), "--base-iri", "urn:x:kg/", "--license", licence
    )
    assert shown.exit_code == 0
    assert f"<urn:x:kg/dataset> <http://purl.org/dc/terms/license> <{licence}> ." in shown.stdout.splitlines()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["-f", "ttl", "--base-iri", "kg"],
            "'kg' is no base for IRIs. Write an absolute http, https or urn IRI that ends",
        ),
        (["-f", "ttl", "--license", "MIT"], "'MIT' is no absolute IRI of a licence."),
        (["-f", "gexf", "--base-iri", "https://kg.test/"], "gexf knows no IRIs"),
    ],
)
def test_export_says_what_to_write(sample_path: Path, arguments: list[str], said: str) -> None:
    refused = run("export", *arguments, "--graph", str(sample_path))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert said in " ".join(refused.stderr.split())


def test_every_format_is_named_in_the_help() -> None:
    shown = run("export", "--help").stdout
    assert all(name in shown for name in FORMATS)


def test_export_refuses_what_it_cannot_do(sample_path: Path, tmp_path: Path) -> None:
    assert run("export", "--format", "csv", "--graph", str(sample_path)).exit_code == 2
    assert run("export", "--format", "docx", "--graph", str(sample_path)).exit_code == 2
    (tmp_path / "file").write_text("", encoding="utf-8")
    target = str(tmp_path / "file" / "graph.ttl")
    refused = run("export", "--format", "turtle", "-o", target, "--graph", str(sample_path))
    assert refused.exit_code == 1
    folder = run("export", "--format", "csv", "-o", str(tmp_path / "csv"), "--graph", str(sample_path))
    assert folder.exit_code == 0
    assert any((tmp_path / "csv").iterdir())


def test_view_writes_the_page_of_the_whole_or_of_a_neighbourhood(sample_path: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    result = run("view", "-o", str(page), "--graph", str(sample_path), "--title", "The <sample>")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "7 concepts" in result.stderr
    assert "The &lt;sample&gt;" in page.read_text(encoding="utf-8")
    piped = run("view", "-o", "-", "--graph", str(sample_path), "--title", "The <sample>")
    assert (piped.exit_code, piped.stdout_bytes) == (0, page.read_bytes())
    near = run("view", "--concept", "the glue benchmark", "-o", str(page), "--graph", str(sample_path))
    assert "2 concepts" in near.stderr
    unknown = run("view", "--concept", "GLEU", "-o", str(page), "--graph", str(sample_path))
    assert (unknown.exit_code, "The nearest names: GLUE" in unknown.stderr) == (1, True)


def test_view_refuses_hops_that_mean_nothing(sample_path: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    alone = run("view", "--hops", "2", "-o", str(page), "--graph", str(sample_path))
    assert (alone.exit_code, "--concept" in alone.stderr) == (2, True)
    back = run("view", "--concept", "GLUE", "--hops", "-1", "-o", str(page), "--graph", str(sample_path))
    assert (back.exit_code, "-1 hops" in back.stderr) == (2, True)
    assert not page.exists()
