"""The graph on disk: one SQLite file, written whole, read piece by piece."""

from pathlib import Path

from kg.store.links import set_links
from kg.store.reader import Store
from kg.store.writer import write

__all__ = ["GRAPH", "Store", "set_links", "write"]

GRAPH = Path("exports/graph.sqlite")
"""Where `kg build` leaves the graph, and questions look for it, unless told otherwise."""
