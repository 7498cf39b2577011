"""The graph in memory: records to NetworkX and back."""
