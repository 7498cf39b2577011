"""What the words right beside a name say it is: "the datasets A and B", "the C benchmark", "the D score"."""

from __future__ import annotations

import re

_AFTER = (
    (
        "Dataset",
        re.compile(r"(?:'s)?(?: [\w-]+)? (?:data\s?sets?|benchmarks?|corpus|corpora|test sets?)\b", re.I),
    ),
    (
        "Method",
        re.compile(
            r" (?:models?|algorithm|framework|method|architecture|networks?|optimizer|system|module|loss)\b"
        ),
    ),
    ("Metric", re.compile(r" (?:scores?|metrics?)\b")),
)
_BEFORE = re.compile(
    r"\b(?:data\s?sets?|benchmarks?|corpora|corpus)(?:,? such as|,? like|:|,? including|,? namely|,? \(|,)?,?"
    r" (?:the )?\Z",
    re.I,
)


def beside(text: str, start: int, end: int) -> str | None:
    """The type that the words beside text[start:end] give it, if they give one.

    On the training abstracts four of five proper names beside such a word are of that type.

    >>> text = "on the datasets WILDTRACK and the FooQA benchmark"
    >>> beside(text, 16, 25), beside(text, 34, 39), beside("LERD is new", 0, 4)
    ('Dataset', 'Dataset', None)
    """
    for type_, pattern in _AFTER:
        if pattern.match(text, end):
            return type_
    return "Dataset" if _BEFORE.search(text[max(0, start - 40) : start]) else None
