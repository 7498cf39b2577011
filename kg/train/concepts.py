"""The measure of concepts, triples and results: an annotation, as `kg extract` writes it, against concept-level gold.

The definition is that of `../shared/tools/score.py`; a test holds that both give the same figures.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.ontology import load
from kg.records import PAPER, PROPOSES

End = str | int | None
"""A concept's id in gold, or `PAPER`."""
Row = tuple[int, int, int]
"""How many were right, predicted, in gold."""
ENDS = ("method", "dataset", "metric", "task")

_COMMAND = re.compile(r"\\(?:textbf|textit|emph|texttt|mathcal|text)\s*\{([^{}]*)\}")
_MARKUP = re.compile(r"[*_`${}\\]")
_DASHES = re.compile(r"[‐‑‒–—−-]+")
_QUOTES = re.compile(r"['’`\"“”]")
_SIGNS = re.compile(r"[^\w%+@./]+")
_ARTICLE = re.compile(r"^(the|a|an|our|its|their|this|these) ")


@dataclass(frozen=True, slots=True)
class Thing:
    """A concept: its type, whether a paper cannot be told without it, and its accepted names, folded."""

    id: str | int
    type: str
    core: bool
    forms: frozenset[str]


@dataclass(frozen=True, slots=True)
class Figure:
    """A result that gold gives; `ends` are the concepts of `ENDS`, None where gold leaves it open."""

    value: str
    kind: str
    ends: tuple[End, ...]


@dataclass(frozen=True, slots=True)
class Expected:
    """What gold says of one paper; `system` is the folded name of what it introduces, if it has one."""

    concepts: tuple[Thing, ...]
    triples: frozenset[tuple[End, str, End]] = frozenset()
    results: tuple[Figure, ...] = ()
    system: str | None = None


def fold(name: str) -> str:
    r"""A name for comparing: markup, case, dashes, quotes, signs, a first article and plurals seen through.

    >>> fold("The \\textbf{Graph-Neural} Networks"), fold("Pass@64"), fold("loss")
    ('graph neural network', 'pass@64', 'loss')
    """
    text = _MARKUP.sub("", _COMMAND.sub(r"\1", name))
    text = unicodedata.normalize("NFKC", text).lower()
    text = _SIGNS.sub(" ", _QUOTES.sub("", _DASHES.sub(" ", text))).strip(" .")
    return " ".join(map(_singular, _ARTICLE.sub("", text).split()))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def folded(names: Iterable[str]) -> frozenset[str]:
    """The names folded, those left out of which nothing remains."""
    return frozenset(map(fold, names)) - {""}


def said(annotation: Mapping[str, Any]) -> dict[str, Thing]:
    """The concepts of an annotation by id; a mention without a concept is one by itself."""
    types: dict[str, str] = {}
    forms: dict[str, set[str]] = defaultdict(set)
    for concept in annotation["concepts"]:
        types[concept["id"]] = concept["type"]
        forms[concept["id"]] |= folded([concept["name"], *concept["aliases"]])
    for mention in annotation["mentions"]:
        id_ = mention["concept"] or f"{mention['type']}:{fold(mention['text'])}"
        types.setdefault(id_, mention["type"])
        forms[id_] |= folded([mention["text"]])
    return {id_: Thing(id_, type_, False, frozenset(forms[id_])) for id_, type_ in types.items()}


def align(gold: Sequence[Thing], predicted: Iterable[Thing], typed: bool = True) -> dict[End, End]:
    """For each predicted concept the gold concept that it shares most forms with, and the type if `typed`.

    In order; each gold concept is given once, so that a second prediction of it maps to None: the two should
    have been one. Only a gold concept with the id 0 is given again and again: score.py does so, and the figures
    of both must be comparable.
    """
    pairs: dict[End, End] = {}
    taken: set[End] = set()
    for thing in predicted:
        free = [g for g in gold if g.id not in taken and (g.type == thing.type or not typed)]
        best = max(free, key=lambda g: len(thing.forms & g.forms), default=None)
        found = best.id if best and thing.forms & best.forms else None
        pairs[thing.id] = found
        taken |= {found} - {None, 0}
    return pairs


def rows(gold: Expected, annotation: Mapping[str, Any]) -> dict[tuple[str, str], Row]:
    """What was right, predicted and in gold in one paper, by measure and row of its table.

    Of core concepts only recall makes sense: as many count as predicted as there are. The same goes for systems,
    which are found when any concept bears their name.
    """
    things = said(annotation)
    pairs = align(gold.concepts, things.values())
    right = set(pairs.values())
    loosely = set(align(gold.concepts, things.values(), typed=False).values()) - {None}
    found = [c for c in gold.concepts if c.id in right]
    core = sum(c.core for c in gold.concepts)
    table = {
        ("concepts", "micro"): (len(found), len(things), len(gold.concepts)),
        ("concepts", "untyped"): (len(loosely), len(things), len(gold.concepts)),
        ("concepts", "core"): (sum(c.core for c in found), core, core),
    }
    for type_ in load().types:
        counts = [sum(c.type == type_ for c in group) for group in (found, things.values(), gold.concepts)]
        table["concepts", type_] = (counts[0], counts[1], counts[2])
    named = gold.system is not None
    hit = named and any(gold.system in thing.forms for thing in things.values())
    table["concepts", "systems"] = (int(hit), int(named), int(named))
    return table | _triples(gold, annotation, pairs) | _results(gold, annotation, pairs)


def _triples(
    gold: Expected, annotation: Mapping[str, Any], pairs: Mapping[End, End]
) -> dict[tuple[str, str], Row]:
    """Triples are right when both ends are, and the relation; those with an end that is not count as predicted.

    All of them ("micro"), and those of each relation.
    """
    place = {**pairs, PAPER: PAPER}
    stated = [(place.get(r["head"]), r["type"], place.get(r["tail"])) for r in annotation["relations"]]
    lost = sum(None in (head, tail) for head, _, tail in stated)
    mapped = {triple for triple in stated if triple[0] is not None and triple[2] is not None}
    counts = {"micro": (len(mapped & gold.triples), len(mapped) + lost, len(gold.triples))}
    for relation in sorted(load().relations):
        there = {triple for triple in gold.triples if triple[1] == relation}
        said = {triple for triple in mapped if triple[1] == relation}
        astray = sum(name == relation and None in (head, tail) for head, name, tail in stated)
        counts[relation] = (len(there & said), len(said) + astray, len(there))
    # score.py looks at what is proposed, not by whom, and counts what is said twice.
    proposed = {tail for _, relation, tail in gold.triples if relation == PROPOSES}
    hit = proposed & {tail for _, relation, tail in mapped if relation == PROPOSES}
    counts[PROPOSES] = (len(hit), sum(name == PROPOSES for _, name, _ in stated), len(proposed))
    return {("triples", row): found for row, found in counts.items()}


def _results(
    gold: Expected, annotation: Mapping[str, Any], pairs: Mapping[End, End]
) -> dict[tuple[str, str], Row]:
    """Each gold result takes the first prediction of its value and kind; it is full if one of those has its ends."""
    left = list(annotation["results"])
    predicted, value, full = len(left), 0, 0
    for figure in gold.results:
        alike = [r for r in left if _bare(r["value"]) == _bare(figure.value) and r["kind"] == figure.kind]
        if alike:
            value += 1
            full += any(_fits(figure, result, pairs) for result in alike)
            left.remove(alike[0])
    return {
        ("results", "value"): (value, predicted, len(gold.results)),
        ("results", "full"): (full, predicted, len(gold.results)),
    }


def _fits(figure: Figure, result: Mapping[str, Any], pairs: Mapping[End, End]) -> bool:
    ends = (pairs.get(result[name]) for name in ENDS)
    return all(wanted is None or wanted == end for wanted, end in zip(figure.ends, ends, strict=True))


def _bare(value: object) -> str:
    return str(value).strip("+%")
