"""The whole way, with the shipped model."""

from __future__ import annotations

import hashlib
import json
import os
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import kg
from kg import building, pipeline
from kg.errors import InputError, OutputError, Problem, UsageError
from kg.export import export
from kg.read import read
from kg.read.sources import BUILT
from kg.records import Annotation, Document, Link
from kg.store import Store
from kg.store.links import set_links

PAPERS = [
    {"id": "a", "title": "FooNet: parsing of trees", "abstract": "We propose FooNet, a graph neural network for dependency parsing. FooNet is evaluated on CoNLL-2003 and outperforms BERT in F1 score.", "year": 2020},
    {"id": "b", "title": "More", "abstract": "Large language models (LLMs) are fine-tuned with low-rank adaptation for question answering. We evaluate LLMs on SQuAD."},
    {"id": "c", "title": None, "abstract": "LLMs and BERT are compared on GLUE by accuracy."},
]  # fmt: skip
FILES = {
    "graph.sqlite",
    "annotations.jsonl",
    "graph.ttl",
    "graph.graphml",
    "graph.html",
    "manifest.json",
    "extracted.sqlite",
}


def write(path: Path, papers: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(paper) + "\n" for paper in papers), encoding="utf-8")
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write(tmp_path / "papers.jsonl", PAPERS)


def test_build_leaves_the_contract_s_files(source: Path) -> None:
    summary = pipeline.build([source.name], "out")
    assert (summary.papers, summary.skipped) == (3, 0)
    assert set(contents(Path("out"))) == FILES
    assert {path.name for path in summary.files} == FILES
    with Store(Path("out/graph.sqlite")) as store:
        assert store.counts()["papers"] == 3
        (llm,) = store.find("large language model")
        assert llm.papers == 2
        assert store.find("LLM") == [llm]
        foo = store.find("FooNet")[0]
        proposed = [s for s in store.incident([foo.id]) if s.predicate == "proposes"]
        assert [s.subject for s in proposed] == ["paper/a"]
    manifest = json.loads(Path("out/manifest.json").read_text(encoding="utf-8"))
    digest = hashlib.sha256(Path("papers.jsonl").read_bytes()).hexdigest()
    assert manifest["sources"] == [{"source": "papers.jsonl", "papers": 3, "sha256": digest}]
    assert set(manifest["files"]) == FILES - {"manifest.json"}
    digests = {n: hashlib.sha256(data).hexdigest() for n, data in contents(Path("out")).items()}
    assert manifest["files"] == {name: digests[name] for name in manifest["files"]}


def test_mentions_below_the_least_score_are_left_out_with_what_hangs_on_them(source: Path) -> None:
    everything = list(pipeline.extract([source]))
    scores = sorted({m.score for paper in everything for m in paper.mentions})
    least = scores[len(scores) // 2]
    for paper, sure in zip(everything, pipeline.extract([source], min_score=least), strict=True):
        assert sure.mentions == tuple(m for m in paper.mentions if m.score >= least)
        named = {concept.id for concept in sure.concepts}
        assert {end for s in sure.statements for end in (s.subject, s.object)} <= named | {"paper"}
    assert all(not paper.mentions for paper in pipeline.extract([source], min_score=1.0))
    pipeline.build([source], "out", min_score=least)
    assert json.loads(Path("out/manifest.json").read_text(encoding="utf-8"))["min_score"] == least


def test_links_that_go_with_the_old_graph_are_named(source: Path) -> None:
    assert pipeline.build([source], "out").problems == ()
    graph = Path("out/graph.sqlite")
    with Store(graph) as opened:
        concept = next(opened.concepts()).id
    link = Link(concept, "exactMatch", "https://example.com/x", "x", "Sets", "its label")
    set_links(graph, "Sets", [link])
    [problem] = pipeline.build([source], "out").problems
    assert "the links to Sets go with the old graph" in str(problem) and not problem.skipped
    assert pipeline.build([source], "out").problems == ()


def test_the_graph_keeps_its_base_and_what_it_was_built_from(source: Path) -> None:
    pipeline.build([source], "out", base_iri="https://kg.test/")
    turtle = Path("out/graph.ttl").read_text(encoding="utf-8")
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    assert "@prefix method: <https://kg.test/concept/method/> ." in turtle
    assert f'kg:sha256 "{digest}"' in turtle and f'schema:softwareVersion "{kg.__version__}"' in turtle
    with Store(Path("out/graph.sqlite")) as opened:
        export(opened, "turtle", Path("again.ttl"))
    assert Path("again.ttl").read_text(encoding="utf-8") == turtle
    with pytest.raises(UsageError, match="no base for IRIs"):
        pipeline.build([source], "other", base_iri="kg")
    assert not Path("other").exists()


@pytest.mark.parametrize("score", [-0.1, 1.5, float("nan")])
def test_a_least_score_that_is_none_is_refused(source: Path, score: float) -> None:
    with pytest.raises(UsageError, match="between 0 and 1"):
        pipeline.extract([source], min_score=score)
    with pytest.raises(UsageError, match="between 0 and 1"):
        pipeline.build([source], "out", min_score=score)
    assert not Path("out").exists()


def test_a_folder_in_the_way_of_one_file_stops_all(source: Path) -> None:
    Path("out/graph.sqlite").mkdir(parents=True)
    with pytest.raises(OutputError, match=r"graph\.sqlite: is a folder"):
        pipeline.build([source.name], "out")
    # What was extracted is kept for the build that follows.
    assert {path.name for path in Path("out").iterdir()} == {"graph.sqlite", ".extracting.sqlite"}
    Path("out/graph.sqlite").rmdir()
    assert pipeline.build([source.name], "out").extracted == 0
    assert set(contents(Path("out"))) == FILES


def test_annotations_are_the_contract_s_form_with_the_graph_s_ids(source: Path) -> None:
    pipeline.build([source.name], "out")
    lines = Path("out/annotations.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    assert [record["id"] for record in records] == ["a", "b", "c"]
    for record in records:
        ids = {concept["id"] for concept in record["concepts"]}
        for mention in record["mentions"]:
            assert record["text"][mention["start"] : mention["end"]] == mention["text"]
            assert mention["concept"] in ids
        assert all(r["head"] in ids | {"paper"} and r["tail"] in ids for r in record["relations"])
    with Store(Path("out/graph.sqlite")) as store:
        assert {c.id for c in store.concepts()} == {c["id"] for r in records for c in r["concepts"]}


def test_a_second_run_and_any_order_leave_the_same_bytes(source: Path, tmp_path: Path) -> None:
    pipeline.build([source.name], "one")
    pipeline.build([source.name], "one")
    first = contents(Path("one"))
    shuffled = PAPERS.copy()
    random.Random(1).shuffle(shuffled)
    write(source, shuffled)
    pipeline.build([source.name], "two")
    second = contents(Path("two"))
    # Lines are where a record stood, so that only they may differ.
    assert second["annotations.jsonl"] == first["annotations.jsonl"]
    with Store(Path("one/graph.sqlite")) as one, Store(Path("two/graph.sqlite")) as two:
        assert list(one.concepts()) == list(two.concepts())
        assert list(one.statements()) == list(two.statements())
    write(source, PAPERS)
    pipeline.build([source.name], "three")
    assert contents(Path("three")) == first


def test_a_build_is_no_source_of_the_next(source: Path) -> None:
    assert FILES == BUILT
    for out in ("exports", ".", "."):
        summary = pipeline.build(["."], out)
        assert (summary.papers, summary.problems) == (3, ())
        with Store(Path(out) / "graph.sqlite") as store:
            assert [paper.source for paper in store.papers()] == ["papers.jsonl"] * 3


def test_an_interrupt_leaves_the_graph_as_it_was(source: Path) -> None:
    pipeline.build([source.name], "out")
    before = contents(Path("out"))

    def interrupted(documents: Iterable[Document], _: int | None) -> Iterator[Document]:
        raise KeyboardInterrupt
        yield from documents

    with pytest.raises(KeyboardInterrupt):
        pipeline.build([source.name], "out", progress=interrupted)
    assert contents(Path("out")) == before


def test_a_failing_export_leaves_the_graph_as_it_was(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipeline.build([source.name], "out")
    before = contents(Path("out"))
    monkeypatch.setattr(
        building, "export", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device"))
    )
    with pytest.raises(OutputError, match="No space left"):
        pipeline.build([source.name], "out")
    assert contents(Path("out")) == before


def test_nothing_to_read_leaves_the_graph_as_it_was(source: Path, tmp_path: Path) -> None:
    pipeline.build([source.name], "out")
    before = contents(Path("out"))
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "void.txt").write_text("  \n")
    problems: list[Problem] = []
    with pytest.raises(InputError, match="no paper was found"):
        pipeline.build([tmp_path / "empty"], "out", problems.append)
    assert any("void.txt" in problem.source for problem in problems)
    with pytest.raises(UsageError, match=r"missing\.txt"):
        pipeline.build(["missing.txt"], "out")
    assert contents(Path("out")) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(source: Path, tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o500)
    with pytest.raises(OutputError, match="cannot be written"):
        pipeline.build([source.name], tmp_path / "locked" / "out")


def test_a_file_where_the_folder_should_be(source: Path) -> None:
    with pytest.raises(OutputError, match=r"papers\.jsonl"):
        pipeline.build([source.name], source.name)


def test_no_concept_is_said(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Annotation(Document("x", "Thank you all for coming here today."))
    summary = pipeline.build([write(source, [{"id": "x", "abstract": found.document.text}])], "out")
    assert (summary.papers, summary.concepts, summary.skipped) == (1, 0, 0)
    assert [problem.message for problem in summary.problems] == ["no concept was found in 1 paper."]


@pytest.mark.parametrize(
    "text",
    ["", "x", "。" * 50, "😀 🎉", "BERT", "(((((", "Это аннотация на русском языке.", "ab" * 5000, "word " * 3000, "A. " * 2000],
    ids=["empty", "letter", "chinese", "emoji", "token", "brackets", "russian", "long token", "many words", "many stops"],
)  # fmt: skip
def test_odd_abstracts_give_valid_offsets(text: str) -> None:
    from kg.extract import extract

    for found in extract([Document("1", text, title="t" if len(text) % 2 else None)]):
        for mention in found.mentions:
            assert found.document.part(mention.part)[mention.start : mention.end].strip()


def test_seeds_are_read_whole() -> None:
    problems: list[Problem] = []
    root = Path(__file__).resolve().parent.parent
    assert len(list(read([root / "seeds"], problems.append))) == 38
    assert problems == []


def test_what_kg_extract_wrote_is_no_source(source: Path, tmp_path: Path) -> None:
    from kg.export import annotations

    folder = tmp_path / "papers"
    folder.mkdir()
    write(folder / "z.jsonl", PAPERS)
    annotations.write(pipeline.extract([folder]), folder / "a.jsonl")
    problems: list[Problem] = []
    summary = pipeline.build([folder], "out", problems.append)
    assert (summary.papers, summary.skipped) == (3, 0)
    assert len([p for p in problems if "what kg extract wrote" in p.message]) == 3
    with Store(Path("out/graph.sqlite")) as store:
        paper = store.paper("a")
        assert paper is not None and paper.year == 2020
