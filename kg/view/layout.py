"""Where the nodes stand: computed before the page is written, so that nothing moves when it opens.

Each connected part is laid out by forces (Fruchterman and Reingold, 1991), its labels are pushed apart until
none covers another, and the parts are set in rows, the highest first. What no edge joins to anything stands in a
close block below them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Box = tuple[int, int]
Point = tuple[float, float]

_SEED = 7
_ITERATIONS = 100
_CORE = 499  # networkx lays out larger graphs by SciPy, which kg does without
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
    lower = _rows(apart, widest, _CLOSE) if joined else _best_rows(apart, _CLOSE)
    below = max(
        (y + frame.height + 2 * _GAP for (_, y), frame in zip(upper, joined, strict=True)), default=0.0
    )
    corners = [*upper, *((x, y + below) for x, y in lower)]
    return _centred(
        {
            node: (x + left, y + top)
            for (left, top), frame in zip(corners, [*joined, *apart], strict=True)
            for node, (x, y) in frame.places.items()
        }
    )


def _forces(graph: Any, nodes: list[str], boxes: Mapping[str, Box]) -> dict[str, Point]:
    """A part's first places; of a very large part the best connected nodes, then the others beside them."""
    import networkx as nx

    if len(nodes) == 1:
        return {nodes[0]: (0.0, 0.0)}
    core = sorted(sorted(nodes, key=lambda n: (-graph.degree(n), n))[:_CORE])
    ordered = nx.Graph()  # a subgraph view walks its nodes in the order of a set
    ordered.add_nodes_from(core)
    ordered.add_edges_from(sorted((min(e), max(e)) for e in graph.subgraph(core).edges))
    side = math.sqrt(sum(width * height for width, height in (boxes[n] for n in nodes)))
    places = nx.spring_layout(ordered, k=1.6 / math.sqrt(len(core)), iterations=_ITERATIONS, seed=_SEED)
    placed = {n: _drawn_in(float(x), float(y), side) for n, (x, y) in places.items()}
    waiting = [n for n in nodes if n not in placed]
    while waiting:  # every round places the neighbours of what is placed; the part is connected
        ready = [n for n in waiting if any(m in placed for m in graph[n])]
        ring = {}
        for i, node in enumerate(ready):
            near = sorted(m for m in graph[node] if m in placed)
            x, y = (sum(placed[m][axis] for m in near) / len(near) for axis in (0, 1))
            angle = i * math.pi * (3 - math.sqrt(5))
            ring[node] = (x + _GAP * math.cos(angle), y + _GAP * math.sin(angle))
        placed |= ring
        waiting = [n for n in waiting if n not in placed]
    return placed


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
    need = (size[:, None, :] + size[None, :, :]) / 2
    order = np.sign(np.arange(len(nodes))[:, None] - np.arange(len(nodes))[None, :])
    for round_ in range(_ROUNDS):
        xy *= 1 + round_ / 10_000  # more and more room to move into
        apart = xy[:, None, :] - xy[None, :, :]
        lack = need - abs(apart)
        np.einsum("iik->ik", lack)[:] = 0
        both = (lack > 0).all(axis=2)
        if not both.any():
            break
        across = lack[..., 0] / need[..., 0] <= lack[..., 1] / need[..., 1]
        for axis, chosen in ((0, both & across), (1, both & ~across)):
            way = np.where(apart[..., axis] == 0, order, np.sign(apart[..., axis]))
            xy[:, axis] += (np.where(chosen, lack[..., axis], 0) * way).sum(axis=1) * 0.4
    return {n: (float(x), float(y)) for n, (x, y) in zip(nodes, xy, strict=True)}


def _framed(part: Mapping[str, Point], boxes: Mapping[str, Box]) -> _Frame:
    left = min(x - boxes[n][0] / 2 for n, (x, _) in part.items())
    top = min(y - boxes[n][1] / 2 for n, (_, y) in part.items())
    width = max(x + boxes[n][0] / 2 for n, (x, _) in part.items()) - left
    height = max(y + boxes[n][1] / 2 for n, (_, y) in part.items()) - top
    return _Frame({n: (x - left, y - top) for n, (x, y) in part.items()}, width, height)


def _best_rows(frames: Sequence[_Frame], gap: int) -> list[Point]:
    """The rows, of several widths, that a window of the aspect shows at the largest scale."""
    side = math.sqrt(sum((f.width + gap) * (f.height + gap) for f in frames) * _ASPECT)
    tried = [_rows(frames, side * (1 + i / 20), gap) for i in range(13)]

    def extent(corners: list[Point]) -> float:
        ends = [(x + f.width, y + f.height) for (x, y), f in zip(corners, frames, strict=True)]
        return max((max(x / _ASPECT, y) for x, y in ends), default=0.0)

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
