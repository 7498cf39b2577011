"""Values of the graph as RDF literals, each fit for its datatype; names and titles have no language tag."""

from __future__ import annotations

import math
import re
from datetime import date, datetime

from pyoxigraph import Literal

from kg.export.iris import term
from kg.export.text import legal, legal_in_place

# XML Schema's forms, narrower than what Python's parsers take; years have four digits.
_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_TIME = r"[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9])?"
_DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)")
_YEAR = re.compile(r"(?!0000)[0-9]{4}")
_MONTH = re.compile(r"(?!0000)[0-9]{4}-(0[1-9]|1[0-2])")
_DATE = re.compile(_DAY)
_DATE_TIME = re.compile(f"{_DAY}T{_TIME}")


def text(value: str) -> Literal:
    """A plain string."""
    return Literal(legal(value))


def passage(value: str) -> Literal:
    """A plain string that offsets refer to: as long as `value`."""
    return Literal(legal_in_place(value))


def integer(value: int, datatype: str = "xsd:integer") -> Literal:
    """A whole number."""
    return Literal(str(value), datatype=term(datatype))


def score(value: float) -> Literal | None:
    """A number between 0 and 1, to four decimals; None for one that is not finite.

    >>> score(0.8).value, score(1.0).value, score(float("inf"))
    ('0.8', '1.0', None)
    """
    if not math.isfinite(value):
        return None
    return Literal(f"{value:.4f}".rstrip("0").ljust(3, "0"), datatype=term("xsd:decimal"))


def number(value: str) -> Literal | None:
    """A plain decimal number as it stands; None for what is none.

    >>> str(number("84.80")), number("1e5")
    ('"84.80"^^<http://www.w3.org/2001/XMLSchema#decimal>', None)
    """
    return Literal(value, datatype=term("xsd:decimal")) if _DECIMAL.fullmatch(value) else None


def time(value: str) -> Literal:
    """A year, month, day or moment as the datatype that it is; a plain string where it is none of them.

    >>> time("2019-06-02T17:59:59Z").datatype.value
    'http://www.w3.org/2001/XMLSchema#dateTime'
    >>> time("2019-02-30").datatype.value
    'http://www.w3.org/2001/XMLSchema#string'
    """
    datatype = _datatype(value)
    return Literal(value, datatype=term(datatype)) if datatype else text(value)


def _datatype(value: str) -> str | None:
    if _YEAR.fullmatch(value):
        return "xsd:gYear"
    if _MONTH.fullmatch(value):
        return "xsd:gYearMonth"
    try:
        if _DATE.fullmatch(value):
            date.fromisoformat(value)
            return "xsd:date"
        if _DATE_TIME.fullmatch(value):
            datetime.fromisoformat(value)
            return "xsd:dateTime"
    except ValueError:
        pass  # a day that the calendar lacks: a plain string
    return None
