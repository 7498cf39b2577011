"""What the shipped tagger says of plain text and of a corpus's own tokens, by the head of a label scheme."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from kg.errors import UsageError
from kg.extract import nlp, tagger
from kg.extract.encoder import Encoder
from kg.extract.tagger import GOLD, EncoderTagger, Scored
from kg.train.forms import Paper, Sentence

_NAMES = {"scierc": {"Dataset": "Material"}}
"""What a corpus calls the types of the gold head, where it has other names."""
PIECE = 12
"""Sentences of a paper that the tagger reads at once: about an abstract."""


def available() -> tuple[str, ...]:
    """The heads of the shipped tagger."""
    return tuple(_tagger().encoder.heads)


def encoder() -> Encoder:
    """The shipped encoder."""
    return _tagger().encoder


def head_for(corpus: str) -> str:
    """The head to judge by a corpus: its own where the tagger has one, else that of gold."""
    return corpus if corpus in available() else GOLD


def of_texts(texts: Iterable[str]) -> Iterator[list[Scored]]:
    """The bare tagger's mentions in each text, by the gold head: characters, type, score."""
    for doc in nlp.load().pipe(texts):
        spans = doc.spans[tagger.SPANS]
        scored = zip(spans, spans.attrs["scores"], strict=True)
        yield [(span.start_char, span.end_char, span.label_, score) for span, score in scored]


def of_papers(papers: Sequence[Paper], head: str) -> Iterator[list[list[Scored]]]:
    """What a head finds in each sentence of a corpus's papers, in the corpus's names: tokens, type, score.

    Raises `UsageError` for a head that the tagger has not.
    """
    names = _NAMES.get(papers[0].form, {}) if head == GOLD else {}
    pieces = [(paper, first) for paper in papers for first in range(0, max(1, len(paper.sentences)), PIECE)]
    words = ([t for s in paper.sentences[first : first + PIECE] for t in s.tokens] for paper, first in pieces)
    found: list[list[Scored]] = []
    for (paper, first), spans in zip(pieces, _of_words(words, head), strict=True):
        named = [(start, end, names.get(type_, type_), score) for start, end, type_, score in spans]
        found += by_sentence(paper.sentences[first : first + PIECE], named)
        if first + PIECE >= len(paper.sentences):
            yield found
            found = []


def by_sentence(sentences: Sequence[Sentence], spans: Sequence[Scored]) -> list[list[Scored]]:
    """Spans over the words of all sentences as spans of each; one that runs over is cut at the sentence's end.

    >>> sentences = [Sentence(("We", "use"), ()), Sentence(("BERT", "."), ())]
    >>> by_sentence(sentences, [(1, 3, "Task", 0.5), (2, 3, "Method", 1.0)])
    [[(1, 2, 'Task', 0.5)], [(0, 1, 'Method', 1.0)]]
    """
    result: list[list[Scored]] = []
    begin = 0
    for sentence in sentences:
        end = begin + len(sentence.tokens)
        result.append(
            [(a - begin, min(b, end) - begin, type_, p) for a, b, type_, p in spans if begin <= a < end]
        )
        begin = end
    return result


def _of_words(texts: Iterable[Sequence[str]], head: str) -> Iterator[list[Scored]]:
    """The spans of a head in each text of given words, in order."""
    if head not in available():
        raise UsageError(f"the tagger has no head {head!r}, only {', '.join(available())}.")
    return _tagger().tag(texts, head)


def _tagger() -> EncoderTagger:
    component: Any = nlp.load().get_pipe(tagger.FACTORY)
    found: EncoderTagger = component
    return found
