"""`python -m tests.benchmarks.view [--json FILE]`: pages of 300 and of 2,000 concepts in headless Chromium, by its timers.

Asked of the page: 300 concepts are usable 1 second after opening, 2,000 with 6,000 statements after 3; a keystroke in
the search takes less than 100 ms to show its hits, and after the first paint no task runs longer than 500 ms.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from kg import store, view
from kg.records import Annotation, Concept, Document, Evidence, Mention, Statement
from tests import whole
from tests.whole import Graph

SIZES = ((300, 900), (2000, 6000))
TYPES = ("Method", "Method", "Task", "Dataset", "Metric")
WORDS = "graph sparse neural deep causal robust latent spiking visual masked linear modular".split()
RELATIONS = ("uses", "usedFor", "evaluatedOn", "measuredBy", "comparedWith", "partOf", "subclassOf")
SEED = 7

LONG_TASKS = """
  window.tasks = [];
  new PerformanceObserver(list => window.tasks.push(...list.getEntries().map(({ startTime, duration }) =>
    ({ startTime, duration })))).observe({ type: "longtask", buffered: true });
"""
KEYSTROKE = """letter => new Promise(done => {
  const box = document.getElementById("search");
  const start = performance.now();
  box.value += letter;
  box.dispatchEvent(new Event("input"));
  const look = () => document.querySelector("#hits:not([hidden]) li")
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)))
    : setTimeout(look, 1);
  look();
})"""


def graph(concepts: int, statements: int) -> Graph:
    """A graph as papers make them: a few hubs, many that one paper names; each statement with its sentence."""
    draw = random.Random(SEED)
    names = [f"{draw.choice(WORDS)} {draw.choice(WORDS)} number {i}" for i in range(concepts)]
    ids = [f"{TYPES[i % len(TYPES)].lower()}/{i:04}" for i in range(concepts)]
    triples: set[tuple[int, str, int]] = set()
    ends = list(range(10))  # every end so far: a concept is drawn as often as it has statements
    while len(triples) < statements:
        new = len(triples) % concepts
        a, b = new, draw.choice(ends)
        if a != b:
            triples.add((a, draw.choice(RELATIONS), b))
            ends += [a, b]
    papers, found = [], []
    for number, (a, predicate, b) in enumerate(sorted(triples)):
        id_, text = f"p{number:05}", f"{names[a]} goes with {names[b]}."
        start = len(text) - 1 - len(names[b])
        mentions = (
            Mention(0, len(names[a]), TYPES[a % len(TYPES)], 0.9, "tagger"),
            Mention(start, len(text) - 1, TYPES[b % len(TYPES)], 0.9, "tagger"),
        )
        document = Document(id_, text, title=f"Paper {number}", year=2000 + number % 25)
        papers.append(Annotation(document, mentions, (ids[a], ids[b])))
        evidence = (Evidence(id_, 0, len(text), text),)
        found.append(Statement(ids[a], predicate, ids[b], 0.5 + draw.random() / 2, evidence))
    degree = [sum(i in (a, b) for a, _, b in triples) for i in range(concepts)]
    listed = [
        Concept(ids[i], names[i], TYPES[i % len(TYPES)], papers=max(1, degree[i]), mentions=degree[i] + 1)
        for i in range(concepts)
    ]
    in_order = sorted(found, key=lambda s: (s.subject, s.predicate, s.object))
    return Graph(tuple(papers), tuple(sorted(listed, key=lambda c: c.id)), tuple(in_order))


def written(folder: Path, concepts: int, statements: int) -> Path:
    """The page of such a graph."""
    made = folder / f"{concepts}.sqlite"
    whole.write(graph(concepts, statements), made)
    with store.Store(made) as opened:
        return view.write(opened, folder / f"{concepts}.html", limit=concepts).path


def opening(browser: Any, path: Path) -> dict[str, float]:
    """Milliseconds: until usable, for a keystroke, for a selection, and of the longest task after the first paint."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(LONG_TASKS)
    browser.start_tracing(page=page, categories=["toplevel", "blink.user_timing"])
    page.goto(path.as_uri())
    page.wait_for_function("() => performance.getEntriesByName('usable').length")
    usable = page.evaluate("performance.getEntriesByName('usable')[0].startTime")
    page.wait_for_timeout(500)
    keys = [page.evaluate(KEYSTROKE, letter) for letter in "neural "]
    for place in ("method/0000", "method/0001", ""):
        page.evaluate("id => { location.hash = encodeURIComponent(id); }", place)
        page.wait_for_timeout(400)
    page.locator("#legend input").first.uncheck()
    page.wait_for_timeout(400)
    painted = page.evaluate("performance.getEntriesByName('first-paint')[0]?.startTime ?? 0")
    tasks = page.evaluate("window.tasks")
    busy = processor(json.loads(browser.stop_tracing())["traceEvents"])
    context.close()
    late = [task["duration"] for task in tasks if task["startTime"] > painted]
    return {
        "usable": usable,
        "keystroke": max(keys),
        "longest task after first paint": max(late, default=0.0),
        **busy,
    }


def processor(events: list[dict[str, Any]]) -> dict[str, float]:
    """The same in time of the processor, which a busy machine does not lengthen."""
    main = {(e["pid"], e["tid"]) for e in events if e.get("args", {}).get("name") == "CrRendererMain"}
    tasks = [e for e in events if e["name"].endswith("RunTask") and (e["pid"], e["tid"]) in main]
    end = max(e["ts"] for e in events if e["name"] == "usable")
    return {
        "usable, processor": sum(e.get("tdur", 0) for e in tasks if e["ts"] <= end) / 1000,
        "longest task, processor": max(e.get("tdur", 0) for e in tasks) / 1000,
    }


def main() -> None:
    """Measure, print, and write JSON where asked."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    target = parser.parse_args().json
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for size in SIZES:
            begin = time.process_time()
            path = written(Path(folder), *size)
            name = f"{size[0]:,} concepts, {size[1]:,} statements"
            figures[f"{name}: writing, CPU seconds"] = time.process_time() - begin
            figures[f"{name}: megabytes"] = path.stat().st_size / 1e6
            figures |= {f"{name}: {what}, ms": value for what, value in opening(browser, path).items()}
        browser.close()
    for name, figure in figures.items():
        print(f"{name:75} {figure:9.1f}")
    if target:
        target.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
