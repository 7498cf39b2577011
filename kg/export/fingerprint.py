"""What names the triples of a graph: they are the same as long as this is the same."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path


def fingerprint(graph: Path, *parameters: str | int | None) -> str:
    """A digest of the graph file, of the code that makes triples of it, and of what else decides them.

    The bytes count, not the file's date or place: a copy and a restored file are known again.

    >>> graph = Path(__file__)
    >>> fingerprint(graph) == fingerprint(graph), fingerprint(graph) == fingerprint(graph, "https://e.org/")
    (True, False)
    """
    total = hashlib.sha256(json.dumps(parameters).encode())
    for file in (graph, *sorted(Path(__file__).parent.glob("*.py"))):
        with file.open("rb") as stream:
            total.update(hashlib.file_digest(stream, "sha256").digest())
    return total.hexdigest()[:32]
