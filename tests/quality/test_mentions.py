"""Exact mentions of the shipped model on gold and on the corpora, above what a dictionary finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import ignore
from kg.train.evaluate import Evaluation, evaluate, read

pytestmark = pytest.mark.shared


def judged(path: Path) -> Evaluation:
    ((file, train),) = read([path], None, ignore)
    return evaluate(file, train)


def line(name: str, evaluation: Evaluation) -> str:
    """The figures as a printed line."""
    m = evaluation.found["mentions"]["micro"]
    types = "  ".join(f"{t} {x.f1:.3f}" for t, x in evaluation.found["mentions"].items() if t != "micro")
    interval = f"F1 {m.f1:.3f} ({m.low:.3f}-{m.high:.3f})"
    floor = evaluation.floor["mentions"]["micro"].f1
    return f"{name}, head {evaluation.head}: mentions P {m.precision:.3f} R {m.recall:.3f} {interval}  ({types})  floor {floor:.3f}"


def test_gold(shared: Path, measured: list[str]) -> None:
    """The settled mentions are better than the bare tagger's, and a mention's score says more than nothing."""
    evaluation = judged(shared / "gold/dev.jsonl")
    mentions, tagger = evaluation.found["mentions"]["micro"], evaluation.found["tagger"]["micro"]
    table = evaluation.reliability
    assert table is not None and table.sure is not None
    measured.append(line("gold/dev", evaluation))
    measured.append(
        f"{'':10}bare tagger F1 {tagger.f1:.3f}; of {table.sure_mentions} mentions with a score of 0.9 or more"
        f" {table.sure:.1%} are right; calibration error {table.error:.3f}"
    )
    assert mentions.f1 >= 0.71
    assert mentions.f1 > tagger.f1
    assert mentions.low > evaluation.floor["mentions"]["micro"].high
    assert table.sure >= 0.9


@pytest.mark.parametrize(("name", "least"), [("scier", 0.77), ("scierc", 0.59)])
def test_corpora(shared: Path, measured: list[str], name: str, least: float) -> None:
    """Of each corpus its development part, by its own head."""
    evaluation = judged(shared / f"corpora/{name}/dev.jsonl")
    mentions = evaluation.found["mentions"]["micro"]
    measured.append(line(f"{name}/dev", evaluation))
    assert mentions.f1 >= least
    assert mentions.f1 > evaluation.floor["mentions"]["micro"].f1
