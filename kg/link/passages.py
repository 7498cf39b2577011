"""What a mention says, and the sentence that it stands in."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from kg.records import Document, Extraction, Mention


def surface(document: Document, mention: Mention) -> str:
    """The mention as the paper writes it."""
    return document.part(mention.part)[mention.start : mention.end]


def sentence(extraction: Extraction, mention: Mention) -> tuple[int, int]:
    """The span of the sentence that a mention stands in; the whole title for one in the title."""
    start, end = 0, len(extraction.document.part(mention.part))
    if mention.part == "text" and extraction.sentences:
        first = max(0, bisect_right(extraction.sentences, (mention.start, end)) - 1)
        last = max(0, bisect_left(extraction.sentences, mention.end, key=lambda span: span[1]))
        start, end = (
            extraction.sentences[first][0],
            extraction.sentences[min(last, len(extraction.sentences) - 1)][1],
        )
    return start, end
