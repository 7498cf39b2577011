"""The graph on disk: one SQLite file, written whole, read piece by piece.

schema, writer, rows, reader     the graph
extracted, coding, journal       what was read of each paper, and what a build has read so far
links                            matches with other vocabularies
"""

from pathlib import Path

from kg.store.reader import Store

__all__ = ["GRAPH", "Store"]

GRAPH = Path("exports/graph.sqlite")
"""Where `kg build` leaves the graph, and questions look for it, unless told otherwise."""
