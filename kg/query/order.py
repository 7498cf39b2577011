"""Statements in the order in which a reader asks: what is it, what is it for, on what was it judged, what is in it."""

from __future__ import annotations

from collections.abc import Iterable

from kg.records import Statement

# A relation as it reads from the concept (outwards) or back to it.
_READING = (
    ("proposes", False), ("proposes", True), ("subclassOf", True), ("subtaskOf", True), ("usedFor", True),
    ("benchmarkFor", True), ("evaluatedOn", True), ("measuredBy", True), ("trainedOn", True), ("partOf", True),
    ("partOf", False), ("uses", True), ("comparedWith", True), ("comparedWith", False), ("usedFor", False),
    ("benchmarkFor", False), ("evaluatedOn", False), ("trainedOn", False), ("measuredBy", False), ("uses", False),
    ("subclassOf", False), ("subtaskOf", False),
)  # fmt: skip


def in_reading_order(centre: str, statements: Iterable[Statement]) -> list[Statement]:
    """Grouped by relation and side; within a group in the order given, what does not touch the centre last.

    >>> triples = ("x", "uses", "m"), ("m", "uses", "y"), ("m", "usedFor", "t")
    >>> [(s.subject, s.predicate) for s in in_reading_order("m", [Statement(*t, 1.0) for t in triples])]
    [('m', 'usedFor'), ('m', 'uses'), ('x', 'uses')]
    """
    place = {way: n for n, way in enumerate(_READING)}

    def key(s: Statement) -> tuple[bool, int, str]:
        touches = centre in (s.subject, s.object)
        return not touches, place.get((s.predicate, s.subject == centre), len(place)), s.predicate

    return sorted(statements, key=key)
