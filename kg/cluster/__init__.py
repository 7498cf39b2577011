"""The extraction on other machines: on any cluster of dask.distributed, given by its scheduler's address.

spread   chunks of papers out to the workers, their annotations back in order
connect  the cluster by its address
work     what a worker does with a chunk, if it has the same kg
"""

from kg.cluster.spread import annotate

__all__ = ["annotate"]
