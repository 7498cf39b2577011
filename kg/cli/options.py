"""Options that several commands share, and how they open the graph."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kg.errors import InputError
from kg.query.neighbourhood import LIMIT
from kg.store import GRAPH as GRAPH
from kg.store import Store

_SMALL = 50_000_000  # bytes; a larger JSON file is not looked into for the sake of a message


class Form(StrEnum):
    """How an answer is printed."""

    TABLE = "table"
    JSON = "json"


Name = Annotated[
    str, typer.Argument(metavar="NAME", help="A name in any spelling or abbreviation, or an id.")
]
GraphFile = Annotated[
    Path, typer.Option("--graph", envvar="KG_GRAPH", metavar="PATH", help="The graph that kg build left.")
]
Printed = Annotated[
    Form, typer.Option("--format", "-f", help="A table (tab-separated into a pipe) or strict JSON.")
]
Limit = Annotated[
    int | None,
    typer.Option(
        "--limit", help=f"The most statements; 0 for all. A table has {LIMIT}, JSON all, unless told."
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, notes or summary.")]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with status 1 if anything was skipped.")]
MinScore = Annotated[
    float,
    typer.Option("--min-score", metavar="SCORE", min=0, max=1, help="Leave out mentions that are less sure."),
]
BaseIri = Annotated[
    str | None,
    typer.Option(
        "--base-iri", metavar="IRI", help="Where the graph's things lie in RDF: an IRI that ends in / or #."
    ),
]
PartitionOut = Annotated[
    Path | None,
    typer.Option(
        "--partition-out",
        metavar="FOLDER",
        help="The graph in shards, N-Quads and CSV: for stores of many machines.",
    ),
]
Shards = Annotated[int, typer.Option("--shards", metavar="N", help="Into how many shards; 1 to 512.")]
SHARDS = 16
CurationFile = Annotated[
    Path | None,
    typer.Option(
        "--curation", metavar="FILE", help="The corrections, in place of curation.tsv beside the graph."
    ),
]
VocabularyFile = Annotated[
    Path | None,
    typer.Option(
        "--vocabulary",
        metavar="FILE",
        help="Names that are known beside kg's own: SKOS, in Turtle or other RDF.",
    ),
]
Sources = Annotated[
    list[str], typer.Argument(metavar="SOURCE...", help="Files, folders, patterns, or - for standard input.")
]


def most(limit: int | None, form: Form) -> int | None:
    """The most statements to print, None for all: a reader wants the best, a program the whole."""
    if limit is None:
        return LIMIT if form is Form.TABLE else None
    return limit or None


@contextmanager
def opened(path: Path) -> Iterator[Store]:
    """The graph at `path`; closed at the end."""
    try:
        store = Store(path)
    except InputError as error:
        keys = _json_keys(path)
        if keys is None:
            raise
        raise InputError(
            f"{path}: JSON with the keys {keys}, perhaps an export; queries read what kg build leaves."
        ) from error
    with store:
        yield store


def _json_keys(path: Path) -> str | None:
    """The keys of the object that a JSON file holds, for a message."""
    try:
        value = json.loads(path.read_bytes()) if path.stat().st_size < _SMALL else None
    except (OSError, ValueError, RecursionError):
        return None
    return ", ".join(map(repr, sorted(value)))[:200] if isinstance(value, dict) else None
