"""A selection as a PyVis network: nodes and edges with their places and looks. The only user of pyvis."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from kg.errors import ResourceError
from kg.records import PROPOSES, Concept, Statement
from kg.view import style
from kg.view.groups import Group
from kg.view.layout import positions
from kg.view.select import Selection
from kg.wording import count

OPTIONS: dict[str, Any] = {
    "layout": {"improvedLayout": False, "randomSeed": 7},
    "physics": {
        "enabled": False,
        "stabilization": False,
        "barnesHut": {"springLength": 120, "avoidOverlap": 0.3},
    },
    "interaction": {"hover": True, "multiselect": False, "tooltipDelay": 150, "hideEdgesOnZoom": False},
    "nodes": {"borderWidthSelected": 5},
    "edges": {
        "smooth": False,
        "font": {"size": 6, "align": "middle", "face": "system-ui, sans-serif"},
        "scaling": {"label": {"enabled": True, "drawThreshold": 9}},
        "arrows": {"to": {"scaleFactor": 0.5}},
        "selectionWidth": 2,
        "hoverWidth": 1,
    },
}
"""What vis-network is told: the places are given, nothing moves by itself. The names are drawn by labels.js."""

_LABEL = 8  # pixels: a label's height in the layout; labels.js draws them 12 high, so all have room at a zoom of 1.5


def build(selection: Selection, groups: Sequence[Group] = ()) -> Any:
    """The `pyvis.network.Network` of a selection; edge ids are `statement-N`, N counting its statements.

    With `groups`, those are nodes as well, `group-N`: the page shows them, or what is in one of them.
    """
    from pyvis.network import Network

    network = Network(directed=True)
    network.options = OPTIONS
    proposed = {s.object for s in selection.about if s.predicate == PROPOSES}
    places = _places(selection, groups)
    types, relations = style.types(), style.relations()
    for concept in sorted(selection.concepts, key=lambda c: c.id):
        look, (x, y) = types[concept.type], places[concept.id]
        fill = {"background": look.colour, "border": look.colour}
        network.add_node(
            concept.id,
            label=style.label(concept.name),
            title=style.tooltip(concept),
            shape=look.shape,
            color=fill | {"highlight": fill, "hover": fill},
            size=style.radius(concept),
            borderWidth=2 if concept.id in proposed else 0,
            proposed=concept.id in proposed,
            x=x,
            y=y - _label_height(concept) // 2,
        )
    bends = _bends(selection.statements)
    for number, statement in enumerate(selection.statements):
        line = relations[statement.predicate]
        network.add_edge(
            statement.subject,
            statement.object,
            id=f"statement-{number}",
            label=line.label,
            title=f"{line.label} · {count(statement.papers, 'paper') if statement.papers else 'inferred'}",
            width=style.line_width(statement.papers),
            color={"color": line.colour, "highlight": line.colour, "hover": line.colour, "opacity": 0.8},
            dashes=list(line.dashes) or False,
            arrows="" if line.symmetric else "to",
            smooth=bends[number],
        )
    _add_groups(network, groups)
    return network


def _places(selection: Selection, groups: Sequence[Group]) -> dict[str, tuple[int, int]]:
    """Where the concepts stand; those of each group by themselves, as one group is shown at a time."""
    parts = [group.members for group in groups] or [selection.concepts]
    result: dict[str, tuple[int, int]] = {}
    for part in parts:
        boxes = {concept.id: _box(concept) for concept in part}
        ends = ((s.subject, s.object) for s in selection.statements)
        result |= positions(boxes, [(a, b) for a, b in ends if a in boxes and b in boxes])
    return result


def _add_groups(network: Any, groups: Sequence[Group]) -> None:
    """A node for each group and an edge for each two that statements join."""
    boxes = {
        n: (2 * _group_radius(group) + 190, 2 * _group_radius(group) + 60) for n, group in enumerate(groups)
    }
    pairs = [(a, b, number) for a, group in enumerate(groups) for b, number in group.near.items() if a < b]
    places = positions(
        {f"{n:05}": box for n, box in boxes.items()}, [(f"{a:05}", f"{b:05}") for a, b, _ in pairs]
    )
    fill = {"background": style.GROUP, "border": style.GROUP}
    for n, group in enumerate(groups):
        x, y = places[f"{n:05}"]
        network.add_node(
            f"group-{n}",
            label=style.label(group.name),
            title=f"{style.short(group.name)}\n{count(len(group.members), 'concept')}",
            shape="hexagon",
            color=fill | {"highlight": fill, "hover": fill},
            size=_group_radius(group),
            borderWidth=0,
            proposed=False,
            x=x,
            y=y - 15,
        )
    for a, b, number in pairs:
        network.add_edge(
            f"group-{a}",
            f"group-{b}",
            id=f"between-{a}-{b}",
            title=count(number, "statement"),
            width=style.line_width(number),
            color={"color": style.GROUP, "highlight": style.GROUP, "hover": style.GROUP, "opacity": 0.6},
            arrows="",
        )


def _group_radius(group: Group) -> int:
    return min(round(6 + 3 * math.sqrt(len(group.members))), 60)


@cache
def library() -> str:
    """The vis-network script that PyVis ships, without the pointer to its source map.

    Raises `ResourceError` where this version of PyVis lacks it.
    """
    import pyvis

    path = Path(pyvis.__file__).parent / "lib" / "vis-9.1.2" / "vis-network.min.js"
    if not path.is_file():
        raise ResourceError(
            f"{path} is missing: this version of PyVis ships no vis-network 9.1.2. Install pyvis 0.3.2."
        )
    text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
    return text.split("//# sourceMappingURL=")[0].rstrip() + "\n"


def _box(concept: Concept) -> tuple[int, int]:
    """The width and height of a node with its label below it."""
    widest = max(len(line) for line in style.label(concept.name).split("\n"))
    diameter = 2 * style.radius(concept)
    width = max(diameter, round(widest * _LABEL * 0.62))
    return width, diameter + _label_height(concept)


def _label_height(concept: Concept) -> int:
    lines = style.label(concept.name).count("\n") + 1
    return round(lines * _LABEL * 1.25)


def _bends(statements: tuple[Statement, ...]) -> list[Any]:
    """A curve for each edge that shares its ends with another, so that none hides another; else straight."""
    between: dict[frozenset[str], list[int]] = defaultdict(list)
    for number, statement in enumerate(statements):
        between[frozenset((statement.subject, statement.object))].append(number)
    bends: list[Any] = [False] * len(statements)
    for numbers in between.values():
        first = statements[numbers[0]].subject
        for i, number in enumerate(numbers if len(numbers) > 1 else ()):
            # Left and right in turn, seen from the same end; an edge the other way sees them swapped.
            clockwise = (i % 2 == 0) == (statements[number].subject == first)
            bends[number] = {
                "enabled": True,
                "type": "curvedCW" if clockwise else "curvedCCW",
                "roundness": round(0.12 + 0.14 * (i // 2), 2),
            }
    return bends
