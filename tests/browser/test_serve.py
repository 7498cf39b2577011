"""The local application in a real browser: search, a concept, its evidence, a paper; and nothing leaves the machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kg import store
from kg.serve.render import node_url
from tests import samples
from tests.browser.conftest import Opened, serious_faults
from tests.serve.conftest import Serving, results_path, serving

__all__ = ["results_path", "serving"]

pytestmark = pytest.mark.browser


@pytest.fixture
def visitor(browser: Any) -> Iterator[Opened]:
    """A fresh page; at the end it must have reached no other host and complained of nothing."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(15_000)
    result = Opened(context.new_page())
    yield result
    context.close()
    assert result.complaints == []
    assert [url for url in result.requests if not url.startswith(("http://127.0.0.1:", "data:"))] == []


def test_from_the_search_box_to_the_sentence_and_its_paper(
    visitor: Opened, serving: Serving, results_path: Path
) -> None:
    page, at = visitor.page, serving(results_path)
    page.goto(at)
    box = page.get_by_role("combobox")
    box.press_sequentially("squ")
    page.get_by_role("option").first.wait_for()
    assert page.get_by_role("option").all_inner_texts()[0].startswith("SQuAD")
    box.press("ArrowDown")
    box.press("Enter")
    page.get_by_role("heading", level=1, name="SQuAD").wait_for()
    assert page.url == f"{at}/concept/dataset/squad"
    page.get_by_role("link", name="1 paper").first.click()
    page.get_by_role("heading", level=1, name="evaluated on").wait_for()
    assert page.locator("mark").all_inner_texts() == ["BERT", "SQuAD"]
    page.locator("footer a").first.click()
    page.get_by_role("heading", level=1, name="BERT & <b>friends</b>").wait_for()
    assert page.locator(".abstract .marked.metric").all_inner_texts() == ["F1"]


def test_the_drawing_beside_a_concept(visitor: Opened, serving: Serving, results_path: Path) -> None:
    page = visitor.page
    page.goto(f"{serving(results_path)}/concept/method/bert")
    drawing = page.frame_locator("iframe")
    drawing.get_by_role("heading", level=1, name="BERT and its neighbourhood").wait_for()
    drawing.locator("#graph canvas").wait_for()
    drawing.get_by_role("combobox").fill("SQuAD")
    drawing.get_by_role("combobox").press("Enter")
    drawing.get_by_role("heading", level=2, name="SQuAD").wait_for()


def test_a_search_without_a_choice_and_the_other_pages(
    visitor: Opened, serving: Serving, results_path: Path
) -> None:
    page, at = visitor.page, serving(results_path)
    page.goto(at)
    page.get_by_role("combobox").fill("bert")
    page.get_by_role("combobox").press("Enter")
    page.locator("main").get_by_role("link", name="BERT", exact=True).first.wait_for()
    page.get_by_role("link", name="Results").click()
    page.get_by_role("link", name="SQuAD").click()
    page.get_by_text("92.2%").first.wait_for()
    page.get_by_role("link", name="Paths").click()
    page.get_by_label("From").fill("GLUE")
    page.get_by_label("to", exact=True).fill("F1")
    page.get_by_role("button", name="Find").click()
    page.locator(".steps li").nth(2).wait_for()
    page.get_by_role("link", name="SPARQL").click()
    page.get_by_role("button", name="Ask").click()
    page.get_by_role("cell", name="RoBERTa").wait_for()


def test_hostile_names_are_text(visitor: Opened, serving: Serving, hostile_path: Path) -> None:
    page, at = visitor.page, serving(hostile_path)
    with store.Store(hostile_path) as opened:
        by_name = {c.name: c.id for c in opened.concepts()}
    for name in samples.HOSTILE:
        page.goto(at + node_url(by_name[name]))
        assert page.get_by_role("heading", level=1).text_content() == name
    page.goto(at)
    for text in ("script", "img", "javascript"):
        page.get_by_role("combobox").fill(text)
        page.get_by_role("option").filter(has_text=text).first.wait_for()
    page.goto(at + node_url(f"paper/{samples.HOSTILE_PAPER}"))
    assert page.locator(".abstract img, .abstract script").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_no_serious_fault(
    axe: str, visitor: Opened, serving: Serving, results_path: Path, scheme: str, width: int
) -> None:
    page, at = visitor.page, serving(results_path)
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    serious = []
    for path in (
        "/",
        "/search?q=bert",
        "/concept/method/albert",
        "/statement?subject=method/bert&predicate=evaluatedOn&object=dataset/squad",
        "/paper/p3",
        "/papers",
        "/results",
        "/results?dataset=SQuAD&metric=F1",
        "/path?start=GLUE&end=F1",
        "/sparql?query=SELECT ?name { ?m skos:prefLabel ?name }",
        "/docs",
    ):
        page.goto(at + path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        serious += [(path, *fault) for fault in serious_faults(page, axe)]
    page.goto(at)
    page.get_by_role("combobox", name="Search names").fill("b")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("ArrowDown")
    serious += [("search", *fault) for fault in serious_faults(page, axe)]
    assert serious == []


def test_by_keyboard_alone(visitor: Opened, serving: Serving, results_path: Path) -> None:
    page, at = visitor.page, serving(results_path)
    page.goto(at)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the first concept of the first list
    page.get_by_role("heading", level=1, name="BERT").wait_for()
    for _ in range(3):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.type("squ")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("Escape")
    assert page.get_by_role("option").count() == 0
    page.keyboard.press("Enter")
    page.get_by_role("heading", level=1, name="Search").wait_for()


def test_a_field_offers_names_of_its_type(visitor: Opened, serving: Serving, results_path: Path) -> None:
    page, at = visitor.page, serving(results_path)
    offered = page.locator("#names option")
    page.goto(f"{at}/results")
    page.get_by_role("combobox", name="Dataset").press_sequentially("s")
    offered.first.wait_for(state="attached")
    assert [option.get_attribute("value") for option in offered.all()] == ["SQuAD"]
    page.goto(f"{at}/path")
    page.get_by_role("combobox", name="From").press_sequentially("representations")
    offered.first.wait_for(state="attached")
    assert [option.get_attribute("value") for option in offered.all()] == ["BERT"]
    assert "Bidirectional Encoder Representations" in (offered.first.get_attribute("label") or "")
