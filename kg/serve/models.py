"""What the JSON API answers: the forms of `kg.query.plain`, for the OpenAPI description."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Fault:
    """Why there is no answer, as a sentence."""

    detail: str


@dataclass
class ConceptModel:
    """A concept; `papers` and `mentions` count."""

    id: str
    name: str
    type: str
    aliases: list[str]
    papers: int
    mentions: int


@dataclass
class ReachedModel(ConceptModel):
    """A concept and how many statements lie between it and the centre."""

    distance: int


@dataclass
class PassageModel:
    """A passage of a paper."""

    paper: str
    quote: str


@dataclass
class StatementModel:
    """A statement; `papers` is how many support it, `evidence` may hold fewer. Ends are ids, a paper's `paper/<id>`."""

    subject: str
    predicate: str
    object: str
    papers: int
    score: float
    evidence: list[PassageModel]


@dataclass
class NeighbourhoodModel:
    """What stands around a concept."""

    centre: ConceptModel
    concepts: list[ReachedModel]
    statements: list[StatementModel]


@dataclass
class PathModel:
    """The concepts on the way and the statements between them."""

    concepts: list[ConceptModel]
    statements: list[StatementModel]


@dataclass
class MentionModel:
    """A name of a concept in the title or the text, `[start, end)` in code points."""

    start: int
    end: int
    part: str
    type: str
    score: float | None
    concept: str


@dataclass
class ResultModel:
    """A figure that a paper reports; the ends are ids of concepts."""

    method: str | None
    task: str | None
    dataset: str | None
    metric: str | None
    value: str | None
    unit: str | None
    kind: str
    written: str
    paper: str
    quote: str


@dataclass
class PaperLine:
    """A paper in a list."""

    id: str
    title: str | None
    year: int | None
    venue: str | None


@dataclass
class PaperModel(PaperLine):
    """A paper with its abstract, mentions, statements and results."""

    text: str
    doi: str | None
    url: str | None
    authors: list[str]
    keywords: list[str]
    mentions: list[MentionModel]
    statements: list[StatementModel]
    results: list[ResultModel]


@dataclass
class StatsModel:
    """The graph in numbers."""

    papers: int
    concepts: int
    statements: int
    mentions: int
    results: int
    evidence: int
    top: dict[str, list[ConceptModel]]
