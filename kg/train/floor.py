"""The floor that a model must beat: a dictionary of the training mentions, longest match first."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from kg import link
from kg.records import Annotation, Extraction, Mention
from kg.train.forms import Abstract, Paper, Span

Words = tuple[str, ...]
_WORD = re.compile(r"\w+|[^\w\s]")


def dictionary(mentions: Iterable[tuple[Words, str]]) -> dict[Words, str]:
    """Each mention, as words, with the type that it has most often.

    >>> dictionary([(("BERT",), "Method"), (("BERT",), "Method"), (("BERT",), "Dataset")])
    {('BERT',): 'Method'}
    """
    counts: dict[Words, Counter[str]] = defaultdict(Counter)
    for words, type_ in mentions:
        counts[words][type_] += 1
    return {w: min(types, key=lambda t: (-types[t], t)) for w, types in counts.items() if w}


def find(words: Sequence[str], known: Mapping[Words, str]) -> list[tuple[int, int, str]]:
    """What stands in the dictionary, from left to right, of several the longest: word offsets and type.

    >>> find("We train MS COCO".split(), {("COCO",): "Dataset", ("MS", "COCO"): "Dataset"})
    [(2, 4, 'Dataset')]
    """
    longest = max(map(len, known), default=0)
    found, start = [], 0
    while start < len(words):
        for end in range(min(len(words), start + longest), start, -1):
            if type_ := known.get(tuple(words[start:end])):
                found.append((start, end, type_))
                start = end
                break
        else:
            start += 1
    return found


def split(text: str) -> list[tuple[int, int]]:
    """The words of a text, and each other sign by itself, as character offsets.

    >>> [("RNN-T (fast)"[a:b]) for a, b in split("RNN-T (fast)")]
    ['RNN', '-', 'T', '(', 'fast', ')']
    """
    return [match.span() for match in _WORD.finditer(text)]


def words(text: str) -> Words:
    """The same words as strings."""
    return tuple(_WORD.findall(text))


def of_abstracts(train: Sequence[Abstract], judged: Sequence[Abstract]) -> list[Annotation]:
    """What the dictionary of some annotated abstracts finds in others."""
    known = dictionary(
        (words(a.joined[start:end]), type_) for a in train for start, end, type_ in a.spans or ()
    )
    return [_annotation(abstract, known) for abstract in judged]


def of_papers(train: Sequence[Paper], judged: Sequence[Paper]) -> list[list[list[Span]]]:
    """What the dictionary of some papers of a corpus finds in each sentence of others."""
    known = dictionary(
        (s.tokens[start:end], type_) for p in train for s in p.sentences for start, end, type_ in s.spans
    )
    return [[find(sentence.tokens, known) for sentence in paper.sentences] for paper in judged]


def _annotation(abstract: Abstract, known: Mapping[Words, str]) -> Annotation:
    mentions = []
    for part in ("title", "text"):
        text = abstract.document.part(part)
        places = split(text)
        for first, end, type_ in find([text[a:b] for a, b in places], known):
            mentions.append(Mention(places[first][0], places[end - 1][1], type_, 1.0, "dictionary", part))
    return link.link_paper(Extraction(abstract.document, tuple(mentions)))
