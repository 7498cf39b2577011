"""Mentions to concepts: first within one paper, then across all."""

from kg.link.corpus import link_corpus
from kg.link.paper import link_paper

__all__ = ["link_corpus", "link_paper"]
