"""The command line: a command parses, calls one function, prints."""

from __future__ import annotations

import contextlib
import os
import sys
from io import TextIOWrapper

from kg.cli import signals


def main() -> None:
    """The `kg` command. Data goes to standard output, all else to standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal or pipe that knows no Chinese shows escapes instead of failing.
            stream.reconfigure(errors="backslashreplace")
    signals.end_in_order()
    # NumPy's products are small here: threads of its own would spin beside the encoder's, and double their time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from kg.cli.commands import application, asked

        application(asked(sys.argv[1:]))(prog_name="kg")
    except KeyboardInterrupt:  # before the command began
        sys.exit(130)
    finally:
        with contextlib.suppress(OSError, ValueError):
            _flush()


def _flush() -> None:
    """Hand over what is left: a reader who has gone or a full disk is noticed here, not at the interpreter's end."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
