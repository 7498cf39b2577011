"""`python -m tests.benchmarks.queries GRAPH [--concepts 200] [--starts 20] [--json FILE]`: what each question takes.

Asked of a graph of 83,000 papers: 20 ms from Python and 0.5 s as a command, the start of Python included, at the
median over concepts drawn at random with the hubs among them. Given are milliseconds of the clock, which a busy
machine lengthens, and of the processor, which it does not.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import kg
from kg.records import Concept
from kg.store import Store, pages

SEED = 8
HUBS = 5  # of each type
TYPES = ("Method", "Task", "Dataset", "Metric")


@dataclass(frozen=True, slots=True)
class Figure:
    """Milliseconds of one question over all concepts; `slowest` is the one that took longest by the processor."""

    asked: int
    clock: float
    processor: float
    worst_clock: float
    worst_processor: float
    slowest: str


def drawn(graph: Path, number: int) -> list[Concept]:
    """The hubs of each type, and others at random."""
    with Store(graph) as store:
        hubs = [concept for type_ in TYPES for concept in pages.top(store, type_, HUBS)]
        known = {concept.id for concept in hubs}
        ids = [row[0] for row in store.rows("SELECT id FROM concept ORDER BY id") if row[0] not in known]
        chosen = random.Random(SEED).sample(ids, min(len(ids), max(0, number - len(hubs))))
        others = list(store.concepts(chosen))
    found = [*hubs, *others]
    random.Random(SEED).shuffle(found)
    return found


def summed(taken: Sequence[tuple[str, float, float]]) -> Figure:
    """Of (name, seconds of the clock, seconds of the processor)."""
    clock, processor = ([1000 * row[at] for row in taken] for at in (1, 2))
    slowest = max(taken, key=lambda row: row[2])[0]
    return Figure(
        len(taken),
        statistics.median(clock),
        statistics.median(processor),
        max(clock),
        max(processor),
        slowest,
    )


def from_python(graph: Path, concepts: Sequence[Concept]) -> dict[str, Figure]:
    """Each question to an opened graph, asked once of every concept."""
    with kg.open(graph) as opened:
        questions: dict[str, Callable[[Concept, Concept], object]] = {
            "neighbours": lambda c, _: opened.neighbours(c.id),
            "search": lambda c, _: opened.search(c.name),
            "search as you type": lambda c, _: opened.search(c.name[:3]),
            "show": lambda c, _: opened.show(c.id),
            "path": lambda c, other: opened.path(c.id, other.id),
            "results": lambda c, _: opened.results(**{c.type.lower(): c.id}),
        }
        return {name: summed(asked(question, concepts)) for name, question in questions.items()}


def asked(
    question: Callable[[Concept, Concept], object], concepts: Sequence[Concept]
) -> list[tuple[str, float, float]]:
    """One question of every concept and the next one; that there is no answer is one as well."""
    taken = []
    for n, concept in enumerate(concepts):
        clock, processor = time.perf_counter(), time.process_time()
        with suppress(kg.KgError):
            question(concept, concepts[n - 1])
        taken.append((concept.name, time.perf_counter() - clock, time.process_time() - processor))
    return taken


def as_commands(graph: Path, concepts: Sequence[Concept]) -> dict[str, Figure]:
    """Each command from its start to its end."""
    other = concepts[-1].id
    commands: dict[str, Callable[[Concept], list[str]]] = {
        "kg neighbours": lambda c: ["neighbours", c.id],
        "kg search": lambda c: ["search", c.name],
        "kg show": lambda c: ["show", c.id],
        "kg path": lambda c: ["path", c.id, other],
        "kg results": lambda c: ["results", f"--{c.type.lower()}", c.id],
    }
    figures = {"python -c pass (reference)": summed([started(["-c", "pass"], "") for _ in concepts])}
    for name, arguments in commands.items():
        lines = ((c.name, ["-m", "kg", *arguments(c), "--graph", str(graph)]) for c in concepts)
        figures[name] = summed([started(line, label) for label, line in lines])
    return figures


def started(arguments: Sequence[str], label: str) -> tuple[str, float, float]:
    """A process of this Python: (label, seconds of the clock, seconds of the processor)."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in (0, 1), arguments
    return label, time.perf_counter() - begin, usage.ru_utime + usage.ru_stime


def main() -> None:
    """Measure, print, and write JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph", type=Path)
    parser.add_argument("--concepts", type=int, default=200)
    parser.add_argument("--starts", type=int, default=20, help="concepts that the commands are asked of")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    concepts = drawn(options.graph, options.concepts)
    figures = from_python(options.graph, concepts)
    if options.starts:
        figures |= as_commands(options.graph, concepts[: options.starts])
    print(
        f"{'milliseconds':28} {'asked':>6} {'clock':>8} {'processor':>10} {'worst':>8} {'processor':>10}  slowest"
    )
    for name, f in figures.items():
        print(
            f"{name:28} {f.asked:6} {f.clock:8.1f} {f.processor:10.1f} {f.worst_clock:8.1f} "
            f"{f.worst_processor:10.1f}  {f.slowest[:40]}"
        )
    if options.json:
        plain = {name: asdict(figure) for name, figure in figures.items()}
        options.json.write_text(json.dumps(plain, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
