"""Exports as triples, and as queryable graphs."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox

from kg.export import FORMATS, RDF
from kg.export.iris import prefixes
from kg.rdf_file import SYNTAXES

PARSERS = {name: SYNTAXES[Path(FORMATS[name].file).suffix] for name in RDF}
"""By the name of a format of RDF."""

RDFS = "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n"


def parsed(path: Path, format_: str) -> set[ox.Triple]:
    """The triples of a file in the format of that name, whatever the file's name."""
    return {quad.triple for quad in ox.parse(path=path, format=PARSERS[format_])}


def ask(path: Path, query: str, union: bool = False) -> list[tuple[str | None, ...]]:
    """The rows of a SELECT over a file in Turtle or TriG, sorted, each value as its text."""
    data = ox.Store()
    form = ox.RdfFormat.TRIG if path.suffix == ".trig" else ox.RdfFormat.TURTLE
    data.load(path=str(path), format=form)
    declared = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in prefixes().items())
    solutions = data.query(declared + query, use_default_graph_as_union=union)
    assert isinstance(solutions, ox.QuerySolutions)
    names = [variable.value for variable in solutions.variables]
    rows = [tuple(s[name] and s[name].value for name in names) for s in solutions]
    return sorted(rows, key=str)
