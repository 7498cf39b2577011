"""Links into a graph that stands: replaced a vocabulary at a time, whole or not at all, under open readers."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from kg.errors import InputError, NotFoundError, UsageError
from kg.records import Link
from kg.store import Store
from kg.store.links import set_links
from tests import samples, whole

SETS, VOC = samples.LINKS[:1], samples.LINKS[1:]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A graph with no links."""
    whole.write(samples.graph(results=True), tmp_path / "g.sqlite", {"version": "test"})
    return tmp_path / "g.sqlite"


def links(path: Path, concept: str | None = None) -> list[object]:
    with Store(path) as opened:
        return list(opened.links(concept))


def test_links_are_replaced_a_vocabulary_at_a_time(path: Path) -> None:
    assert links(path) == []
    set_links(path, "Voc", reversed(VOC))
    set_links(path, "Sets", SETS)
    assert links(path) == list(samples.LINKS)
    assert links(path, "method/bert") == list(VOC)
    other = replace(VOC[0], concept="metric/f1")
    set_links(path, "Voc", [other, other])
    assert links(path) == [*SETS, other]
    set_links(path, "Voc", [])
    assert links(path) == list(SETS)


def test_all_else_stays(path: Path) -> None:
    set_links(path, "Voc", VOC)
    graph = samples.graph(results=True)
    with Store(path) as opened:
        assert opened.meta() == {"version": "test"}
        assert list(opened.statements()) == list(graph.statements)
        assert list(opened.concepts()) == list(graph.concepts)
        assert list(opened.results()) == list(graph.results)
        assert [c.name for c in opened.search("rob")] == ["RoBERTa"]


def test_equal_links_give_equal_bytes(path: Path) -> None:
    set_links(path, "Voc", VOC)
    once = path.read_bytes()
    set_links(path, "Voc", VOC)
    assert path.read_bytes() == once
    set_links(path, "Sets", SETS)
    set_links(path, "Sets", [])
    assert path.read_bytes() == once


@pytest.mark.parametrize(
    ("link", "message"),
    [
        (replace(VOC[0], iri="not an iri"), "'not an iri', to which 'method/bert' is linked, is no absolute"),
        (
            replace(VOC[0], iri="skos:Concept"),
            "'skos:Concept', to which 'method/bert' is linked, is no absolute",
        ),
        (replace(VOC[0], iri="http://example.com/a b"), "is no absolute"),
        (replace(VOC[0], iri="voc/bert"), "no absolute http, https or urn IRI"),
        (replace(VOC[0], concept="method/gone"), "'method/gone', which is no concept of this graph"),
        (SETS[0], "A link of 'Sets' was given among those of 'Voc'"),
    ],
)
def test_a_wrong_link_is_refused_and_the_graph_stays(path: Path, link: Link, message: str) -> None:
    set_links(path, "Voc", VOC)
    before = path.read_bytes()
    with pytest.raises(UsageError, match=message):
        set_links(path, "Voc", [*VOC, link])
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == ["g.sqlite"]


def test_half_a_character_is_named(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(InputError, match="holds half a character"):
        set_links(path, "Voc", [replace(VOC[0], label="\ud800")])
    assert path.read_bytes() == before


def test_no_graph(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="there is no graph"):
        set_links(tmp_path / "none.sqlite", "Voc", VOC)
    assert list(tmp_path.iterdir()) == []


def test_hostile_strings_come_back(path: Path) -> None:
    for text in (*samples.HOSTILE, '"; DROP TABLE link; --', ""):
        link = replace(VOC[0], label=text, reason=text, vocabulary=text)
        set_links(path, text, [link])
        assert link in links(path)


def test_readers_go_on_while_links_are_set(path: Path) -> None:
    """A reader that is open sees the old links to its end; one that opens sees none, or all of one vocabulary."""
    with Store(path) as early:
        statements = early.statements()
        next(statements)
        writer = threading.Thread(target=lambda: [set_links(path, "Voc", VOC) for _ in range(5)])
        writer.start()
        while writer.is_alive():
            assert links(path) in ([], list(VOC))
        writer.join()
        assert list(early.links()) == []
        assert len(list(statements)) == len(samples.graph(results=True).statements) - 1
    assert links(path) == list(VOC)
