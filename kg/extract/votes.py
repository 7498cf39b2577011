"""One type for each name of a paper, by weighed vote."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from kg import names
from kg.extract import introduced, kinds, known, lists
from kg.extract.abbreviations import Definition
from kg.extract.candidates import Candidate, is_name
from kg.settings import EXTRACT


def types(
    text: str,
    mentions: Sequence[Candidate],
    candidates: Sequence[Candidate],
    definitions: Sequence[Definition],
) -> dict[str, str]:
    """The type of each mentioned name, by identity key.

    Beside the candidates vote the words next to a proper name ("the A benchmark"), and names listed together
    ("A, B and C") for each other.
    """
    partner = names.long_forms((text[slice(*d.short)], text[slice(*d.long)]) for d in definitions)
    votes: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for candidate in sorted({*candidates, *mentions}):
        key = names.key(text[candidate.start : candidate.end])
        votes[partner.get(key, key)][candidate.type] += candidate.score * _weight(candidate)
        kind = kinds.beside(text, candidate.start, candidate.end)
        if kind and is_name(text[candidate.start : candidate.end]):
            votes[partner.get(key, key)][kind] += 1
    for run in lists.runs(text, mentions):
        scores: dict[str, float] = defaultdict(float)
        for mention in run:
            scores[mention.type] += mention.score
        common = max(scores, key=lambda type_: (scores[type_], type_))
        if 2 * sum(mention.type == common for mention in run) > len(run):
            for mention in run:
                key = names.key(text[mention.start : mention.end])
                votes[partner.get(key, key)][common] += scores[common]
    result = {}
    for mention in mentions:
        key = names.key(text[mention.start : mention.end])
        ballot = votes[partner.get(key, key)]
        result[key] = min(ballot, key=lambda type_: (-ballot[type_], type_))
    return result


def _weight(candidate: Candidate) -> float:
    """What a candidate's vote on the type of its name weighs: more where the name, or the paper, says what it is."""
    if candidate.rule == introduced.RULE and candidate.type != "Method":
        return EXTRACT.introduced_votes
    return EXTRACT.known_votes if candidate.rule == known.RULE else 1.0
