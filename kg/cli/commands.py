"""The commands by name, and an application of them: who asks one thing waits for no other command's imports."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kg.cli import messages
from kg.errors import KgError

PANELS = {
    "Make the graph": ("build", "remove", "extract", "link", "duplicates", "curate"),
    "Ask it": ("neighbours", "show", "why", "results", "search", "path", "papers", "stats", "sparql"),
    "Take it elsewhere": ("export", "view", "serve", "check"),
    "Make the model": ("train", "evaluate"),
}
"""Every command under the heading that the help gives it; `kg/cli/<name>.py` has a function of the same name."""

_ALSO = {"neighbors": "neighbours", "validate": "check"}  # names that the help does not show


class Guarded(TyperGroup):
    """Runs a command; what it raises becomes a sentence on standard error and an exit status."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that `ctx` holds."""
        try:
            result = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
            return result
        except KgError as error:
            messages.error(str(error))
            raise typer.Exit(error.exit_status) from None
        except KeyboardInterrupt:
            messages.error(
                "Interrupted; the graph is as it was, and a build goes on from here when it is run again."
            )
            raise typer.Exit(130) from None
        except BrokenPipeError:  # the reader has seen enough, as in `kg neighbours BERT | head`
            raise typer.Exit(0) from None
        except sqlite3.DatabaseError as error:
            messages.error(f"The graph is damaged ({error}). Build it again with: kg build")
        except OSError as error:
            messages.error(f"{error.filename or 'output'}: {error.strerror or error}.")
        raise typer.Exit(1)


def application(names: Iterable[str] | None = None) -> typer.Typer:
    """The application with these commands, or with all."""
    made = typer.Typer(
        cls=Guarded,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(options)
    wanted = None if names is None else {_ALSO.get(name, name) for name in names}
    for panel, commands in PANELS.items():
        for name in commands:
            if wanted is None or name in wanted:
                function = getattr(import_module(f"kg.cli.{name}"), name)
                made.command(name, rich_help_panel=panel)(function)
                for other in (other for other, same in _ALSO.items() if same == name):
                    made.command(other, hidden=True)(function)
    return made


def asked(arguments: Sequence[str]) -> list[str] | None:
    """The command that a command line names, None for all where the answer takes them all: help, completion.

    >>> asked(["--quiet", "search", "BERT"]), asked(["--help"]), asked(["nosuch"])
    (['search'], None, None)
    """
    first = next((word for word in arguments if word not in ("-q", "--quiet")), "")
    known = {name for names in PANELS.values() for name in names} | _ALSO.keys()
    return [first] if first in known and "_KG_COMPLETE" not in os.environ else None


def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=messages.version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, notes or summary.")] = False,
) -> None:
    """A knowledge graph of methods, tasks, datasets and metrics from paper abstracts.

    Examples:

      kg build papers.jsonl
      kg neighbours BERT
      kg view --concept BERT --hops 2 -o bert.html
    """
    messages.quiet.set(quiet)
