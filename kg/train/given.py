"""What the extractor says of an annotated abstract's own concepts, where gold gives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg import extract
from kg.extract.candidates import Candidate
from kg.ontology import load
from kg.records import PAPER, Extraction
from kg.train.concepts import ENDS
from kg.train.forms import Abstract

RULE = "gold"


def records(abstracts: Sequence[Abstract]) -> Iterator[Mapping[str, Any]]:
    """Annotations in the form of `kg extract`, in order, whose concepts are gold's, with gold's ids."""
    given = {a.id: [Candidate(*span, 1.0, RULE) for span in a.named] for a in abstracts}
    for abstract, found in zip(
        abstracts, extract.extract((a.document for a in abstracts), given), strict=True
    ):
        yield _record(abstract, found)


def _record(abstract: Abstract, found: Extraction) -> dict[str, Any]:
    types = {thing.id: thing.type for thing in abstract.expected.concepts}
    names: dict[str | int, list[str]] = {id_: [] for id_ in types}
    for form, id_ in abstract.owner.items():
        names[id_].append(form)
    concepts = [
        {"id": id_, "name": forms[0], "type": types[id_], "aliases": forms[1:]}
        for id_, forms in names.items()
    ]
    owners = [abstract.owner[found.document.part(m.part)[m.start : m.end]] for m in found.mentions]
    stated = {
        (PAPER if r.subject is None else owners[r.subject], r.predicate, owners[r.object])
        for r in found.relations
    }
    relations = [
        {"head": head, "type": name, "tail": tail}
        for head, name, tail in sorted(stated, key=str)
        if head != tail and (head == PAPER or load().allows(types[head], name, types[tail]))
    ]
    results = [
        {"value": figure.value, "unit": figure.unit, "kind": figure.kind}
        | {name: None if (i := getattr(figure, name)) is None else owners[i] for name in ENDS}
        for figure in found.results
    ]
    return {
        "id": abstract.id,
        "concepts": concepts,
        "mentions": [],
        "relations": relations,
        "results": results,
    }
