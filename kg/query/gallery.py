"""The gallery: useful SPARQL queries in `ontology/queries/`, each with what it answers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg import paths
from kg.errors import UsageError
from kg.wording import shortened

_PARAMETER = re.compile(r"^# --set (\w+)=", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Example:
    """A query of the gallery; `parameters` are the variables that its comment offers to set."""

    name: str
    answers: str
    query: str
    parameters: tuple[str, ...]


def examples() -> tuple[Example, ...]:
    """All of them, sorted by name.

    >>> [e.parameters for e in examples() if e.name == "methods-for-a-task"]
    [('task',)]
    """
    files = sorted(paths.ontology("queries").glob("*.rq"))
    return tuple(_example(file.stem, file.read_text(encoding="utf-8")) for file in files)


def example(name: str) -> Example:
    """The one of that name. Raises `UsageError` where there is none.

    >>> example("nothing-of-it")
    Traceback (most recent call last):
    kg.errors.UsageError: There is no example "nothing-of-it". See: kg sparql --examples
    """
    for found in examples():
        if found.name == name:
            return found
    raise UsageError(f'There is no example "{shortened(name)}". See: kg sparql --examples')


def _example(name: str, text: str) -> Example:
    """The comment's first lines, up to one that is empty, say what it answers."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("# ") or line.startswith("# --set"):
            break
        lines.append(line[2:])
    return Example(name, " ".join(lines), text, tuple(_PARAMETER.findall(text)))
