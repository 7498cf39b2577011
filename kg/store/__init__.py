"""The graph on disk: one SQLite file, written whole, read piece by piece."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.store.reader import Store

if TYPE_CHECKING:
    from kg.store.links import set_links as set_links
    from kg.store.writer import write as write

__all__ = ["GRAPH", "Store", "set_links", "write"]

GRAPH = Path("exports/graph.sqlite")
"""Where `kg build` leaves the graph, and questions look for it, unless told otherwise."""


def __getattr__(name: str) -> Any:
    """What writes is loaded when it is first used: a question only reads."""
    if name == "write":
        from kg.store.writer import write

        return write
    if name == "set_links":
        from kg.store.links import set_links

        return set_links
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
