"""The graph in memory: records to NetworkX and back."""

from kg.graph.convert import from_networkx, to_networkx

__all__ = ["from_networkx", "to_networkx"]
