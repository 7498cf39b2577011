from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kg import ontology
from kg.records import Concept
from kg.view import style


def test_no_two_types_share_colour_or_shape() -> None:
    looks = style.types().values()
    assert [look.name for look in looks] == list(ontology.load().types)
    assert len({look.colour for look in looks}) == len({look.shape for look in looks}) == len(looks)


def test_no_two_relations_look_alike_and_only_the_symmetric_one_has_no_arrow() -> None:
    lines = style.relations().values()
    assert len({(line.colour, line.dashes) for line in lines}) == len(lines)
    assert {line.name for line in lines if line.symmetric} == {"comparedWith"}
    assert not {"proposes", "mentions"} & {line.name for line in lines}


@given(st.text(min_size=1))
def test_a_label_is_two_short_lines(name: str) -> None:
    lines = style.label(name).split("\n")
    assert name.isspace() or (len(lines) <= 2 and all(0 < len(line) <= style.LABEL_WIDTH for line in lines))


def test_more_papers_never_draw_smaller() -> None:
    concepts = [Concept("m/x", "x", "Method", papers=n) for n in (1, 2, 5, 20, 100, 5000)]
    sizes = [style.radius(concept) for concept in concepts]
    assert sizes == sorted(sizes) and sizes[0] < sizes[-1] <= 36
    assert style.line_width(1) < style.line_width(4) <= 6


def test_a_tooltip_is_plain_lines_and_bounded() -> None:
    aliases = tuple(f"alias number {i}" for i in range(50))
    text = style.tooltip(Concept("m/x", "n" * 500, "Method", aliases, papers=1, mentions=1))
    assert "<" not in text and len(text) < 300 and len(text.split("\n")) == 3
