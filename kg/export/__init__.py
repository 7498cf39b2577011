"""The graph in the formats of other programs: one module a format, each with `write(store, path)`."""

from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from kg.errors import UsageError
from kg.store import Store


class Format(NamedTuple):
    """The name that its file has by default, and the module that writes it (imported when it is needed)."""

    file: str
    module: str


FORMATS = {
    "turtle": Format("graph.ttl", "kg.export.turtle"),
    "ntriples": Format("graph.nt", "kg.export.ntriples"),
    "nquads": Format("graph.nq", "kg.export.nquads"),
    "trig": Format("graph.trig", "kg.export.trig"),
    "jsonld": Format("graph.jsonld", "kg.export.jsonld"),
    "rdfxml": Format("graph.rdf", "kg.export.rdfxml"),
    "graphml": Format("graph.graphml", "kg.export.graphml"),
    "gexf": Format("graph.gexf", "kg.export.gexf"),
    "csv": Format("csv", "kg.export.neo4j"),
    "cytoscape": Format("graph.cyjs", "kg.export.cytoscape"),
    "nodelink": Format("graph.json", "kg.export.nodelink"),
}
"""By name; `csv` is a folder of files (for Neo4j), the others are one file."""

RDF = ("turtle", "ntriples", "nquads", "trig", "jsonld", "rdfxml")
"""The formats of RDF; all six say the same."""

SHORT_NAMES = {
    "ttl": "turtle", "nt": "ntriples", "nq": "nquads", "json-ld": "jsonld", "rdf": "rdfxml", "xml": "rdfxml",
    "neo4j": "csv", "cyjs": "cytoscape", "json": "nodelink",
}  # fmt: skip


def full_name(name: str) -> str:
    """The key in `FORMATS` of a format's name or short name, in any case.

    Raises `UsageError` for one that kg does not write.

    >>> full_name("ttl"), full_name("GraphML")
    ('turtle', 'graphml')
    """
    known = SHORT_NAMES.get(name.lower(), name.lower())
    if known not in FORMATS:
        raise UsageError(f"{name!r} is not a format that kg writes. Choose one of: {', '.join(FORMATS)}.")
    return known


def export(
    store: Store, format: str, path: Path, *, base_iri: str | None = None, license: str | None = None
) -> None:
    """Write the graph to `path` in the format of that name, whole or not at all; equal graphs, equal bytes.

    `base_iri` is where the things of the graph lie, as the graph was built unless given; `license` the IRI of the
    terms that the data is offered under, none unless given. Only the formats of RDF have these.
    Raises `UsageError` for an unknown format, for an option that the format lacks and for what is no such IRI, and
    `OutputError` where the file cannot be written.

    >>> with Store(Path("exports/graph.sqlite")) as store:  # doctest: +SKIP
    ...     export(store, "graphml", Path("bert.graphml"))
    """
    name = full_name(format)
    write = import_module(FORMATS[name].module).write
    if name in RDF:
        from kg.export.iris import checked_base, checked_license

        write(store, path, checked_base(base_iri), checked_license(license))
    elif base_iri is not None or license is not None:
        raise UsageError(f"{name} knows no IRIs; a base and a license are for: {', '.join(RDF)}.")
    else:
        write(store, path)
