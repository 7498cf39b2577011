"""A concept or a paper as RDF: what the exports say with it as the subject."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, starmap

from pyoxigraph import RdfFormat, Triple, serialize

from kg.export import corpus, iris, jsonld, paper, rdf
from kg.export.node import Triple as Stated
from kg.records import Concept, Document, paper_node
from kg.store import Store

JSONLD, TURTLE = "application/ld+json", "text/turtle"
_MOST = 5_000  # triples of one node; none in a graph of papers comes near


def described(store: Store, node: Concept | Document, form: str) -> bytes:
    """The description of a node in the form `JSONLD` or `TURTLE`."""
    base = rdf.base_of(store)
    triples = list(islice(_triples(store, node, base), _MOST))
    if form == JSONLD:
        return jsonld.document(triples, base).encode()
    declared = iris.prefixes(base)
    text = serialize(starmap(Triple, triples), format=RdfFormat.TURTLE, prefixes=declared) or b""
    # pyoxigraph declares all prefixes, in an order of chance, one a line, before all else
    *head, body = text.split(b"\n", len(declared))
    used = (line for line in sorted(head) if line.split()[1] in body)
    return b"\n".join((*used, body))


def _triples(store: Store, node: Concept | Document, base: str) -> Iterator[Stated]:
    if isinstance(node, Concept):
        yield from corpus.concept(node, store.stated_of(node.id), store.links(node.id), base)
        stated = store.stated_of(node.id)
    else:
        yield from paper.description(node, base)
        stated = store.stated_of(paper_node(node.id))
    for statement in stated:
        yield corpus.plain(statement, base)
