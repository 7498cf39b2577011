"""Annotations as JSON: the form of `kg extract` and of `annotations.jsonl`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kg.export.text import dumps, number
from kg.files import atomic
from kg.records import MENTIONS, Annotation, Concept, Mention, Result, Statement


def to_json(annotation: Annotation) -> dict[str, Any]:
    """One paper as a dictionary of JSON values.

    `text` is the abstract, and every offset refers to it: mentions, evidence and results in the title are not
    listed, but the concepts that only the title names are.
    """
    document = annotation.document
    pairs = zip(annotation.mentions, annotation.concept_of, strict=True)
    return {
        "id": document.id,
        "title": document.title,
        "text": document.text,
        "mentions": [_mention(m, concept, document.text) for m, concept in pairs if m.part == "text"],
        "concepts": [_concept(concept) for concept in annotation.concepts],
        "relations": [_relation(s) for s in annotation.statements if s.predicate != MENTIONS],
        "results": [_result(r) for r in annotation.results if r.evidence.part == "text"],
    }


def to_line(annotation: Annotation) -> str:
    """The same as one line of strict JSON, without its line end."""
    return dumps(to_json(annotation))


def write(annotations: Iterable[Annotation], path: Path) -> None:
    """Write one line a paper, in the order given. Raises `OutputError` where the file cannot be written."""
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(to_line(annotation) + "\n" for annotation in annotations)


def _mention(mention: Mention, concept: str, text: str) -> dict[str, Any]:
    return {
        "start": mention.start,
        "end": mention.end,
        "text": text[mention.start : mention.end],
        "type": mention.type,
        "concept": concept,
        "score": number(mention.score),
    }


def _concept(concept: Concept) -> dict[str, Any]:
    return {"id": concept.id, "name": concept.name, "type": concept.type, "aliases": list(concept.aliases)}


def _relation(statement: Statement) -> dict[str, Any]:
    evidence = {(e.start, e.end) for e in statement.evidence if e.part == "text"}
    return {
        "head": statement.subject,
        "type": statement.predicate,
        "tail": statement.object,
        "score": number(statement.score),
        "evidence": [list(span) for span in sorted(evidence)],
    }


def _result(result: Result) -> dict[str, Any]:
    return {
        "method": result.method,
        "task": result.task,
        "dataset": result.dataset,
        "metric": result.metric,
        "value": result.value,
        "unit": result.unit,
        "kind": result.kind,
        "evidence": [result.evidence.start, result.evidence.end],
    }
