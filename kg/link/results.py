"""Figures of mentions into results of concepts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kg.records import Evidence, Extraction, Figure, Result, result_order


def results(extraction: Extraction, concept_of: Sequence[str]) -> tuple[Result, ...]:
    """The paper's figures, with the concepts that its mentions are of."""

    def concept(mention: int | None) -> str | None:
        return None if mention is None else concept_of[mention]

    def result(f: Figure) -> Result:
        quote = extraction.document.part(f.part)[f.start : f.end]
        return Result(
            method=concept(f.method),
            task=concept(f.task),
            dataset=concept(f.dataset),
            metric=concept(f.metric),
            value=f.value,
            unit=f.unit,
            kind=f.kind,
            written=f.written,
            score=round(f.score, 4),
            evidence=Evidence(extraction.document.id, f.start, f.end, quote, f.part),
        )

    return _distinct(map(result, extraction.results))


def renamed(found: Iterable[Result], names: Mapping[str, str]) -> tuple[Result, ...]:
    """The same results with other ids for their concepts."""

    def rename(result: Result) -> Result:
        method, task, dataset, metric = (None if end is None else names[end] for end in result.ends)
        return replace(result, method=method, task=task, dataset=dataset, metric=metric)

    return _distinct(map(rename, found))


def _distinct(found: Iterable[Result]) -> tuple[Result, ...]:
    """Each once, with the best of its scores, in order."""
    best = {result_order(result): result for result in sorted(found, key=lambda r: r.score)}
    return tuple(best[order] for order in sorted(best))
