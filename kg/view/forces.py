"""Places by forces: joined nodes near each other, all others apart (Fruchterman and Reingold, 1991).

NetworkX does it for small graphs and needs SciPy for large ones. Those begin here where pivots put them (pivot MDS,
Brandes and Pich, 2007), and what pushes a node is every cell of a grid instead of every other node.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import Any

SMALL = 499
"""The most nodes that are left to NetworkX."""

_SEED = 7
_ITERATIONS = 100
_PIVOTS = 40


def unit_places(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> dict[str, tuple[float, float]]:
    """Places of a connected graph in the square [-1, 1]; the same input gives the same places.

    >>> sorted(unit_places(["a", "b"], [("a", "b")]))
    ['a', 'b']
    """
    if len(nodes) > SMALL:
        number = {node: i for i, node in enumerate(nodes)}
        places = _many(len(nodes), [(number[a], number[b]) for a, b in edges])
    else:
        import networkx as nx

        graph = nx.Graph()  # filled in order: a subgraph's view walks its nodes in the order of a set
        graph.add_nodes_from(nodes)
        graph.add_edges_from(edges)
        k = 1.6 / math.sqrt(len(nodes))
        found = nx.spring_layout(graph, k=k, iterations=_ITERATIONS, seed=_SEED)
        places = [found[node] for node in nodes]
    return {node: (float(x), float(y)) for node, (x, y) in zip(nodes, places, strict=True)}


def _many(size: int, edges: Sequence[tuple[int, int]]) -> Any:
    """The places of many nodes, numbered from 0, as an array of `size` rows."""
    import numpy as np

    a, b = np.array(edges).T
    degree = np.bincount(np.concatenate([a, b]), minlength=size)
    mass = np.sqrt(1.0 + degree)  # a hub keeps its leaves at a distance from other hubs
    xy = _by_pivots(size, edges) + np.random.default_rng(_SEED).normal(0, 0.02, (size, 2))
    length = 1.0 / math.sqrt(size)
    pull = 1 / np.sqrt(np.minimum(degree[a], degree[b]))[:, None]
    for step in range(_ITERATIONS):
        apart = xy[a] - xy[b]
        drawn = apart * np.hypot(*apart.T)[:, None] / length * pull
        force = _pushed(xy, mass, length) - 0.5 * length * xy * mass[:, None]
        for axis in (0, 1):
            force[:, axis] -= np.bincount(a, drawn[:, axis], size) - np.bincount(b, drawn[:, axis], size)
        reach = np.maximum(np.hypot(*force.T), 1e-9)
        most = 0.1 * (1 - step / _ITERATIONS) + 0.001
        xy += force * (np.minimum(reach, most) / reach)[:, None]
    xy -= (xy.max(axis=0) + xy.min(axis=0)) / 2
    return xy / np.abs(xy).max()


def _pushed(xy: Any, mass: Any, length: float) -> Any:
    """The push on each node away from the middle of every cell's mass, its own mass left out of its own cell's."""
    import numpy as np

    size = len(xy)
    across = max(2, round(math.sqrt(size) / 2))
    low, high = xy.min(axis=0), xy.max(axis=0)
    at = np.minimum(((xy - low) / (high - low + 1e-9) * across).astype(int), across - 1)
    cell = at[:, 0] * across + at[:, 1]
    used, cell = np.unique(cell, return_inverse=True)
    heavy = np.bincount(cell, mass)
    middle = np.stack([np.bincount(cell, mass * xy[:, axis]) / heavy for axis in (0, 1)], axis=1)
    weight = np.broadcast_to(heavy, (size, len(used))).copy()
    weight[np.arange(size), cell] -= mass
    apart = xy[:, None, :] - middle[None, :, :]
    far = (apart**2).sum(axis=2) + (0.2 * length) ** 2
    push: Any = (apart * (weight / far)[:, :, None]).sum(axis=1)
    return push * length**2 * mass[:, None]


def _by_pivots(size: int, edges: Sequence[tuple[int, int]]) -> Any:
    """The plane that shows best how many steps each node is from some nodes far from each other."""
    import numpy as np

    near: list[list[int]] = [[] for _ in range(size)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    pivot, nearest, columns = 0, np.full(size, np.inf), []
    for _ in range(_PIVOTS):
        steps = _steps(pivot, near)
        columns.append(steps)
        nearest = np.minimum(nearest, steps)
        pivot = int(nearest.argmax())
    squares = np.array(columns, dtype=float).T ** 2
    centred = squares - squares.mean(axis=0) - squares.mean(axis=1)[:, None] + squares.mean()
    _, axes = np.linalg.eigh(centred.T @ centred)
    plane = centred @ axes[:, -2:]
    signs = np.sign(plane[np.abs(plane).argmax(axis=0), [0, 1]])  # an axis may point either way
    return plane * signs / np.abs(plane).max()


def _steps(start: int, near: Sequence[Sequence[int]]) -> list[int]:
    """How many edges lie between each node and `start`."""
    steps = [-1] * len(near)
    steps[start] = 0
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        for other in near[node]:
            if steps[other] < 0:
                steps[other] = steps[node] + 1
                waiting.append(other)
    return steps
