"""Only what the extractor is sure enough of."""

from __future__ import annotations

from dataclasses import replace

from kg.records import Extraction


def at_least(extraction: Extraction, score: float) -> Extraction:
    """The extraction without the mentions below `score`, and without the relations that had one as an end.

    A result stays, its ends that are gone left open.

    >>> from kg.records import Document, Mention
    >>> mentions = (Mention(0, 4, "Method", 0.9, "tagger"), Mention(8, 12, "Task", 0.4, "tagger"))
    >>> [m.score for m in at_least(Extraction(Document("p", "LERD in EEGs"), mentions), 0.5).mentions]
    [0.9]
    """
    kept = [i for i, mention in enumerate(extraction.mentions) if mention.score >= score]
    place = {i: n for n, i in enumerate(kept)}
    ends: dict[int | None, int | None] = dict(place.items())
    ends[None] = None
    relations = (r for r in extraction.relations if r.subject in ends and r.object in place)
    return replace(
        extraction,
        mentions=tuple(extraction.mentions[i] for i in kept),
        relations=tuple(replace(r, subject=ends[r.subject], object=place[r.object]) for r in relations),
        results=tuple(
            replace(
                figure, method=ends.get(figure.method), task=ends.get(figure.task),
                dataset=ends.get(figure.dataset), metric=ends.get(figure.metric),
            )
            for figure in extraction.results
        ),
    )  # fmt: skip
