"""What is said to beat a method: comparisons whose sentence says which of the two does better."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kg.records import Concept, Evidence, Statement

_BETTER = r"(?:outperform|surpass|beat|exceed|improv)(?:s|es|ed|ing|e)?(?: \w+ly)?(?: (?:up)?on| over)?"
_THAN = r"(?:better|faster|stronger|higher|more \w+) \w* ?\w* ?than|superior to"
_WINS = re.compile(rf"\b(?:{_BETTER}|{_THAN})\b", re.IGNORECASE)
_LOSES = re.compile(r"\b(?:outperformed|surpassed|beaten|exceeded) by\b", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:not|never|no|nor|neither|cannot|hardly|fails? to|without|unable to)\b|n't\b", re.IGNORECASE
)
_REACH = 120  # characters between a name and the verb: one clause


@dataclass(frozen=True, slots=True)
class Beaten:
    """The concept that does better, and the passage that says so."""

    by: Concept
    evidence: Evidence


def beaten(centre: Concept, others: Iterable[Concept], stated: Iterable[Statement]) -> Iterator[Beaten]:
    """Each of the `others` that a passage of a comparison with `centre` says does better, once, in their order."""
    known = {concept.id: concept for concept in others}
    seen = set()
    for s in stated:
        other = known.get(s.object if s.subject == centre.id else s.subject)
        if s.predicate != "comparedWith" or other is None or other.id in seen:
            continue
        for evidence in s.evidence:
            if wins(evidence.quote, other, centre):
                seen.add(other.id)
                yield Beaten(other, evidence)
                break


def wins(quote: str, one: Concept, other: Concept) -> bool:
    """Whether the words say that `one` does better than `other`.

    >>> new, old = Concept("method/a", "NewNet", "Method"), Concept("method/b", "OldNet", "Method")
    >>> wins("NewNet outperforms OldNet on GLUE.", new, old), wins("NewNet outperforms OldNet.", old, new)
    (True, False)
    >>> wins("NewNet does not outperform OldNet.", new, old), wins("OldNet is outperformed by NewNet.", new, old)
    (False, True)
    """
    return any(_order(quote, one, verb, other) for verb in _WINS.finditer(quote)) or any(
        _order(quote, other, verb, one) for verb in _LOSES.finditer(quote)
    )


def _order(quote: str, first: Concept, verb: re.Match[str], last: Concept) -> bool:
    """Whether the first is named shortly before the verb and the last shortly after, with no denial between."""
    before = [m.end() for m in _named(first).finditer(quote, max(0, verb.start() - _REACH), verb.start())]
    after = [m.start() for m in _named(last).finditer(quote, verb.end(), verb.end() + _REACH)]
    if not before or not after or (verb[0].lower().endswith("ed") and quote[verb.end() :].startswith(" by ")):
        return False
    return not re.search(r"[.;!?] ", quote[before[-1] : after[0]]) and not _DENIED.search(
        quote[before[-1] : verb.start()]
    )


def _named(concept: Concept) -> re.Pattern[str]:
    forms = "|".join(
        re.escape(name) for name in sorted((concept.name, *concept.aliases), key=len, reverse=True)
    )
    return re.compile(rf"(?<!\w)(?:{forms})(?!\w)", re.IGNORECASE)
