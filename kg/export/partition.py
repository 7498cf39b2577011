"""The graph in shards, for stores of many machines and for Neo4j's bulk import: N-Quads and CSV.

    DIR/manifest.json                       what there is: for each file its lines, bytes and sha256
    DIR/nquads/00000.nq …                   `cat DIR/nquads/*.nq` has the lines of `kg export --format nquads`
    DIR/csv/concepts-header.csv             the column names, once a table
    DIR/csv/concepts-00000.csv …            header and shards have the lines of `kg export --format csv`

    neo4j-admin database import full neo4j \\
        --nodes='DIR/csv/concepts-header.csv,DIR/csv/concepts-[0-9]+.csv' \\
        --nodes='DIR/csv/papers-header.csv,DIR/csv/papers-[0-9]+.csv' \\
        --nodes='DIR/csv/results-header.csv,DIR/csv/results-[0-9]+.csv' \\
        --relationships='DIR/csv/relationships-header.csv,DIR/csv/relationships-[0-9]+.csv'

What is said of one thing is in one shard, chosen by a hash of its id alone: all that a paper says with the paper, a
relationship with the node that it starts from. So shards are about equally large, and those whose things have not
changed have the same bytes from one build to the next.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from itertools import groupby, starmap
from pathlib import Path
from typing import Any, BinaryIO

from pyoxigraph import NamedNode, Quad, RdfFormat, serialize

from kg.errors import OutputError, UsageError
from kg.export import rdf
from kg.export.iris import checked_base, checked_license
from kg.export.neo4j import TABLES
from kg.export.rdf import Quad as Row
from kg.files import atomic
from kg.store import Store

MOST = 512
"""Shards: as many files are open at once, and systems allow some 1,000."""

MANIFEST = "manifest.json"
_FORM = "kg partition 1"


def write(
    store: Store,
    path: Path,
    shards: int,
    base_iri: str | None = None,
    license: str | None = None,
) -> None:
    """Write the graph as `shards` shards of each kind into the folder `path`, whole or not at all; row by row, so that
    memory does not grow with the graph. Equal graphs, equal bytes. A partition that stood there is replaced.

    `base_iri` and `license` are as in `kg.export.export`. Raises `UsageError` for a number that none can be, and
    `OutputError` where `path` cannot be written or holds anything else.

    >>> with Store(Path("exports/graph.sqlite")) as store:  # doctest: +SKIP
    ...     write(store, Path("shards"), shards=64)
    """
    check(path, shards)
    base, terms = checked_base(base_iri), checked_license(license)
    with atomic(path) as folder:
        for kind in ("csv", "nquads"):
            (folder / kind).mkdir(parents=True)
        files: list[dict[str, Any]] = []
        with closing(_Shards(folder, "nquads/{:05}.nq", shards)) as quads:
            for owner, found in groupby(rdf.quads(store, base, terms), key=_owner):
                quads.write(owner.value, serialize(starmap(Quad, found), format=RdfFormat.N_QUADS) or b"")
            files += quads.described()
        for name, table in TABLES.items():
            files.append(_header(folder, f"csv/{name}-header.csv", table.columns))
            with closing(_Shards(folder, f"csv/{name}-{{:05}}.csv", shards)) as rows:
                for row in table.rows(store):
                    rows.write(row[table.about], _line(table.cells(row)))
                files += rows.described()
        _write_manifest(folder / MANIFEST, store, shards, files)


def check(path: Path, shards: int) -> None:
    """Raise what `write` would raise of its arguments: there may be a long build before it.

    `path` must be free, empty, or hold a partition and nothing else, as it is to be replaced.
    """
    if not 1 <= shards <= MOST:
        raise UsageError(f"{shards} shards cannot be written. Choose between 1 and {MOST}.")
    if path.is_dir():
        found = {file.relative_to(path).as_posix() for file in path.rglob("*") if not file.is_dir()}
        others = found - _listed(path / MANIFEST)
        if others:
            raise OutputError(
                f"{path}: holds files that are no partition of a graph ({min(others)!r}). Name a new or empty folder."
            )
    elif path.exists():
        raise OutputError(f"{path}: is a file, and a folder was to be written there. Name a folder.")


class _Shards:
    """Files of one kind that are written side by side."""

    def __init__(self, folder: Path, pattern: str, number: int) -> None:
        self._names = [pattern.format(n) for n in range(number)]
        self._open = ExitStack()
        self._files: list[BinaryIO] = []
        with ExitStack() as opened:
            self._files = [opened.enter_context((folder / name).open("wb")) for name in self._names]
            self._open = opened.pop_all()
        self._digests = [hashlib.sha256() for _ in self._names]
        self._lines, self._bytes = [0] * number, [0] * number

    def write(self, owner: str, lines: bytes) -> None:
        """Write lines to the shard of the thing that they are about."""
        n = shard(owner, len(self._names))
        self._files[n].write(lines)
        self._digests[n].update(lines)
        self._lines[n] += lines.count(b"\n")
        self._bytes[n] += len(lines)

    def described(self) -> Iterator[dict[str, Any]]:
        """What the manifest says of each file."""
        for name, lines, size, digest in zip(
            self._names, self._lines, self._bytes, self._digests, strict=True
        ):
            yield {"file": name, "lines": lines, "bytes": size, "sha256": digest.hexdigest()}

    def close(self) -> None:
        """Close the files."""
        self._open.close()


def shard(id_: str, shards: int) -> int:
    """In which of so many shards a thing stands: by its id alone, on every machine.

    >>> [shard(id_, 16) for id_ in ("method/bert", "paper/p1", "paper/p2")]
    [15, 6, 5]
    """
    digest = hashlib.sha256(id_.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8]) % shards


def _owner(quad: Row) -> NamedNode:
    """What a quad is about: the paper in whose graph it stands, else its subject."""
    return quad[3] or quad[0]


def _line(values: Iterable[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue().encode()


def _header(folder: Path, name: str, columns: Iterable[str]) -> dict[str, Any]:
    line = _line(columns)
    (folder / name).write_bytes(line)
    return {"file": name, "lines": 1, "bytes": len(line), "sha256": hashlib.sha256(line).hexdigest()}


def _write_manifest(path: Path, store: Store, shards: int, files: Iterable[dict[str, Any]]) -> None:
    """What graph this is of, by which rule it is cut, and each file; one line a file, in order of their names."""
    told = store.meta().get("build")
    manifest = {
        "form": _FORM,
        "shards": shards,
        "rule": "first 8 bytes of the sha256 of the id, big-endian, modulo shards",
        "counts": store.counts(),
        "build": None if told is None else json.loads(told),
        "files": sorted(files, key=lambda file: str(file["file"])),
    }
    text = json.dumps(manifest, indent=1, ensure_ascii=True) + "\n"
    path.write_text(text, encoding="utf-8", newline="\n")


def _listed(manifest: Path) -> set[str]:
    """The files of the partition that a manifest describes, itself among them; none where it describes none."""
    try:
        found = json.loads(manifest.read_bytes())
        if found["form"] == _FORM:
            return {MANIFEST, *(file["file"] for file in found["files"])}
    except (OSError, ValueError, KeyError, TypeError):
        pass  # not ours, or not there
    return set()
