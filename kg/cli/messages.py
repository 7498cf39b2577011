"""What the commands say on standard error, and how untrusted text is made fit for a terminal."""

from __future__ import annotations

import contextlib
import re
import sys
from contextvars import ContextVar

import typer

import kg
from kg.errors import Problem

quiet: ContextVar[bool] = ContextVar("quiet", default=False)
"""Whether the user asked for silence; set by the global option."""

_SPACE = re.compile("[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    r"""`text` on one line, with what could steer a terminal (escape sequences, direction marks) made visible.

    >>> printable("a\x1b[31mb\nc")
    'a\\x1b[31mb c'
    """
    return _CONTROL.sub(lambda m: m[0].encode("unicode_escape").decode(), _SPACE.sub(" ", text))


def error(text: str) -> None:
    """Say it on standard error, whoever still listens."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            print(printable(text), file=sys.stderr, flush=True)


def note(text: str) -> None:
    """Say it, unless silence was asked for."""
    if not quiet.get():
        error(text)


def report(problem: Problem) -> None:
    """Say what was met in a source; under `--quiet` only what cost a record."""
    (error if problem.skipped else note)(str(problem))


def version(wanted: bool) -> None:
    """Print the version and stop, if wanted."""
    if wanted:
        print(f"kg {kg.__version__}")
        raise typer.Exit
