"""Where the nodes stand: computed before the page is written, so that nothing moves when it opens.

Each connected part is laid out by forces (Fruchterman and Reingold, 1991), its labels are pushed apart until
none covers another, and the parts are set in rows, the largest first.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

Box = tuple[int, int]
Point = tuple[float, float]

_SEED = 7
_ITERATIONS = 100
_CORE = 499  # networkx lays out larger graphs by SciPy, which kg does without
_ROUNDS = 150  # of pushing boxes apart, each with a little more room
_GAP = 60  # pixels between parts, and between a node and one placed beside it


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
    return _rows(laid, boxes)


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
    return (x * pull * (side * 0.45 + 200), y * pull * (side * 0.36 + 160))


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


def _rows(parts: list[dict[str, Point]], boxes: Mapping[str, Box]) -> dict[str, tuple[int, int]]:
    """The parts in rows, the largest first, in a frame as wide as that or wider than high."""
    frames = []
    for part in parts:
        left = min(x - boxes[n][0] / 2 for n, (x, _) in part.items())
        top = min(y - boxes[n][1] / 2 for n, (_, y) in part.items())
        width = max(x + boxes[n][0] / 2 for n, (x, _) in part.items()) - left
        height = max(y + boxes[n][1] / 2 for n, (_, y) in part.items()) - top
        frames.append((part, left, top, width, height))
    small = sum((width + _GAP) * (height + _GAP) for *_, width, height in frames[1:])
    limit = max([1.5 * math.sqrt(small), *(width for *_, width, _ in frames)])
    result: dict[str, Point] = {}
    x = y = row = 0.0
    for part, left, top, width, height in frames:
        if x and x + width > limit:
            x, y, row = 0.0, y + row + _GAP, 0.0
        result |= {n: (px - left + x, py - top + y) for n, (px, py) in part.items()}
        x, row = x + width + _GAP, max(row, height)
    if not result:
        return {}
    middle = [(min(p[a] for p in result.values()) + max(p[a] for p in result.values())) / 2 for a in (0, 1)]
    return {n: (round(px - middle[0]), round(py - middle[1])) for n, (px, py) in sorted(result.items())}
