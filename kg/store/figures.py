"""The results of some ends: counted by what makes them comparable, then in full those that are wanted.

A hub's results are tens of thousands, so that SQLite counts and ranks them where they lie, along its indexes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kg.records import Kind, Result
from kg.store.reader import Store
from kg.store.rows import PASSAGE, as_result

Asked = Mapping[str, str]
"""What results are of: from "method", "task", "dataset" and "metric" to a concept's id; what is not there is any."""


@dataclass(frozen=True, slots=True)
class Group:
    """How many results there are of one dataset, metric, unit (as it is written) and kind."""

    dataset: str | None
    metric: str | None
    unit: str | None
    kind: Kind
    results: int


def groups(store: Store, asked: Asked) -> list[Group]:
    """The results with these ends, counted."""
    where = f"WHERE {' AND '.join(f'{end} = ?' for end in asked)} " if asked else ""
    rows = store.rows(
        f"SELECT dataset, metric, unit, kind, count(*) FROM result {where}GROUP BY dataset, metric, unit, kind",
        *asked.values(),
    )
    return [Group(*row) for row in rows]


def ranked(
    store: Store, asked: Asked, group: Sequence[Group], lowest_first: bool, limit: int | None, skip: int = 0
) -> list[Result]:
    """The results with these ends of groups that differ in the writing of their unit, by their numbers; those without
    a number last."""
    one, units = group[0], " OR ".join(["e.unit IS ?"] * len(group))
    others = {end: id_ for end, id_ in asked.items() if end not in ("dataset", "metric")}
    more = "".join(f" AND e.{end} = ?" for end in others)
    order = f"e.value IS NULL, CAST(e.value AS REAL) {'ASC' if lowest_first else 'DESC'}, e.n"
    rows = store.rows(
        "SELECT e.method, e.task, e.dataset, e.metric, e.value, e.unit, e.kind, e.written, e.score, "
        f"{PASSAGE} FROM (SELECT * FROM result e WHERE e.dataset IS ? AND e.metric IS ? AND e.kind = ? AND ({units})"
        f"{more} ORDER BY {order} LIMIT ? OFFSET ?) AS e JOIN paper p ON p.id = e.paper ORDER BY {order}",
        one.dataset,
        one.metric,
        one.kind,
        *(same.unit for same in group),
        *others.values(),
        -1 if limit is None else limit,
        skip,
    )
    return [as_result(row) for row in rows]
