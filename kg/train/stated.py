"""What is predicted of the relations in a corpus's sentences, between given spans and in the corpus's own names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kg.extract import abbreviations, nlp
from kg.train import corpus_relations, heads
from kg.train.forms import Paper, Span
from kg.train.rel import Stated

SYNONYM = "Synonym-Of"
_DASHES = frozenset("-–—‐/")


def judged(corpus: str) -> tuple[str, ...]:
    """The relations of a corpus that `of_paper` predicts; no other is judged."""
    model = nlp.corpus_model(corpus)
    ruled = {SYNONYM} if corpus == "scier" else set()
    return tuple(sorted(ruled.union(model.classes[1:] if model else ())))


def of_paper(paper: Paper, spans: Sequence[Sequence[Span]]) -> set[Stated]:
    """The relations between the spans of each sentence: what abbreviates what, and what the corpus's model says."""
    ruled = by_rule(paper, spans) if paper.form == "scier" else set()
    model = nlp.corpus_model(paper.form)
    if model is None:
        return ruled
    known = {(n, *sorted((head, tail))) for n, head, _, tail in ruled}
    said = corpus_relations.of_paper(paper, spans, heads.encoder(), model)
    return ruled | {s for s in said if (s[0], *sorted((s[1], s[3]))) not in known}


def by_rule(paper: Paper, spans: Sequence[Sequence[Span]]) -> set[Stated]:
    """What is the short form of what, in each sentence."""
    return {
        (n, head, SYNONYM, tail)
        for n, (sentence, found) in enumerate(zip(paper.sentences, spans, strict=True))
        for head, tail in synonyms(sentence.tokens, found)
    }


def synonyms(tokens: Sequence[str], spans: Sequence[Span]) -> Iterator[tuple[Span, Span]]:
    """The short and the long form of what a sentence abbreviates, each the span that it stands in.

    >>> tokens = "We use ResNet - 5 0 and graph attention networks ( GATs ) .".split()
    >>> list(synonyms(tokens, [(2, 6, "Method"), (7, 10, "Method"), (11, 12, "Method")]))
    [((11, 12, 'Method'), (7, 10, 'Method'))]
    """
    text, places = _spelt(tokens, spans)
    for definition in abbreviations.definitions(text):
        short, long = (_span(places, spans, *form) for form in (definition.short, definition.long))
        if short and long and short != long:
            yield short, long


def _span(places: Sequence[tuple[int, int]], spans: Sequence[Span], start: int, end: int) -> Span | None:
    """The span that shares most of the tokens at these characters; of several the first."""
    inside = {n for n, (first, last) in enumerate(places) if first < end and last > start}
    best = max(spans, key=lambda span: len(inside.intersection(range(*span[:2]))), default=None)
    return best if best and inside & set(range(*best[:2])) else None


def _spelt(tokens: Sequence[str], spans: Sequence[Span]) -> tuple[str, list[tuple[int, int]]]:
    """The sentence with each token's place, as a person would write it: "ResNet - 5 0" as "ResNet-50".

    A span that is a short form but for its blanks is written without them: "O 2 P".
    """
    glued = {
        n
        for n in range(1, len(tokens))
        if {tokens[n], tokens[n - 1]} & _DASHES or (tokens[n][:1].isdigit() and tokens[n - 1][-1:].isdigit())
    }
    for start, end, _ in spans:
        if abbreviations.is_short_form("".join(tokens[start:end])):
            glued |= set(range(start + 1, end))
    text, places = "", []
    for n, token in enumerate(tokens):
        text += "" if n in glued or not text else " "
        places.append((len(text), len(text) + len(token)))
        text += token
    return text, places
