"""Records as JSON and back, for the file of what was read of each paper; quotes are cut from the paper's text."""

from __future__ import annotations

import json
from typing import Any

from kg.link.outline import Named, Outline
from kg.records import Abbreviation, Annotation, Concept, Document, Evidence, Mention, Result, Statement


def dump(value: Any) -> str:
    """A value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def from_document(document: Document) -> str:
    """All fields of a document, in their order."""
    d = document
    where = (d.source, d.line, d.year, d.venue, d.doi, d.url, d.published)
    return dump((d.id, d.text, d.title, *where, d.authors, d.keywords, d.offsets))


def to_document(text: str) -> Document:
    """The document again."""
    values = json.loads(text)
    values[-3:] = tuple(values[-3]), tuple(values[-2]), _pairs(values[-1])
    return Document(*values)


def from_outline(outline: Outline) -> str:
    """An outline, its tuples as lists."""
    return dump(outline)


def to_outline(text: str) -> Outline:
    """The outline again."""
    paper, headline, abbreviations, concepts = json.loads(text)
    return Outline(paper, headline, _pairs(abbreviations), tuple(map(_named, concepts)))


def _named(values: list[Any]) -> Named:
    id_, name, type_, spellings, told, proposed, reports, roles = values
    return Named(id_, name, type_, _pairs(spellings), told, proposed, reports, tuple(map(tuple, roles)))


def _pairs(values: list[list[Any]]) -> tuple[tuple[Any, Any], ...]:
    return tuple((first, second) for first, second in values)


def from_annotation(annotation: Annotation) -> str:
    """An annotation without its document."""
    a = annotation
    return dump(
        [
            [[m.start, m.end, m.type, m.score, m.rule, m.part] for m in a.mentions],
            a.concept_of,
            [[c.id, c.name, c.type, c.aliases, c.papers, c.mentions] for c in a.concepts],
            [
                [s.subject, s.predicate, s.object, s.score, [_place(e) for e in s.evidence]]
                for s in a.statements
            ],
            [[short.short, short.long] for short in a.abbreviations],
            [[*r.ends, r.value, r.unit, r.kind, r.written, r.score, _place(r.evidence)] for r in a.results],
        ]
    )


def to_annotation(text: str, document: Document) -> Annotation:
    """The annotation of a document with the same id, title and text."""
    mentions, concept_of, concepts, statements, abbreviations, results = json.loads(text)
    cut: dict[tuple[str, int, int], Evidence] = {}  # one object for all that a sentence says

    def passage(place: list[Any]) -> Evidence:
        part, start, end = place
        found = cut.get((part, start, end))
        if found is None:
            quote = document.part(part)[start:end]
            found = cut[part, start, end] = Evidence(document.id, start, end, quote, part)
        return found

    return Annotation(
        document,
        tuple(Mention(*values) for values in mentions),
        tuple(concept_of),
        tuple(Concept(id_, name, type_, tuple(aliases), *n) for id_, name, type_, aliases, *n in concepts),
        tuple(
            Statement(s, p, o, score, tuple(map(passage, places))) for s, p, o, score, places in statements
        ),
        tuple(Abbreviation(*forms) for forms in abbreviations),
        tuple(Result(*(*values[:-1], passage(values[-1]))) for values in results),
    )


def _place(evidence: Evidence) -> tuple[str, int, int]:
    return evidence.part, evidence.start, evidence.end
