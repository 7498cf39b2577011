"""Values that a user gives to variables of a SPARQL query, bound as terms and never pasted into the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from kg.errors import NotFoundError, UsageError
from kg.query.resolve import resolve
from kg.records import paper_node
from kg.store import Store
from kg.wording import shortened

_VARIABLE = re.compile(r"[A-Za-z_]\w*")
_ASSIGNMENT = re.compile(rf"[?$]?({_VARIABLE.pattern})=(.*)", re.DOTALL)
_IRI = re.compile(r"<([^<>\"{}|^`\\\x00-\x20]*)>")
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_LOCAL = re.compile(r"([a-z]+):([\w-]*)")


def assigned(assignments: Iterable[str]) -> dict[str, str]:
    """The value of each variable in `NAME=VALUE`.

    Raises `UsageError` for what is no assignment.

    >>> assigned(["task=parsing", "?n=3"])
    {'task': 'parsing', 'n': '3'}
    """
    found: dict[str, str] = {}
    for assignment in assignments:
        parts = _ASSIGNMENT.fullmatch(assignment)
        if parts is None or not parts[2]:
            raise UsageError(f'"{shortened(assignment)}" sets nothing. Write NAME=VALUE, as in task=parsing.')
        if parts[1] in found:
            raise UsageError(f"{parts[1]} is set twice.")
        found[parts[1]] = parts[2]
    return found


def bindings(
    values: Mapping[str, str], store: Store, iri_of: Callable[[str], str], prefixes: Mapping[str, str]
) -> dict[str, tuple[str, str]]:
    """The kind and value of what each variable is to be.

    A value is an `<iri>`, a `prefix:name`, a `"text"`, an integer, or else the name of a concept in any spelling
    (for the variable `paper`, the id of a paper), which stands for `iri_of` its id. Raises `UsageError` for a name
    that no variable has and `NotFoundError`, with the nearest names, where there is no such concept.
    """
    for name in values:
        if not _VARIABLE.fullmatch(name):
            raise UsageError(
                f'"{shortened(name)}" is no name of a variable, which has letters, digits and _.'
            )
    return {
        name: _term(value, prefixes) or ("iri", iri_of(_node(name, value, store)))
        for name, value in values.items()
    }


def _term(value: str, prefixes: Mapping[str, str]) -> tuple[str, str] | None:
    if iri := _IRI.fullmatch(value):
        return "iri", iri[1]
    if len(value) > 1 and value[0] == value[-1] == '"':
        return "string", value[1:-1]
    if _INTEGER.fullmatch(value):
        return "integer", value
    local = _LOCAL.fullmatch(value)
    if local and local[1] in prefixes:
        return "iri", prefixes[local[1]] + local[2]
    return None


def _node(variable: str, name: str, store: Store) -> str:
    """The id of what is called `name`: for ?paper a paper, else a concept, of the variable's type if there is one."""
    if variable == "paper":
        if store.paper(name.encode("utf-8", "replace").decode()) is None:
            raise NotFoundError(f'No paper has the id "{shortened(name)}". See: kg papers')
        return paper_node(name)
    match = resolve(store, name)
    same_type = (c for c in (match.concept, *match.others) if c.type.casefold() == variable.casefold())
    return next(same_type, match.concept).id
