"""`kg show`."""

from __future__ import annotations

from collections.abc import Iterator

from kg.cli import output
from kg.cli.neighbours import remarks
from kg.cli.options import GRAPH, Form, GraphFile, Limit, Name, Printed, most, opened
from kg.query import plain
from kg.query.dossier import Dossier, dossier
from kg.wording import count

_MATCHES = {"exactMatch": "the same as", "closeMatch": "close to"}


def show(
    name: Name,
    limit: Limit = None,
    form: Printed = Form.TABLE,
    graph: GraphFile = GRAPH,
) -> None:
    """All that the graph knows of a concept: names, relations, papers.

    Examples:

      kg show "low-rank adaptation"
      kg show LoRA --format json
    """
    with opened(graph) as store:
        found = dossier(store, name, most(limit, form))
    if form is Form.JSON:
        output.as_json(plain.dossier(found))
    else:
        centre = found.near.centre
        counts = count(centre.papers, "paper"), count(centre.mentions, "mention")
        output.heading(centre.name, centre.type, *counts, centre.id)
        output.table(("", "", "Papers"), _rows(found))
    remarks(found.near)


def _rows(found: Dossier) -> Iterator[tuple[object, ...]]:
    """Other names and vocabularies' terms, then relations as they read from the concept, then the papers."""
    from kg import ontology
    from kg.records import PAPER_PREFIX

    centre, relations = found.near.centre, ontology.load().relations
    known = {r.concept.id: r.concept.name for r in found.near.concepts}
    for alias in centre.aliases:
        yield "also called", alias, None
    for link in found.links:
        yield _MATCHES[link.relation], f"{link.label} <{link.iri}>", None
    for s in found.near.statements:
        outwards, relation = s.subject == centre.id, relations[s.predicate]
        end = s.object if outwards else s.subject
        yield (
            relation.label if outwards else relation.inverse_label,
            known.get(end, end.removeprefix(PAPER_PREFIX)),
            s.papers,
        )
    for paper in found.papers:
        yield "named in", f"{paper.id}: {paper.title}" if paper.title else paper.id, None
