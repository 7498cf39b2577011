"""The page as one string: our template around the network, the facts and vis-network's script.

Everything that comes from papers stands either in escaped HTML text or in one JSON block that the script
reads. The content-security policy lets run only what this module wrote, known by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from kg.view import style
from kg.view.groups import Group
from kg.view.select import Selection
from kg.wording import count

_SCRIPTS = tuple(
    f"{name}.js" for name in ("page", "draw", "labels", "panel", "search", "filter", "save", "start")
)
_ESCAPED = "<>&\u2028\u2029"


def render(
    title: str,
    selection: Selection,
    network: Any,
    facts: dict[str, Any],
    library: str,
    groups: Sequence[Group] = (),
) -> str:
    """The whole HTML page; `network` is a PyVis network and `library` the script that draws it."""
    from markupsafe import Markup

    nodes, edges, *_, options = network.get_network_data()
    css, head, script = _part("page.css"), _part("head.js"), "\n".join(map(_part, _SCRIPTS))
    data = {
        "nodes": nodes,
        "edges": edges,
        "options": json.loads(options),
        "groups": _groups(selection, groups),
        "compared": _compared(selection),
        **facts,
    }
    concepts = {concept.id: concept for concept in selection.concepts}
    degree = dict.fromkeys(concepts, 0)
    for statement in selection.statements:
        for end in {statement.subject, statement.object}:
            degree[end] += 1
    sizes = (
        (len(concepts), "concept"),
        (len(selection.statements), "statement"),
        (len(facts["papers"]), "paper"),
    )
    shown = {name: sum(s.predicate == name for s in selection.statements) for name in style.relations()}
    text: str = _template().render(
        title=title,
        policy=policy(scripts=(head, library, script), styles=(css,)),
        css=Markup(css),
        head=Markup(head),
        library=Markup(library),
        script=Markup(script),
        data=Markup(as_json(data)),
        summary=", ".join(count(*pair) for pair in sizes),
        narrowed=selection.narrowed,
        grouped=bool(groups),
        left_out=selection.left_out,
        cut=selection.cut,
        sliders=_sliders(facts),
        types=[(t, sum(c.type == t.name for c in selection.concepts)) for t in style.types().values()],
        relations=[(r, shown[name]) for name, r in style.relations().items() if shown[name]],
        concepts=[(c, degree[c.id]) for c in selection.concepts],
        apart=sum(not statements for statements in degree.values()),
        centre="compared" if selection.compared else selection.centre or "",
    )
    return text


def _groups(selection: Selection, groups: Sequence[Group]) -> list[dict[str, Any]]:
    index = _index(selection)
    return [
        {"name": g.name, "members": [index[c.id] for c in g.members], "near": list(g.near.items())}
        for g in groups
    ]


def _compared(selection: Selection) -> dict[str, Any] | None:
    """The two compared concepts, what stands beside both, beside the first and beside the second, by index."""
    if selection.compared is None:
        return None
    index = _index(selection)
    near: list[set[str]] = [set(), set()]
    for statement in selection.statements:
        for side, concept in enumerate(selection.compared):
            if concept in (statement.subject, statement.object):
                near[side] |= {statement.subject, statement.object} - set(selection.compared)
    first, second = near
    others = [c.id for c in selection.concepts]
    return {
        "ends": [index[c] for c in selection.compared],
        "both": [index[c] for c in others if c in first & second],
        "only": [[index[c] for c in others if c in own] for own in (first - second, second - first)],
    }


def _index(selection: Selection) -> dict[str, int]:
    """Each concept's place in the facts."""
    return {c: i for i, c in enumerate(sorted(concept.id for concept in selection.concepts))}


def _sliders(facts: dict[str, Any]) -> list[dict[str, Any]]:
    """The sliders that can hide something here: name, words, least, most, step and where it stands at rest."""
    concepts, statements = facts["concepts"], facts["statements"]
    years = sorted({year for item in concepts for year in item["years"]})
    scores = [s["score"] for s in statements]
    found = [
        (
            "papers",
            "Concepts in papers, at least",
            1,
            max((c["papers"] for c in concepts), default=1),
            1,
            False,
        ),
        (
            "support",
            "Statements in papers, at least",
            1,
            max((s["papers"] for s in statements), default=1),
            1,
            False,
        ),
        (
            "score",
            "Confidence, at least",
            _floor(min(scores, default=0)),
            _floor(max(scores, default=0)),
            0.05,
            False,
        ),
        ("from", "From year", *((years[0], years[-1]) if years else (0, 0)), 1, False),
        ("to", "To year", *((years[0], years[-1]) if years else (0, 0)), 1, True),
    ]
    names = ("name", "words", "least", "most", "step", "high")
    return [dict(zip(names, values, strict=True)) for values in found if values[2] < values[3]]


def _floor(score: float) -> float:
    """The score down to a step of the slider."""
    return math.floor(score * 20 + 1e-9) / 20


def as_json(data: object) -> str:
    r"""JSON that may stand inside an HTML script element: no character of markup, no line separator.

    >>> as_json({"name": "</script>"})
    '{"name":"\\u003c/script\\u003e"}'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in _ESCAPED:
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def policy(scripts: tuple[str, ...], styles: tuple[str, ...]) -> str:
    """The content-security policy that allows these inline parts and nothing else, from nowhere."""
    return "; ".join(
        [
            "default-src 'none'",
            "script-src " + " ".join(map(_digest, scripts)),
            "style-src " + " ".join(map(_digest, styles)),
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _template() -> Any:
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    return environment.from_string(_part("page.html"))


@cache
def _part(name: str) -> str:
    return (files("kg.view") / name).read_text(encoding="utf-8").replace("\r\n", "\n")
