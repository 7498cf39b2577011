"""What one paper says, as RDF: its description, the results it reports, and the passages that name and support."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pyoxigraph import NamedNode

from kg.digest import passage_hash, result_hash
from kg.export import literals
from kg.export.iris import annotation_hash, node, statement_hash, thing
from kg.export.node import Property, Triple, described, distinct, each
from kg.records import Document, Evidence, Mention, Result, Statement, paper_node

_PARTS = {"text": "abstract", "title": "title"}
_CONTEXT = 32  # characters around a quotation, by which it is found again in a text that has changed


class Said(NamedTuple):
    """All that one paper says: mentions with their concepts, statements with its own evidence alone, results."""

    document: Document
    mentions: tuple[tuple[Mention, str], ...]
    statements: tuple[Statement, ...]
    results: tuple[Result, ...]


def passages(said: Said, base_iri: str) -> Iterator[Triple]:
    """The paper's results, its evidence and its mentions, then the passages of all of them, each once."""
    document, found = said.document, dict[str, Evidence]()
    for name, result in {result_hash(result): result for result in said.results}.items():
        found[passage_hash(result.evidence)] = result.evidence
        yield from _result(result, name, base_iri)
    for statement in said.statements:
        name = statement_hash(statement)
        supporting = {passage_hash(evidence): evidence for evidence in statement.evidence}
        found |= supporting
        for passage in supporting:
            yield from _evidence(thing("statement", name, base_iri), name, passage, base_iri)
    for mention, concept in said.mentions:
        quote = document.part(mention.part)[mention.start : mention.end]
        evidence = Evidence(document.id, mention.start, mention.end, quote, mention.part)
        passage = passage_hash(evidence)
        found[passage] = evidence
        yield from _mention(mention, concept, passage, base_iri)
    for passage, evidence in found.items():
        yield from _passage(evidence, passage, document, base_iri)


def description(paper: Document, base_iri: str) -> Iterator[Triple]:
    """The paper's own node: title, abstract and what else is known of it."""
    known: list[Property] = [
        ("dcterms:identifier", literals.text(paper.id)),
        ("dcterms:title", literals.passage(paper.title) if paper.title is not None else None),
        ("dcterms:abstract", literals.passage(paper.text)),
        ("dcterms:date", literals.time(str(paper.year)) if paper.year is not None else None),
        ("kg:sourceLine", literals.integer(paper.line) if paper.line is not None else None),
    ]
    strings = {
        "prism:publicationName": paper.venue,
        "prism:doi": paper.doi,
        "schema:url": paper.url,
        "kg:authorList": " | ".join(paper.authors),
        "dcterms:source": paper.source,
    }
    known += [(name, literals.text(value)) for name, value in strings.items() if value]
    return described(
        node(paper_node(paper.id), base_iri),
        ("kg:Paper", "schema:ScholarlyArticle"),
        *known,
        ("schema:datePublished", literals.time(paper.published) if paper.published else None),
        *each("dc:creator", map(literals.text, distinct(paper.authors))),
        *each("schema:keywords", map(literals.text, distinct(paper.keywords))),
    )


def _result(result: Result, name: str, base_iri: str) -> Iterator[Triple]:
    """The figure's own node, and the annotation that ties it to its passage."""
    iri, passage = thing("result", name, base_iri), passage_hash(result.evidence)
    ends = zip(("method", "task", "dataset", "metric"), result.ends, strict=True)
    yield from described(
        iri,
        ["kg:Result"],
        *((f"kg:{end}", node(concept, base_iri)) for end, concept in ends if concept is not None),
        ("kg:value", literals.number(result.value) if result.value is not None else None),
        ("kg:unit", literals.text(result.unit) if result.unit is not None else None),
        ("kg:kind", literals.text(result.kind)),
        ("kg:written", literals.text(result.written)),
        ("kg:confidence", literals.score(result.score)),
        ("prov:hadPrimarySource", node(paper_node(result.paper), base_iri)),
        ("prov:wasDerivedFrom", thing("evidence", annotation_hash(name, passage), base_iri)),
    )
    yield from _evidence(iri, name, passage, base_iri)


def _evidence(body: NamedNode, name: str, passage: str, base_iri: str) -> Iterator[Triple]:
    """The annotation that says: this passage supports that statement or result, which is called `name`."""
    return described(
        thing("evidence", annotation_hash(name, passage), base_iri),
        ("kg:Evidence", "oa:Annotation"),
        ("oa:hasBody", body),
        ("oa:hasTarget", thing("passage", passage, base_iri)),
    )


def _mention(mention: Mention, concept: str, passage: str, base_iri: str) -> Iterator[Triple]:
    """The annotation that says: this passage names that concept."""
    return described(
        thing("mention", annotation_hash(concept, passage), base_iri),
        ("kg:Mention", "oa:Annotation"),
        ("oa:hasBody", node(concept, base_iri)),
        ("oa:hasTarget", thing("passage", passage, base_iri)),
        ("kg:confidence", literals.score(mention.score)),
        ("kg:rule", literals.text(mention.rule)),
    )


def _passage(at: Evidence, name: str, paper: Document, base_iri: str) -> Iterator[Triple]:
    """What an annotation points at: the paper, and where in it, by position and by quotation."""
    position, quote = thing("position", name, base_iri), thing("quote", name, base_iri)
    text = paper.part(at.part)
    before, after = text[max(0, at.start - _CONTEXT) : at.start], text[at.end : at.end + _CONTEXT]
    yield from described(
        thing("passage", name, base_iri),
        ["oa:SpecificResource"],
        ("oa:hasSource", node(paper_node(at.paper), base_iri)),
        ("kg:part", literals.text(_PARTS[at.part])),
        ("oa:hasSelector", position),
        ("oa:hasSelector", quote),
    )
    yield from described(
        position,
        ["oa:TextPositionSelector"],
        ("oa:start", literals.integer(at.start, "xsd:nonNegativeInteger")),
        ("oa:end", literals.integer(at.end, "xsd:nonNegativeInteger")),
    )
    yield from described(
        quote,
        ["oa:TextQuoteSelector"],
        ("oa:prefix", literals.passage(before) if before else None),
        ("oa:exact", literals.passage(at.quote)),
        ("oa:suffix", literals.passage(after) if after else None),
    )
