"""CSV and TSV: the delimiter and the columns found out, rows with a stray quote rescued."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from kg.errors import Problem, Report
from kg.read.fields import ABSTRACT, TITLE, plain, to_raw
from kg.read.raw import Raw

_DELIMITERS = ",;\t|"


def records(name: str, text: str, report: Report) -> Iterator[Raw]:
    """The rows below the header; a row that cannot be read is reported with its line, the others are read."""
    lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)
    first = next((i for i, line in enumerate(lines) if line.strip()), len(lines))
    delimiter = ""
    if first < len(lines) and (declared := re.match(r"sep=(.)\s*$", lines[first])):
        delimiter, first = declared.group(1), first + 1
    if first >= len(lines):
        return
    delimiter = delimiter or guess_delimiter(lines[first])
    rows = _rows(name, lines, first, delimiter, report)
    _, header = next(rows, (0, []))
    if {":LABEL", ":TYPE"} & set(header):  # as kg export --format csv writes them
        said = "a table of a graph's nodes or edges (for Neo4j), not of papers; skipped."
        report(Problem(name, said, first + 1))
        return
    columns = [plain(cell) for cell in header]
    found = ", ".join(repr(cell.strip()) for cell in header[:20])
    if not set(columns) & {*ABSTRACT, *TITLE}:
        said = (
            f"no column with abstracts: found {found}; expected one named {', '.join(ABSTRACT[:5])}, summary or "
            "text (in any case). Rename the column; nothing was read from this file."
        )
        report(Problem(name, said, first + 1))
        return
    if not set(columns) & set(ABSTRACT):
        said = f"no column with abstracts, titles only: found {found}; expected one named abstract."
        report(Problem(name, said, first + 1))
    for line, row in rows:
        if len(row) > len(columns):
            fitted = _overlong(row, columns, delimiter)
            if fitted is None:
                report(
                    Problem(name, f"the row has more fields than the header's {len(columns)}; skipped.", line)
                )
                continue
            row = fitted
        if any(cell.strip() for cell in row):
            yield to_raw(_named(header, row), line)


def guess_delimiter(header: str) -> str:
    """The character among , ; tab | that parts most columns of the header line.

    >>> guess_delimiter('ID;"Title, long";Abstract')
    ';'
    """
    bare = re.sub(r'"[^"]*"', "", header)
    return max(_DELIMITERS, key=bare.count)


def _rows(
    name: str, lines: list[str], first: int, delimiter: str, report: Report
) -> Iterator[tuple[int, list[str]]]:
    """(line number, fields) of each row, the header first."""
    position = first
    width = 0

    def feed() -> Iterator[str]:
        nonlocal position
        while position < len(lines):
            position += 1
            yield lines[position - 1]

    while position < len(lines):
        start, why = position, "a quotation mark is not closed or stands inside a field"
        try:
            row = next(csv.reader(feed(), delimiter=delimiter, strict=True, skipinitialspace=True), None)
        except csv.Error as error:
            row = None
            why = (
                f"a field is longer than {csv.field_size_limit():,} characters, or {why}"
                if "limit" in str(error)
                else why
            )
        spread = position - start
        if row is not None and not (spread > 1 and width and len(row) != width):
            width = width or len(row)
            if row:
                yield start + 1, row
            continue
        if start >= len(lines) or not lines[start].strip():
            continue
        # A quote that is not closed swallows what follows: take the line for itself and go on behind it.
        position = start + 1
        row = _alone(lines[start], delimiter, width)
        outcome = "the row was read without it" if row else "the row was skipped"
        said = f"{why}; {outcome}, the others are read."
        report(Problem(name, said, start + 1, skipped=row is None))
        if row:
            width = width or len(row)
            yield start + 1, row


def _alone(line: str, delimiter: str, width: int) -> list[str] | None:
    """The fields of one line whose quotes are wrong, if their number fits."""
    line = line.rstrip("\r\n")
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
        try:
            row = next(csv.reader([line], delimiter=delimiter, quoting=quoting, skipinitialspace=True), [])
        except csv.Error:
            continue
        if len(row) == width or (not width and len(row) > 1):
            return [cell.strip().strip('"') for cell in row]
    return None


def _overlong(row: list[str], columns: list[str], delimiter: str) -> list[str] | None:
    """A row with too many fields: empty ones at its end are dropped; an abstract in the last column takes the rest."""
    extra = row[len(columns) :]
    if not any(cell.strip() for cell in extra):
        return row[: len(columns)]
    if columns[-1] in ABSTRACT:
        return [
            *row[: len(columns) - 1],
            f"{delimiter} ".join(cell.strip() for cell in row[len(columns) - 1 :]),
        ]
    return None


def _named(header: list[str], row: list[str]) -> dict[str, str]:
    named: dict[str, str] = {}
    for cell, value in zip(header, row, strict=False):
        if value.strip() and value.strip().lower() not in ("nan", "null", "none", "n/a"):
            named.setdefault(plain(cell), value)
    return named
