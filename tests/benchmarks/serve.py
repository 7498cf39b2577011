"""`python -m tests.benchmarks.serve GRAPH [--json FILE]`: what each kind of page of `kg serve` takes, in milliseconds of
processor time and of the clock, the worst of the best supported concepts of each type.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode

from kg.serve.render import node_url
from kg.store import Store, pages

TIMES = 5


def addresses(graph: Path) -> dict[str, list[str]]:
    """By kind of page, the addresses to ask: the hubs, as nothing takes longer."""
    with Store(graph) as store:
        hubs = [c for t in ("Method", "Task", "Dataset", "Metric") for c in pages.top(store, t, 3)]
        paper = next(store.papers()).id
        board = next(iter(pages.boards(store, 1)), None)
    names = [{"name": c.id} for c in hubs]
    ends = [{"start": a.id, "end": b.id} for a, b in zip(hubs, hubs[3:], strict=False)]
    return {
        "home": ["/"],
        "search as you type": [f"/api/search?q={q}" for q in ("m", "mo", "mod", "model", "learning", "zzz")],
        "concept": [node_url(c.id) for c in hubs],
        "concept as Turtle": [f"{node_url(c.id)}?form=turtle" for c in hubs],
        "drawing": [node_url(c.id).replace("/concept/", "/graph/", 1) for c in hubs],
        "papers that name it": [f"/naming?{urlencode({'concept': c.id})}" for c in hubs],
        "paper": [node_url(f"paper/{paper}")],
        "papers": ["/papers", "/papers?after=m"],
        "results": ["/results"],
        "leaderboard": [f"/results?{urlencode({'dataset': board.dataset, 'metric': board.metric})}"]
        if board
        else [],
        "path": [f"/path?{urlencode(pair)}" for pair in ends],
        "neighbours, 2 hops": [f"/api/neighbours?{urlencode({**name, 'hops': 2})}" for name in names],
    }


def measured(client: Any, urls: list[str]) -> tuple[float, float]:
    """Milliseconds of processor time and of the clock for the slowest of the addresses, each the median of some."""
    slowest = (0.0, 0.0)
    for url in urls:
        taken = []
        for _ in range(TIMES + 1):
            cpu, clock = time.process_time(), time.perf_counter()
            assert client.get(url).status_code in (200, 404), url
            taken.append((time.process_time() - cpu, time.perf_counter() - clock))
        cpu, clock = (1000 * statistics.median(values) for values in zip(*taken[1:], strict=True))
        slowest = max(slowest, (cpu, clock))
    return slowest


def start(graph: Path) -> tuple[float, float]:
    """Seconds of processor time and of the clock until `kg serve` says its address."""
    command = [
        sys.executable,
        "-c",
        "from kg.cli import main; main()",
        "serve",
        "--port",
        "0",
        "--graph",
        str(graph),
    ]
    begin = time.perf_counter()
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("http://")
        clock = time.perf_counter() - begin
        ticks = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        process.kill()
    return (int(ticks[11]) + int(ticks[12])) / 100, clock


def main() -> None:
    """Measure, print, and write JSON where asked."""
    from fastapi.testclient import TestClient

    from kg.serve.app import application

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    client = TestClient(application(options.graph), base_url="http://127.0.0.1")
    figures = {"start, seconds": start(options.graph)}
    with patch.object(Store, "end_after"):  # on a machine that has much else to do, the clock says little
        client.get("/")
        figures |= {kind: measured(client, urls) for kind, urls in addresses(options.graph).items()}
    print(f"{'':24} {'processor':>10} {'clock':>10}")
    for label, (cpu, clock) in figures.items():
        print(f"{label:24} {cpu:10.2f} {clock:10.2f}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
