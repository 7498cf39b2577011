"""Only what is sure enough, and nothing that hangs on the rest."""

from __future__ import annotations

from kg.extract.sure import at_least
from kg.records import Document, Extraction, Figure, Mention, Relation


def mention(start: int, score: float) -> Mention:
    return Mention(start, start + 1, "Method", score, "tagger")


def relation(subject: int | None, object_: int) -> Relation:
    return Relation(subject, "uses", object_, 0, 9, 0.3, "told")


WHOLE = Extraction(
    Document("p", "A B C D E"),
    mentions=(mention(0, 0.9), mention(2, 0.4), mention(4, 0.8), mention(6, 0.6)),
    relations=(relation(0, 1), relation(0, 2), relation(3, 2), relation(None, 3), relation(None, 1)),
    results=(Figure(2, None, 1, 3, "84.8", "%", "absolute", "84.8%", 0, 9, 0.5, "read"),),
)


def test_ends_are_renumbered_and_what_lost_an_end_is_gone() -> None:
    sure = at_least(WHOLE, 0.6)
    assert [m.score for m in sure.mentions] == [0.9, 0.8, 0.6]
    assert [(r.subject, r.object) for r in sure.relations] == [(0, 1), (2, 1), (None, 2)]
    (result,) = sure.results
    assert (result.method, result.task, result.dataset, result.metric) == (1, None, None, 2)


def test_the_bounds() -> None:
    assert at_least(WHOLE, 0.0) == WHOLE
    nothing = at_least(WHOLE, 1.0)
    assert (nothing.mentions, nothing.relations) == ((), ())
