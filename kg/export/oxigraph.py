"""The graph as an embedded Oxigraph store, kept in a hidden folder beside the graph file for SPARQL.

`exports/.graph.sqlite.oxigraph/<fingerprint>/` is made when a first query needs it and again after the graph has
changed. The folder can be deleted at any time. Oxigraph keeps the values of numbers, not how they were written: all
whole numbers come back as xsd:integer.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice, starmap
from pathlib import Path

import pyoxigraph as ox

from kg.errors import OutputError, Problem, Report, ignore
from kg.export.fingerprint import fingerprint
from kg.export.rdf import triples
from kg.files import staging
from kg.store import Store

_CHUNK = 200_000
"""Triples that are sorted in memory at a time: some 300 MB. Oxigraph's own chunk takes more than 1 GB."""


@contextmanager
def beside(
    store: Store, report: Report = ignore, working: Callable[[], AbstractContextManager[object]] = nullcontext
) -> Iterator[Path]:
    """The folder of an Oxigraph store that holds the graph's triples, to be read only.

    The one beside the graph file if the graph is still the same, else a new one in its place. Where that folder
    cannot be written, `report` is told and the store lies among the temporary files until the block ends.
    `working` surrounds the making, which takes a while.

    >>> with Store(Path("exports/graph.sqlite")) as store, beside(store) as folder:  # doctest: +SKIP
    ...     len(ox.Store.read_only(str(folder)))
    29410
    """
    kept = home(store.path) / fingerprint(store.path)
    if not _opens(kept):
        try:
            with working():
                _renew(store, kept)
        except OutputError:
            note = "nothing can be kept beside the graph for SPARQL, so each query makes the triples anew."
            report(Problem(str(store.path), note, skipped=False))
            with tempfile.TemporaryDirectory(prefix="kg-") as folder:
                with working():
                    _fill(store, Path(folder) / "store")
                yield Path(folder) / "store"
            return
    yield kept


def home(graph: Path) -> Path:
    """The folder for the stores of a graph file.

    >>> home(Path("exports/graph.sqlite")).name
    '.graph.sqlite.oxigraph'
    """
    return graph.with_name(f".{graph.name}.oxigraph")


def _opens(folder: Path) -> bool:
    try:
        ox.Store.read_only(str(folder))
    except (OSError, RuntimeError, UnicodeEncodeError):  # not there, damaged, under a name that is no text
        return False
    return True


def _renew(store: Store, kept: Path) -> None:
    """Make the store `kept` and remove those of graphs that are no more.

    It has its own name and is moved there whole: processes that do the same at once do not meet.
    """
    folder = kept.parent
    with staging(folder) as temporary:
        made = temporary / kept.name
        _fill(store, made)
        if not _opens(kept):  # another process may have been first
            shutil.rmtree(kept, ignore_errors=True)
            try:
                made.rename(kept)
            except OSError:
                if not _opens(kept):
                    raise
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")
    for old in folder.iterdir():
        if old != kept and not old.name.startswith("."):
            shutil.rmtree(old, ignore_errors=True)


def _fill(store: Store, folder: Path) -> None:
    """A new Oxigraph store with the graph's triples; its files are closed at the end."""
    try:
        filled = ox.Store(folder)
    except UnicodeEncodeError as error:
        raise OutputError(f"{folder}: Oxigraph takes no folder whose name is no text.") from error
    quads = starmap(ox.Quad, triples(store))
    while chunk := list(islice(quads, _CHUNK)):
        filled.bulk_extend(chunk)
    filled.optimize()
    filled.flush()
