"""Why two names are one concept, or two."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kg import names
from kg.curate.lines import Correction, identity
from kg.curate.reasons import CURATED
from kg.query.resolve import resolve
from kg.records import MENTIONS, PAPER_PREFIX, Concept, Evidence, Merge
from kg.store import Store, pages
from kg.store.reasons import merges

ABBREVIATION = "abbreviation"
PARTING = ("split", "accept", "retype")
"""The verbs of corrections that make two of what would be one."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Step:
    """One join on the way from a name to the other, with a passage where its paper uses the names."""

    merge: Merge
    passage: Evidence | None


@dataclass(frozen=True, slots=True)
class Why:
    """The concepts that two names are of: one and the same with the joins between the names, or two with the reasons
    why they are apart and a passage of each.
    """

    one: Concept
    other: Concept
    steps: tuple[Step, ...] = ()
    reasons: tuple[str, ...] = ()
    passages: tuple[Evidence, ...] = ()

    @property
    def same(self) -> bool:
        """Whether they are one."""
        return self.one.id == self.other.id


def why(store: Store, name: str, other: str, lines: Iterable[Correction] = ()) -> Why:
    """Why `name` and `other` are of one concept, or of two; ids serve as well.

    Of several concepts with a name, the one that both names have is meant; of two that share a name, both. `lines` are
    the graph's corrections: one that parts the two is their reason.
    Raises `NotFoundError` for a name that no concept has.

    >>> [step.merge.rule for step in why(store, "BERT", "Bert").steps]  # doctest: +SKIP
    ['spelling']
    """
    here, there = resolve(store, name), resolve(store, other)
    ones, others = (here.concept, *here.others), (there.concept, *there.others)
    if names.key(name) == names.key(other) and len(ones) > 1:
        return _apart(store, ones[0], ones[1], lines)
    for concept in ones:
        if concept in others:
            reasons = list(merges(store, concept.id))
            way = _way(_spelling(concept, name), _spelling(concept, other), reasons)
            if ones[0] != others[0] and any(_verb(merge) in PARTING for merge in way):
                break  # they share a name because a correction took one out of the other
            return Why(concept, concept, tuple(Step(m, _passage(store, m)) for m in way))
    return _apart(store, ones[0], others[0], lines)


def sources(store: Store, concept: str) -> tuple[Merge, ...]:
    """Where each name of a concept comes from: the strongest of its reasons, best supported names first."""
    best: dict[str, Merge] = {}
    for merge in merges(store, concept):
        known = best.get(merge.name)
        if known is None or (merge.score, merge.papers) > (known.score, known.papers):
            best[merge.name] = merge
    return tuple(sorted(best.values(), key=lambda m: (-m.papers, m.name)))


def _spelling(concept: Concept, name: str) -> str:
    """The concept's spelling that is meant: the same string, the same key, or its name where an id was given."""
    spelt = (concept.name, *concept.aliases)
    if name in spelt:
        return name
    return next((s for s in spelt if names.key(s) == names.key(name)), concept.name)


def _way(start: str, end: str, reasons: Iterable[Merge]) -> list[Merge]:
    """The joins on the way between two names."""
    beside: dict[str, list[tuple[str, Merge]]] = defaultdict(list)
    for merge in reasons:
        beside[merge.name].append((merge.other, merge))
        beside[merge.other].append((merge.name, merge))
    came: dict[str, tuple[str, Merge] | None] = {start: None}
    ahead = deque([start])
    while ahead and end not in came:
        here = ahead.popleft()
        for there, merge in beside[here]:
            if there not in came:
                came[there] = here, merge
                ahead.append(there)
    way: list[Merge] = []
    step = came.get(end)
    while step:
        way.append(step[1])
        step = came[step[0]]
    return way[::-1]


def _passage(store: Store, merge: Merge) -> Evidence | None:
    """A passage of the merge's paper with both names, or at least with the one that was joined."""
    naming = _naming(store, merge.concept, merge.paper)
    both = [e for e in naming if merge.name in e.quote and merge.other in e.quote]
    return next(iter(both or [e for e in naming if merge.name in e.quote] or naming), None)


def _naming(store: Store, concept: str, paper: str) -> Sequence[Evidence]:
    """The passages of a paper that name a concept."""
    found = (
        pages.statement(store, (f"{PAPER_PREFIX}{paper}", MENTIONS, concept), quotes=20) if paper else None
    )
    return found.statement.evidence if found else ()


def _apart(store: Store, one: Concept, other: Concept, lines: Iterable[Correction]) -> Why:
    """Why two concepts are two."""
    passages = []
    for concept in (one, other):
        papers = pages.papers_naming(store, concept.id, 1)
        passages += [e for paper in papers for e in _naming(store, concept.id, paper.id)[:1]]
    said = list(dict.fromkeys((*_parted(store, one, other), *_parting(one, other, lines))))
    reasons = [f"A correction says so: {line}." for line in said]
    if one.type != other.type or not said:
        reasons += _reasons(store, one, other)
    return Why(one, other, (), tuple(reasons), tuple(passages))


def _parted(store: Store, one: Concept, other: Concept) -> Iterable[str]:
    """The lines that made one of the two, as the graph keeps them, where they name the other."""
    for here, there in ((one, other), (other, one)):
        for merge in merges(store, here.id):
            names_it = any(f", {called}" in merge.note for called in (there.id, *_names(there)))
            if _verb(merge) in PARTING and names_it:
                yield merge.note


def _verb(merge: Merge) -> str:
    """The verb of the correction that a merge rests on, "" where it rests on none."""
    return merge.note.partition(", ")[0] if merge.rule == CURATED else ""


def _parting(one: Concept, other: Concept, lines: Iterable[Correction]) -> Iterable[str]:
    """The lines of a file that say that the two are two."""
    for line in lines:
        for here, there in ((one, other), (other, one)):
            if line.verb == "retype":
                fits = here.type == line.other and there.type == line.type
            else:
                fits = line.verb in PARTING and here.type == line.type and _bears(there, line.other)
            if fits and _bears(here, line.name):
                yield ", ".join(filter(None, (line.verb, line.type, line.name, line.other, line.paper)))


def _bears(concept: Concept, name: str) -> bool:
    return name == concept.id or identity(name) in {identity(own) for own in _names(concept)}


def _reasons(store: Store, one: Concept, other: Concept) -> Iterable[str]:
    """What tells two concepts apart, in sentences."""
    if one.type != other.type:
        yield f'"{one.name}" is a {one.type}, "{other.name}" a {other.type}; concepts of two types are never one.'
        return
    for relation in ("subclassOf", "subtaskOf"):
        for narrow, broad in ((one, other), (other, one)):
            if pages.statement(store, (narrow.id, relation, broad.id), quotes=1):
                yield f'"{narrow.name}" is a kind of "{broad.name}".'
    shared = {names.key(n) for n in _names(one)} & {names.key(n) for n in _names(other)}
    rivals = [_long_forms(store, concept, shared) for concept in (one, other)]
    for key in sorted(shared):
        meant = " and ".join(rival.get(key) or "something that no paper spells out" for rival in rivals)
        yield f'"{_spelt(one, key)}" stands for {meant}; papers do not agree on one long form.'
    if not shared and _NUMBER.findall(one.name) != _NUMBER.findall(other.name):
        yield "The names differ in a number."
    elif not shared and _letters(one.name) == _letters(other.name):
        yield "The names differ in a sign that counts."
    if not shared:
        yield "No paper gives one as an abbreviation of the other, and no rule joins the two names."


def _names(concept: Concept) -> tuple[str, ...]:
    return concept.name, *concept.aliases


def _spelt(concept: Concept, key: str) -> str:
    return next(name for name in _names(concept) if names.key(name) == key)


def _letters(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


def _long_forms(store: Store, concept: Concept, keys: Iterable[str]) -> dict[str, str]:
    """What the concept's papers give as the long form of a short one, by its key."""
    wanted = set(keys)
    found = [m for m in merges(store, concept.id) if m.rule == ABBREVIATION and names.key(m.name) in wanted]
    return {names.key(m.name): f'"{m.other}" ({m.paper})' for m in found}
