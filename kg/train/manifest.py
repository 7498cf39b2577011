"""`kg/data/manifest.json`: what kg ships beside its code, from where, under what licence, with the digest of each file.

Written anew by `python -m kg.train.manifest`; a test holds that it is true.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from kg import paths

NAME = "manifest.json"
ORIGIN = {
    "model": {
        "source": "made by `kg train` from all-MiniLM-L6-v2, whose word pieces it has; README.md names the data",
        "licence": "MIT; what comes of all-MiniLM-L6-v2 is Apache-2.0",
    },
    "words.txt": {
        "source": "counted by kg/train/words.py over plain abstracts of AI venues",
        "licence": "MIT",
    },
}


def manifest(folder: Path) -> dict[str, Any]:
    """The entries of `folder`, each with its origin and the sha256 of its files by their names within it."""
    return {
        name: origin
        | {
            "sha256": {
                file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
                for file in sorted([folder / name, *(folder / name).rglob("*")])
                if file.is_file()
            }
        }
        for name, origin in ORIGIN.items()
    }


def main() -> None:
    """Write the manifest of the package's data."""
    folder = paths.data("words.txt").parent
    text = json.dumps(manifest(folder), indent=2) + "\n"
    (folder / NAME).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
