"""A result as a node of a graph, and what joins it to its paper and to what it is of."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from kg.digest import result_hash
from kg.records import Result, Statement, paper_node

RESULT_PREFIX = "result/"
"""What the id of a result's node begins with, and that of no concept or paper."""

REPORTS = "reports"
"""The edge from a paper to a result; those from a result are called after its ends: "method", "task" …"""

_ENDS = ("method", "task", "dataset", "metric")


def result_node(result: Result) -> str:
    """The id that a result has as a node: the same as in RDF."""
    return f"{RESULT_PREFIX}{result_hash(result)}"


def each_once(results: Iterable[Result]) -> Iterator[tuple[str, Result]]:
    """The results by their nodes' ids, each once, in order."""
    seen = set()
    for result in results:
        if (node := result_node(result)) not in seen:
            seen.add(node)
            yield node, result


def edges(node: str, result: Result) -> Iterator[Statement]:
    """What joins the result's node to the others, as statements that its passage supports."""
    evidence = (result.evidence,)
    yield Statement(paper_node(result.paper), REPORTS, node, result.score, evidence)
    for name, end in zip(_ENDS, result.ends, strict=True):
        if end is not None:
            yield Statement(node, name, end, result.score, evidence)


def value(result: Result) -> float | None:
    """The figure as a number; None where words give it, or where no number can hold it.

    >>> from kg.records import Evidence
    >>> value(Result(None, None, None, None, "92.2", "%", "absolute", "92.2%", 1.0, Evidence("p", 0, 1, "x")))
    92.2
    """
    try:
        number = float(result.value) if result.value is not None else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) else None
