"""Whether a figure is a quantity itself or says by how much one rose or fell, by the words beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.extract.figures import Quantity
from kg.records import Kind

_RISE = (
    r"improv(?:e[sd]?|ing|ements?)|increas(?:e[sd]?|ing)|gain(?:s|ed|ing)?|boost(?:s|ed|ing)?|advantage"
    r"|enhanc(?:e[sd]?|ing|ements?)|rais(?:e[sd]?|ing)|ris(?:e[sn]?|ing)|rose|grow(?:s|th)?|(?:up)?lift(?:s|ed|ing)?"
    r"|advanc(?:e[sd]?|ing)|accelerat(?:e[sd]?|ing|ions?)|speed(?:s|ed|ing)?[- ]?ups?|speeds? up|speeding up|sped up"
    r"|margins?|superior(?:ity)?|faster|higher|better|greater|larger|quicker|stronger"
)
_BEATS = (
    r"outperform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|exceed(?:s|ed|ing)?|beat(?:s|ing)?|outscor(?:e[sd]?|ing)"
)
_FALL = (
    r"reduc(?:e[sd]?|ing|tions?)|decreas(?:e[sd]?|ing)|lower(?:s|ed|ing)?|sav(?:e[sd]?|ings?)|drop(?:s|ped|ping)?"
    r"|declin(?:e[sd]?|ing)|shrink(?:s|ing)?|cut(?:s|ting)?|diminish(?:es|ed|ing)?|compress(?:es|ed|ing|ion)?"
    r"|degrad(?:e[sd]?|ing|ations?)|fewer|less|smaller|shorter|cheaper|slower|worse|lighter|fall(?:s|en|ing)?|fell"
    r"|loses?|losing|minimi[sz](?:e[sd]?|ing)"
)
_BEFORE = re.compile(rf"\b(?:(?P<rise>{_RISE}|{_BEATS})|(?P<fall>{_FALL}))\b", re.IGNORECASE)
_AFTER = re.compile(rf"\b(?:(?P<rise>{_RISE}|more(?! than))|(?P<fall>{_FALL}))\b", re.IGNORECASE)
# What may stand before a number without changing what it says, other numbers of its list included.
_FILLER = re.compile(
    r"\b(?:up to|as (?:much|many|high|low) as|at (?:least|most)|(?:more|less) than|over|about|around|approximately"
    r"|roughly|nearly|almost|on average|(?:averages?|mean|median|maximum|minimum|total)(?: of)?|margins? of|factors? of"
    r"|additional|absolute|relative|further|mere|overall|impressive|remarkable|significant|substantial|whopping|staggering"
    r"|respectively|between|only|even|another|an?|the)\b"
    r"|[0-9][0-9.,]*(?: ?(?:%|×|x\b|times\b|points?\b|percent\b|pp\b))?(?: (?:and|to|or)\b)?|[~≈>≥<(+$/–,=-]",
    re.IGNORECASE,
)
_BY = re.compile(r"\bby\Z", re.IGNORECASE)
_CHANGE_OF = re.compile(
    rf"\b(?:(?P<rise>{_RISE})|(?P<fall>{_FALL}))(?: (?:factors?|rates?|ratios?))?"
    r"(?: (?:of|is|are|was|were|to|that|which|achieving|reaching|can|ranges?|ranging|from))*\Z",
    re.IGNORECASE,
)
_GAIN_IN = re.compile(
    r"\b(?:(?P<rise>improvements?|increases?|gains?|boosts?|advantages?)"
    r"|(?P<fall>reductions?|decreases?|drops?|declines?|degradations?|savings?))"
    r"(?: in(?: (?!(?:with|at|to|and|by|for)\b)[\w-]+){1,4}?)?"
    r"(?: (?:can|could|may|is|are|was|were|be|range|ranging|from|of|to))*"
    r"(?: \w+,? exceeding)?\Z",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(
    r"\b(?:(?P<rise>improvements?|increases?|gains?|boosts?|speed-?ups?|faster|higher)"
    r"|(?P<fall>reductions?|reduces?|decreases?|drops?|decline|savings?|fewer|less|smaller))\b"
    r"[^().;%]{0,60}\((?:on average|by|over|up to|about|of|[>~≈]| )*\Z",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"(?: (?:on|for|in|when|from) [^.;:%]{1,60}?)?(?:,? and|,|/| or|,? to|-|–) ?"
    r"(?:up to |about |over |by |even |[+~≈>$])*"
)
_CUT = re.compile(
    r"[;:]|\.(?!\d)|,(?! ?(?:and|or)? ?[\d+~$])"
    r"|\b(?:while|whereas|but|which|with|compared|than|over|on|in|for|by)\b"
    r"|\band (?!\W*\d|(?:up|about|over|almost|nearly|around) )"
)
_TIMES = re.compile(r"×|x|fold|times", re.IGNORECASE)
_LEAD, _TRAIL = 200, 70  # characters that are looked at


def kinds(text: str, begin: int, end: int, numbers: Sequence[Quantity]) -> list[Kind]:
    """The kinds of the numbers in the sentence text[begin:end], in order; linear time.

    >>> from kg.extract.figures import find
    >>> text = "It cuts cost by 5% on A and 6% on B at 91% accuracy."
    >>> kinds(text, 0, len(text), find(text))
    ['reduction', 'reduction', 'absolute']
    """
    found: list[Kind] = []
    for place, number in enumerate(numbers):
        own = _kind(text, begin, end, number)
        if own == "absolute" and place and number.role != "to":
            before = numbers[place - 1]
            near = number.start - before.end < _TRAIL
            if near and before.unit == number.unit and _LISTED.fullmatch(text, before.end, number.start):
                own = found[-1]
        found.append(own)
    return found


def _kind(text: str, begin: int, end: int, number: Quantity) -> Kind:
    """The kind of a number by the words around it."""
    lead = text[max(begin, number.start - _LEAD) : number.start]
    trail = text[number.end : min(end, number.end + _TRAIL)]
    if "+" in text[max(0, number.start - 1) : number.start + 1]:
        return "improvement"
    if number.role == "to":
        return "absolute"
    cut = _CUT.search(trail)
    if after := _AFTER.search(trail[: cut.start() if cut else None]):
        return _way(after)
    bare = " ".join(_FILLER.sub(" ", lead).split())
    if of := _CHANGE_OF.search(bare) or _GAIN_IN.search(bare) or _IN_BRACKETS.search(lead):
        return _way(of)
    moves = list(_BEFORE.finditer(lead))
    if _BY.search(bare) and moves:
        return _way(moves[-1])
    if number.value is None or (number.unit and _TIMES.fullmatch(number.unit)):
        return _way(moves[-1]) if moves else "improvement"
    return "absolute"


def _way(match: re.Match[str]) -> Kind:
    return "improvement" if match["rise"] else "reduction"
