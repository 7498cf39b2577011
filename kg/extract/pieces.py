"""Words as the encoder reads them: word pieces, the shape of each word, and where each word begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tokenizers import Tokenizer

from kg.records import BREAK

SHAPES = ("none", "lower", "Capitalised", "CAPS", "Letter", "miXed", "digits", "l3tters", "other")
"""The encoder's pieces are uncased; these say what the case and the digits of a word were."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """A text of `n` pieces and `w` words: piece ids and shapes (n), and the first piece of each word (w).

    A word without pieces (spaces, control characters) has the first piece -1.
    """

    ids: tuple[int, ...]
    shapes: tuple[int, ...]
    first: tuple[int, ...]


@lru_cache(maxsize=1 << 16)
def shape(word: str) -> int:
    """The index in `SHAPES` of a word's shape.

    >>> [SHAPES[shape(word)] for word in ("model", "Bert", "BERT", "X", "RoBERTa", "64", "GPT4", "%")]
    ['lower', 'Capitalised', 'CAPS', 'Letter', 'miXed', 'digits', 'l3tters', 'other']
    """
    if not any(c.isalnum() for c in word):
        return 8
    if any(c.isdigit() for c in word):
        return 7 if any(c.isalpha() for c in word) else 6
    if not any(c.isupper() for c in word):
        return 1
    if len(word) == 1:
        return 4
    if word.isupper():
        return 3
    return 2 if word[0].isupper() and not any(c.isupper() for c in word[1:]) else 5


def load(path: Path) -> Tokenizer:
    """The word-piece tokenizer of a `tokenizer.json`."""
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def separator(tokenizer: Tokenizer) -> str:
    """The token that parts two texts: BERT's or MPNet's."""
    return "[SEP]" if tokenizer.token_to_id("[SEP]") is not None else "</s>"


def pieces(words: Sequence[str], tokenizer: Tokenizer) -> Pieces:
    """The words as pieces between the tokenizer's marks of beginning and end; `BREAK` is its separator."""
    begin, end = tokenizer.encode([], is_pretokenized=True).ids
    between = separator(tokenizer)
    ids, shapes, first = [begin], [0], []
    for word in words:
        if word == BREAK:
            cut, look = _cut(tokenizer, between), 0
        else:
            cut, look = _cut(tokenizer, word), shape(word)
        first.append(len(ids) if cut else -1)
        ids += cut
        shapes += [look] * len(cut)
    return Pieces((*ids, end), (*shapes, 0), tuple(first))


def _cut(tokenizer: Tokenizer, word: str) -> tuple[int, ...]:
    """The pieces of a word, which are the same in any company; of words that may come again they are remembered."""
    return _remembered(tokenizer, word) if len(word) < 50 else _remembered.__wrapped__(tokenizer, word)


@lru_cache(maxsize=1 << 16)
def _remembered(tokenizer: Tokenizer, word: str) -> tuple[int, ...]:
    return tuple(tokenizer.encode([word], is_pretokenized=True, add_special_tokens=False).ids)
