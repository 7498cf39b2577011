"""Whether a graph's triples are what they should be, by shapes in SHACL.

shapes       a file of shapes    -> the shapes, and which nodes each is about
triples      an RDF file         -> its triples; triples -> a table on disk, so that memory stays small
parts        table and shapes    -> graphs small enough for pySHACL, which together are the whole
violations   pySHACL's report    -> records that say what was found and what was expected
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kg import paths
from kg.check import parts
from kg.check.shapes import read
from kg.check.triples import Triple, table
from kg.check.violations import Violation, validate
from kg.errors import InputError, ResourceError

__all__ = ["ValidationReport", "Violation", "check"]

_COUNTS = ("SELECT count(*) FROM triple", "SELECT count(DISTINCT node) FROM focus")


@dataclass(frozen=True, slots=True)
class ValidationReport:
    """What was checked, and all that was wrong; `shapes` are the nodes that each shape was about, by its name."""

    triples: int
    nodes: int
    parts: int
    shapes: dict[str, int]
    violations: tuple[Violation, ...]

    @property
    def idle(self) -> list[str]:
        """The shapes that were about no node."""
        return [name for name, nodes in self.shapes.items() if not nodes]


def check(
    triples: Iterable[Triple], shapes: Path | None = None, limit: int = parts.LIMIT
) -> ValidationReport:
    """Hold the triples against the shapes of the file `shapes`, kg's own unless given.

    More than `limit` triples are checked in parts, with the same result, if the
    shapes allow it. Raises `ResourceError` where pySHACL is missing, and `InputError` where the file holds no
    shape that pySHACL understands, or where no shape is about any node: that would be a check in vain.

    >>> from pyoxigraph import Literal, NamedNode
    >>> method = NamedNode("https://example.org/kg/ontology#Method")
    >>> a = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
    >>> report = check([(NamedNode("https://example.org/kg/concept/method/bert"), a, method)])
    >>> [v.expected for v in report.violations if "prefLabel" in v.found]
    ['one name, a string that is not empty']
    """
    try:
        import pyshacl  # noqa: F401
    except ImportError as error:
        raise ResourceError(
            "Checking needs pySHACL, which is not installed. Install it with: pip install 'kg[shapes]'"
        ) from error
    for library in ("pyshacl-validate", "rdflib.term"):  # the report and the error say better what they say
        logging.getLogger(library).setLevel(logging.CRITICAL)
    file = shapes or paths.ontology("shapes.ttl")
    known = read(file)
    with table(triples) as db:
        about = parts.aim(db, known)
        total, nodes = (db.execute(query).fetchone()[0] for query in _COUNTS)
        if not nodes:
            raise InputError(
                f"{file}: no focus node: none of its {len(about)} shapes is about any node of the graph's {total:,} "
                "triples, so that nothing was checked. See what the shapes target."
            )
        found: list[Violation] = []
        count = 0
        for part in parts.split(db, known, limit):
            count += 1
            found += validate(part.data, part.shapes, known.owners, db)
            del part  # before the next one is made
    return ValidationReport(total, nodes, count, about, tuple(sorted(found)))
