"""The results that a paper reports: which numbers, of what kind, and what each is of."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from kg.extract import bound, change, figures, reported, slots
from kg.extract.bound import Ends
from kg.extract.figures import Quantity
from kg.extract.pairs import Reading
from kg.extract.relations import hashed
from kg.records import PROPOSES, Figure, Kind, Relation

RULE = "figures"


def find(
    paper: Reading, stated: Sequence[Relation], weights: reported.Weights, ends: slots.Weights
) -> list[Figure]:
    """The results that `paper` reports, each with its sentence as the passage; linear time.

    `stated` are the relations found in it, which say what it proposes and of which parts.
    """
    found: list[Figure] = []
    told = About.of(paper, stated)
    for sentence, numbers, kinds in candidates(paper):
        scores = [
            reported.probability(
                hashed(reported.features(paper, sentence, numbers, n, kind), len(weights.table)), weights
            )
            for n, kind in enumerate(kinds)
        ]
        chosen = [
            n for n, score in enumerate(scores) if score >= weights.threshold and numbers[n].role != "from"
        ]  # what a figure rose or fell from is another's
        ways = told.ends(paper, sentence, [numbers[n] for n in chosen], [kinds[n] for n in chosen])
        for n, (said, way) in zip(chosen, ways, strict=True):
            number = numbers[n]
            written = paper.text[number.start : number.end]
            found.append(
                Figure(
                    *slots.choose(way, said, ends), number.value, number.unit, kinds[n], written,
                    *paper.sentences[sentence], round(scores[n], 3), RULE,
                )
            )  # fmt: skip
    return found


@dataclass(frozen=True, slots=True)
class About:
    """What a paper is about: the score of each mention of what it proposes, its main names, and how all names stand."""

    proposed: Mapping[int, float]
    main: bound.Main
    known: slots.Standing

    @classmethod
    def of(cls, paper: Reading, stated: Sequence[Relation]) -> About:
        """By the relations that are stated in it."""
        proposed = _named(paper, {r.object: r.score for r in stated if r.predicate == PROPOSES})
        built = [r for r in stated if r.predicate == "partOf" and r.subject is not None]
        wholes = _named(paper, {r.object: r.score for r in built})
        parts = _named(paper, {r.subject: r.score for r in built if r.subject is not None})
        main = bound.main(paper, proposed, wholes, parts)
        return cls(proposed, main, slots.standing(paper, proposed, main))

    def ends(
        self, paper: Reading, sentence: int, numbers: Sequence[Quantity], kinds: Sequence[Kind]
    ) -> Iterator[tuple[Ends, Mapping[str, Sequence[slots.Choice]]]]:
        """For each number of a sentence what the rules say it is of, and the names that may be its ends by slot."""
        said = bound.bind(paper, sentence, numbers, self.proposed, self.main)
        return zip(said, slots.choices(paper, self.known, sentence, numbers, kinds, said), strict=True)


def candidates(paper: Reading) -> Iterator[tuple[int, list[Quantity], list[Kind]]]:
    """Each sentence of the abstract that has numbers outside its names, with them and their kinds, in order."""
    outside = [
        number
        for number in figures.find(paper.text)
        if number.start >= paper.title_end
        and not _in_name(paper, number)
        and not reported.is_size(paper.text, number)
    ]
    for sentence, group in groupby(outside, key=lambda number: _sentence_of(paper, number)):
        numbers = list(group)
        if sentence >= 0:
            yield sentence, numbers, change.kinds(paper.text, *paper.sentences[sentence], numbers)


def _sentence_of(paper: Reading, number: Quantity) -> int:
    return bisect_right(paper.sentences, (number.start, len(paper.text) + 1)) - 1


def _in_name(paper: Reading, number: Quantity) -> bool:
    before = bisect_right(paper.mentions, number.start, key=lambda m: m.start) - 1
    return before >= 0 and paper.mentions[before].end > number.start


def _named(paper: Reading, scores: Mapping[int, float]) -> dict[int, float]:
    """The best score of any mention of a name, for all its mentions."""
    named: dict[int, float] = {}
    for name in paper.names:
        best = max(scores.get(place.mention, 0.0) for place in name.places)
        if best:
            named |= {place.mention: best for place in name.places}
    return named
