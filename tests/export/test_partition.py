"""The graph in shards: together they say what the whole says, each by itself what it should."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg import store
from kg.errors import OutputError, UsageError
from kg.export import FORMATS, partition
from tests.export.conftest import GRAPHS

TABLES = ("concepts", "papers", "results", "relationships")


@pytest.fixture(params=[1, 3, 16])
def shards(exported: Path, request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder of each sample graph's partition, in one shard, some, and more than it has things."""
    with store.Store(exported / "graph.sqlite") as opened:
        partition.write(opened, tmp_path / exported.name, request.param)
    return tmp_path / exported.name


def lines(*files: Path) -> list[bytes]:
    return sorted(line for file in files for line in file.read_bytes().splitlines(keepends=True))


def test_the_shards_together_have_the_lines_of_the_whole(shards: Path, exported: Path) -> None:
    assert lines(*(shards / "nquads").iterdir()) == lines(exported / FORMATS["nquads"].file)
    for name in TABLES:
        whole = exported / "csv" / f"{name}.csv"
        header, rows = shards / "csv" / f"{name}-header.csv", sorted((shards / "csv").glob(f"{name}-[0-9]*"))
        assert header.read_bytes() == whole.read_bytes().splitlines(keepends=True)[0]
        assert lines(header, *rows) == lines(whole)


def test_the_manifest_describes_every_file(shards: Path) -> None:
    manifest = json.loads((shards / "manifest.json").read_bytes())
    files = {file["file"]: file for file in manifest["files"]}
    there = {path.relative_to(shards).as_posix() for path in shards.rglob("*") if path.is_file()}
    assert set(files) == there - {"manifest.json"}
    assert len(files) == manifest["shards"] * 5 + 4
    for name, file in files.items():
        content = (shards / name).read_bytes()
        assert file["bytes"] == len(content)
        assert file["lines"] == content.count(b"\n")
        assert file["sha256"] == hashlib.sha256(content).hexdigest()
    graph = GRAPHS[shards.name]
    assert (manifest["counts"]["papers"], manifest["counts"]["statements"]) == (
        len(graph.papers),
        len(graph.statements),
    )


def test_what_is_said_of_one_thing_is_in_one_shard(exports: Path, tmp_path: Path) -> None:
    with store.Store(exports / "reporting" / "graph.sqlite") as opened:
        partition.write(opened, tmp_path / "shards", 4)
    homes: dict[str, set[str]] = {}
    for path in (tmp_path / "shards" / "nquads").iterdir():
        for quad in ox.parse(path=path, format=ox.RdfFormat.N_QUADS):
            named = isinstance(quad.graph_name, ox.NamedNode)
            homes.setdefault((quad.graph_name if named else quad.subject).value, set()).add(path.name)  # type: ignore[union-attr]
    assert all(len(found) == 1 for found in homes.values())
    assert len(set.union(*homes.values())) == 4
    for name in ("concepts", "relationships"):
        for path in (tmp_path / "shards" / "csv").glob(f"{name}-[0-9]*"):
            ids = [line.split(",")[0] for line in path.read_text(encoding="utf-8").splitlines()]
            number = int(path.stem.rpartition("-")[2])
            assert {partition.shard(id_, 4) for id_ in ids if id_.startswith("method/")} <= {number}


def test_equal_graphs_give_equal_bytes_and_replace_what_stood_there(shards: Path, exported: Path) -> None:
    before = {path: path.read_bytes() for path in shards.rglob("*") if path.is_file()}
    with store.Store(exported / "graph.sqlite") as opened:
        partition.write(opened, shards, 2)
        assert len(list((shards / "nquads").iterdir())) == 2
        partition.write(opened, shards, json.loads(before[shards / "manifest.json"])["shards"])
    assert {path: path.read_bytes() for path in shards.rglob("*") if path.is_file()} == before
    assert [path.name for path in shards.parent.iterdir()] == [shards.name]


def test_a_base_and_a_licence(exports: Path, tmp_path: Path) -> None:
    with store.Store(exports / "plain" / "graph.sqlite") as opened:
        partition.write(opened, tmp_path / "s", 1, "https://example.com/x/", "https://example.com/terms")
    text = (tmp_path / "s" / "nquads" / "00000.nq").read_text(encoding="utf-8")
    assert "<https://example.com/x/paper/p1>" in text and "<https://example.com/terms>" in text


def test_other_files_are_never_removed(sample: store.Store, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("x")
    with pytest.raises(OutputError, match=r"holds files that are no partition .*thesis\.tex"):
        partition.write(sample, tmp_path / "mine", 1)
    (tmp_path / "mine" / "thesis.tex").unlink()
    partition.write(sample, tmp_path / "mine", 1)
    (tmp_path / "mine" / "csv" / "notes").write_text("x")
    with pytest.raises(OutputError, match="csv/notes"):
        partition.write(sample, tmp_path / "mine", 1)
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutputError, match="is a file, and a folder was to be written there"):
        partition.write(sample, tmp_path / "file", 1)


def test_what_breaks_off_leaves_what_stood_there(
    sample: store.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    partition.write(sample, tmp_path / "s", 1)
    before = {path: path.read_bytes() for path in (tmp_path / "s").rglob("*") if path.is_file()}

    def broken(_: store.Store) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(partition.TABLES, "results", partition.TABLES["results"]._replace(rows=broken))
    with pytest.raises(KeyboardInterrupt):
        partition.write(sample, tmp_path / "s", 2)
    assert {path: path.read_bytes() for path in (tmp_path / "s").rglob("*") if path.is_file()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["s"]


@pytest.mark.parametrize("number", [0, -1, 513])
def test_a_number_of_shards_that_makes_no_sense(number: int, sample: store.Store, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"^{number} shards cannot be written"):
        partition.write(sample, tmp_path / "s", number)
    assert not list(tmp_path.iterdir())
