"""How two concepts hang together: the shortest chain of statements."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from kg.errors import NotFoundError
from kg.query.resolve import resolve
from kg.records import Concept, Statement
from kg.store import Store
from kg.store.steps import Step, ends_from, links, step_between, steps_from

_DEAR = 3  # to look a pair of concepts up takes as long as to read so many statements
_MOST = 400  # concepts of a side that are looked up at once
_USUAL = 5  # statements that a concept stands in, where there are too many concepts to ask for each
_AT_ONCE = 2_000  # statements that are read before it is asked whether the two sides have met


@dataclass(frozen=True, slots=True)
class Path:
    """`statements[i]` joins `concepts[i]` and `concepts[i + 1]`, in whichever direction it says."""

    concepts: tuple[Concept, ...]
    statements: tuple[Statement, ...] = ()


class _Side:
    """What is reached from one end: the concepts at each distance from it, and all of them; the statements that those
    reached last stand in."""

    def __init__(self, store: Store, end: str) -> None:
        self.levels: list[set[str]] = []
        self.known: set[str] = set()
        self.reach(store, {end})

    def reach(self, store: Store, concepts: set[str]) -> None:
        """One step further."""
        self.levels.append(concepts)
        self.known |= concepts
        self.ahead = links(store, concepts) if len(concepts) <= _MOST else dict.fromkeys(concepts, _USUAL)

    @property
    def frontier(self) -> set[str]:
        """The concepts that were reached last."""
        return self.levels[-1]

    @property
    def cost(self) -> int:
        """How many statements the next step has to look at."""
        return sum(self.ahead.values())


def path(store: Store, start: str, end: str) -> Path:
    """The shortest chain of statements from the concept called `start` to the one called `end`.

    Statements count in both directions; papers are not crossed. Among chains of equal length, each step takes
    the best supported statement from where it is met. Raises `NotFoundError` where a name is unknown or no chain
    exists.
    Cost: it is looked for from both ends, each time from the one that has fewer statements ahead. Before a hub's
    thousands are read, what joins it with the other side is looked up.

    >>> [concept.name for concept in path(store, "GLUE", "F1").concepts]  # doctest: +SKIP
    ['GLUE', 'RoBERTa', 'BERT', 'F1']
    """
    first, last = resolve(store, start).concept, resolve(store, end).concept
    statements = [] if first.id == last.id else _chain(store, first.id, last.id)
    if statements is None:
        raise NotFoundError(
            f'No chain of statements joins "{first.name}" ({first.type}) and "{last.name}" ({last.type}).'
        )
    ids = [first.id]
    for s in statements:
        ids.append(s.object if s.subject == ids[-1] else s.subject)
    concepts = {concept.id: concept for concept in store.concepts(ids)}
    return Path(tuple(concepts[id_] for id_ in ids), tuple(store.supported(statements)))


def _chain(store: Store, first: str, last: str) -> list[Statement] | None:
    """The statements from the first concept to the last, None where nothing joins them."""
    start, end = sides = _Side(store, first), _Side(store, last)
    while start.frontier and end.frontier:
        near, far = sorted(sides, key=lambda side: side.cost)
        bridge = _bridge(store, near, far) or _grow(store, near, far)
        if bridge:
            here, there = (_way(store, *ends) for ends in ((near, bridge.here), (far, bridge.there)))
            steps = [*reversed(here), bridge, *there]
            return [step.statement for step in (steps if near is start else reversed(steps))]
    return None


def _bridge(store: Store, near: _Side, far: _Side) -> Step | None:
    """The best step between what the two sides reached last; None also where it is dearer than to go on."""
    if _cheap(near.frontier, far.frontier, near.cost):
        return _looked_up(store, near.frontier, far.frontier)
    return None


def _grow(store: Store, near: _Side, far: _Side) -> Step | None:
    """Go one step further; the best step to where the other side is, if one of these leads there.

    It begins with the concepts that most statements are about. Where the sides meet, the rest is not looked at.
    """
    new: set[str] = set()
    for part in _parts(near):
        found = ends_from(store, part) - near.known
        if met := found & far.known:
            return _best(store, part, met, sum(near.ahead[concept] for concept in part))
        new |= found
    near.reach(store, new)
    return None


def _parts(side: _Side) -> Iterator[list[str]]:
    """The concepts reached last, as many as are read at once."""
    part, size = [], 0
    for concept in sorted(side.frontier, key=lambda concept: (-side.ahead[concept], concept)):
        part.append(concept)
        size += side.ahead[concept]
        if size > _AT_ONCE:
            yield part
            part, size = [], 0
    if part:
        yield part


def _way(store: Store, side: _Side, concept: str) -> list[Step]:
    """The steps from there back to the side's end."""
    steps: list[Step] = []
    distance = next(n for n, level in enumerate(side.levels) if concept in level)
    for level in reversed(side.levels[:distance]):
        steps.append(_best(store, [concept], level, sum(links(store, [concept]).values())))
        concept = steps[-1].there
    return steps


def _best(store: Store, ones: Collection[str], others: Collection[str], ahead: int) -> Step:
    """The best supported step, which there is, from some concepts with so many statements to one of the others."""
    found = _looked_up(store, ones, others) if _cheap(ones, others, ahead) else None
    return found or min(step for step in steps_from(store, ones) if step.there in others)


def _cheap(ones: Collection[str], others: Collection[str], ahead: int) -> bool:
    """Whether looking each pair up takes less than reading the statements ahead."""
    return max(len(ones), len(others)) <= _MOST and len(ones) * len(others) * _DEAR <= ahead


def _looked_up(store: Store, ones: Collection[str], others: Collection[str]) -> Step | None:
    from kg import ontology  # loads the RDF library: only here

    relations = [r.name for r in ontology.load().relations.values() if not r.of_papers]
    return step_between(store, ones, others, relations)
