"""Annotated abstracts and corpora into typed spans, by the rules of `../shared/README.md`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.errors import InputError
from kg.read.clean import clean
from kg.records import BREAK, PAPER

ENDS = ("method", "task", "dataset", "metric")


@dataclass(frozen=True, slots=True)
class Reported:
    """A result in gold: its value as written there, its kind, and the words that hold it, cleaned.

    `ends` are its method, task, dataset and metric: concepts, None where gold gives none.
    """

    value: str
    kind: str
    quote: str
    ends: tuple[int | None, ...] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Gold:
    """A title and an abstract as one text, cleaned as the reader cleans, with its typed spans in order.

    `concept_of` gives each mention's concept, `triples` relate concepts; -1 is the paper itself.
    """

    id: str
    text: str
    spans: tuple[tuple[int, int, str], ...]
    title_end: int = 0
    concept_of: Mapping[str, int] = field(default_factory=dict)
    triples: tuple[tuple[int, str, int], ...] = ()
    results: tuple[Reported, ...] = ()


def load(path: Path) -> list[Gold]:
    """The annotated abstracts of a JSONL file with `title`, `text` and `concepts` that list their `mentions`.

    Raises `InputError` naming the line that is not of this form.
    """
    result = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                result.append(_gold(json.loads(line)))
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(f"{path}:{number}: not an annotated abstract ({error!r})") from error
    return result


def _gold(record: dict[str, Any]) -> Gold:
    title, abstract = (clean(record.get(part) or "").text for part in ("title", "text"))
    text = f"{title}{BREAK}{abstract}" if title else abstract
    types, concept_of = {}, {}
    for number, concept in enumerate(record["concepts"]):
        for mention in concept["mentions"]:
            types[clean(mention).text] = concept["type"]
            concept_of[clean(mention).text] = number
    triples = tuple((-1 if s == PAPER else s, r, o) for s, r, o in record["triples"])
    results = tuple(
        Reported(str(r["value"]), r["kind"], clean(r["quote"]).text, tuple(r.get(end) for end in ENDS))
        for r in record.get("results", ())
    )
    return Gold(record["id"], text, occurrences(text, types), len(title), concept_of, triples, results)


def occurrences(text: str, types: Mapping[str, str]) -> tuple[tuple[int, int, str], ...]:
    """Every occurrence of the given strings in `text`, on word boundaries, longest first, none inside another.

    >>> occurrences("BERT and BERT-large", {"BERT": "Method", "BERT-large": "Method"})
    ((0, 4, 'Method'), (9, 19, 'Method'))
    """
    taken = bytearray(len(text))
    found = []
    for mention in sorted(filter(None, types), key=lambda m: (-len(m), m)):
        for match in re.finditer(rf"(?<!\w){re.escape(mention)}(?!\w)", text):
            start, end = match.span()
            if not any(taken[start:end]):
                taken[start:end] = b"\1" * (end - start)
                found.append((start, end, types[mention]))
    return tuple(sorted(found))
