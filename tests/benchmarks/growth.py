"""`python -m tests.benchmarks.growth ABSTRACTS [--papers 800] [--times 10] [--json FILE]`: what a build of `--times` as
many papers takes, stage by stage: processor time, wall time and peak memory of a process of its own, and its disk space.
"""

from __future__ import annotations

import argparse
import gzip
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
STAGES = {
    "reading": ("kg.store.journal", "Journal.collect"),
    "extraction": ("kg.store.journal", "Journal.keep"),
    "linking": ("kg.link", "link_corpus"),
    "writing": ("kg.building", "_write_graph"),
    "exports": ("kg.building", "_write_exports"),
}


def build(source: str, out: str) -> None:
    """One build, its stages measured; prints them as JSON."""
    from importlib import import_module

    from kg import pipeline

    figures: dict[str, dict[str, float]] = {}

    def measured(stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any) -> Any:
            wall, processor = time.perf_counter(), time.process_time()
            result = function(*arguments)
            figures[stage] = {
                "wall": time.perf_counter() - wall,
                "processor": time.process_time() - processor,
                "peak MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            }
            return result

        return wrapped

    for stage, (module, path) in STAGES.items():
        owner: Any = import_module(module)
        *classes, name = path.split(".")
        for part in classes:
            owner = getattr(owner, part)
        setattr(owner, name, measured(stage, getattr(owner, name)))
    begin, processor = time.perf_counter(), time.process_time()
    summary = pipeline.build([source], out)
    figures["all"] = {
        "wall": time.perf_counter() - begin,
        "processor": time.process_time() - processor,
        "peak MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    size = sum(path.stat().st_size for path in Path(out).iterdir()) / 1e6
    print(json.dumps({"papers": summary.papers, "concepts": summary.concepts, "MB": size, "stages": figures}))


def measure(abstracts: Path, papers: int, folder: Path) -> dict[str, Any]:
    """A build of the first papers, in a process of its own."""
    source = folder / "papers.jsonl"
    opener = gzip.open if abstracts.suffix == ".gz" else open
    with opener(abstracts, "rt", encoding="utf-8") as stream, source.open("w", encoding="utf-8") as part:
        part.writelines(islice(stream, papers))
    command = [sys.executable, "-m", "tests.benchmarks.growth", "--build", str(source), str(folder / "out")]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Measure, print, and write JSON where asked."""
    if sys.argv[1:2] == ["--build"]:
        return build(*sys.argv[2:4])
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("abstracts", type=Path)
    parser.add_argument("--papers", type=int, default=800)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    found = []
    for papers in (given.papers, given.papers * given.times):
        with tempfile.TemporaryDirectory() as folder:
            found.append(measure(given.abstracts, papers, Path(folder)))
    small, large = found
    print(f"{'':12}{small['papers']:>10,} papers{large['papers']:>12,} papers{'times':>9}")
    for stage in small["stages"]:
        for figure in ("processor", "wall", "peak MB"):
            one, other = small["stages"][stage][figure], large["stages"][stage][figure]
            print(f"{stage:12}{figure:>10}{one:10.1f}{other:19.1f}{other / one:10.2f}")
    for figure in ("concepts", "MB"):
        print(f"{figure:22}{small[figure]:10.0f}{large[figure]:19.0f}{large[figure] / small[figure]:10.2f}")
    linking = sum(large["stages"][stage]["processor"] for stage in ("linking", "writing"))
    print(f"linking and writing: {linking / large['stages']['extraction']['processor']:.1%} of extraction")
    if given.json:
        given.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
