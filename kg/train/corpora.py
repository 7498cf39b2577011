"""Corpora of annotated sentences (SciER, SciERC, TDMSci), by the rules of `../shared/README.md`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.errors import InputError


@dataclass(frozen=True, slots=True)
class Sentence:
    """Tokens as the corpus gives them, and its typed spans of tokens, end exclusive."""

    tokens: tuple[str, ...]
    spans: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True)
class Sentences:
    """Some consecutive sentences of one document of the corpus that is named."""

    id: str
    corpus: str
    sentences: tuple[Sentence, ...]


def load(path: Path, most: int = 12) -> list[Sentences]:
    """The documents of a corpus in pieces of at most so many sentences.

    Raises `InputError` naming the line that is not of this form.
    """
    result = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                document = json.loads(line)
                sentences = [_sentence(sentence) for sentence in document["sentences"]]
                for first in range(0, len(sentences), most):
                    piece = tuple(sentences[first : first + most])
                    result.append(Sentences(f"{document['id']}/{first}", document["source"], piece))
            except (ValueError, KeyError, TypeError, IndexError) as error:
                raise InputError(f"{path}:{number}: not a document of a corpus ({error!r})") from error
    return result


def _sentence(record: dict[str, Any]) -> Sentence:
    tokens = tuple(record["tokens"])
    spans = tuple((int(start), int(end), str(type_)) for start, end, type_ in record["spans"])
    return Sentence(tokens, spans)
