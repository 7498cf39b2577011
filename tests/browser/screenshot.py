"""`python -m tests.browser.screenshot FILE`: the picture of the README, a concept's neighbourhood in the seeds.

Headless Chromium opens the page of `kg view`; where there is none, a sentence says so and the picture stays.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import kg

ROOT = Path(__file__).resolve().parents[2]
SIZE = {"width": 1160, "height": 560}
CENTRE = "LLMs"
PATIENCE = 300_000  # milliseconds: a busy machine takes its time


def picture(page: Path, target: Path, chromium: str) -> None:
    """Leave what the browser shows of the page at `target`, a PNG in the light theme."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"], timeout=PATIENCE
        )
        context = browser.new_context(viewport=SIZE, color_scheme="light")
        context.set_default_timeout(PATIENCE)
        tab = context.new_page()
        tab.goto(page.as_uri())
        tab.wait_for_function("() => performance.getEntriesByName('usable').length")
        tab.wait_for_timeout(500)  # the drawing follows its last change
        tab.screenshot(path=target)
        browser.close()


def main() -> None:
    """Build the seeds, write the page, take the picture."""
    (target,) = sys.argv[1:]
    chromium = shutil.which("chromium")
    if chromium is None:
        print(
            f"chromium is not installed (apt-get install chromium): {target} stays as it is.", file=sys.stderr
        )
        return
    with tempfile.TemporaryDirectory() as folder:
        kg.build(ROOT / "seeds", out=folder)
        with kg.open(Path(folder) / "graph.sqlite") as graph:
            page = graph.view(Path(folder) / "page.html", CENTRE, hops=2).path
        picture(page, Path(target), chromium)


if __name__ == "__main__":
    main()
