"""The page as one string: our template around the network, the facts and vis-network's script.

Everything that comes from papers stands either in escaped HTML text or in one JSON block that the script
reads. The content-security policy lets run only what this module wrote, known by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import Any

from kg.view import style
from kg.view.select import Selection
from kg.wording import count

_SCRIPTS = ("page.js", "labels.js", "panel.js", "search.js", "start.js")
_ESCAPES = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)


def render(title: str, selection: Selection, network: Any, facts: dict[str, Any], library: str) -> str:
    """The whole HTML page; `network` is a PyVis network and `library` the script that draws it."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    nodes, edges, *_, options = network.get_network_data()
    css, head, script = _part("page.css"), _part("head.js"), "\n".join(map(_part, _SCRIPTS))
    data = {
        "nodes": nodes,
        "edges": edges,
        "options": json.loads(options),
        "relations": {r.name: [r.label, r.inverse] for r in style.relations().values()},
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
    template = Environment(
        autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
    ).from_string(_part("page.html"))
    return template.render(
        title=title,
        policy=policy(scripts=(head, library, script), styles=(css,)),
        css=Markup(css),
        head=Markup(head),
        library=Markup(library),
        script=Markup(script),
        data=Markup(as_json(data)),
        summary=", ".join(count(*pair) for pair in sizes),
        left_out=selection.left_out,
        types=[(t, sum(c.type == t.name for c in selection.concepts)) for t in style.types().values()],
        relations=[(r, shown[name]) for name, r in style.relations().items() if shown[name]],
        concepts=[(c, degree[c.id]) for c in selection.concepts],
        apart=sum(not statements for statements in degree.values()),
        centre=selection.centre or "",
    )


def as_json(data: object) -> str:
    r"""JSON that may stand inside an HTML script element: no character of markup, no line separator.

    >>> as_json({"name": "</script>"})
    '{"name":"\\u003c/script\\u003e"}'
    """
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


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
def _part(name: str) -> str:
    return (files("kg.view") / name).read_text(encoding="utf-8").replace("\r\n", "\n")
