"""Checks of the RDF that a case exported, one function a name of `cases.jsonl`: read by a strict parser and rdflib."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import igraph
import networkx
import pyoxigraph as ox

from tests.cases.output_checks import CONTROL, text
from tests.cases.steps import FILES, Outcome

RDF = {"turtle": ox.RdfFormat.TURTLE, "nt": ox.RdfFormat.N_TRIPLES, "jsonld": ox.RdfFormat.JSON_LD}
_XSD = "http://www.w3.org/2001/XMLSchema#"
_LEXICAL = {
    "integer": r"[+-]?\d+", "nonNegativeInteger": r"\+?\d+", "decimal": r"[+-]?(\d+(\.\d*)?|\.\d+)",
    "gYear": r"\d{4}", "gYearMonth": r"\d{4}-(0[1-9]|1[0-2])", "date": r"\d{4}-\d\d-\d\d",
    "dateTime": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?", "string": r"(?s).*", "anyURI": r"\S*",
}  # fmt: skip


def triples(outcome: Outcome, format_: str) -> set[ox.Triple]:
    """What a strict parser reads; it refuses an IRI or a literal that is not legal, and asks no network."""
    return {quad.triple for quad in ox.parse(path=outcome.folder / FILES[format_], format=RDF[format_])}


def strict_rdf(outcome: Outcome, formats: list[str]) -> None:
    import rdflib

    for format_ in formats:
        assert triples(outcome, format_)
        if format_ != "jsonld":
            assert len(rdflib.Graph().parse(outcome.folder / FILES[format_])) == len(
                triples(outcome, format_)
            )


parses_offline = strict_rdf


def rdf_isomorphic(outcome: Outcome, formats: list[str]) -> None:
    """kg writes no blank nodes, so that isomorphic is equal."""
    first, *others = (triples(outcome, format_) for format_ in formats)
    assert first
    assert all(other == first for other in others)
    assert not [t for t in first if ox.BlankNode in (type(t.subject), type(t.object))]


def _iris(outcome: Outcome) -> set[str]:
    found: set[str] = set()
    for format_ in RDF.keys() & outcome.exports():
        for triple in triples(outcome, format_):
            found |= {term.value for term in triple if isinstance(term, ox.NamedNode)}
            found |= {term.datatype.value for term in triple if isinstance(term, ox.Literal)}
    assert found
    return found


def iri_regex_all(outcome: Outcome, pattern: str) -> None:
    assert not [iri for iri in _iris(outcome) if not re.search(pattern, iri)]


def iri_regex_none(outcome: Outcome, pattern: str) -> None:
    assert not [iri for iri in _iris(outcome) if re.search(pattern, iri)]


def _literals(outcome: Outcome) -> Iterator[ox.Literal]:
    for triple in triples(outcome, "turtle"):
        if isinstance(triple.object, ox.Literal):
            yield triple.object


def _names(outcome: Outcome, format_: str) -> list[tuple[str, str]]:
    """Each concept's IRI and label."""
    return [
        (str(t.subject), t.object.value)
        for t in triples(outcome, format_)
        if t.predicate.value.endswith("#prefLabel") and isinstance(t.object, ox.Literal)
    ]


def rdf_label_present(outcome: Outcome, label: str) -> None:
    assert label in {name for _, name in _names(outcome, "turtle")}


def rdf_literal_has(outcome: Outcome, part: str) -> None:
    assert any(part in literal.value for literal in _literals(outcome))


def rdf_literals_well_typed(outcome: Outcome, _: bool) -> None:
    for literal in _literals(outcome):
        name = literal.datatype.value.removeprefix(_XSD)
        assert literal.language or re.fullmatch(_LEXICAL[name], literal.value), literal


def jsonld_context_inline(outcome: Outcome, _: bool) -> None:
    assert isinstance(json.loads(text(outcome, "jsonld"))["@context"], dict)


def labels_kept(outcome: Outcome, _: bool) -> None:
    """Every label of the case stands in the RDF and the GraphML, but for characters that they cannot hold.

    In RDF each has an IRI of its own.
    """
    wanted = {_spoken(label) for label in outcome.case.labels}
    for format_ in RDF.keys() & outcome.exports():
        found = _names(outcome, format_)
        assert {_spoken(name) for _, name in found} == wanted, format_
        assert len({iri for iri, _ in found}) == len(outcome.case.labels)
    if "graphml" in outcome.exports():
        nodes = networkx.read_graphml(outcome.folder / FILES["graphml"]).nodes(data=True)
        assert {_spoken(a["label"]) for _, a in nodes if a["kind"] == "concept"} == wanted


def _spoken(label: str) -> str:
    return " ".join(CONTROL.sub("", label).split())


def reparses(outcome: Outcome, formats: list[str]) -> None:
    """Other programs read it."""
    for format_ in formats:
        path = outcome.folder / FILES[format_]
        if format_ in RDF:
            assert triples(outcome, format_)
        elif format_ == "gexf":
            assert networkx.read_gexf(path, version="1.3").number_of_nodes()
        else:
            assert format_ == "graphml"
            read = networkx.read_graphml(path, force_multigraph=True)
            assert igraph.Graph.Read_GraphML(str(path)).vcount() == read.number_of_nodes()
