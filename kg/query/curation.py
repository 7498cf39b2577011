"""From names as somebody types them to a correction that holds in this graph: see `kg.curate`."""

from __future__ import annotations

from collections.abc import Iterable

from kg.curate import Correction
from kg.curate.lines import checked, identity
from kg.curate.plan import planned
from kg.errors import InputError, NotFoundError, Problem, UsageError
from kg.query.allowed import allowed_types
from kg.query.resolve import matching, resolve
from kg.records import Concept
from kg.store import Store
from kg.wording import shortened

_BOTH_NAMED = ("merge", "accept")


def correction(
    store: Store, verb: str, name: str, other: str = "", paper: str = "", type_: str | None = None
) -> Correction:
    """The correction of the concept called `name`, by its own name, or by its id where several bear that.

    Raises `NotFoundError` for a name or paper that the graph lacks, `UsageError` where the type must be said, and
    `InputError` for what cannot be done.

    >>> correction(store, "rename", "bert", "BERT base").name  # doctest: +SKIP
    'BERT'
    """
    one = _meant(store, name, type_, other if verb in _BOTH_NAMED else None)
    if verb in _BOTH_NAMED:
        match = resolve(store, other)
        if one.type in {c.type for c in (match.concept, *match.others)}:
            second = _meant(store, other, one.type)
            if second.id != one.id:  # else the names are all that tells the two
                name, other = reference(store, one), reference(store, second)
    else:
        name = reference(store, one)
    found = checked([verb, one.type, name, other, paper])
    _try(store, found, one)
    return found


def reference(store: Store, concept: Concept) -> str:
    """What a line calls the concept: its name, or its id where another of its type has that name, too."""
    named = [c for c in store.find(concept.name) if c.type == concept.type]
    own = [c for c in named if identity(c.name) == identity(concept.name)]
    return concept.name if own == [concept] else concept.id


def decided(lines: Iterable[Correction]) -> list[tuple[str, str, str]]:
    """The pairs that lines say to be one or two, as (type, name, name)."""
    return [(c.type, c.name, c.other) for c in lines if c.verb in (*_BOTH_NAMED, "split")]


def _meant(store: Store, name: str, type_: str | None, beside: str | None = None) -> Concept:
    """The concept called `name`, of this type; where none is given, of the only one it has, or shares with `beside`."""
    match = resolve(store, name)
    found = [match.concept, *match.others]
    exact = [c for c in found if c.id == name] or [c for c in found if identity(c.name) == identity(name)]
    wanted = allowed_types([type_]) if type_ else None
    if beside is not None and wanted is None:
        both = matching(store, beside)
        shared = {c.type for c in (both.concept, *both.others)} if both else set()
        wanted = frozenset(shared & {c.type for c in found}) or None
    kept = [c for c in exact if wanted is None or c.type in wanted]
    kept = kept or [c for c in found if wanted is None or c.type in wanted]
    types = sorted({c.type for c in kept or found})
    if not kept:
        raise NotFoundError(f'"{shortened(name)}" is a {", a ".join(types)} here, no {type_}.')
    if len(types) > 1:
        raise UsageError(f'"{shortened(name)}" is a {" and a ".join(types)} here; say which with --type.')
    if len(kept) > 1 and kept[0].id != name:
        ids = ", ".join(c.id for c in kept)
        raise UsageError(f'Several concepts are called "{shortened(name)}"; name one by its id: {ids}.')
    return kept[0]


def _try(store: Store, line: Correction, concept: Concept) -> None:
    """Raise where the line would have no effect in this graph, in the words that a build would say it with."""
    around = {c.id: c for name in (line.name, line.other) if name for c in store.find(name)} | {
        concept.id: concept
    }
    papers = {line.paper: {id_ for _, id_ in store.mentions(line.paper)}} if store.paper(line.paper) else {}
    problems: list[Problem] = []
    planned(list(around.values()), papers, [line], "", problems.append)
    for problem in problems:
        message = problem.message.removesuffix(" The line has no effect.")
        raise (InputError if problem.skipped else NotFoundError)(message[:1].upper() + message[1:])
