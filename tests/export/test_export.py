"""What holds for every format: bytes by the graph alone, nothing lost, nothing half written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kg import store
from kg.errors import InputError, OutputError, UsageError
from kg.export import FORMATS, export, full_name
from kg.records import Annotation, Concept, Document, Evidence, Statement
from tests import whole
from tests.whole import Graph

SCRIPT = """
import sys
from pathlib import Path
from kg.export import FORMATS, export
from kg.store import Store
with Store(Path(sys.argv[1])) as store:
    for format, (file, _) in FORMATS.items():
        export(store, format, Path(sys.argv[2]) / file)
"""


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".sqlite"
    }


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "2", "PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONIOENCODING": "cp1252"},
    ],
    ids=["hash seed", "locale"],
)
def test_bytes_depend_on_the_graph_alone(exports: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    command = [sys.executable, "-c", SCRIPT, str(exports / "reporting" / "graph.sqlite"), str(tmp_path)]
    subprocess.run(command, env={**os.environ, "PYTHONPATH": str(Path.cwd()), **environment}, check=True)
    assert contents(tmp_path) == contents(exports / "reporting")


def test_every_format_is_utf8_with_unix_line_ends(exported: Path) -> None:
    for name, data in contents(exported).items():
        text = data.decode("utf-8")
        assert "\r" not in text, name
        assert not any(c < " " and c not in "\n\t" for c in text), name


@pytest.mark.parametrize("format_", FORMATS)
def test_no_format_loses_the_metadata_or_the_evidence(exports: Path, format_: str) -> None:
    path = exports / "plain" / FORMATS[format_].file
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    for value in (
        "friends",
        "2019",
        "10.1000/xyz1",
        "Example Conf",
        "A. Example",
        "B. Sample",
        "pretraining",
        "Bidirectional Encoder Representations from Transformers",
        "RoBERTa is evaluated on GLUE and on SQuAD.",
    ):
        assert value in text


@pytest.mark.parametrize("format_", FORMATS)
def test_no_format_loses_the_results(exports: Path, format_: str) -> None:
    path = exports / "reporting" / FORMATS[format_].file
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    for value in (
        "92.2",
        "improvement",
        "18 times fewer",
        "ALBERT reaches an F1 of 92.2% on SQuAD for question",
    ):
        assert value in text


def test_names_of_formats() -> None:
    assert [full_name(name) for name in ("ttl", "NT", "nq", "TriG", "json-ld", "rdf", "json", "cyjs", "GEXF")] == [
        "turtle", "ntriples", "nquads", "trig", "jsonld", "rdfxml", "nodelink", "cytoscape", "gexf",
    ]  # fmt: skip
    with pytest.raises(UsageError, match=r"'dot'.*turtle, ntriples, .*nodelink"):
        full_name("dot")


@pytest.mark.parametrize("format_", sorted(set(FORMATS) - {"csv"}))
def test_a_folder_at_the_path_is_refused_and_kept(sample: store.Store, tmp_path: Path, format_: str) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "file").write_text("kept", encoding="utf-8")
    with pytest.raises(OutputError, match="is a folder"):
        export(sample, format_, tmp_path / "precious")
    assert [path.name for path in tmp_path.rglob("*")] == ["precious", "file"]


def test_csv_leaves_the_other_files_of_its_folder(sample: store.Store, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("kept", encoding="utf-8")
    export(sample, "csv", tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {
        "notes.txt", "concepts.csv", "papers.csv", "results.csv", "relationships.csv",
    }  # fmt: skip


@pytest.mark.parametrize("format_", ["graphml", "gexf", "csv", "cytoscape", "nodelink"])
def test_a_statement_about_nothing_is_refused_and_leaves_no_file(tmp_path: Path, format_: str) -> None:
    paper = Annotation(Document("p1", "BERT is used."))
    statement = Statement("paper/p1", "mentions", "method/gone", 0.5, (Evidence("p1", 0, 4, "BERT"),))
    whole.write(
        Graph((paper,), (Concept("method/bert", "BERT", "Method"),), (statement,)), tmp_path / "g.sqlite"
    )
    with (
        store.Store(tmp_path / "g.sqlite") as opened,
        pytest.raises(InputError, match=r"g\.sqlite.*'method/gone'"),
    ):
        export(opened, format_, tmp_path / "out" / FORMATS[format_].file)
    assert [path for path in (tmp_path / "out").rglob("*") if path.is_file()] == []
