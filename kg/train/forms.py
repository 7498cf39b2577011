"""One line of a file of annotated text, checked: an abstract with its concepts, or a corpus's sentences of tokens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kg import ontology
from kg.errors import Problem
from kg.read.clean import clean
from kg.read.documents import to_document
from kg.read.fields import to_raw
from kg.records import PAPER, Document
from kg.train.concepts import ENDS, Expected, Figure, Thing, fold, folded
from kg.train.gold import occurrences

Span = tuple[int, int, str]
"""First, end, type: characters of an abstract, or tokens of a sentence."""
KINDS = ("absolute", "improvement", "reduction")
SCORED = {
    "scier": ("Method", "Task", "Dataset"),
    "scierc": ("Method", "Task", "Material", "Metric"),
    "tdmsci": ("Task", "Dataset", "Metric"),
}
"""The types that each corpus is judged by: SciERC's others are no concepts here."""
_NAMES = {"tdmsci": {"TASK": "Task", "DATASET": "Dataset", "METRIC": "Metric"}}
_SURROGATE = re.compile("[\ud800-\udfff]")
_KINDS = {str: "string", list: "list", bool: "truth value"}


class Fault(Exception):
    """What is wrong with a line, as a clause without a full stop."""


@dataclass(frozen=True, slots=True)
class Abstract:
    """An annotated abstract: `spans` are the gold mentions in `joined`, None where gold lists accepted names only.

    `named` are the places of all names that gold gives, and `owner` says by id of which concept a name is.
    """

    document: Document
    expected: Expected
    spans: tuple[Span, ...] | None
    named: tuple[Span, ...] = ()
    owner: Mapping[str, str | int] = field(default_factory=dict)
    form = "annotated abstracts"

    @property
    def id(self) -> str:
        """The paper's id."""
        return self.document.id

    @property
    def joined(self) -> str:
        """Title and abstract as the tagger reads them."""
        return self.document.joined

    @property
    def shift(self) -> int:
        """Where the abstract begins in `joined`."""
        return len(self.joined) - len(self.document.text)


Stated = tuple[Span, str, Span]
"""Head, relation, tail; the spans may be of any type that the corpus knows."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """Tokens as the corpus gives them, with the spans that are scored, all spans, and the relations between these."""

    tokens: tuple[str, ...]
    spans: tuple[Span, ...]
    every: tuple[Span, ...] = ()
    relations: tuple[Stated, ...] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """A document of the corpus `form`."""

    id: str
    form: str
    sentences: tuple[Sentence, ...]


def parse(line: bytes, source: str, number: int, note: Callable[[Problem], None]) -> Abstract | Paper:
    """The document that a line holds; what is odd but harmless is noted.

    Raises `Fault` where the line is not of either form.
    """
    try:
        record = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Fault(f"not UTF-8 (byte {error.start})") from error
    except (ValueError, RecursionError) as error:
        raise Fault(f"not valid JSON ({str(error).partition(':')[0].lower()})") from error
    if isinstance(record, dict) and "sentences" in record:
        return _paper(record)
    if isinstance(record, dict) and "concepts" in record:
        return _abstract(record, source, number, note)
    raise Fault(
        'neither an annotated abstract (it has "text" and "concepts") nor a document of a corpus ("sentences")'
    )


def _paper(record: dict[str, Any]) -> Paper:
    id_, source = (_get(record, name, str) for name in ("id", "source"))
    sentences = _get(record, "sentences", list)
    return Paper(id_, source, tuple(_sentence(s, f"sentence {n}", source) for n, s in enumerate(sentences)))


def _sentence(record: Any, where: str, source: str) -> Sentence:
    tokens = tuple(_get(record, "tokens", list, where))
    _expect(all(isinstance(token, str) for token in tokens), f"{where}: a token that is no string")
    _expect(not _SURROGATE.search("".join(tokens)), f"{where}: half of a character (a lone surrogate)")
    names, spans = _NAMES.get(source, {}), []
    for span in _get(record, "spans", list, where):
        good = isinstance(span, list) and [type(part) for part in span] == [int, int, str]
        _expect(good, f"{where}: the span {_short(span)}, where [start, end, type] was expected")
        start, end, type_ = span
        inside = 0 <= start < end <= len(tokens)
        _expect(inside, f"{where}: the span {_short(span)} in a sentence of {len(tokens)} tokens")
        spans.append((start, end, names.get(type_, type_)))
    scored = SCORED.get(source)
    judged = tuple(s for s in spans if scored is None or s[2] in scored)
    known = {(start, end): (start, end, type_) for start, end, type_ in spans}
    stated = (_stated(r, known, where) for r in _get(record, "relations", list, where, default=[]))
    return Sentence(tokens, judged, tuple(spans), tuple(stated))


def _stated(relation: Any, known: Mapping[tuple[int, int], Span], where: str) -> Stated:
    good = isinstance(relation, list) and [type(part) for part in relation] == [int, int, int, int, str]
    _expect(
        good,
        f"{where}: the relation {_short(relation)}, where [head, its end, tail, its end, type] was expected",
    )
    ends = tuple(relation[:2]), tuple(relation[2:4])
    _expect(
        set(ends) <= known.keys(), f"{where}: the relation {_short(relation)}, of whose ends one is no span"
    )
    return known[ends[0]], relation[4], known[ends[1]]


def _abstract(record: dict[str, Any], source: str, number: int, note: Callable[[Problem], None]) -> Abstract:
    concepts = _get(record, "concepts", list)
    things = tuple(_thing(c, n) for n, c in enumerate(concepts))
    known = {thing.id for thing in things}
    _expect(len(known) == len(things), "two concepts with one id")
    expected = Expected(
        things,
        frozenset(_triple(t, known) for t in _get(record, "triples", list, default=[])),
        tuple(_figure(r, known) for r in _get(record, "results", list, default=[])),
        None if record.get("system") is None else fold(_get(record, "system", str)),
    )
    document = to_document(source, to_raw(record, number), note)
    if document is None:
        raise Fault('neither "title" nor "text"')
    owner: dict[str, str | int] = {}
    for concept, thing in zip(concepts, things, strict=True):
        for form in (*concept.get("mentions", []), *concept.get("accept", []), concept["name"]):
            owner.setdefault(clean(form).text, thing.id)
    type_of = {thing.id: thing.type for thing in things}
    named = occurrences(document.joined, {form: type_of[id_] for form, id_ in owner.items()})
    bare = Abstract(document, expected, None, named, owner)
    if any("mentions" not in concept for concept in concepts):
        return bare
    types = {clean(form).text: c["type"] for c in concepts for form in c["mentions"]}
    spans = occurrences(bare.joined, types)
    lost = set(types) - {bare.joined[start:end] for start, end, _ in spans}
    for form in sorted(lost):
        if form not in bare.joined:
            note(
                Problem(
                    source, f"the mention {_short(form)} does not stand in the text.", number, skipped=False
                )
            )
    return replace(bare, spans=spans)


def _thing(concept: Any, number: int) -> Thing:
    where = f"concept {number}"
    name, type_ = (_get(concept, key, str, where) for key in ("name", "type"))
    types = ontology.load().types
    _expect(
        type_ in types, f"{where}: the type {_short(type_)}, where one of {', '.join(types)} was expected"
    )
    forms = [name]
    for key in ("mentions", "accept"):
        given = _get(concept, key, list, where, default=[])
        _expect(all(isinstance(form, str) for form in given), f"{where}: a form that is no string")
        forms += given
    _expect(len(forms) > 1, f'{where}: neither "mentions" nor "accept"')
    id_ = concept.get("id", number)
    _expect(isinstance(id_, str | int), f"{where}: the id {_short(id_)}")
    return Thing(id_, type_, _get(concept, "core", bool, where, default=False), folded(forms))


def _triple(triple: Any, known: set[str | int]) -> tuple[str | int, str, str | int]:
    good = (
        isinstance(triple, list) and len(triple) == 3 and all(isinstance(part, str | int) for part in triple)
    )
    _expect(good, f"the triple {_short(triple)}, where [head, relation, tail] was expected")
    head, relation, tail = triple
    _expect({head, tail} <= known | {PAPER}, f"the triple {_short(triple)}, of whose ends one is no concept")
    return head, str(relation), tail


def _figure(result: Any, known: set[str | int]) -> Figure:
    value, kind = _get(result, "value", str, "a result"), _get(result, "kind", str, "a result")
    _expect(kind in KINDS, f"a result of kind {_short(kind)}, where one of {', '.join(KINDS)} was expected")
    ends = tuple(result.get(name) for name in ENDS)
    good = all(end is None or (isinstance(end, str | int) and end in known) for end in ends)
    _expect(good, f"the result {_short(value)}, of whose ends one is no concept")
    return Figure(value, kind, ends)


def _get(record: Any, key: str, kind: type, where: str = "", default: Any = None) -> Any:
    """The value of a key, which must be of a kind, or the default where the key is missing."""
    before = f"{where}: " if where else ""
    _expect(isinstance(record, dict), f"{before}no JSON object")
    value = record.get(key, default)
    _expect(isinstance(value, kind), f'{before}no "{key}" that is a {_KINDS[kind]}')
    return value


def _expect(good: bool, fault: str) -> None:
    if not good:
        raise Fault(fault)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:59]}…"
