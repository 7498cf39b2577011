from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.view.layout import Box, positions

BOX = st.tuples(st.integers(20, 160), st.integers(20, 80))


def overlapping(places: dict[str, tuple[int, int]], boxes: dict[str, Box]) -> list[tuple[str, str]]:
    return [
        (a, b)
        for a, b in combinations(sorted(places), 2)
        if all(abs(places[a][k] - places[b][k]) < (boxes[a][k] + boxes[b][k]) / 2 for k in (0, 1))
    ]


@settings(max_examples=30, deadline=None)
@given(st.lists(BOX, max_size=25), st.data())
def test_every_node_has_a_place_and_none_covers_another(sizes: list[Box], data: st.DataObject) -> None:
    boxes = {f"n{i}": size for i, size in enumerate(sizes)}
    nodes = st.sampled_from(sorted(boxes)) if boxes else st.nothing()
    edges = data.draw(st.lists(st.tuples(nodes, nodes), max_size=40)) if boxes else []
    places = positions(boxes, edges)
    assert set(places) == set(boxes)
    assert overlapping(places, boxes) == []
    assert positions(dict(reversed(boxes.items())), list(reversed(edges))) == places


def test_a_part_too_large_for_the_forces_is_still_laid_out() -> None:
    boxes = {f"n{i:03}": (60, 30) for i in range(620)}
    chain = [(f"n{i:03}", f"n{i // 3:03}") for i in range(1, 620)]
    places = positions(boxes, chain)
    assert len(set(places.values())) == len(boxes)


def test_what_nothing_joins_stands_below_the_rest_in_a_close_block() -> None:
    boxes = {f"n{i:02}": (60, 30) for i in range(60)}
    edges = [("n00", f"n{i:02}") for i in range(1, 20)]
    places = positions(boxes, edges)
    ends = {node for edge in edges for node in edge}
    lowest = max(y for node, (_, y) in places.items() if node in ends)
    block = [place for node, place in places.items() if node not in ends]
    assert min(y for _, y in block) - lowest > 60
    area = (max(x for x, _ in block) - min(x for x, _ in block) + 60) * (
        max(y for _, y in block) - min(y for _, y in block) + 30
    )
    assert area < 1.8 * len(block) * 60 * 30


def test_small_parts_leave_little_room_between_them() -> None:
    boxes = {f"n{i:03}": (80, 30) for i in range(120)}
    edges = [(f"n{i - i % 4:03}", f"n{i:03}") for i in range(120) if i % 4]  # thirty stars of four
    places = positions(boxes, edges)
    width, height = (max(p[k] for p in places.values()) - min(p[k] for p in places.values()) for k in (0, 1))
    assert 1.0 < width / height < 2.2
    taken = 0
    for first in range(0, 120, 4):
        star = [places[f"n{i:03}"] for i in range(first, first + 4)]
        taken += (max(x for x, _ in star) - min(x for x, _ in star) + 80) * (
            max(y for _, y in star) - min(y for _, y in star) + 30
        )
    assert taken > 0.6 * (width + 80) * (height + 30)


def test_joined_nodes_stand_nearer_than_strangers() -> None:
    boxes = {f"{group}{i}": (40, 20) for group in "ab" for i in range(6)}
    within = [(f"{g}{i}", f"{g}{j}") for g in "ab" for i, j in combinations(range(6), 2)]
    places = positions(boxes, [*within, ("a0", "b0")])

    def apart(one: str, other: str) -> float:
        return float(sum((places[one][k] - places[other][k]) ** 2 for k in (0, 1)) ** 0.5)

    inside = [apart(f"{g}{i}", f"{g}{j}") for g in "ab" for i, j in combinations(range(6), 2)]
    between = [apart(f"a{i}", f"b{j}") for i in range(6) for j in range(6)]
    assert sum(inside) / len(inside) < 0.7 * sum(between) / len(between)
