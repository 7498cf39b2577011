"""The graph on disk: one SQLite file, written whole, read piece by piece."""

from kg.store.reader import Store
from kg.store.writer import write

__all__ = ["Store", "write"]
