"""Debian's Chromium driven by Playwright; skipped, with the reason, where either is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from kg import view
from kg.store import Store

_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
_PATIENCE = 60_000  # milliseconds: a busy machine takes its time


@dataclass
class Opened:
    """A page in the browser, and what it did that it should not have."""

    page: Any
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("request", lambda request: self.requests.append(request.url.split("#")[0]))
        self.page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
        self.page.on("dialog", self._dialog)

    def _dialog(self, dialog: Any) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def visit(self, path: Path, place: str = "") -> None:
        self.page.goto(path.as_uri() + place)
        self.page.wait_for_function("() => performance.getEntriesByName('usable').length")

    def search(self, text: str) -> None:
        self.page.get_by_role("combobox").fill(text)
        self.page.get_by_role("combobox").press("Enter")

    @property
    def panel(self) -> Any:
        return self.page.locator("#panel")

    def shows(self, heading: str) -> None:
        """Wait until the panel is about this; it follows the address, which changes a moment after the click."""
        _expect(self.panel.get_by_role("heading", level=2)).to_have_text(heading, timeout=_PATIENCE)

    def shows_no_panel(self) -> None:
        _expect(self.panel).to_be_hidden(timeout=_PATIENCE)

    def nodes_shown(self) -> set[str]:
        """The ids of the nodes that vis-network draws (its edges' own helpers left out)."""
        return set(
            self.page.evaluate("kg.network.body.nodeIndices.filter(id => !String(id).startsWith('edgeId:'))")
        )

    def click_node(self, concept: str) -> None:
        """Click where the node stands on the canvas."""
        self._click("kg.network.canvasToDOM(kg.network.getPosition(id))", concept)

    def click_edge(self, statement: str) -> None:
        """Click the middle of a straight edge."""
        middle = """(() => {
            const [a, b] = kg.network.getConnectedNodes(id).map(end => kg.network.getPosition(end));
            return kg.network.canvasToDOM({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
        })()"""
        self._click(middle, statement)

    def _click(self, expression: str, id_: str) -> None:
        at = self.page.evaluate(f"id => {expression}", id_)
        self.page.locator("#graph").click(position=at)


def _expect(locator: Any) -> Any:
    from playwright.sync_api import expect

    return expect(locator)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    executable = shutil.which("chromium")
    if executable is None:
        pytest.skip("chromium is not installed (apt-get install chromium)")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=executable, args=_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Opened]:
    """A fresh page; at the end it must have asked for nothing but files and complained of nothing."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(_PATIENCE)
    result = Opened(context.new_page())
    yield result
    context.close()
    assert result.complaints == []
    assert [url for url in result.requests if not url.startswith("file:")] == []
    assert len(set(result.requests)) == 1, "the page asked for another file"


@pytest.fixture(scope="session")
def sample_page(sample_path: Path) -> Path:
    return _page(sample_path)


@pytest.fixture(scope="session")
def hostile_page(hostile_path: Path) -> Path:
    return _page(hostile_path)


def _page(path: Path) -> Path:
    with Store(path) as store:
        return view.write(store, path.parent / "graph.html").path


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core: of $KG_AXE (a folder that npm filled), or where npm has it by itself."""
    folders = [os.environ.get("KG_AXE")]
    if shutil.which("npm"):
        found = subprocess.run(["npm", "root", "--global"], capture_output=True, text=True)
        folders.append(found.stdout.strip() or None)
    for folder in filter(None, folders):
        for path in (Path(folder) / "axe-core", Path(folder) / "node_modules" / "axe-core"):
            if (path / "axe.min.js").is_file():
                return (path / "axe.min.js").read_text(encoding="utf-8")
    pytest.skip("axe-core is not installed (npm install --prefix FOLDER axe-core; KG_AXE=FOLDER)")


def serious_faults(page: Any, axe: str) -> list[tuple[str, str, str]]:
    """What axe-core calls serious or critical in the page as it stands: (impact, rule, element)."""
    page.evaluate(axe)
    faults = "axe.run().then(found => found.violations.map(({ id, impact, nodes }) => [impact, id, nodes[0].html]))"
    return [tuple(fault) for fault in page.evaluate(faults) if fault[0] in ("serious", "critical")]
