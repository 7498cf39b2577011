"""The graph on disk: what is written is what is read, and a file that is none is refused."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.errors import InputError, NotFoundError, OutputError
from kg.names import concept_id, key
from kg.records import Annotation, Concept, Document
from kg.store import Store
from tests import samples, whole
from tests.whole import Graph


def test_what_is_written_is_read(hostile: Store) -> None:
    graph = samples.graph(hostile=True)
    assert list(hostile.papers()) == [paper.document for paper in graph.papers]
    assert list(hostile.concepts()) == list(graph.concepts)
    assert list(hostile.statements()) == list(graph.statements)
    for paper in graph.papers:
        assert hostile.mentions(paper.document.id) == list(zip(paper.mentions, paper.concept_of, strict=True))
        assert list(hostile.results(paper=paper.document.id)) == list(paper.results)
    assert list(hostile.results()) == list(graph.results) != []
    assert hostile.meta() == {"version": "test"}


def test_equal_graphs_give_equal_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        whole.write(samples.graph(hostile=True), tmp_path / name, {"b": "1", "a": "2"})
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize(
    "name",
    ["BERT", "bert", " Bert ", "method/bert", "bidirectional encoder representation from transformers"],
)
def test_find_in_any_spelling(sample: Store, name: str) -> None:
    assert [c.id for c in sample.find(name)] == ["method/bert"]


@pytest.mark.parametrize("name", ["", " ", '"', "***", "BER", "method/", "\ud800"])
def test_find_nothing(sample: Store, name: str) -> None:
    assert sample.find(name) == []


@pytest.mark.parametrize("name", [name for name in samples.HOSTILE if key(name)])
def test_find_hostile_names(hostile: Store, name: str) -> None:
    assert name in [c.name for c in hostile.find(name)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("bid enc", "BERT"),
        ("rob", "RoBERTa"),
        ("question", "question answering"),
        ("ANSWER", "question answering"),
    ],
)
def test_search_by_beginnings_of_words(sample: Store, text: str, first: str) -> None:
    assert sample.search(text)[0].name == first


def test_names_of_signs_are_found(tmp_path: Path) -> None:
    spelt = ("C", "C#", "C++", "Cython", "∇", "→")
    concepts = sorted(
        (Concept(concept_id("Method", name), name, "Method") for name in spelt), key=lambda c: c.id
    )
    whole.write(Graph((), tuple(concepts)), tmp_path / "signs.sqlite")
    with Store(tmp_path / "signs.sqlite") as opened:
        for name in ("C", "C#", "C++", "∇"):
            assert [c.name for c in opened.find(name)] == [name]
        assert next(c.name for c in opened.search("c++")) == "C++"
        assert {c.name for c in opened.search("c++")} == {"C", "C#", "C++", "Cython"}
        assert [c.name for c in opened.search("∇")] == ["∇"]
        assert opened.find("∅") == opened.search("∅") == []


@pytest.mark.parametrize(
    "text", ["", '"', "*", "AND", "NEAR(a b)", "a:b", "NOT", "(", "bert OR", "^x", "\x00", "zzz"]
)
def test_search_takes_no_operators(sample: Store, text: str) -> None:
    assert sample.search(text) == []


def test_the_best_connected_of_equally_named_concepts_come_first(sample: Store) -> None:
    assert [c.name for c in sample.top_concepts(3)] == ["BERT", "SQuAD", "RoBERTa"]


def test_no_graph(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="there is no graph"):
        Store(tmp_path / "none.sqlite")
    with pytest.raises(NotFoundError, match=r"is a folder\. Name the graph in it: .*graph\.sqlite"):
        Store(tmp_path)


def test_files_that_are_no_graph(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello " * 1000)
    (tmp_path / "empty").write_bytes(b"")
    with sqlite3.connect(tmp_path / "other") as connection:
        connection.execute("CREATE TABLE t (a)")
    connection.close()
    for name in ("text", "empty", "other"):
        with pytest.raises(InputError):
            Store(tmp_path / name)


def test_a_graph_of_another_version_is_refused(sample_path: Path, tmp_path: Path) -> None:
    newer = tmp_path / "newer.sqlite"
    newer.write_bytes(sample_path.read_bytes())
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(InputError, match="version 99"):
        Store(newer)


def test_a_graph_is_read_only(sample: Store) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        sample._db.execute("DELETE FROM paper")


def test_a_failing_write_leaves_what_stood(tmp_path: Path) -> None:
    path = tmp_path / "graph.sqlite"
    whole.write(samples.graph(), path)
    before = path.read_bytes()
    twice = Annotation(Document("same", "text"))
    with pytest.raises(OutputError, match="UNIQUE"):
        whole.write(Graph((twice, twice)), path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["graph.sqlite"]


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb"])
def test_half_a_character_is_named(tmp_path: Path, text: str) -> None:
    for graph in (
        Graph((Annotation(Document("p", text)),)),
        Graph((), (Concept("method/x", text, "Method"),)),
    ):
        with pytest.raises(InputError, match=r"g: '.*\\ud.*' holds half a character"):
            whole.write(graph, tmp_path / "g")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_graph(tmp_path: Path) -> None:
    whole.write(Graph(), tmp_path / "g")
    with Store(tmp_path / "g") as opened:
        assert set(opened.counts().values()) == {0}
        assert list(opened.concepts()) == opened.top_concepts(5) == []


names = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=20)


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(names, st.lists(names, max_size=3, unique=True), max_size=8))
def test_any_names_come_back(tmp_path_factory: pytest.TempPathFactory, spelled: dict[str, list[str]]) -> None:
    path = tmp_path_factory.mktemp("any") / "g"
    concepts = tuple(
        Concept(f"method/{n}", name, "Method", tuple(sorted(set(aliases) - {name})))
        for n, (name, aliases) in enumerate(sorted(spelled.items()))
    )
    whole.write(Graph((), tuple(sorted(concepts, key=lambda c: c.id))), path)
    with Store(path) as opened:
        assert list(opened.concepts()) == sorted(concepts, key=lambda c: c.id)
