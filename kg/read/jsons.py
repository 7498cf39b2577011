"""JSON Lines, streamed, and JSON in one piece: a list, one record, or an object that holds the list."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from kg.errors import Problem, Report
from kg.read.fields import plain, to_raw
from kg.read.raw import Raw

_LISTS = (
    "results",
    "data",
    "items",
    "papers",
    "notes",
    "records",
    "documents",
    "works",
    "articles",
    "entries",
    "hits",
)
_ANNOTATION = {"text", "mentions", "concepts", "relations", "results"}
"""The fields of `kg extract`; such a file in a folder would stand in for the papers that it was made from."""
_SPACE = " \t\r\n\ufeff"


def lines(name: str, numbered: Iterable[tuple[int, str]], report: Report) -> Iterator[Raw]:
    """The records of JSON Lines, given as (line number, line)."""
    for number, line in numbered:
        line = line.strip(_SPACE)
        if not line:
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            report(
                Problem(
                    name,
                    f"not valid JSON ({_reason(error)}); the line was skipped, the others are read.",
                    number,
                )
            )
            continue
        for record in _held(value):
            yield from _record(name, record, number, report)


def records(name: str, text: str, report: Report) -> Iterator[Raw]:
    """The records of one JSON text. Of a list that breaks off, those before the fault are read."""
    text = text.strip(_SPACE)
    if text.startswith("["):
        yield from _elements(name, text, report)
        return
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        report(Problem(name, f"not valid JSON ({_reason(error)}); nothing was read from it.", _line(error)))
        return
    for record in _held(value):
        yield from _record(name, record, None if record is not value else 1, report)


def is_one_text(head: str, whole: bool) -> bool:
    """Whether a JSON file is one text rather than one record a line, by its beginning.

    `whole` says that `head` is all of the file.

    >>> is_one_text('{"id": 1}\\n{"id": 2}', True), is_one_text('{\\n  "id": 1\\n}', True)
    (False, True)
    """
    head = head.strip(_SPACE)
    first, newline, rest = head.partition("\n")
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        # The beginning of a long list or a pretty-printed object, or a first line that is broken.
        if head.startswith("["):
            return True
        if not newline:
            return False
        second = rest.lstrip(_SPACE)
        return head.startswith("{") and not second.startswith("{")
    return isinstance(value, list) or (not rest.strip(_SPACE) and whole and _held(value) != [value])


def _held(value: Any) -> list[Any]:
    """The records that an object holds, or the object itself."""
    while isinstance(value, dict):
        fields = {plain(key): inner for key, inner in value.items()}
        inner = next((fields[key] for key in _LISTS if isinstance(fields.get(key), list)), None)
        if inner is not None and not {"title", "abstract", "text"} & fields.keys():
            return list(inner)
        inner = next(
            (fields[key] for key in ("message", "hits", "data") if isinstance(fields.get(key), dict)), None
        )
        if inner is None or {"title", "abstract", "text"} & fields.keys():
            return [value]
        value = inner
    return value if isinstance(value, list) else [value]


def _elements(name: str, text: str, report: Report) -> Iterator[Raw]:
    decoder = json.JSONDecoder()
    position, line, counted = 1, 1, 0
    while True:
        while position < len(text) and text[position] in _SPACE + ",":
            position += 1
        if text[position : position + 1] == "]":
            return
        line += text.count("\n", counted, position)
        counted = position
        try:
            value, position = decoder.raw_decode(text, position)
        except (ValueError, RecursionError) as error:
            said = f"not valid JSON from here ({_reason(error)}); the records before it were read, the rest was not."
            report(Problem(name, said, _line(error) or line))
            return
        yield from _record(name, value, line, report)


def _record(name: str, value: Any, line: int | None, report: Report) -> Iterator[Raw]:
    if isinstance(value, dict) and value.keys() >= _ANNOTATION:
        report(
            Problem(name, "what kg extract wrote of a paper, not the paper; left out.", line, skipped=False)
        )
    elif isinstance(value, dict):
        yield to_raw(value, line)
    else:
        kind = {list: "a list", str: "a string", type(None): "null"}.get(type(value), "a number")
        report(
            Problem(
                name,
                f"{kind} where a record (a JSON object with title and abstract) was expected; skipped.",
                line,
            )
        )


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg.removesuffix(' at')} at column {error.colno}"
    return "nested too deep" if isinstance(error, RecursionError) else "a number is too long"


def _line(error: Exception) -> int | None:
    return error.lineno if isinstance(error, json.JSONDecodeError) else None
