"""What can go wrong, as one tree:

    KgError
    ├── InputError      a source is at fault: broken file, record without an abstract     exit 1
    ├── NotFoundError   the name, paper or graph asked for is not there                   exit 1
    ├── OutputError     the output cannot be written                                      exit 1
    ├── LimitError      an answer takes more time or memory than it may                   exit 1
    ├── UsageError      the command or the call is at fault: bad option, missing path     exit 2
    └── ResourceError   kg's own model or ontology, or an optional package, is missing    exit 3

A message is one sentence for the person at the terminal: where (file and line), what came, what was
expected, what to do. `Problem` is its gentle form: a fault in one record that is reported while the rest
goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


class KgError(Exception):
    """Base of everything that kg raises on purpose; `exit_status` is what the command line returns."""

    exit_status = 1


class InputError(KgError):
    """A source that cannot be read as what it claims to be."""


class NotFoundError(KgError):
    """A concept, paper or graph that is not there."""


class OutputError(KgError):
    """A file or folder that cannot be written."""


class LimitError(KgError):
    """A question whose answer takes more time or memory than it may."""


class UsageError(KgError):
    """A call with arguments that make no sense."""

    exit_status = 2


class ResourceError(KgError):
    """A model, the ontology or an optional package that is missing or damaged."""

    exit_status = 3


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault that one record or file has, reported while the others are processed.

    `source` is the file as the user named it, `line` is 1-based and None where a line makes no sense.
    `skipped` says whether something was lost; a mere note (a duplicate, a guessed encoding) is not.
    """

    source: str
    message: str
    line: int | None = None
    skipped: bool = True

    def __str__(self) -> str:
        return f"{place(self.source, self.line)}: {self.message}"


def place(source: str, line: int | None) -> str:
    """Where something stands, as terminals and editors know it.

    >>> place("a.bib", 7), place("a.txt", None)
    ('a.bib:7', 'a.txt')
    """
    return source if line is None else f"{source}:{line}"


Report = Callable[[Problem], None]
"""Receives each problem as it is met; the caller counts, prints or collects."""


def ignore(_: Problem) -> None:
    """The report of a caller who does not care."""
