"""The results of some ends in brief, for ranking, and in full, once it is known which are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kg.records import Kind, Result
from kg.store.reader import Store
from kg.store.rows import PASSAGE, as_result

ENDS = ("method", "task", "dataset", "metric")
"""What a result may be of, in the order of `Result.ends`."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What ranking asks of a result: its number in the store, what it is comparable with, and its value."""

    n: int
    dataset: str | None
    metric: str | None
    unit: str | None
    kind: Kind
    value: float | None


def briefs(
    store: Store,
    *,
    dataset: str | None = None,
    task: str | None = None,
    metric: str | None = None,
    method: str | None = None,
) -> list[Brief]:
    """The results with these ends (concept ids), in their order."""
    asked = zip(ENDS, (method, task, dataset, metric), strict=True)
    named = {end: id_ for end, id_ in asked if id_ is not None}
    where = f"WHERE {' AND '.join(f'{end} = ?' for end in named)} " if named else ""
    rows = store.rows(
        f"SELECT n, dataset, metric, unit, kind, CAST(value AS REAL) FROM result {where}ORDER BY n",
        *named.values(),
    )
    return [Brief(*row) for row in rows]


def full(store: Store, numbers: Sequence[int]) -> list[Result]:
    """The results of these numbers, in the order given."""
    query = (
        "SELECT e.method, e.task, e.dataset, e.metric, e.value, e.unit, e.kind, e.written, e.score, "
        f"{PASSAGE} FROM result e JOIN paper p ON p.id = e.paper WHERE e.n = ?"
    )
    return [as_result(row) for n in numbers for row in store.rows(query, n)]
