"""How things look: colours and shapes by type and relation, sizes by support, labels that fit.

The colours are those of Okabe and Ito (2008), told apart by people with any kind of colour vision; a type is
never told by its colour alone, nor a relation (edges carry labels).
"""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass

from kg import ontology
from kg.records import Concept
from kg.wording import count

_SHAPES = (("#0072B2", "dot"), ("#E69F00", "square"), ("#009E73", "diamond"), ("#CC79A7", "triangle"))
_LINES = ("#E69F00", "#56B4E9", "#009E73", "#0072B2", "#D55E00", "#CC79A7", "#999999")
_DASHES = ((), (6, 4), (2, 4))

GROUP = "#8A8F98"
"""The colour of a group of concepts, seen on light and dark ground; its shape is no type's."""

LABEL_WIDTH = 22  # characters a line; two lines at most


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """A concept type's name, colour and vis-network shape."""

    name: str
    colour: str
    shape: str


@dataclass(frozen=True, slots=True)
class RelationStyle:
    """A relation's name, how it reads both ways, its colour and dashes; a symmetric one has no arrow."""

    name: str
    label: str
    inverse: str
    colour: str
    dashes: tuple[int, ...]
    symmetric: bool


def types() -> dict[str, TypeStyle]:
    """The style of every concept type, in the ontology's order.

    >>> [style.shape for style in types().values()]
    ['dot', 'square', 'diamond', 'triangle']
    """
    return {name: TypeStyle(name, *_SHAPES[i % len(_SHAPES)]) for i, name in enumerate(ontology.load().types)}


def relations() -> dict[str, RelationStyle]:
    """The style of every relation between concepts, by name."""
    between = [r for r in ontology.load().relations.values() if not r.of_papers]
    return {
        r.name: RelationStyle(
            r.name,
            r.label,
            r.inverse_label,
            _LINES[i % len(_LINES)],
            _DASHES[i // len(_LINES) % len(_DASHES)],
            symmetric=r.label == r.inverse_label,
        )
        for i, r in enumerate(between)
    }


def label(name: str) -> str:
    """The name as it stands beside its node: two lines at most; the panel shows it whole.

    >>> label("Bidirectional Encoder Representations from Transformers")
    'Bidirectional Encoder\\nRepresentations from…'
    """
    one_line = " ".join(name.split())
    return "\n".join(textwrap.wrap(one_line, LABEL_WIDTH, max_lines=2, placeholder="…")) or name


def radius(concept: Concept) -> int:
    """The node's radius in pixels: its area grows with the number of papers.

    >>> [radius(Concept("m/x", "x", "Method", papers=n)) for n in (1, 4, 400)]
    [9, 15, 36]
    """
    return min(round(3 + 6 * math.sqrt(concept.papers)), 36)


def line_width(papers: int) -> float:
    """The edge's width in pixels by the number of papers that support it."""
    return min(round(0.8 + 0.8 * math.sqrt(papers), 2), 6.0)


def tooltip(concept: Concept) -> str:
    """What hovering shows: plain text, one fact a line (vis-network shows markup as it stands).

    >>> tooltip(Concept("method/bert", "BERT", "Method", ("Bert",), papers=2, mentions=5))
    'BERT\\nMethod · 2 papers, 5 mentions\\nalso Bert'
    """
    lines = [short(concept.name), f"{concept.type} · {support(concept)}"]
    if concept.aliases:
        lines.append("also " + short(", ".join(concept.aliases)))
    return "\n".join(lines)


def short(text: str) -> str:
    """The text on one line of bounded length."""
    return textwrap.shorten(text, 120, placeholder="…")


def support(concept: Concept) -> str:
    """How often the concept is named, in words."""
    return f"{count(concept.papers, 'paper')}, {count(concept.mentions, 'mention')}"
