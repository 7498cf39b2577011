"""Pages of parts of the graph, what the address keeps, and what can be saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from kg import store, view
from tests import samples, whole
from tests.browser.conftest import serious_faults

if TYPE_CHECKING:
    from tests.browser.conftest import Opened

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def results_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("results") / "graph.sqlite"
    whole.write(samples.graph(hostile=True, results=True), path)
    return path


def written(graph: Path, target: Path, **part: Any) -> Path:
    with store.Store(graph) as opened:
        return view.write(opened, target, **part).path


def slide(opened: Opened, name: str, value: str) -> None:
    opened.page.locator(f"#legend input[name={name}]").fill(value)


def test_sliders_hide_what_few_papers_support(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page)
    slide(opened, "papers", "2")
    opened.page.wait_for_function("() => kg.network.body.nodeIndices.length === 2")
    assert opened.nodes_shown() == {"method/bert", "dataset/squad"}
    opened.search("GLUE")
    opened.shows("GLUE")  # what is asked for comes back into sight
    assert len(opened.nodes_shown()) == 7


def test_the_address_keeps_filters_and_the_concept(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page)
    opened.page.get_by_role("checkbox", name="Task").uncheck()
    opened.page.get_by_role("checkbox", name="compared with").uncheck()
    opened.search("SQuAD")
    opened.shows("SQuAD")
    opened.page.wait_for_function("() => location.hash.includes('?')")
    address = opened.page.evaluate("location.hash")
    opened.page.goto("about:blank")
    opened.requests.clear()
    opened.visit(sample_page, address)
    opened.shows("SQuAD")
    assert not opened.page.get_by_role("checkbox", name="Task").is_checked()
    assert not opened.page.get_by_role("checkbox", name="compared with").is_checked()
    assert len(opened.nodes_shown()) == 6


def test_results_are_a_table_with_their_sentences(opened: Opened, results_path: Path, tmp_path: Path) -> None:
    opened.visit(written(results_path, tmp_path / "graph.html"))
    opened.search("ALBERT")
    opened.shows("ALBERT")
    rows = opened.panel.get_by_role("row").all_inner_texts()
    assert len(rows) == 4
    first = rows[1].split("\t")
    assert [cell.strip() for cell in first[:4]] == ["question answering", "SQuAD", "F1", "92.2%"]
    opened.panel.get_by_text("Sentence").first.click()
    assert "ALBERT reaches an F1 of 92.2% on SQuAD" in opened.panel.get_by_role("row").nth(1).inner_text()
    opened.search("C++")
    opened.shows("C++")
    assert "DROP TABLE" in opened.panel.get_by_role("row").nth(1).inner_text()


def test_groups_open_and_close(opened: Opened, sample_path: Path, tmp_path: Path) -> None:
    opened.visit(written(sample_path, tmp_path / "groups.html", communities=True))
    groups = sorted(opened.nodes_shown())
    assert groups and all(id_.startswith("group-") for id_ in groups)
    opened.click_node(groups[0])
    opened.panel.get_by_role("heading", level=2).wait_for()
    inside = opened.nodes_shown()
    assert inside and all("/" in id_ for id_ in inside)
    opened.panel.get_by_role("link", name="All groups").click()
    opened.shows_no_panel()
    assert sorted(opened.nodes_shown()) == groups
    opened.search("GLUE")
    opened.shows("GLUE")
    assert "dataset/glue" in opened.nodes_shown()


def test_a_comparison_says_what_is_shared(opened: Opened, sample_path: Path, tmp_path: Path) -> None:
    opened.visit(written(sample_path, tmp_path / "both.html", compare=("method/bert", "method/roberta")))
    opened.shows("BERT and RoBERTa")
    headings = opened.panel.get_by_role("heading", level=3).all_inner_texts()
    assert headings == ["Beside both (1)", "Only beside BERT (3)", "Only beside RoBERTa (1)"]
    shared = opened.panel.get_by_role("listitem").first.inner_text()
    assert shared.split() == "SQuAD BERT evaluated on · RoBERTa evaluated on".split()
    opened.panel.get_by_role("button", name="Close").click()
    opened.shows_no_panel()
    opened.page.get_by_role("heading", level=1).get_by_role("link").click()
    opened.shows("BERT and RoBERTa")


def test_groups_have_a_legend_of_their_own_and_all_concepts_in_the_list(
    opened: Opened, sample_path: Path, tmp_path: Path
) -> None:
    opened.visit(written(sample_path, tmp_path / "groups.html", communities=True))
    legend = opened.page.locator("#legend")
    assert "Each hexagon is a group" in legend.inner_text()
    assert legend.get_by_role("checkbox").count() == 0
    opened.page.get_by_role("button", name="List").click()
    assert opened.page.get_by_role("row").count() == 8
    opened.page.get_by_role("link", name="GLUE").click()
    opened.shows("GLUE")
    assert 1 < opened.page.get_by_role("row").count() < 8
    assert "of the group" in opened.page.locator("caption").inner_text()
    assert opened.page.get_by_role("button", name="PNG").is_hidden()


def test_a_small_page_shows_all_and_a_neighbourhood_dims_none(
    opened: Opened, sample_path: Path, tmp_path: Path
) -> None:
    opened.visit(written(sample_path, tmp_path / "glue.html", concept="dataset/glue", hops=2))
    opened.shows("GLUE")
    assert opened.page.evaluate("[lit.length, location.hash]") == [0, "#dataset%2Fglue"]
    inside = """[...kg.network.body.nodeIndices].every(id => {
        const { x, y } = kg.network.canvasToDOM(kg.network.getPosition(id));
        return x > 0 && y > 0 && x < $("graph").clientWidth && y < $("graph").clientHeight;
    })"""
    assert opened.page.evaluate(inside)


def test_png_and_svg_are_saved(opened: Opened, hostile_page: Path, tmp_path: Path) -> None:
    opened.visit(hostile_page)
    for name in ("PNG", "SVG"):
        with opened.page.expect_download() as saving:
            opened.page.get_by_role("button", name=name).click()
        saving.value.save_as(tmp_path / name)
    assert (tmp_path / "PNG").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    root = ElementTree.parse(tmp_path / "SVG").getroot()
    names = {(element.text or "").strip() for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"BERT", "<img src=x"} <= names | {name[:10] for name in names}
    assert {element.tag.split("}")[1] for element in root.iter()} == {"svg", "rect", "path", "text"}
    opened.requests[:] = [url for url in opened.requests if not url.startswith("blob:")]


def test_freezing_stops_the_forces(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page)
    freeze = opened.page.get_by_role("button", name="Freeze")
    assert freeze.is_disabled()
    opened.page.get_by_role("button", name="Physics").click()
    freeze.click()
    assert freeze.is_disabled()
    after = opened.page.evaluate("kg.network.getPositions()")
    opened.page.wait_for_timeout(200)
    assert opened.page.evaluate("kg.network.getPositions()") == after


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_no_serious_fault(
    axe: str, opened: Opened, results_path: Path, tmp_path: Path, scheme: str, width: int
) -> None:
    opened.page.set_viewport_size({"width": width, "height": 800})
    opened.page.emulate_media(color_scheme=scheme)
    opened.visit(written(results_path, tmp_path / "graph.html"))
    serious: list[Any] = []
    for step in ("closed", "panel", "list"):
        if step == "panel":
            opened.search("ALBERT")
            opened.shows("ALBERT")
        if step == "list":
            opened.page.get_by_role("button", name="List").click()
        serious += [(step, *fault) for fault in serious_faults(opened.page, axe)]
    assert serious == []
