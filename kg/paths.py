"""Where kg's own files lie: inside the installed wheel first, in the checkout second. Nothing else knows."""

from __future__ import annotations

from pathlib import Path

from kg.errors import ResourceError

_PACKAGE = Path(__file__).resolve().parent


def ontology(name: str = "kg.ttl") -> Path:
    """The file `name` of the ontology folder.

    Raises `ResourceError` where it is missing.

    >>> ontology().name
    'kg.ttl'
    """
    return _first(_PACKAGE / "data" / "ontology" / name, _PACKAGE.parent / "ontology" / name)


def data(name: str) -> Path:
    """The file or folder `name` that the package ships (a model, a word list, a template)."""
    return _first(_PACKAGE / "data" / name)


def _first(*candidates: Path) -> Path:
    for path in candidates:
        if path.exists():
            return path
    raise ResourceError(
        f"{candidates[-1]} is missing: kg is not installed whole. "
        "Install it again with: pip install --force-reinstall kg"
    )
