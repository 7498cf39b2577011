"""The application: commands, global options, and the one place where an error becomes an exit status."""

from __future__ import annotations

import sqlite3
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kg.cli import (
    build,
    check,
    curate,
    duplicates,
    evaluate,
    export,
    extract,
    link,
    messages,
    neighbours,
    papers,
    path,
    results,
    search,
    serve,
    show,
    sparql,
    stats,
    train,
    view,
    why,
)
from kg.errors import KgError


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
            messages.error("Interrupted; the graph is as it was.")
            raise typer.Exit(130) from None
        except BrokenPipeError:  # the reader has seen enough, as in `kg neighbours BERT | head`
            raise typer.Exit(0) from None
        except sqlite3.DatabaseError as error:
            messages.error(f"The graph is damaged ({error}). Build it again with: kg build")
        except OSError as error:
            messages.error(f"{error.filename or 'output'}: {error.strerror or error}.")
        raise typer.Exit(1)


app = typer.Typer(
    cls=Guarded,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
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


for panel, modules in {
    "Make the graph": (build, extract, link, duplicates, curate),
    "Ask it": (neighbours, show, why, results, search, path, papers, stats, sparql),
    "Take it elsewhere": (export, view, serve, check),
    "Make the model": (train, evaluate),
}.items():
    for module in modules:
        name = module.__name__.rsplit(".", 1)[-1]
        app.command(name, rich_help_panel=panel)(getattr(module, name))
app.command("neighbors", hidden=True)(neighbours.neighbours)
app.command("validate", hidden=True)(check.check)
