"""`python -m tests.benchmarks.duplicates [NAMES] [--json FILE]`: what `kg duplicates` takes on a made-up graph, in
processor time and memory, beside a third of the names: the time should grow with the names, not with their square.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import tempfile
import time
from pathlib import Path

from kg import names
from kg.query.duplicates import duplicates
from kg.records import Concept, Statement
from kg.store import Store
from tests import whole
from tests.whole import Graph

NAMES = 300_000
_SYLLABLES = [c + v for c in "bcdfghklmnprstvz" for v in ("a", "e", "i", "o", "u", "an", "er", "or")]
_HEADS = "network networks model models learning method attention search classifier estimation sampling graph".split()


def made(number: int, chance: random.Random) -> Graph:
    """Concepts with names of one to four words, frequent ones often, and statements between them; some misspelt."""
    words = ["".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4))) for _ in range(number // 20)]
    weights = [1 / (i + 10) for i in range(len(words))]  # as words of a text are spread
    known: dict[str, Concept] = {}
    while len(known) < number:
        name = " ".join((*chance.choices(words, weights, k=chance.randint(1, 3)), chance.choice(_HEADS)))
        known.setdefault(names.key(name), _concept(name))
        if len(known) % 100 == 0:
            at = chance.randrange(1, len(name) - 1)
            known.setdefault(names.key(name[:at] + name[at + 1 :]), _concept(name[:at] + name[at + 1 :]))
    concepts = tuple(sorted({c.id: c for c in known.values()}.values(), key=lambda c: c.id))
    ends = {(chance.choice(concepts).id, "uses", chance.choice(concepts).id) for _ in range(2 * number)}
    return Graph((), concepts, tuple(Statement(*e, 0.5) for e in sorted(ends) if e[0] != e[2]))


def _concept(name: str) -> Concept:
    return Concept(names.concept_id("Method", name), name, "Method")


def measured(number: int) -> dict[str, float]:
    """Seconds of processor time for the best twenty pairs, how many there are in all, and the peak of memory."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.sqlite"
        whole.write(made(number, random.Random(0)), path)
        with Store(path) as opened:
            begin = time.process_time()
            found = duplicates(opened)
            seconds = time.process_time() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": seconds, "pairs": found.found, "peak MB, making the graph included": peak}


def main() -> None:
    """Measure, print, and write JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", type=int, nargs="?", default=NAMES)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    figures = {f"{number:,} names": measured(number) for number in (asked.names // 3, asked.names)}
    for label, one in figures.items():
        print(label, ", ".join(f"{name} {value:,.1f}" for name, value in one.items()))
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
