"""Relations that a sentence states in so many words: two names, or two lists of them, with a verb between and no more.

What the classifier weighs, these patterns know: "A is evaluated on B" holds whatever the paper is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kg.extract.candidates import Candidate, is_name
from kg.records import Relation
from kg.settings import EXTRACT

RULE = "told"
_IS = r"(?:is|are|was|were|has been|have been|can be) (?:\w+ly |also |then |first )?"
_USES = rf"(?:uses?|employs?|leverages?|adopts?|builds? (?:up)?on|extends?|{_IS}(?:based|built) (?:up)?on)"
_BEATS = r"outperforms?|beats?|surpass(?:es)?|exceeds?|improves? (?:up)?on"
_VERBS = (
    (
        "Method",
        "evaluatedOn",
        "Dataset",
        rf"{_IS}(?:evaluated|tested|assessed|benchmarked|validated) (?:on|with)",
    ),
    ("Method", "trainedOn", "Dataset", rf"{_IS}(?:pre-?|fine-?)?(?:trained|tuned) on"),
    ("Method", "uses", "Method", _USES),
    ("Method", "comparedWith", "Method", rf"(?:{_BEATS}|{_IS}compared (?:with|to|against))"),
    ("Method", "usedFor", "Task", rf"{_IS}(?:used|employed|designed) for"),
    ("Method", "measuredBy", "Metric", rf"{_IS}(?:measured|scored|evaluated) (?:by|with|in)"),
    ("Dataset", "benchmarkFor", "Task", r"is an? (?:data ?set|benchmark|corpus|test ?bed|collection) for"),
)
_ARTICLE = r"(?:the |an? |its |both )?[\"'“‘(]?"
_PATTERNS = tuple(
    (
        subject,
        predicate,
        object_,
        re.compile(rf"[\"'”’)]?(?: (?:model|method|network|dataset)s?)? {verb} {_ARTICLE}"),
    )
    for subject, predicate, object_, verb in _VERBS
)
_ALSO = re.compile(r"[\"'”’)]?(?:,|,? and(?: on)?|,? or|,? as well as) (?:the |on |an? )?[\"'“‘(]?")
_NEGATION = re.compile(r"\b(?:neither|nor|no|none of|not|never)\b[^.;]{0,40}\Z", re.IGNORECASE)
_ON_IT = re.compile(
    r"\b(?:evaluat|test|assess|benchmark|validat)(?:e|ed|ing|es|s)? (?:it|them) (?:on|with) (?:the )?\Z"
)
_REACH = 80  # characters; longer than what either pattern above matches


def find(text: str, sentences: Sequence[tuple[int, int]], mentions: Sequence[Candidate]) -> list[Relation]:
    """The relations told in `text`, each with its sentence as the passage; `mentions` are in order."""
    found = []
    place = 0
    for begin, end in sentences:
        while place < len(mentions) and mentions[place].start < begin:
            place += 1
        here = []
        while place < len(mentions) and mentions[place].end <= end:
            here.append(place)
            place += 1
        found += [
            Relation(s, predicate, o, begin, end, EXTRACT.told_score, RULE)
            for s, predicate, o in (*_verbs(text, begin, mentions, here), *_it(text, begin, mentions, here))
        ]
    return found


def _verbs(
    text: str, begin: int, mentions: Sequence[Candidate], here: Sequence[int]
) -> Iterator[tuple[int, str, int]]:
    """What stands between neighbours, for all that is listed on either side."""
    for place, (left, right) in enumerate(pairwise(here)):
        for subject, predicate, object_, pattern in _PATTERNS:
            kinds = mentions[left].type, mentions[right].type
            if kinds != (subject, object_) or not pattern.fullmatch(
                text, mentions[left].end, mentions[right].start
            ):
                continue
            if predicate == "uses" and not all(
                is_name(text[mentions[i].start : mentions[i].end]) for i in (left, right)
            ):
                continue  # a method's own parts are not what it uses
            subjects = _run(text, mentions, here[: place + 1][::-1])
            objects = _run(text, mentions, here[place + 1 :])
            if not _NEGATION.search(_before(text, begin, mentions[subjects[-1]].start)):
                yield from ((s, predicate, o) for s in subjects for o in objects if s != o)


def _it(
    text: str, begin: int, mentions: Sequence[Candidate], here: Sequence[int]
) -> Iterator[tuple[int, str, int]]:
    """ "… BERT … and evaluate it on SQuAD": it is the method that the sentence names first."""
    methods = [i for i in here if mentions[i].type == "Method"]
    for place, i in enumerate(here):
        if (
            mentions[i].type == "Dataset"
            and methods
            and methods[0] < i
            and _ON_IT.search(_before(text, begin, mentions[i].start))
        ):
            yield from ((methods[0], "evaluatedOn", o) for o in _run(text, mentions, here[place:]))


def _before(text: str, begin: int, place: int) -> str:
    """What stands before a place in the sentence that begins at `begin`, as far as any pattern looks back."""
    return text[max(begin, place - _REACH) : place]


def _run(text: str, mentions: Sequence[Candidate], here: Sequence[int]) -> list[int]:
    """The first of `here` and those of its type that are listed with it, in this direction."""
    run = [here[0]]
    for following in here[1:]:
        one, other = sorted((mentions[run[-1]], mentions[following]))
        if one.type != other.type or not _ALSO.fullmatch(text, one.end, other.start):
            break
        run.append(following)
    return run
