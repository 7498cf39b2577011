"""What a notebook shows below a cell: an isolated frame with the network, which asks no host for anything."""

from __future__ import annotations

from pathlib import Path

import pytest

import kg
from tests.browser.conftest import Opened

pytestmark = pytest.mark.browser


def notebook(path: Path, output: str) -> Path:
    """A page that has a cell's output in it, as a notebook has."""
    path.write_text(f"<!DOCTYPE html><title>Notebook</title><h1>Out</h1>{output}", encoding="utf-8")
    return path


def test_a_graph_and_a_neighbourhood_show_themselves(
    opened: Opened, hostile_path: Path, tmp_path: Path
) -> None:
    with kg.open(hostile_path) as graph:
        whole, near = graph._repr_html_(), graph.neighbours("BERT")._repr_html_()
    page = opened.page
    page.set_default_timeout(60_000)
    page.goto(notebook(tmp_path / "notebook.html", whole + near).as_uri())
    frames = page.locator("iframe")
    assert frames.count() == 2
    for i, heading in enumerate(("Knowledge graph", "BERT and its neighbourhood")):
        frame = frames.nth(i).content_frame
        frames.nth(i).scroll_into_view_if_needed()
        frame.get_by_role("heading", level=1, name=heading).wait_for()
        frame.locator("#graph canvas").wait_for()
        frame.get_by_role("combobox").fill("RoBERTa")
        frame.get_by_role("combobox").press("Enter")
        frame.get_by_role("heading", level=2, name="RoBERTa").wait_for()
        assert "RoBERTa builds on BERT" in frame.locator("#panel").inner_text()


def test_the_frame_reaches_nothing_of_the_notebook(
    opened: Opened, hostile_path: Path, tmp_path: Path
) -> None:
    with kg.open(hostile_path) as graph:
        page_path = notebook(tmp_path / "notebook.html", graph._repr_html_())
    opened.page.set_default_timeout(60_000)
    opened.page.goto(page_path.as_uri())
    opened.page.locator("iframe").content_frame.locator("#graph canvas").wait_for()
    inside = opened.page.frames[1]
    reached = "() => { try { return String(parent.document.title); } catch (error) { return error.name; } }"
    assert inside.evaluate(reached) == "SecurityError"
    assert inside.evaluate("location.href") == "about:srcdoc"
