"""Mentions to concepts: first within one paper, then across all.

paper, anaphora, results      one paper's own concepts and what it says of them
retyped, identity             what each name of a paper stands for: nodes, a type and an identity key
joins, merges                 by which rules nodes are one concept, and the reasons that are kept
hierarchy                     what the names alone say of kinds
"""

from kg.link.corpus import link_corpus
from kg.link.paper import link_paper

__all__ = ["link_corpus", "link_paper"]
