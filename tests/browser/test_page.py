"""The page in a real browser: what a reader does with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kg import store, view
from tests import samples, whole
from tests.whole import Graph

if TYPE_CHECKING:
    from tests.browser.conftest import Opened

pytestmark = pytest.mark.browser


def test_it_draws_every_concept_where_it_was_put(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page)
    assert len(opened.nodes_shown()) == 7
    before = opened.page.evaluate("kg.network.getPositions()")
    opened.page.wait_for_timeout(300)
    assert opened.page.evaluate("kg.network.getPositions()") == before
    assert opened.page.locator("#graph canvas").is_visible()
    opened.shows_no_panel()
    assert opened.page.locator("#list").is_hidden()


def test_search_by_an_alias_shows_the_concept_and_its_evidence(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page)
    opened.search("bidirectional-encoder")
    opened.shows("BERT")
    text = opened.panel.inner_text()
    assert "Method · 2 papers, 4 mentions" in text
    assert "Also: Bert, Bidirectional Encoder Representations from Transformers" in text
    assert "BERT is evaluated on SQuAD by F1." in text
    assert "BERT & <b>friends</b> (2019)" in text
    assert set(opened.panel.locator("mark").all_inner_texts()) >= {"BERT", "SQuAD", "F1"}
    headings = opened.panel.get_by_role("heading", level=3).all_inner_texts()
    assert headings == [
        "compared with",
        "evaluated on",
        "measured by",
        "used by",
        "used for",
        "uses",
        "Named in",
    ]


def test_search_by_keyboard(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page)
    box = opened.page.get_by_role("combobox")
    box.press_sequentially("bert")
    hits = opened.page.get_by_role("option")
    hits.nth(1).wait_for()
    assert [text.split("\n")[0] for text in hits.all_inner_texts()] == ["BERT", "RoBERTa"]
    box.press("ArrowDown")
    box.press("Enter")
    opened.shows("RoBERTa")
    assert opened.page.locator("#hits").is_hidden()
    box.press("Escape")
    opened.shows_no_panel()
    assert opened.page.evaluate("kg.network.getSelectedNodes()") == []


def test_a_hit_says_by_which_name_it_was_found(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page)
    opened.page.get_by_role("combobox").press_sequentially("bidirectional")
    hit = opened.page.get_by_role("option")
    hit.wait_for()
    assert hit.locator(".alias").inner_text() == "Bidirectional Encoder Representations from Transformers"


def test_the_keyboard_goes_into_the_panel_and_back(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page)
    opened.search("GLUE")
    opened.shows("GLUE")
    opened.page.wait_for_function("() => document.activeElement.textContent === 'GLUE'")
    opened.page.keyboard.press("Escape")
    opened.shows_no_panel()
    assert opened.page.evaluate("document.activeElement.id") == "search"


def test_a_search_without_a_hit_says_so(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page)
    opened.search("zzz")
    assert opened.page.locator("#hits").inner_text() == "No name found"
    opened.shows_no_panel()


def test_a_click_on_a_node_and_a_walk_through_the_panel(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page)
    opened.click_node("dataset/glue")
    opened.shows("GLUE")
    opened.panel.get_by_role("link", name="RoBERTa").first.click()
    opened.shows("RoBERTa")
    assert opened.page.evaluate("kg.network.getSelectedNodes()") == ["method/roberta"]
    opened.page.go_back()
    opened.shows("GLUE")
    opened.panel.get_by_role("button", name="Close").click()
    opened.shows_no_panel()


def test_a_click_on_an_edge_shows_the_statement(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page)
    edges = opened.page.evaluate("kg.network.body.data.edges.get().map(({ id, to }) => [id, to])")
    (edge,) = [id_ for id_, to in edges if to == "metric/f1"]
    opened.click_edge(edge)
    opened.shows("BERT measured by F1")
    assert "1 paper · confidence 0.80" in opened.panel.inner_text()
    assert "BERT is evaluated on SQuAD by F1." in opened.panel.inner_text()


def test_the_legend_filters_by_type_and_by_relation(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page)
    datasets = opened.page.get_by_role("checkbox", name="Dataset")
    datasets.uncheck()
    assert not {"dataset/glue", "dataset/squad"} & opened.nodes_shown()
    assert len(opened.nodes_shown()) == 5
    opened.page.get_by_role("checkbox", name="uses").uncheck()
    assert opened.page.evaluate("kg.network.body.edgeIndices.length") == 3
    opened.search("SQuAD")
    opened.shows("SQuAD")  # what is asked for comes back into sight
    assert datasets.is_checked() and "dataset/squad" in opened.nodes_shown()


def test_the_list_is_reached_and_used_by_keyboard(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page)
    opened.page.get_by_role("button", name="List").focus()
    opened.page.keyboard.press("Enter")
    opened.page.keyboard.press("Tab")
    opened.page.keyboard.press("Enter")
    opened.shows("BERT")
    assert opened.page.get_by_role("row").count() == 8
    opened.page.get_by_role("button", name="List").click()
    at = opened.page.evaluate("kg.network.canvasToDOM(kg.network.getPosition('method/bert'))")
    box = opened.page.locator("#graph").bounding_box()
    assert 0 < at["x"] < box["width"] and 0 < at["y"] < box["height"]


def test_the_address_keeps_the_place(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page, "#task%2Fquestion-answering")
    opened.shows("question answering")
    opened.visit(sample_page, "#no/such%place")
    opened.shows_no_panel()


def test_physics_is_a_switch(opened: Opened, sample_page: Path) -> None:
    opened.visit(sample_page)
    before = opened.page.evaluate("JSON.stringify(kg.network.getPositions())")
    switch = opened.page.get_by_role("button", name="Physics")
    switch.click()
    opened.page.wait_for_function(
        "before => JSON.stringify(kg.network.getPositions()) !== before", arg=before
    )
    switch.click()
    after = opened.page.evaluate("kg.network.getPositions()")
    opened.page.wait_for_timeout(200)
    assert opened.page.evaluate("kg.network.getPositions()") == after


def test_hostile_names_are_text(opened: Opened, hostile_page: Path) -> None:
    opened.visit(hostile_page)
    ids = dict(opened.page.evaluate("data.concepts.map(concept => [concept.name, concept.id])"))
    for name in samples.HOSTILE:
        opened.page.get_by_role("button", name="Fit").click()
        opened.click_node(ids[name])
        opened.shows(name)
        assert opened.panel.get_by_role("heading", level=2).text_content() == name
        assert name in opened.panel.locator("mark").all_text_contents()
    assert opened.page.locator("script, img, iframe, object, embed").count() == 4  # the page's own scripts


def test_a_neighbourhood_opens_at_its_centre(opened: Opened, sample_path: Path, tmp_path: Path) -> None:
    with store.Store(sample_path) as graph:
        view.write(graph, tmp_path / "squad.html", concept="dataset/squad")
    opened.visit(tmp_path / "squad.html")
    opened.shows("SQuAD")
    assert len(opened.nodes_shown()) == 3


def test_an_empty_graph_says_so(opened: Opened, tmp_path: Path) -> None:
    whole.write(Graph(), tmp_path / "graph.sqlite")
    with store.Store(tmp_path / "graph.sqlite") as graph:
        view.write(graph, tmp_path / "graph.html")
    opened.visit(tmp_path / "graph.html")
    assert opened.page.get_by_text("No concept was found in this graph.").is_visible()


def test_without_scripts_the_table_is_there(browser: object, sample_page: Path) -> None:
    context = browser.new_context(java_script_enabled=False)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto(sample_page.as_uri())
    assert page.get_by_role("row").count() == 8
    assert page.locator("#graph").is_hidden()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_telephone_nothing_is_wider_than_the_screen(
    opened: Opened, sample_page: Path, scheme: str
) -> None:
    opened.page.set_viewport_size({"width": 390, "height": 800})
    opened.page.emulate_media(color_scheme=scheme)
    opened.visit(sample_page)
    opened.search("BERT")
    opened.shows("BERT")
    assert opened.page.evaluate("document.documentElement.scrollWidth") == 390
    panel, drawing = opened.panel.bounding_box(), opened.page.locator("#drawing").bounding_box()
    assert panel["y"] >= drawing["y"] + drawing["height"] - 1
    assert drawing["height"] > 200 and panel["height"] > 200
    opened.page.get_by_role("button", name="List").click()
    assert opened.page.evaluate("document.documentElement.scrollWidth") == 390
