"""`python -m tests.benchmarks.exports GRAPH [FORMAT…] [--json FILE]`: what each format takes, and the memory it needs.

Every export runs in a process of its own, so that its peak memory is known: 1 GB is the most for 83,000 papers. Rates
are of processor time, which a busy machine does not lengthen: triples (quads in N-Quads and TriG) a second, or nodes
and edges.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from kg.export import FORMATS, RDF, full_name
from kg.store import Store

USUAL = ("ntriples", "nquads", "turtle", "jsonld", "graphml", "gexf", "csv", "nodelink")
_EXPORT = """
import json, resource, sys, time
from pathlib import Path
from kg.export import export
from kg.store import Store
begin, used = time.perf_counter(), time.process_time()
with Store(Path(sys.argv[1])) as store:
    export(store, sys.argv[2], Path(sys.argv[3]))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([time.perf_counter() - begin, time.process_time() - used, peak]))
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """Seconds of the clock and of the processor, rows (triples, or nodes and edges) a second of the latter, peak
    memory and size in MB."""

    clock: float
    processor: float
    rows: int
    rate: float
    peak: float
    size: float


def exported(graph: Path, format_: str, target: Path, rows: dict[str, int]) -> Figure:
    """One format in a fresh process."""
    command = [sys.executable, "-c", _EXPORT, str(graph), format_, str(target)]
    clock, processor, peak = json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )
    files = target.iterdir() if target.is_dir() else [target]
    size = sum(file.stat().st_size for file in files) / 1e6
    number = rows["triples" if format_ in RDF else "nodes and edges"]
    return Figure(clock, processor, number, number / processor, peak, size)


def counted(graph: Path, triples: int | None) -> dict[str, int]:
    """How many rows a format has: triples are known from N-Triples; a result has edges to its paper and its ends."""
    with Store(graph) as store:
        counts = store.counts()
        ends = sum(
            store.rows(f"SELECT count({end}) FROM result").fetchone()[0]
            for end in ("paper", "method", "task", "dataset", "metric")
        )
    nodes = sum(counts[name] for name in ("papers", "concepts", "results"))
    return {"nodes and edges": nodes + counts["statements"] + ends, "triples": triples or 0}


def lines(file: Path) -> int:
    """How many lines a file has."""
    with file.open("rb") as stream:
        return sum(block.count(b"\n") for block in iter(lambda: stream.read(1 << 20), b""))


def main() -> None:
    """Measure, print, and write JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph", type=Path)
    parser.add_argument("formats", nargs="*", default=USUAL, type=full_name)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    figures: dict[str, Figure] = {}
    print(
        f"{'':10} {'clock, s':>9} {'processor':>10} {'rows':>12} {'a second':>10} {'peak, MB':>9} {'size, MB':>9}"
    )
    with tempfile.TemporaryDirectory() as folder:
        needed = {*options.formats} & {*RDF}
        formats = [*(["ntriples"] if needed else []), *(f for f in options.formats if f != "ntriples")]
        rows = counted(options.graph, None)
        for name in formats:
            target = Path(folder) / FORMATS[name].file
            f = exported(options.graph, name, target, rows)
            if name == "ntriples":
                rows["triples"] = lines(target)
                f = Figure(
                    f.clock, f.processor, rows["triples"], rows["triples"] / f.processor, f.peak, f.size
                )
            figures[name] = f
            print(
                f"{name:10} {f.clock:9.1f} {f.processor:10.1f} {f.rows:12,} {f.rate:10,.0f} {f.peak:9.0f} {f.size:9.1f}",
                flush=True,
            )
            if not target.is_dir():
                target.unlink()
    if options.json:
        plain = {name: asdict(figure) for name, figure in figures.items()}
        options.json.write_text(json.dumps(plain, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
