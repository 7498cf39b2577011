"""Which names are worth comparing: blocks of names that share something rare, none larger than a bound."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

if TYPE_CHECKING:
    from numpy.typing import NDArray

_GRAM = 4  # letters of a sequence
_RAREST = 4  # sequences of a name that it is looked up by
_STEM = 4  # letters of a word by which inflected forms meet
_WINDOW = 12  # names of a block, in order, that each is compared with: blocks of common words have thousands
_LONGEST = 120  # letters of a key; a longer one is a sentence
_LIKE = 0.75  # likeness of letters below which no pair is one thing
_CHUNK = 200_000  # pairs whose letters are compared at once
_INITIALS = range(3, 8)
_WORD = re.compile(r"[^\W_]+")


class Spelling(NamedTuple):
    """One name of a concept, with its key."""

    key: str
    name: str
    concept: str
    type: str


def candidates(spellings: Sequence[Spelling]) -> Iterator[tuple[int, int]]:
    """Pairs of indices, each once and sorted, of two concepts of one type with names that share a block.

    A block holds the names of one type with the same beginnings of words in any order, with one rare sequence of
    letters, or with the same initials. Within a block each name meets its `_WINDOW` nearest in alphabetical order,
    so that the pairs grow with the names and not with their square; of these, those with like letters, or one the
    initials of the other. `spellings` are sorted by key.

    >>> texts = [("convolutionalneuralnetwork", "convolutional neural networks"), ("convolutionneuralnetwork",
    ...     "Convolution Neural Network"), ("squad", "SQuAD")]
    >>> list(candidates([Spelling(key, name, f"method/{key}", "Method") for key, name in texts]))
    [(0, 1)]
    """
    import numpy as np

    total = len(spellings)
    concepts: dict[str, int] = {}
    concept = np.array([concepts.setdefault(s.concept, len(concepts)) for s in spellings], dtype=np.int64)
    block, member = np.divmod(_members(spellings), max(total, 1))
    found = [np.empty(0, dtype=np.int64)]
    for step in range(1, _WINDOW + 1):
        one, other = member[:-step], member[step:]
        fits = (block[:-step] == block[step:]) & (concept[one] != concept[other])
        found.append(one[fits] * total + other[fits])
    pairs = np.unique(np.concatenate(found))
    keys = [s.key for s in spellings]
    words = [" ".join(sorted(_words(s.name))) for s in spellings]
    short = np.array([_short(s) for s in spellings], dtype=np.int64)
    for start in range(0, len(pairs), _CHUNK):
        one, other = np.divmod(pairs[start : start + _CHUNK], total)
        like = (short[one] == short[other]) & (short[one] >= 0)
        like |= _like(keys, one, other) | _like(words, one, other)
        yield from zip(one[like].tolist(), other[like].tolist(), strict=True)


def _members(spellings: Sequence[Spelling]) -> NDArray[Any]:
    """Every membership as one number, sorted by block, then by spelling: block * len(spellings) + spelling."""
    import numpy as np

    counts = Counter(gram for s in spellings for gram in _grams(s.key))
    members = array("q")
    for i, s in enumerate(spellings):
        if s.key and len(s.key) <= _LONGEST:
            for block in _blocks(s, counts):
                # Two blocks may get one number: then they are one, and only time is lost.
                members.append(crc32(f"{s.type} {block}".encode()) * len(spellings) + i)
    return np.unique(np.frombuffer(members, dtype=np.int64))


def _blocks(s: Spelling, counts: Counter[str]) -> Iterator[str]:
    """The names of the blocks that a spelling is in."""
    words = _words(s.name)
    if len(words) > 1:
        yield "words " + " ".join(sorted(word[:_STEM] for word in words))
    rare = sorted((counts[gram], gram) for gram in _grams(s.key))[:_RAREST]
    yield from (f"letters {gram}" for number, gram in rare if number > 1)
    if initials := _initials(s.name, words):
        yield f"initials {initials}"


def _initials(name: str, words: Sequence[str]) -> str:
    """The initials of a name of some words, or the name that may be initials; "" for others."""
    if len(words) in _INITIALS:
        return "".join(word[0] for word in words)
    bare = name.removesuffix("s")
    return bare.casefold() if len(bare) in _INITIALS and bare.isalpha() and bare.isupper() else ""


def _short(s: Spelling) -> int:
    initials = _initials(s.name, _words(s.name))
    return crc32(initials.encode()) if initials else -1


def _like(texts: Sequence[str], one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """For each pair of indices whether the texts have like letters."""
    from rapidfuzz.distance import Indel
    from rapidfuzz.process import cpdist

    pairs = [texts[i] for i in one.tolist()], [texts[i] for i in other.tolist()]
    return cpdist(*pairs, scorer=Indel.normalized_similarity, score_cutoff=_LIKE) > 0


def _words(name: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(name)]


def _grams(key: str) -> set[str]:
    return {key[i : i + _GRAM] for i in range(max(1, len(key) - _GRAM + 1))}
