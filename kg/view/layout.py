"""Where the nodes stand: computed before the page is written, so that nothing moves when it opens.

Each connected part is laid out by forces, its labels are pushed apart until
none covers another, and the parts are set in rows, the highest first. What no edge joins to anything stands in a
close block below them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from kg.view.forces import unit_places

Box = tuple[int, int]
Point = tuple[float, float]

_ROUNDS = 150  # of pushing boxes apart, each with a little more room
_GAP = 40  # pixels between parts, and between a node and one placed beside it
_CLOSE = 8  # pixels between the nodes of the block below
_ASPECT = 1.5  # of the frame of all parts: a screen's, less what stands around the drawing


class _Frame(NamedTuple):
    """A connected part: the places of its nodes, from the upper left corner of what it takes."""

    places: dict[str, Point]
    width: float
    height: float


def positions(boxes: Mapping[str, Box], edges: Iterable[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    """The centre of each node's box, in pixels; the same input gives the same places.

    `boxes` holds the (width, height) that a node takes with its label; `edges` join keys of it.

    >>> positions({"a": (40, 20)}, [])
    {'a': (0, 0)}
    """
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(sorted(boxes))
    graph.add_edges_from(sorted({(min(e), max(e)) for e in edges if e[0] != e[1]}))
    parts = sorted((sorted(part) for part in nx.connected_components(graph)), key=lambda p: (-len(p), p[0]))
    laid = [_spread(_forces(graph.subgraph(part), part, boxes), boxes) for part in parts]
    joined = [_framed(part, boxes) for part in laid if len(part) > 1]
    apart = [_framed(part, boxes) for part in laid if len(part) == 1]
    upper = _best_rows(joined, _GAP)
    widest = max((x + frame.width for (x, _), frame in zip(upper, joined, strict=True)), default=0.0)
    below = max(
        (y + frame.height + 2 * _GAP for (_, y), frame in zip(upper, joined, strict=True)), default=0.0
    )
    lower = _rows(apart, widest, _CLOSE)
    if max((y for _, y in lower), default=0.0) > below:  # more of it than of the rest
        lower = _best_rows(apart, _CLOSE, widest, below)
    corners = [*upper, *((x, y + below) for x, y in lower)]
    return _centred(
        {
            node: (x + left, y + top)
            for (left, top), frame in zip(corners, [*joined, *apart], strict=True)
            for node, (x, y) in frame.places.items()
        }
    )


def _forces(graph: Any, nodes: list[str], boxes: Mapping[str, Box]) -> dict[str, Point]:
    """A part's first places, in pixels."""
    if len(nodes) == 1:
        return {nodes[0]: (0.0, 0.0)}
    edges = sorted((min(e), max(e)) for e in graph.edges)
    side = math.sqrt(sum(width * height for width, height in (boxes[n] for n in nodes)))
    return {n: _drawn_in(x, y, side) for n, (x, y) in unit_places(nodes, edges).items()}


def _drawn_in(x: float, y: float, side: float) -> Point:
    """A place of the unit square in pixels: wider than high, the crowded middle spread out, the rim near."""
    pull = (math.hypot(x, y) or 1.0) ** -0.3
    return (x * pull * (side * 0.45 + 95), y * pull * (side * 0.4 + 80))


def _spread(places: Mapping[str, Point], boxes: Mapping[str, Box]) -> dict[str, Point]:
    """The places with overlapping boxes pushed apart, along the axis where it takes less of their length."""
    import numpy as np

    nodes = sorted(places)
    xy = np.array([places[n] for n in nodes])
    size = np.array([boxes[n] for n in nodes], dtype=float) + 6
    for round_ in range(_ROUNDS):
        xy *= 1 + round_ / 10_000  # more and more room to move into
        a, b = _meeting(xy[:, 0], size[:, 0])
        apart, need = xy[a] - xy[b], (size[a] + size[b]) / 2
        lack = need - abs(apart)
        both = (lack > 0).all(axis=1)
        if not both.any():
            break
        a, b, apart, lack, need = a[both], b[both], apart[both], lack[both], need[both]
        across = lack[:, 0] / need[:, 0] <= lack[:, 1] / need[:, 1]
        for axis, chosen in ((0, across), (1, ~across)):
            way = np.where(apart[:, axis] == 0, np.sign(a - b), np.sign(apart[:, axis]))
            push = np.where(chosen, lack[:, axis], 0) * way * 0.4
            xy[:, axis] += np.bincount(a, push, len(nodes)) - np.bincount(b, push, len(nodes))
    return {n: (float(x), float(y)) for n, (x, y) in zip(nodes, xy, strict=True)}


def _meeting(middle: Any, width: Any) -> tuple[Any, Any]:
    """The pairs of boxes whose extents along this axis overlap, as two arrays of indices, the larger index first."""
    import numpy as np

    order = np.argsort(middle - width / 2, kind="stable")
    starts, ends = (middle - width / 2)[order], (middle + width / 2)[order]
    number = np.searchsorted(starts, ends) - np.arange(len(order)) - 1  # boxes that begin within each
    first = np.repeat(np.arange(len(order)), number)
    within = np.arange(number.sum()) - np.repeat(np.cumsum(number) - number, number)
    a, b = order[first], order[first + within + 1]
    return np.maximum(a, b), np.minimum(a, b)


def _framed(part: Mapping[str, Point], boxes: Mapping[str, Box]) -> _Frame:
    left = min(x - boxes[n][0] / 2 for n, (x, _) in part.items())
    top = min(y - boxes[n][1] / 2 for n, (_, y) in part.items())
    width = max(x + boxes[n][0] / 2 for n, (x, _) in part.items()) - left
    height = max(y + boxes[n][1] / 2 for n, (_, y) in part.items()) - top
    return _Frame({n: (x - left, y - top) for n, (x, y) in part.items()}, width, height)


def _best_rows(frames: Sequence[_Frame], gap: int, least: float = 0.0, above: float = 0.0) -> list[Point]:
    """The rows, of several widths from `least`, that such a window shows largest with what is `above` them."""
    side = max(least, math.sqrt(sum((f.width + gap) * (f.height + gap) for f in frames) * _ASPECT))
    tried = [_rows(frames, side * (1 + i / 20), gap) for i in range(13)]

    def extent(corners: list[Point]) -> float:
        ends = [(x + f.width, y + f.height) for (x, y), f in zip(corners, frames, strict=True)]
        return max((max(x / _ASPECT, y + above) for x, y in ends), default=0.0)

    return min(tried, key=extent)


def _rows(frames: Sequence[_Frame], limit: float, gap: int) -> list[Point]:
    """Each frame's upper left corner: the highest first, each in the first row that still has room for it."""
    corners: list[Point] = [(0.0, 0.0)] * len(frames)
    rows: list[Point] = []  # where each row's next frame begins
    bottom = 0.0
    for i in sorted(range(len(frames)), key=lambda i: (-frames[i].height, i)):
        fits = (r for r, (x, _) in enumerate(rows) if x + frames[i].width <= limit)
        row = next(fits, len(rows))
        if row == len(rows):
            rows.append((0.0, bottom))
            bottom += frames[i].height + gap
        corners[i] = (x, y) = rows[row]
        rows[row] = (x + frames[i].width + gap, y)
    return corners


def _centred(places: Mapping[str, Point]) -> dict[str, tuple[int, int]]:
    if not places:
        return {}
    middle = [(min(p[a] for p in places.values()) + max(p[a] for p in places.values())) / 2 for a in (0, 1)]
    return {n: (round(x - middle[0]), round(y - middle[1])) for n, (x, y) in sorted(places.items())}
