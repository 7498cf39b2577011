"""Names listed together ("A, B and C"): what one of them is, the others are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from kg.extract.candidates import Candidate, is_name
from kg.settings import EXTRACT

RULE = "listed"
_BETWEEN = re.compile(r",\s+([A-Z][\w+-]*(?: [A-Z][\w+-]*){0,2})(?:,|,? and|,? or)\s+")
_NEXT = re.compile(r"(?:,|,? and|,? or|,? &)\s+([\w+-]+)(?=[\s,.;:)])")
_JOINT = re.compile(r"(?:,|,? and|,? or|,? &)\s+")


def missed(text: str, mentions: Sequence[Candidate]) -> list[Candidate]:
    """Names listed between two mentions of one type ("Naive Bayes, Keras, AdaBoost") are of that type too.

    So are proper names listed after a mentioned one ("ResNet-50 and ResNet-101").
    """
    found = [
        Candidate(
            *between.span(1), one.type, round(min(one.score, other.score) * EXTRACT.listed_factor, 3), RULE
        )
        for one, other in pairwise(mentions)
        if one.type == other.type and (between := _BETWEEN.fullmatch(text, one.end, other.start))
    ]
    starts = {mention.start for mention in mentions if mention.score >= EXTRACT.least_score}
    for mention in mentions:
        current = mention
        while is_name(text[current.start : current.end]) and (match := _NEXT.match(text, current.end)):
            if match.start(1) in starts or not is_name(match[1]):
                break
            current = Candidate(
                *match.span(1), mention.type, round(current.score * EXTRACT.listed_factor, 3), RULE
            )
            found.append(current)
    return found


def runs(text: str, mentions: Sequence[Candidate]) -> list[list[Candidate]]:
    """Runs of three or more proper names with nothing but commas, "and" or "or" between."""
    found: list[list[Candidate]] = [[]]
    for mention in mentions:
        joined = found[-1] and _JOINT.fullmatch(text, found[-1][-1].end, mention.start)
        if not is_name(text[mention.start : mention.end]):
            found.append([])
        elif joined:
            found[-1].append(mention)
        else:
            found.append([mention])
    return [run for run in found if len(run) > 2]
