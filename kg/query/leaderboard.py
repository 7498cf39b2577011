"""The figures that papers report, ranked where they can be compared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from kg.errors import NotFoundError, UsageError
from kg.query.direction import Better, better
from kg.query.resolve import resolve
from kg.records import Concept, Kind, Result
from kg.store import Store
from kg.store.figures import Group, groups, ranked

LIMIT = 100
"""Results that a leaderboard holds unless told otherwise: two screens."""

_KINDS: tuple[Kind, ...] = ("absolute", "improvement", "reduction")
_FACTOR = re.compile(r"(?:times|[x×]|-?fold)\b.*|×", re.IGNORECASE)
_POINTS = re.compile(r"(?:%|percent(?:age)?|absolute)?\s*(?:points?|pp)\b.*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Results of one dataset, metric, unit and kind, best first; where `better` is None, largest first.

    Without a dataset or a metric they stand together only because neither is named, and are not comparable.
    `of` counts them all, `results` may be fewer.
    """

    dataset: Concept | None
    metric: Concept | None
    unit: str | None
    kind: Kind
    better: Better | None
    of: int
    results: tuple[Result, ...]

    @property
    def comparable(self) -> bool:
        """Whether the figures say of the same what they say."""
        return self.dataset is not None and self.metric is not None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The answer to `leaderboard`.

    `chosen` are the concepts that were asked for, `concepts` all that the results name, both sorted by id;
    `namesakes` are others of the same type and name as one chosen. `of` counts all results there are.
    """

    chosen: tuple[Concept, ...]
    rankings: tuple[Ranking, ...]
    concepts: tuple[Concept, ...]
    of: int
    namesakes: tuple[Concept, ...] = ()

    @property
    def results(self) -> tuple[Result, ...]:
        """Those of all rankings, in order."""
        return tuple(result for ranking in self.rankings for result in ranking.results)


class Ends(TypedDict, total=False):
    """What results may be asked for by, each named in any spelling or by id."""

    dataset: str | None
    task: str | None
    metric: str | None
    method: str | None


def leaderboard(store: Store, limit: int | None = LIMIT, skip: int = 0, **ends: Unpack[Ends]) -> Leaderboard:
    """The results of these concepts; all of the graph's where none is named.

    The rankings of a dataset and a metric come first, those with most results leading; of each, quantities before
    rises and falls, for the three cannot be compared. `limit` is the most results, None for all, after the first
    `skip`. Raises `NotFoundError` for a name that no concept of its type bears, and for concepts without results;
    `UsageError` for a negative number.

    >>> board = leaderboard(store, dataset="squad", metric="F1")  # doctest: +SKIP
    >>> [(r.value, r.unit) for r in board.rankings[0].results]  # doctest: +SKIP
    [('92.2', '%')]
    """
    if skip < 0 or (limit is not None and limit < 0):
        raise UsageError(
            f"The limit is {limit}, after {skip} others; give the most results you want, at least 0."
        )
    asked = {end: str(name) for end, name in ends.items() if name is not None}
    matches = {end: resolve(store, name, end.capitalize()) for end, name in asked.items()}
    chosen = {end: match.concept for end, match in matches.items()}
    of = {end: concept.id for end, concept in chosen.items()}
    found = groups(store, of)
    if not found and chosen:
        raise NotFoundError(_none(chosen.values()))
    rankings = tuple(_rankings(store, of, _in_order(found), skip, None if limit is None else skip + limit))
    named = {end for ranking in rankings for result in ranking.results for end in result.ends if end}
    return Leaderboard(
        tuple(sorted(chosen.values(), key=lambda c: c.id)),
        rankings,
        tuple(store.concepts(named)),
        sum(group.results for group in found),
        tuple(other for match in matches.values() for other in match.others),
    )


def _in_order(found: Iterable[Group]) -> list[list[Group]]:
    """Those of one dataset, metric, unit and kind together, in the order of the rankings."""
    together: dict[tuple[str, str, str, Kind], list[Group]] = {}
    sizes: Counter[tuple[str, str]] = Counter()
    for g in found:
        sizes[g.dataset or "", g.metric or ""] += g.results
        together.setdefault((g.dataset or "", g.metric or "", folded(g.unit) or "", g.kind), []).append(g)

    def place(key: tuple[str, str, str, Kind]) -> tuple[object, ...]:
        dataset, metric, unit, kind = key
        comparable = bool(dataset and metric)
        return (
            not comparable,
            -sizes[dataset, metric],
            dataset,
            metric,
            _KINDS.index(kind),
            -_size(together[key]),
            unit,
        )

    return [together[key] for key in sorted(together, key=place)]


def _rankings(
    store: Store, of: Mapping[str, str], ordered: Iterable[Sequence[Group]], first: int, end: int | None
) -> Iterable[Ranking]:
    """Each group best first, with the results from `first` to `end` of all groups in a row; empty ones left out."""
    ends: dict[str | None, Concept] = {}
    at = 0
    for group in ordered:
        one, size = group[0], _size(group)
        skip, most = max(0, first - at), size if end is None else min(size, end - at)
        at += size
        if skip >= most:
            continue
        if unknown := {one.dataset, one.metric} - ends.keys() - {None}:
            ends.update((concept.id, concept) for concept in store.concepts(filter(None, unknown)))
        dataset, metric = (ends[id_] if id_ else None for id_ in (one.dataset, one.metric))
        which = better(metric, one.kind)
        results = ranked(store, of, group, which == "lower", most - skip, skip)
        yield Ranking(dataset, metric, folded(one.unit), one.kind, which, size, tuple(results))


def _size(group: Iterable[Group]) -> int:
    return sum(same.results for same in group)


def folded(unit: str | None) -> str | None:
    """A unit without its variants of spelling, so that what is comparable stands together.

    >>> folded("times"), folded("x"), folded("percentage points"), folded("FPS"), folded("%"), folded(None)
    ('×', '×', 'points', 'fps', '%', None)
    """
    if unit is None or not unit.strip():
        return None
    if _FACTOR.fullmatch(unit.strip()):
        return "×"
    if _POINTS.fullmatch(unit.strip()):
        return "points"
    return " ".join(unit.split()).casefold()


def _none(chosen: Iterable[Concept]) -> str:
    what = " and ".join(f'the {concept.type.lower()} "{concept.name}"' for concept in chosen)
    return f"No result is of {what}. Ask for less, or see what there is with: kg results"
