"""CSV for Neo4j's bulk import: a folder with `concepts.csv`, `papers.csv`, `results.csv` and `relationships.csv`.

    neo4j-admin database import full neo4j --nodes=csv/concepts.csv --nodes=csv/papers.csv \\
        --nodes=csv/results.csv --relationships=csv/relationships.csv

Names and sentences keep their exact text, also where a spreadsheet would take them for a formula ("=…",
"@…"), so these files are for Neo4j alone. Line ends inside a field become blanks, and a ";" inside an element
of a list, where ";" separates the elements, becomes the full-width "；".
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kg.export import rows
from kg.export.text import identifier, one_line
from kg.files import publish, staging
from kg.graph import convert as g
from kg.store import Store

# Column header -> field of the row; a header that ends in "[]" is a list.
_CONCEPT = {
    "id:ID": rows.ID, "name": g.LABEL, "aliases:string[]": g.ALIASES, "papers:int": g.PAPERS,
    "mentions:int": g.MENTIONS, ":LABEL": g.TYPE,
}  # fmt: skip
_PAPER = {
    "id:ID": rows.ID, "paper": g.PAPER_ID, "title": g.TITLE, "authors:string[]": g.AUTHORS,
    "year:int": g.YEAR, "published": g.PUBLISHED, "venue": g.VENUE, "doi": g.DOI, "url": g.URL,
    "keywords:string[]": g.KEYWORDS, ":LABEL": g.TYPE,
}  # fmt: skip
_RESULT = {
    "id:ID": rows.ID, "written": g.WRITTEN, "value:float": g.VALUE, "unit": g.UNIT, "figure": g.FIGURE,
    "score:float": g.SCORE, "evidence": g.EVIDENCE, "cited:string[]": rows.CITED, ":LABEL": g.TYPE,
}  # fmt: skip
_RELATIONSHIP = {
    ":START_ID": rows.SOURCE, ":END_ID": rows.TARGET, ":TYPE": g.LABEL, "papers:int": g.PAPERS,
    "score:float": g.SCORE, "evidence": g.EVIDENCE, "cited:string[]": rows.CITED,
}  # fmt: skip


class Table(NamedTuple):
    """A file: its columns, where its rows come from, and the field with the id of the node that a row is about."""

    columns: dict[str, str]
    rows: Callable[[Store], Iterator[dict[str, Any]]]
    about: str

    def cells(self, row: dict[str, Any]) -> list[str]:
        """A row as it is written."""
        return [_cell(header, row.get(field)) for header, field in self.columns.items()]


TABLES = {
    "concepts": Table(_CONCEPT, rows.concepts, rows.ID),
    "papers": Table(_PAPER, rows.papers, rows.ID),
    "results": Table(_RESULT, rows.results, rows.ID),
    "relationships": Table(_RELATIONSHIP, rows.edges, rows.SOURCE),
}
"""By the name of the file."""


def write(store: Store, path: Path) -> None:
    """Write the four files into the folder `path`; other files there stay.

    Raises `OutputError` where the folder cannot be written.
    """
    with staging(path) as folder:
        for name, table in TABLES.items():
            with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
                writer = csv.writer(stream, lineterminator="\n")
                writer.writerow(table.columns)
                writer.writerows(map(table.cells, table.rows(store)))
        for name in TABLES:
            publish(folder / f"{name}.csv", path / f"{name}.csv")


def _cell(header: str, value: Any) -> str:
    if value is None:
        return ""
    if header.endswith((":ID", "_ID")):
        return identifier(value)
    if header == ":LABEL":
        return re.sub(r"\W", "_", value, flags=re.ASCII)
    if header == ":TYPE":
        return relationship_type(value)
    if header.endswith("[]"):
        return ";".join(one_line(element).replace(";", "；") for element in value)
    if isinstance(value, list):
        return " | ".join(map(one_line, value))
    return one_line(value) if isinstance(value, str) else str(value)


def relationship_type(predicate: str) -> str:
    """A relation in upper snake case.

    >>> relationship_type("usedFor")
    'USED_FOR'
    """
    return re.sub(r"\W", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", predicate), flags=re.ASCII).upper()
