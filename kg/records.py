"""The plain values that pass between the stages; standard library only.

Frozen and slotted; tuples, not lists. Offsets are half-open `[start, end)` in code points of one *part* of a
document: its `text` (the abstract) or its `title`. Scores lie in [0, 1].

    Document ──extract──► Extraction ──link──► Annotation (one paper) ──link──► Linked (all papers)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

PAPER = "paper"
"""The subject of a statement that a paper makes about itself, inside one paper's annotation."""

PROPOSES = "proposes"
"""The relation of a paper to what it introduces."""

MENTIONS = "mentions"
"""The relation of a paper to every concept that it names; all others say more."""

PAPER_PREFIX = "paper/"
"""What the id of a paper's node begins with, and that of no concept: see `paper_node`."""

BREAK = "\n\n"
"""What stands between title and abstract where both are read as one text: always a sentence boundary."""

Part = Literal["text", "title"]

Kind = Literal["absolute", "improvement", "reduction"]
"""What a figure is: the quantity itself, or how much it rose or fell."""

Match = Literal["exactMatch", "closeMatch"]
"""How near a concept of another vocabulary is, as SKOS has it."""


@dataclass(frozen=True, slots=True)
class Document:
    """One paper: what was read, after cleaning.

    `text` is the abstract in NFC with its markup gone; offsets refer to it. `source` and `line` say where the
    record stood. `offsets` holds (position in text, position in the original string) where the two drift apart.
    """

    id: str
    text: str
    title: str | None = None
    source: str = ""
    line: int | None = None
    year: int | None = None
    venue: str | None = None
    doi: str | None = None
    url: str | None = None
    published: str | None = None
    authors: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    offsets: tuple[tuple[int, int], ...] = ()

    def part(self, name: Part) -> str:
        """The string that offsets of this part refer to.

        >>> Document("p1", "We train BERT.", title="BERT").part("title")
        'BERT'
        """
        return self.text if name == "text" else self.title or ""

    @property
    def joined(self) -> str:
        """Title and abstract as one text, so that each is read in the other's light."""
        return f"{self.title}{BREAK}{self.text}" if self.title else self.text

    def original_offset(self, position: int) -> int:
        """Where the character at `position` of `text` stood in the abstract before cleaning.

        >>> Document("p1", "50% less", offsets=((0, 0), (2, 3))).original_offset(2)
        3
        """
        index = bisect_right(self.offsets, (position, 1 << 62)) - 1
        if index < 0:
            return position
        clean, original = self.offsets[index]
        return original + position - clean


@dataclass(frozen=True, slots=True)
class Mention:
    """A name of a concept in the text: `document.part(part)[start:end]`, always."""

    start: int
    end: int
    type: str
    score: float
    rule: str
    part: Part = "text"


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """A short form and the long form that its paper gives for it, as they stand in the text."""

    short: str
    long: str


@dataclass(frozen=True, slots=True)
class Relation:
    """What one passage says of two mentions (indices into `Extraction.mentions`; subject None is the paper).

    `start` and `end` delimit the supporting passage within `part`.
    """

    subject: int | None
    predicate: str
    object: int
    start: int
    end: int
    score: float
    rule: str
    part: Part = "text"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that one passage reports, its ends indices into `Extraction.mentions` or None where it names none.

    The other fields are those of the `Result` that it becomes. `start` and `end` delimit the supporting passage
    within `part`.
    """

    method: int | None
    task: int | None
    dataset: int | None
    metric: int | None
    value: str | None
    unit: str | None
    kind: Kind
    written: str
    start: int
    end: int
    score: float
    rule: str
    part: Part = "text"


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that the extractor found in one paper. `sentences` are the spans of the abstract's sentences."""

    document: Document
    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    abbreviations: tuple[Abbreviation, ...] = ()
    sentences: tuple[tuple[int, int], ...] = ()
    results: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """The passage of a paper that supports a statement; `quote` is `paper.part(part)[start:end]`."""

    paper: str
    start: int
    end: int
    quote: str
    part: Part = "text"


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing that papers speak of. `name` is its most used spelling, `aliases` the others, sorted.

    `papers` and `mentions` count how many papers name it and how often.
    """

    id: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()
    papers: int = 1
    mentions: int = 1


@dataclass(frozen=True, slots=True)
class Statement:
    """Subject, predicate, object and the passages that say so.

    Ends are concept ids, or for the subject `PAPER` (in an `Annotation`) and `paper/<id>` (in a `Graph`).
    """

    subject: str
    predicate: str
    object: str
    score: float
    evidence: tuple[Evidence, ...] = ()

    @property
    def papers(self) -> int:
        """How many papers support it."""
        return len({evidence.paper for evidence in self.evidence})

    @property
    def inferred(self) -> bool:
        """Whether no paper says so: kg concluded it from the names of its ends, and there is no evidence."""
        return not self.evidence


@dataclass(frozen=True, slots=True)
class Result:
    """A figure that a paper reports, and the passage that says so; two papers' figures are two results.

    The ends are concept ids, None where the paper names none. `value` is a plain decimal number ("84.8", "-3",
    never "1e5" or "1,000"), None where words give it; `unit` as the paper has it ("%", "ms"), None where it has
    none. `written` is the figure as it stands in the paper.
    """

    method: str | None
    task: str | None
    dataset: str | None
    metric: str | None
    value: str | None
    unit: str | None
    kind: Kind
    written: str
    score: float
    evidence: Evidence

    @property
    def paper(self) -> str:
        """The id of the paper that reports it."""
        return self.evidence.paper

    @property
    def ends(self) -> tuple[str | None, str | None, str | None, str | None]:
        """Its method, task, dataset and metric."""
        return self.method, self.task, self.dataset, self.metric


@dataclass(frozen=True, slots=True)
class Link:
    """A concept of another vocabulary that is the same as one of ours, or near it, and why it was taken for that.

    `iri` and `label` are the other concept's, `vocabulary` the name that the vocabulary was linked under.
    """

    concept: str
    relation: Match
    iri: str
    label: str
    vocabulary: str
    reason: str


@dataclass(frozen=True, slots=True)
class Merge:
    """Why a name is one of its concept's: it was joined to `other`, another of them, by a rule.

    The merges of a concept make a tree of its names. `score` says how sure the rule is, `papers` how many papers
    bear it out and `paper` which is the first of them, "" where it rests on none; `note` says the rest in words.
    """

    concept: str
    name: str
    other: str
    rule: str
    score: float
    papers: int = 0
    paper: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Annotation:
    """One paper's own small graph: mentions resolved to concepts, relations merged into statements.

    `concept_of[i]` is the id of the concept that `mentions[i]` names.
    """

    document: Document
    mentions: tuple[Mention, ...] = ()
    concept_of: tuple[str, ...] = ()
    concepts: tuple[Concept, ...] = ()
    statements: tuple[Statement, ...] = ()
    abbreviations: tuple[Abbreviation, ...] = ()
    results: tuple[Result, ...] = ()


@dataclass(frozen=True, slots=True)
class Linked:
    """The concepts of a corpus, sorted by id, and the reasons for their names, by concept and name.

    `relink` gives a paper's annotation the graph's concepts. `told` are the names that tell what a concept is, where
    these are not its name alone.
    """

    concepts: tuple[Concept, ...]
    merges: tuple[Merge, ...]
    told: Mapping[str, tuple[str, ...]]
    relink: Callable[[Annotation], Annotation]


def result_order(result: Result) -> tuple[str, ...]:
    """Sorts results by paper and place, then by all else: the order that they have everywhere."""
    at = result.evidence
    place = at.paper, at.part, f"{at.start:012}", f"{at.end:012}"
    rest = (*result.ends, result.value, result.unit, result.kind, result.written)
    return *place, *("" if value is None else value for value in rest)


def paper_node(paper_id: str) -> str:
    """The id that a paper has as a node, apart from every concept id.

    >>> paper_node("arXiv:1810.04805")
    'paper/arXiv:1810.04805'
    """
    return f"{PAPER_PREFIX}{paper_id}"
