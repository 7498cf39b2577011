"""Numbers of a text, each with its unit and as a plain decimal: all that may be figures that a paper reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

Role = Literal["single", "from", "to", "low", "high"]
"""How a number stands to its neighbour: alone, before the change ("from 3 to 5"), or an end of a range ("3-5%")."""

_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_VALUES = {word: str(number) for number, word in enumerate(_WORDS, 2)} | {"twice": "2", "thrice": "3"}
_MOST_DIGITS = 30  # of a value; what has more is no measurement
_TIMES = r"×|[xX](?![\w-])|[ -]?fold(?![\w-])|[ -]times(?![\w-])"
_POINTS = r"(?:%|percent(?:age)?|per cent|\w{1,12})[ -]?points?|points?|pp|pts?"
_TIME = (
    r"(?:nano|micro|milli)?seconds?|minutes?|hours?|days?|weeks?|months?|years?|[munµμ]?s|secs?|min|hrs?|h"
)
_SIZE = r"[KMGTkmgt]i?[Bb]|bytes?|bits?|[munµμkM]?[WJ]|[mk]Wh|[MGT]?FLOPs|[GT]?MACs"
_RATE = r"[fF][pP][sS]|frames per second|[kMG]?Hz|tokens per second|QPS|[GM]bps|(?:k?m|s|ms|tokens?)/\w{1,6}"
_OTHER = r"[ckmnµμ]?m|px|degrees?|°C?|dBm?|mmHg|kg|bpm|nats"
_UNIT = re.compile(
    rf" ?(?:{_TIMES})|[ -]?(?:{_POINTS})(?![\w-])| ?(?:%|(?:percent|per cent)(?!\w))"
    rf"|[ -]?(?:{_TIME}|{_SIZE}|{_RATE}|{_OTHER})(?![\w-])"
)
_NUMBER = re.compile(
    r"(?<![A-Za-z^{]-)(?<![\w.,/^_{}\\\[<#@])(?P<sign>(?<![%×)])[+−–-])?(?P<currency>[$€£])?"
    r"(?P<digits>[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?"
    r"|[0-9]+(?:\.[0-9]+|,[0-9]{1,2}(?= ?%))?|\.[0-9]+)(?![0-9^]|[.,][0-9])"
    r"(?:[eE](?P<power>[+−-]?[0-9]+)|(?: ?[×·] ?10\^?)(?P<ten>[−-]?[0-9]+))?"
    rf"|\b(?P<word>{'|'.join(_WORDS)})(?=[ -]?fold\b| times\b)|\b(?P<twice>twice|thrice)\b"
    r"|\b(?P<magnitude>(?:(?:an?|one|two|three|four|several|[0-9]) )?orders? of magnitude"
    r"|(?:single|double|triple)-digit)\b",
    re.IGNORECASE,
)
_SPREAD = re.compile(r" ?(?:±|\+/-|\+-) ?[0-9.]+(?: ?%)?")
_COUNTS = ("k", "K", "M", "B", "G", "T")
_STRANGE = re.compile(r"[A-Za-zµμ°‰][\w°‰/]{0,9}")
_THOUSANDS = re.compile(r",[0-9]{3}")
_HYPHENED = re.compile(r"-[^\W\d_]")
_OR_MORE = re.compile(r"\+(?= ?[^\W\d_]| ?%)")
_LEVEL = re.compile(r"(?: ?%)?[ -](?:confidence|credible|significance)\b")
_PRODUCT = re.compile(r"[0-9]?\*[0-9]")
_IN_PARTS = re.compile(r"\b(?:is|are|was|were) (?:mainly |mostly )?\Z")
_STOPS = re.compile(r"[ -]?fold(?:[.:;,]| ?\(|\Z)", re.IGNORECASE)
_GAP = re.compile(r" ?(?P<range>-{1,3}|–|—|−|to) ?| and | ?[,/] ?(?:and |or )?| or ")
_FROM = re.compile(
    r"\bfrom (?:\w+ ){0,3}(?:about |around |roughly )?[~≈$]?\Z|\b(?:improv|increas|rais|reduc|decreas|lower)\w+ ?\(\Z"
)
_ARROW = re.compile(r" ?(?:→|-+>|⇒|⟶) ?")
_RANGE = re.compile(r"\b(?:rang\w+|vary\w*|varies|anywhere) from (?:\w+ )?[~≈$]?\Z")
_BETWEEN = re.compile(r"\bbetween (?:about |around )?[~≈$]?\Z")
_TO = re.compile(r"(?: \w[\w-]*){0,4} to (?:an? |the |about |around |over |more than )*(?:\w+ ){0,2}[~≈$]?")
_LOOK = 60  # characters before a number or between two that are looked at


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit at text[start:end].

    `value` is a plain decimal, None of what words or strange units say or what is too large; `unit` as the text has
    it. `role` is how it stands to its neighbour, `group` says which numbers are ends of one list or range.
    """

    start: int
    end: int
    value: str | None
    unit: str | None
    role: Role = "single"
    group: int = 0


def find(text: str) -> list[Quantity]:
    """The numbers of `text` in order; linear time. Those inside names ("GPT-4", "3D", "7B") are none.

    >>> [(q.value, q.unit, q.role) for q in find("ResNet-50 is 1,200x faster, from 41.1% to 43-45%.")]
    [('1200', 'x', 'single'), ('41.1', '%', 'from'), ('43', '%', 'low'), ('45', '%', 'high')]
    """
    return _shared(text, list(_scan(text)))


def _scan(text: str) -> Iterator[Quantity]:
    """Each number by itself."""
    end = 0
    for match in _NUMBER.finditer(text):
        if match.start() < end:  # the spread of the one before
            continue
        end = match.end()
        if _is_none(text, match):
            continue
        if match["magnitude"]:
            yield Quantity(match.start(), end, None, None)
            continue
        value = _VALUES[match[0].lower()] if match["word"] or match["twice"] else _decimal(match)
        spread = _SPREAD.match(text, end) or _OR_MORE.match(text, end)
        end = spread.end() if spread else end
        unit = _UNIT.match(text, end)
        if unit:
            end = unit.end()
            yield Quantity(match.start(), end, value, unit[0].strip(" -"))
        elif match["currency"]:
            yield Quantity(match.start(), end, value, match["currency"])
        elif spread and spread[0].endswith("%"):
            yield Quantity(match.start(), end, value, "%")
        # "3D" and "7B" are names, "54.3M" is a count, "4.5qux" is something measured
        elif strange := _STRANGE.match(text, end):
            if "." in match[0].strip(".") and strange[0] not in _COUNTS:
                end = strange.end()
                yield Quantity(match.start(), end, None, None)
        elif not _HYPHENED.match(text, end) and not _is_year(match[0]):
            yield Quantity(match.start(), end, value, None)


def _is_none(text: str, match: re.Match[str]) -> bool:
    """Whether it measures nothing: "the 1990s", "95% confidence", "1*3090", "the contributions are twofold:"."""
    start, end = match.span()
    return (
        (_is_year(match[0]) and text.startswith("s", end))
        or _LEVEL.match(text, end) is not None
        or _PRODUCT.match(text, end) is not None
        or _PRODUCT.match(text, max(0, start - 2)) is not None
        or (
            _STOPS.match(text, end) is not None
            and _IN_PARTS.search(text[max(0, start - 20) : start]) is not None
        )
    )


def _decimal(match: re.Match[str]) -> str | None:
    """The number as a plain decimal with its digits as written: "0.90" stays so."""
    digits = match["digits"]
    digits = digits.replace(",", "") if _THOUSANDS.search(digits) else digits.replace(",", ".")
    digits = "0" + digits if digits.startswith(".") else digits
    sign = "-" if match["sign"] in ("-", "−", "–") else ""
    power = int((match["power"] or match["ten"] or "0").replace("−", "-")[:4])
    if len(digits) + abs(power) > _MOST_DIGITS:
        return None
    return f"{Decimal(f'{sign}{digits}').scaleb(power):f}" if power else f"{sign}{digits}"


def _is_year(number: str) -> bool:
    return len(number) == 4 and number.isdigit() and number[:2] in ("19", "20")


def _shared(text: str, found: list[Quantity]) -> list[Quantity]:
    """The same with the roles that neighbours have, and with the unit that the last of a list has for all."""
    for place in range(len(found) - 1, 0, -1):  # backwards: a unit goes from the last to the first
        left, right = found[place - 1], found[place]
        gap = text[left.end : right.start]
        if len(gap) > _LOOK:
            continue
        before = text[max(0, left.start - _LOOK) : left.start]
        between = _GAP.fullmatch(gap)
        negative = not gap.strip(" ") and right.value is not None and right.value.startswith("-")
        if negative and text[right.start] in "-–−":  # "0.23 -0.27"
            found[place] = right = replace(right, start=right.start + 1, value=(right.value or "")[1:])
        is_range = negative or (between is not None and between["range"] is not None)
        if is_range and (gap.strip() != "to" or _RANGE.search(before)):
            roles: tuple[Role, Role] = ("low", "high")
        elif gap == " and " and _BETWEEN.search(before):
            roles = "low", "high"
        elif _ARROW.fullmatch(gap) or (_FROM.search(before) and _TO.fullmatch(gap)):
            roles = "from", "to" if right.role == "single" else right.role
        elif is_range and right.role == "single":
            roles = "low", "high"
        else:
            roles = left.role, right.role
        unit = left.unit if left.unit or not (between or negative) else right.unit
        found[place - 1] = replace(left, role=roles[0], unit=unit)
        found[place] = replace(right, role=roles[1])
    return found
