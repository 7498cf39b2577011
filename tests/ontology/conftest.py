"""An export with every term: the reporting sample, and statements of the relations that it lacks."""

from __future__ import annotations

import json
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg import ontology, store
from kg.export import rdf
from kg.records import Annotation, Concept, Document, Evidence, Statement
from kg.store.links import set_links
from tests import samples
from tests.whole import Graph, write

TEXT = "An adapter, a part of a transformer, is tuned."
TITLE = "Adapters"


def every_relation() -> Graph:
    """Two concepts of each type, and a statement of every relation between two of each pair of types it allows."""
    known = ontology.load()
    concepts = [
        Concept(f"{type_.lower()}/{name}", f"{name} {type_}", type_) for type_ in known.types for name in "ab"
    ]
    passage = (Evidence("p9", 0, 8, TITLE, "title"), Evidence("p9", 0, len(TEXT), TEXT))
    statements = [
        Statement(
            f"{head.lower()}/a" if head != ontology.PAPER else "paper/p9",
            name,
            f"{tail.lower()}/b",
            0.5,
            passage,
        )
        for name, relation in sorted(known.relations.items())
        for head in sorted(relation.domain)
        for tail in sorted(relation.range)
        if known.allows(head, name, tail)
    ]
    statements.sort(key=lambda s: (s.subject, s.predicate, s.object))
    concepts.sort(key=lambda c: c.id)
    return Graph((Annotation(Document("p9", TEXT, title=TITLE)),), tuple(concepts), tuple(statements))


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> set[ox.Triple]:
    """The triples of the reporting sample and of `every_relation`."""
    folder = tmp_path_factory.mktemp("whole")
    reporting, relations = folder / "reporting.sqlite", folder / "relations.sqlite"
    source = {"source": "a.jsonl", "papers": 3, "sha256": "01" * 32}
    build = {"kg": "1.2.3", "model": "ab" * 32, "min_score": 0.0, "sources": [source]}
    write(samples.graph(hostile=True, results=True), reporting, {"build": json.dumps(build)})
    for name in sorted({link.vocabulary for link in samples.LINKS}):
        set_links(reporting, name, [link for link in samples.LINKS if link.vocabulary == name])
    write(every_relation(), relations, {})
    return triples(reporting) | triples(relations)


def triples(path: Path) -> set[ox.Triple]:
    """What is exported of the graph at `path`."""
    with store.Store(path) as opened:
        return {ox.Triple(*triple) for triple in rdf.triples(opened)}


@pytest.fixture(scope="session")
def sample_triples(sample_path: Path) -> set[ox.Triple]:
    """The triples of the sample graph."""
    return triples(sample_path)
