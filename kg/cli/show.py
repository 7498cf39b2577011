"""`kg show`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kg.cli import output
from kg.cli.neighbours import remarks
from kg.cli.options import GRAPH, Form, GraphFile, Limit, Name, Printed, most, opened
from kg.query import plain
from kg.query.dossier import Dossier, dossier
from kg.query.neighbourhood import Neighbourhood
from kg.query.order import in_reading_order
from kg.records import Result
from kg.wording import count

_MATCHES = {"exactMatch": "the same as", "closeMatch": "close to"}


def show(
    name: Name,
    limit: Limit = None,
    form: Printed = Form.TABLE,
    graph: GraphFile = GRAPH,
) -> None:
    """All that the graph knows of a concept, as a dossier: what it is for, on what it was judged, what it is part of,
    what beats it, its results, each with its sentence, and the papers that name it.

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
        output.table(("", "", "Papers", "Paper", "Evidence"), output.without_repeats(_rows(found)))
    remarks(found.near)


def _rows(found: Dossier) -> Iterator[tuple[object, ...]]:
    """Other names and vocabularies' terms, relations as they read from the concept, results, papers: what, which, how
    many papers, the first of them and its words."""
    why = {merge.name: merge for merge in found.names}
    for alias in found.near.centre.aliases:
        m = why.get(alias)
        reason = (m.papers or None, m.paper or None, f"{m.rule}: {m.other}") if m else (None, None, None)
        yield "also called", alias, *reason
    for link in found.links:
        yield _MATCHES[link.relation], f"{link.label} <{link.iri}>", None, None, None
    yield from _relations(found.near)
    for b in found.beaten_by:
        yield "beaten by", b.by.name, None, b.evidence.paper, b.evidence.quote
    if found.board:
        names = {concept.id: concept.name for concept in found.board.concepts}
        for r in found.board.results:
            yield "result", result(r, names, found.near.centre.id), None, r.paper, r.evidence.quote
    for paper in found.papers:
        yield "named in", f"{paper.id}: {paper.title}" if paper.title else paper.id, None, None, None


def _relations(near: Neighbourhood) -> Iterator[tuple[object, ...]]:
    from kg import ontology
    from kg.records import PAPER_PREFIX

    centre, relations = near.centre, ontology.load().relations
    known = {r.concept.id: r.concept.name for r in near.concepts}
    for s in in_reading_order(centre.id, near.statements):
        outwards, relation = s.subject == centre.id, relations[s.predicate]
        end = s.object if outwards else s.subject
        label = relation.label if outwards else relation.inverse_label
        first = s.evidence[0] if s.evidence else None
        passage = (first.paper, first.quote) if first else (None, None)
        papers = "inferred" if s.inferred else s.papers
        yield label, known.get(end, end.removeprefix(PAPER_PREFIX)), papers, *passage


def result(r: Result, names: Mapping[str, str], centre: str) -> str:
    """A figure with what it is of, the concept itself left out: "92.2% F1, ALBERT, on SQuAD, for parsing"."""
    prefixes = ("of ", "for ", "on ", "in ")
    said = (f"{p}{names[end]}" for p, end in zip(prefixes, r.ends, strict=True) if end and end != centre)
    kind = "" if r.kind == "absolute" else f" ({r.kind})"
    return " ".join([f"{r.written}{kind}", *said])
