"""An evaluation in plain values: as JSON by the contract, and as the rows of its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from kg.train.calibration import SURE
from kg.train.evaluate import AGREEMENT, Evaluation, Measures
from kg.train.measures import Measure

ALONE = {"core": "core_recall", "systems": "systems_found"}
"""Rows of which only the recall says something, with their names in JSON."""
_MEASURES = {
    "triples_given": "triples, concepts given", "results_given": "results, concepts given",
    "relations_given": "relations, spans given",
}  # fmt: skip
_ROWS = {
    "micro": "all", "core": "core, recall", "systems": "systems, recall", "rel": "Rel (spans)",
    "rel_plus": "Rel+ (types)",
}  # fmt: skip
COLUMNS = ("Measure", "Of", "Precision", "Recall", "F1", "95 % of F1", "Gold", "Floor", "Experts")
RELIABILITY = ("Score", "Mentions", "Mean score", "Right")
DIFFERENCE = ("F1 less the other's", "Difference", "95 %", "Above it in")

Row = tuple[object, ...]


def to_json(evaluation: Evaluation) -> dict[str, Any]:
    """{"mentions": {"micro": {"precision", "recall", "f1", …}, "Method": …}, "concepts": …, …} and what is beside."""
    e = evaluation
    return {
        "form": e.form,
        "head": e.head,
        "documents": e.documents,
        "skipped": e.skipped,
        **_measures(e.found),
        "floor": _measures(e.floor) or None,
        "agreement": {name: f1 for name, f1 in AGREEMENT.items() if name in e.found} or None,
        "reliability": asdict(e.reliability) if e.reliability else None,
        "against": {name: asdict(difference) for name, difference in e.against.items()} or None,
    }


def _measures(found: Measures) -> dict[str, Any]:
    return {name: _rows(rows) for name, rows in found.items()}


def _rows(rows: Mapping[str, Measure]) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for row, m in rows.items():
        if row in ALONE:
            plain |= {ALONE[row]: m.recall, f"{ALONE[row]}_interval": [m.low, m.high]}
        else:
            plain[row] = {
                "precision": m.precision, "recall": m.recall, "f1": m.f1, "interval": [m.low, m.high],
                "right": m.right, "predicted": m.predicted, "gold": m.gold,
            }  # fmt: skip
    return plain


def measures(evaluation: Evaluation) -> Iterator[Row]:
    """The rows under `COLUMNS`."""
    for name, rows in evaluation.found.items():
        for row, m in rows.items():
            below = evaluation.floor.get(name, {}).get(row)
            experts = AGREEMENT.get(name) if row == "micro" else None
            whole = (
                (None, _short(m.recall), None) if row in ALONE else map(_short, (m.precision, m.recall, m.f1))
            )
            yield (
                _MEASURES.get(name, name),
                _ROWS.get(row, row),
                *whole,
                f"{m.low:.3f}–{m.high:.3f}",
                m.gold,
                below and _short(below.f1),
                experts,
            )


def reliability(evaluation: Evaluation) -> Iterator[Row]:
    """The rows under `RELIABILITY`: a row a bin, then the sure ones, then the calibration error."""
    if table := evaluation.reliability:
        for b in table.bins:
            yield f"score {b.low:.1f}–{b.high:.1f}", b.mentions, _short(b.mean), _short(b.right)
        right = None if table.sure is None else _short(table.sure)
        yield f"score {SURE} or more", table.sure_mentions, None, right
        yield "calibration error", sum(b.mentions for b in table.bins), None, _short(table.error)


def differences(evaluation: Evaluation) -> Iterator[Row]:
    """The rows under `DIFFERENCE`."""
    for name, d in evaluation.against.items():
        bounds = f"{d.low:+.3f} to {d.high:+.3f}"
        yield f"{name}, difference", f"{d.f1:+.3f}", bounds, f"{d.better:.0%} of resamples"


def _short(value: float) -> str:
    return f"{value:.3f}"
