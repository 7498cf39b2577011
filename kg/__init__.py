"""kg builds a knowledge graph of methods, tasks, datasets and metrics from paper abstracts.

>>> import kg
>>> kg.build("seeds", out="exports").papers  # doctest: +SKIP
38
>>> with kg.open("exports/graph.sqlite") as graph:  # doctest: +SKIP
...     for concept in graph.search("transformer"):
...         print(concept.name, concept.papers)

The public names: `build`, `annotate`, `documents`, `open`, `KnowledgeGraph`, the records `Document`,
`Annotation`, `Concept`, `Statement`, `Evidence` and `Problem`, and `KgError`, the base of all that kg raises
on purpose. Each is loaded when it is first used, so that `import kg` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.api import KnowledgeGraph as KnowledgeGraph
    from kg.api import open as open
    from kg.errors import KgError as KgError
    from kg.errors import Problem as Problem
    from kg.making import annotate as annotate
    from kg.making import build as build
    from kg.making import documents as documents
    from kg.records import Annotation as Annotation
    from kg.records import Concept as Concept
    from kg.records import Document as Document
    from kg.records import Evidence as Evidence
    from kg.records import Statement as Statement

    __version__: str

_HOME = {
    "kg.api": ("KnowledgeGraph", "open"),
    "kg.errors": ("KgError", "Problem"),
    "kg.making": ("annotate", "build", "documents"),
    "kg.records": ("Annotation", "Concept", "Document", "Evidence", "Statement"),
}

__all__ = [
    "Annotation",
    "Concept",
    "Document",
    "Evidence",
    "KgError",
    "KnowledgeGraph",
    "Problem",
    "Statement",
    "__version__",
    "annotate",
    "build",
    "documents",
    "open",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("kg")
        except PackageNotFoundError:  # run from a checkout that is not installed
            return "unknown"
    for module, names in _HOME.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'kg' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
