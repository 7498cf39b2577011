"""The long form: python -m tests.fuzz [--inputs 100000] [--seed 0]: of ten inputs six texts are cleaned, three are
files that are read, and one goes through the whole extraction; then times are compared while sizes grow."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.fuzz import checks, growth, inputs

_MOST = 2.0  # times the growth of the size; a quadratic stage has 4


def main() -> int:
    """Run all; 1 where something does not hold."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--inputs", type=int, default=100_000)
    arguments.add_argument("--seed", type=int, default=0)
    chosen = arguments.parse_args()
    tenth = max(1, chosen.inputs // 10)
    parts: dict[str, tuple[int, Any, Callable[[Any], object]]] = {
        "cleaning": (6 * tenth, st.tuples(inputs.texts, st.booleans()), lambda t: checks.cleaning(*t)),
        "reading": (3 * tenth, inputs.files(), lambda file: checks.reading(*file)),
        "extraction": (tenth, st.tuples(inputs.texts, st.none() | inputs.texts), _whole),
    }
    for name, (number, strategy, check) in parts.items():
        start = time.perf_counter()
        _many(number, strategy, check, chosen.seed)
        print(f"{name}: {number:,} inputs hold, {time.perf_counter() - start:.0f} s", flush=True)
    worst = 0.0
    for stage in growth.STAGES:
        for name, unit in growth.UNITS.items():
            ratio = growth.slower(stage, unit)
            worst = max(worst, ratio)
            print(f"{stage}, {name}: {ratio:.2f} times linear", flush=True)
    return int(worst > _MOST)


def _whole(paper: tuple[str, str | None]) -> None:
    record = {"abstract": paper[0], "title": paper[1]}
    checks.extraction(checks.reading(".jsonl", json.dumps(record).encode()))


def _many(number: int, strategy: Any, check: Callable[[Any], object], start: int) -> None:
    @seed(start)
    @settings(
        max_examples=number,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    @given(strategy)
    def run(value: Any) -> None:
        check(value)

    run()


if __name__ == "__main__":
    sys.exit(main())
