"""Predictions as JSON Lines: annotations as `kg extract` writes them, or a corpus's sentences with scored spans."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from kg.errors import InputError, UsageError
from kg.export.text import dumps
from kg.extract.tagger import Scored
from kg.files import atomic
from kg.train.concepts import said
from kg.train.forms import Abstract, Paper
from kg.train.rel import Stated
from kg.train.tables import Place

Record = Mapping[str, Any]


def write(records: Iterable[Record], path: Path) -> None:
    """One line a document. Raises `OutputError` where the file cannot be written."""
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(dumps(record) + "\n" for record in records)


def of_paper(
    paper: Paper, head: str, spans: Sequence[Sequence[Scored]], stated: Set[Stated] = frozenset()
) -> Record:
    """What was predicted of a document of a corpus: a span is [start, end, type, score]."""
    relations: list[list[list[int | str]]] = [[] for _ in paper.sentences]
    for n, (start, end, _), name, (begin, close, _) in sorted(stated):
        relations[n].append([start, end, begin, close, name])
    sentences = [
        {"tokens": list(sentence.tokens), "spans": [list(span) for span in found], "relations": said}
        for sentence, found, said in zip(paper.sentences, spans, relations, strict=True)
    ]
    return {"id": paper.id, "source": paper.form, "head": head, "sentences": sentences}


def read(path: Path) -> dict[str, Record]:
    """The predictions of a file by the id of their document.

    Raises `UsageError` for a missing file and `InputError` naming the line that is no prediction.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise UsageError(
            f"{path}: cannot be read ({error.strerror}). Name what --predictions wrote."
        ) from error
    found: dict[str, Record] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line.decode("utf-8-sig"))
            found[str(record["id"])] = record
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise InputError(
                f"{path}:{number}: no prediction, which is a JSON object with an id, as --predictions or kg extract"
                " writes it."
            ) from error
    return found


def annotation(found: Mapping[str, Record], path: Path, abstract: Abstract) -> Record:
    """What was predicted of an abstract.

    Raises `InputError` where nothing was, or of another text.
    """
    record = _of(found, path, abstract.id)
    try:
        said(record)
        whole = record["text"] == abstract.document.text and isinstance(record["relations"], list)
        text_places(record, abstract)
    except (KeyError, TypeError, AttributeError):
        whole = False
    if not whole:
        raise InputError(
            f"{path}: what it says of {abstract.id} is not of the form of kg extract, or of another text."
        )
    return record


def text_places(record: Record, abstract: Abstract) -> set[Place]:
    """The mentions of an annotation, in `Abstract.joined`: those of the abstract, since it lists no others."""
    shift = abstract.shift
    return {(0, m["start"] + shift, m["end"] + shift, m["type"]) for m in record["mentions"]}


def paper_places(found: Mapping[str, Record], path: Path, paper: Paper) -> set[Place]:
    """What was predicted of a document of a corpus.

    Raises `InputError` where nothing was, or of other tokens.
    """
    record = _of(found, path, paper.id)
    try:
        tokens = [tuple(sentence["tokens"]) for sentence in record["sentences"]]
        spans = [sentence["spans"] for sentence in record["sentences"]]
        places = {(n, start, end, type_) for n, found in enumerate(spans) for start, end, type_, *_ in found}
    except (KeyError, TypeError, ValueError):
        tokens = []
    if tokens != [sentence.tokens for sentence in paper.sentences]:
        raise InputError(
            f"{path}: what it says of {paper.id} is not of the form of a corpus, or of other tokens."
        )
    return places


def _of(found: Mapping[str, Record], path: Path, id_: str) -> Record:
    if id_ not in found:
        raise InputError(f"{path}: says nothing of {id_}; a comparison needs a prediction for each document.")
    return found[id_]
