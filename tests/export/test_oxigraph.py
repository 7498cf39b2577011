"""The Oxigraph store beside the graph: made once, made again when the graph changed, never in the way."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg import store
from kg.errors import OutputError, Problem
from kg.export import oxigraph, rdf
from kg.query.sparql import sparql
from kg.read.sources import expand
from tests import samples, whole

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def graph(sample_path: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sample_path, tmp_path / "graph.sqlite"))


def kept(graph: Path) -> Path:
    """The folder of the store for the graph file, made if there is none."""
    with store.Store(graph) as opened, oxigraph.beside(opened) as folder:
        return folder


def stamps(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*")}


def test_it_holds_the_triples(graph: Path) -> None:
    with store.Store(graph) as opened, oxigraph.beside(opened) as folder:
        memory = ox.Store()  # which, as the one on disk, knows of all integers one datatype alone
        memory.extend(ox.Quad(*triple) for triple in rdf.triples(opened))
        assert set(ox.Store.read_only(str(folder))) == set(memory)


def test_it_is_made_once_and_only_read(graph: Path) -> None:
    folder = kept(graph)
    before = stamps(folder.parent)
    assert sparql(kept(graph), "ASK { ?m a kg:Method }").truth is True
    assert stamps(folder.parent) == before


def test_a_changed_graph_has_a_new_one_and_the_old_one_goes(graph: Path) -> None:
    old = kept(graph)
    whole.write(samples.graph(hostile=True), graph)
    new = kept(graph)
    assert (new != old, old.exists()) == (True, False)
    assert [path.name for path in new.parent.iterdir() if not path.name.startswith(".")] == [new.name]


def test_a_copy_or_a_touched_graph_is_the_same(graph: Path, tmp_path: Path) -> None:
    before = stamps(kept(graph).parent)
    graph.touch()
    shutil.copy(graph, tmp_path / "copy")
    (tmp_path / "copy").replace(graph)
    assert stamps(kept(graph).parent) == before


def test_a_restored_graph_is_told_from_the_one_before(graph: Path) -> None:
    backup = Path(shutil.copy2(graph, graph.with_name("backup")))
    first = kept(graph)
    whole.write(samples.graph(hostile=True), graph)
    kept(graph)
    shutil.copy2(backup, graph)  # with its old date
    with store.Store(graph) as opened, oxigraph.beside(opened) as folder:
        assert folder == first
        assert len(ox.Store.read_only(str(folder))) == len(set(rdf.triples(opened)))


def test_a_damaged_one_is_made_again(graph: Path) -> None:
    folder = kept(graph)
    (folder / "CURRENT").write_bytes(b"noise")
    assert sparql(kept(graph), "ASK { ?m a kg:Method }").truth is True
    shutil.rmtree(folder.parent)
    assert sparql(kept(graph), "ASK { ?m a kg:Method }").truth is True


def test_where_nothing_can_be_kept_it_is_said_and_answered(graph: Path) -> None:
    oxigraph.home(graph).write_text("a file stands in its place", encoding="utf-8")
    said: list[Problem] = []
    with store.Store(graph) as opened, oxigraph.beside(opened, said.append) as folder:
        assert sparql(folder, "ASK { ?m a kg:Method }").truth is True
        assert folder.parent != oxigraph.home(graph)
    assert not folder.parent.exists()
    assert [(str(problem), problem.skipped) for problem in said] == [
        (
            f"{graph}: nothing can be kept beside the graph for SPARQL, so each query makes the triples anew.",
            False,
        )
    ]


def test_a_build_that_fails_leaves_nothing(graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OutputError("the disk is full")

    monkeypatch.setattr(oxigraph, "_fill", full)
    with pytest.raises(OutputError):
        kept(graph)
    assert sorted(path.name for path in graph.parent.iterdir()) == ["graph.sqlite"]


def test_processes_that_ask_at_once_all_get_an_answer(graph: Path) -> None:
    code = (
        "import sys; from kg.cli import main; "
        "sys.argv = ['kg', 'sparql', 'SELECT ?n { ?d a kg:Dataset ; skos:prefLabel ?n }', '--graph', sys.argv[1]]; main()"
    )
    command = [sys.executable, "-c", code, str(graph)]
    asked = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)
    ]
    assert [process.communicate(timeout=240) for process in asked] == [(b"GLUE\nSQuAD\n", b"")] * 4
    home = oxigraph.home(graph)
    assert sorted(path.name for path in home.iterdir()) == sorted([".gitignore", kept(graph).name])


def test_it_is_no_source_of_a_build(graph: Path) -> None:
    kept(graph)
    problems: list[Problem] = []
    graph.with_name("paper.txt").write_text("A paper.", encoding="utf-8")
    assert [source.path.name for source in expand([graph.parent], problems.append) if source.path] == [
        "graph.sqlite", "paper.txt",
    ]  # fmt: skip
    assert problems == []
