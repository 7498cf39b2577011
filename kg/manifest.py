"""What a graph was built by and from what, for its manifest, its exports and the next build."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import kg
from kg import paths
from kg.extract import nlp
from kg.read.sources import STDIN
from kg.vocabulary import Term

NAME = "manifest.json"
_CODE = ("extract", "link", "names.py", "ontology.py", "settings.py", "vocabulary.py", "store/coding.py")


def tools(min_score: float, terms: Iterable[Term] | None = None) -> dict[str, str]:
    """All that decides what is read of a paper, by part: while these are equal, no paper needs to be read twice.

    `terms` are the names that are known beforehand, those of the shipped vocabulary unless given.
    """
    package = Path(kg.__file__).parent
    own = None if terms is None else hashlib.sha256(repr(tuple(terms)).encode())
    return {
        "version of kg": kg.__version__,
        "code": _digest_of(digest(package / name) for name in _CODE),
        "model": digest(nlp.model_path()),
        "ontology": digest(paths.ontology()),
        "vocabulary": own.hexdigest() if own else digest(paths.ontology("vocabulary.ttl")),
        "least score": str(float(min_score)),
    }


def facts(
    sources: Mapping[str, int], digests: Mapping[str, str | None], model: str, min_score: float
) -> dict[str, Any]:
    """What is built by what from what; `sources` counts the papers of each, `digests` are those already known, and
    `model` is the model's.
    """
    return {
        "kg": kg.__version__,
        "model": model,
        "min_score": min_score,
        "sources": [
            {
                "source": source,
                "papers": papers,
                "sha256": digests[source] if source in digests else _source_digest(source),
            }
            for source, papers in sorted(sources.items())
        ],
    }


def write(folder: Path, facts: Mapping[str, Any], files: Iterable[str]) -> None:
    """Write the manifest of `folder`: the facts of the build, and a digest of every file."""
    manifest = {**facts, "files": {name: digest(folder / name) for name in sorted(files)}}
    text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    (folder / NAME).write_text(text, encoding="utf-8", newline="\n")


def digest(path: Path) -> str:
    """The sha256 of a file, as `sha256sum` gives it; of a folder, that of all its files with their names."""
    if path.is_file():
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    total = hashlib.sha256()
    for file in sorted(path.rglob("*")):
        if file.is_file() and file.suffix != ".pyc":
            total.update(file.name.encode() + b"\0" + file.read_bytes())
    return total.hexdigest()


def _digest_of(digests: Iterable[str]) -> str:
    return hashlib.sha256("".join(digests).encode()).hexdigest()


def _source_digest(source: str) -> str | None:
    """The digest of a file; standard input has none."""
    path = Path(source)
    return digest(path) if source != STDIN and path.is_file() else None
