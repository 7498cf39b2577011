"""Builds that begin where others ended: new papers, changed ones, removed ones, crashes, full disks, two at once."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import pipeline
from kg.building import BuildSummary, Reader
from kg.errors import InputError, NotFoundError, OutputError, UsageError
from kg.records import Annotation, Document
from kg.store import Store, extracted, journal

TEXTS = (
    "We propose FooNet, a graph neural network for parsing. FooNet is evaluated on CoNLL-2003.",
    "Large language models (LLMs) are fine-tuned for question answering. We evaluate LLMs on SQuAD.",
    "LLMs and BERT are compared on GLUE by accuracy.",
    "FooNet and graph neural networks (GNNs) reach an F1 of 91.2% on CoNLL-2003.",
    "Graph networks are trained. The network is small.",
)


def write(folder: Path, papers: dict[str, int]) -> None:
    """One file a paper, so that what is left when one goes is what a fresh build reads."""
    for path in folder.glob("*.jsonl"):
        path.unlink()
    for id_, text in papers.items():
        record = {"id": id_, "title": f"On {id_}", "abstract": TEXTS[text]}
        (folder / f"{id_}.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    return tmp_path


def build(papers: dict[str, int], out: str = "out") -> BuildSummary:
    write(Path("in"), papers)
    return pipeline.build(["in"], out)


def test_only_new_and_changed_papers_are_read(folder: Path) -> None:
    assert build({"a": 0, "b": 1, "c": 2}).extracted == 3
    assert build({"a": 0, "b": 1, "c": 2}).extracted == 0
    assert build({"a": 0, "b": 3, "d": 1}).extracted == 2
    assert build({"a": 0, "b": 3}).extracted == 0


OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.sampled_from("abcd"), st.integers(0, len(TEXTS) - 1)),
        st.tuples(st.just("remove"), st.sampled_from("abcd"), st.none()),
    ),
    min_size=2,
    max_size=6,
)


@settings(max_examples=int(os.environ.get("KG_ORDERS", "4")), deadline=None)
@given(OPERATIONS)
def test_any_order_of_changes_equals_a_fresh_build_of_what_is_left(
    operations: list[tuple[str, str, int | None]],
) -> None:
    with tempfile.TemporaryDirectory() as name:
        before = Path.cwd()
        os.chdir(name)
        try:
            Path("in").mkdir()
            papers: dict[str, int] = {"z": 2}
            build(papers)
            for _, id_, text in operations:
                if text is not None:
                    papers[id_] = text
                    build(papers)
                elif id_ in papers:
                    del papers[id_]
                    assert pipeline.remove([id_], "out").extracted == 0
            build(papers, "fresh")
            assert contents(Path("out")) == contents(Path("fresh"))
        finally:
            os.chdir(before)


def test_remove_takes_what_a_paper_alone_supported(folder: Path) -> None:
    build({"a": 0, "c": 2})
    with Store(Path("out/graph.sqlite")) as store:
        assert store.find("FooNet") and store.find("BERT")
    pipeline.remove(["a"], "out")
    with Store(Path("out/graph.sqlite")) as store:
        assert not store.find("FooNet") and store.find("BERT")
        assert [paper.id for paper in store.papers()] == ["c"]
    with pytest.raises(NotFoundError, match="has no paper a, nobody"):
        pipeline.remove(["nobody", "a"], "out")
    with pytest.raises(InputError, match="no other paper"):
        pipeline.remove(["c"], "out")
    with pytest.raises(NotFoundError, match="there is no graph"):
        pipeline.remove(["c"], "elsewhere")


def test_remove_keeps_how_the_graph_was_built(folder: Path) -> None:
    write(folder / "in", {"a": 0, "c": 2})
    Path("mine.tsv").write_text("rename\tMethod\tBERT\tBert the model\n", encoding="utf-8")
    pipeline.build(["in"], "out", min_score=0.3, base_iri="https://kg.test/", curation="mine.tsv")
    with pytest.raises(UsageError, match="--curation FILE"):
        pipeline.remove(["a"], "out")
    pipeline.remove(["a"], "out", curation="mine.tsv")
    write(folder / "in", {"c": 2})
    pipeline.build(["in"], "fresh", min_score=0.3, base_iri="https://kg.test/", curation="mine.tsv")
    assert contents(Path("out")) == contents(Path("fresh"))


def test_a_file_that_lost_papers_has_no_digest(folder: Path) -> None:
    lines = [json.dumps({"id": id_, "abstract": TEXTS[n]}) for n, id_ in enumerate("abc")]
    Path("all.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    pipeline.build(["all.jsonl"], "out")
    pipeline.remove(["b"], "out")
    manifest = json.loads(Path("out/manifest.json").read_text(encoding="utf-8"))
    assert manifest["sources"] == [{"source": "all.jsonl", "papers": 2, "sha256": None}]


def test_other_tools_read_all_papers_again_and_say_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build({"a": 0, "b": 1})
    summary = pipeline.build(["in"], "out", min_score=0.5)
    [problem] = summary.problems
    assert summary.extracted == 2 and not problem.skipped
    assert "2 papers must be read anew: the least score changed" in problem.message


def stopping_after(number: int) -> Reader:
    def annotate(documents: Iterable[Document], least: float) -> Iterator[Annotation]:
        for n, annotation in enumerate(pipeline.annotate(documents, least)):
            if n == number:
                raise KeyboardInterrupt
            yield annotation

    return annotate


def test_an_interrupted_build_goes_on_where_it_was(folder: Path) -> None:
    papers = dict(zip("abcde", range(5), strict=True))
    write(folder / "in", papers)
    with pytest.raises(KeyboardInterrupt):
        pipeline.build(["in"], "out", reader=stopping_after(3))
    assert {path.name for path in Path("out").iterdir()} == {journal.NAME}
    assert build(papers).extracted == 2
    build(papers, "fresh")
    assert contents(Path("out")) == contents(Path("fresh"))


def test_a_damaged_memory_of_before_costs_time_alone(folder: Path) -> None:
    build({"a": 0, "b": 1})
    expected = contents(Path("out"))
    for name in (extracted.NAME, journal.NAME):
        for data in (b"no database at all" * 99, b"", expected[extracted.NAME][:2000]):
            Path("out", name).write_bytes(data)
            build({"a": 0, "b": 1})
            assert contents(Path("out")) == expected


def test_two_builds_of_one_graph_do_not_meet(folder: Path) -> None:
    def nested(documents: Iterable[Document], least: float) -> Iterator[Annotation]:
        with pytest.raises(OutputError, match=rf"another kg writes to it \(process {os.getpid()} on"):
            pipeline.build(["in"], "out")
        yield from pipeline.annotate(documents, least)

    write(folder / "in", {"a": 0})
    assert pipeline.build(["in"], "out", reader=nested).papers == 1


def test_a_graph_can_be_asked_while_the_next_is_built(folder: Path) -> None:
    build({"a": 0})

    def asking(documents: Iterable[Document], least: float) -> Iterator[Annotation]:
        with Store(Path("out/graph.sqlite")) as store:
            assert [paper.id for paper in store.papers()] == ["a"]
        yield from pipeline.annotate(documents, least)

    write(folder / "in", {"a": 0, "b": 1})
    assert pipeline.build(["in"], "out", reader=asking).papers == 2


SCRIPT = """
import sys
from pathlib import Path
from kg import pipeline
from kg.building import BuildSummary, Reader
print("ready", flush=True)
pipeline.build(["in"], "out")
"""


def test_a_build_that_is_killed_leaves_the_last_good_graph_and_goes_on(folder: Path) -> None:
    """Killed at moments all over a build, kill -9; the graph is never less than whole, and ends with the same bytes."""
    first = {"a": 0, "b": 1}
    build(first)
    expected = {"old": contents(Path("out"))}
    papers = {f"p{n}": n % len(TEXTS) for n in range(40)}
    build(papers, "fresh")
    expected["new"] = contents(Path("fresh"))
    root = str(Path(pipeline.__file__).resolve().parent.parent)
    chance = random.Random(0)
    took = 3.0
    for n in range(int(os.environ.get("KG_KILLS", "5"))):
        process = subprocess.Popen(
            [sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": root}
        )
        assert process.stdout is not None and process.stdout.readline()
        begun = time.monotonic()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(took * chance.random() * 0.8)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        graph = Path("out/graph.sqlite").read_bytes()
        assert graph in (expected["old"]["graph.sqlite"], expected["new"]["graph.sqlite"]), (n, begun)
    build(papers)
    assert contents(Path("out")) == expected["new"]
    assert not [path for path in Path("out").iterdir() if path.is_dir()]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 300 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = shutil.which("mount") and os.geteuid() == 0
    if not mounted or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", disk]).returncode:
        pytest.skip("a small file system takes mount and root")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_a_full_disk_leaves_the_last_good_graph(folder: Path, small_disk: Path) -> None:
    write(folder / "in", {f"p{n}": n % len(TEXTS) for n in range(60)})
    with pytest.raises(OutputError, match=r"cannot be written|writing failed|writing the graph failed"):
        pipeline.build(["in"], small_disk / "out")
    assert not (small_disk / "out" / "graph.sqlite").exists()
    subprocess.run(["mount", "-o", "remount,size=30m", small_disk], check=True)
    pipeline.build(["in"], small_disk / "out")
    pipeline.build(["in"], "fresh")
    assert contents(small_disk / "out") == contents(Path("fresh"))
