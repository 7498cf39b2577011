"""The JSON API, under /api; /openapi.json describes it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from kg.errors import NotFoundError
from kg.export.text import number
from kg.query import plain
from kg.records import Concept, Document, Result
from kg.serve import models
from kg.serve.facts import overview
from kg.serve.reading import opened
from kg.settings import SERVE
from kg.store import Store, pages
from kg.store.pages import Side
from kg.wording import shortened

router = APIRouter(
    prefix="/api",
    tags=["graph"],
    responses={
        404: {"model": models.Fault, "description": "There is no such concept, paper or chain"},
        503: {"model": models.Fault, "description": "The answer takes longer than a request may"},
    },
)

Name = Annotated[
    str,
    Query(
        min_length=1, max_length=SERVE.text, description="A name in any spelling or abbreviation, or an id"
    ),
]
Id = Annotated[str, Query(max_length=SERVE.text, description="The id of a paper")]
ConceptId = Annotated[str | None, Query(max_length=SERVE.text, description="The id of a concept")]
Limit = Annotated[int, Query(ge=1, le=SERVE.page, description="The most entries")]
Skip = Annotated[int, Query(ge=0, le=100_000, description="Entries to pass over")]


@router.get("/search", response_model=list[models.ConceptModel])
def search(request: Request, q: Name, limit: Limit = 20) -> Any:
    """The concepts called so, then those with a name that holds every word (each may be a beginning), best first."""
    from kg.query.search import search

    with opened(request) as store:
        return plain.concepts(search(store, q, limit))


@router.get("/concept", response_model=models.ConceptModel)
def concept(request: Request, name: Name) -> Any:
    """The concept with this name or id; of several, the one that most papers name."""
    with opened(request) as store:
        return plain.concept(called(store, name))


@router.get("/neighbours", response_model=models.NeighbourhoodModel)
def neighbours(
    request: Request,
    name: Name,
    hops: Annotated[int, Query(ge=0, le=2, description="How far around it")] = 1,
    limit: Limit = 50,
) -> Any:
    """What stands within some statements of a concept, nearest and best supported first."""
    from kg.query.neighbourhood import neighbourhood

    with opened(request) as store:
        id_ = called(store, name).id
        near = neighbourhood(store, id_, min(hops, 1), limit=limit)
        if hops > 1 and len(near.statements) < limit:  # a hub's nearest ones leave no place for others
            near = neighbourhood(store, id_, hops, limit=limit)
        return plain.neighbourhood(near)


@router.get("/statements", response_model=list[models.StatementModel])
def statements(
    request: Request,
    name: Name,
    predicate: Annotated[str, Query(pattern="^[A-Za-z]{1,40}$", description="A relation of the ontology")],
    side: Annotated[Side, Query(description="Which end the concept is")] = "subject",
    limit: Limit = 20,
    skip: Skip = 0,
) -> Any:
    """The statements of one relation that a concept stands in, best supported first, with two passages each."""
    with opened(request) as store:
        found = pages.statements(store, called(store, name).id, predicate, side, limit, skip)
    return [plain.statement(s.statement) | {"papers": s.papers} for s in found]


@router.get("/path", response_model=models.PathModel)
def path(
    request: Request,
    start: Annotated[Name, Query(description="Where the chain begins: a name or an id")],
    end: Annotated[Name, Query(description="Where the chain ends: a name or an id")],
) -> Any:
    """The shortest chain of statements between two concepts."""
    from kg.query.path import path

    with opened(request) as store:
        return plain.path(path(store, called(store, start).id, called(store, end).id))


@router.get("/papers", response_model=list[models.PaperLine])
def papers(
    request: Request,
    after: Annotated[str, Query(max_length=SERVE.text, description="The papers that follow this id")] = "",
    limit: Limit = 20,
) -> Any:
    """Papers, sorted by id: the last one's id given as `after` brings the next."""
    with opened(request) as store:
        return [_line(paper) for paper in pages.papers_after(store, after, limit)]


@router.get("/paper", response_model=models.PaperModel)
def paper(request: Request, id: Id) -> Any:
    """A paper with its abstract, mentions, statements and results."""
    with opened(request) as store:
        found = paper_of(store, id)
        mentions = [
            {
                "start": m.start,
                "end": m.end,
                "part": m.part,
                "type": m.type,
                "score": number(m.score),
                "concept": concept,
            }
            for m, concept in store.mentions(id)
        ]
        return _line(found) | {
            "text": found.text,
            "doi": found.doi,
            "url": found.url,
            "authors": list(found.authors),
            "keywords": list(found.keywords),
            "mentions": mentions,
            "statements": [plain.statement(s) for s in store.stated_in(id)],
            "results": [_result(r) for r in store.results(paper=id)],
        }


@router.get("/results", response_model=list[models.ResultModel])
def results(
    request: Request,
    dataset: ConceptId = None,
    metric: ConceptId = None,
    method: ConceptId = None,
    task: ConceptId = None,
    lowest_first: Annotated[bool, Query(description="For errors, losses and times")] = False,
    limit: Limit = 50,
    skip: Skip = 0,
) -> Any:
    """The figures that papers report, by their values: with a dataset and a metric, a leaderboard."""
    with opened(request) as store:
        found = pages.results(
            store,
            limit,
            skip,
            dataset=dataset,
            metric=metric,
            method=method,
            task=task,
            lowest_first=lowest_first,
        )
    return [_result(r) for r in found]


@router.get("/stats", response_model=models.StatsModel)
def stats(request: Request) -> Any:
    """The graph in numbers, and the concepts of each type that most papers name."""
    whole = overview(request.app.state.graph)
    return whole.counts | {"top": {type_: plain.concepts(found) for type_, found in whole.top.items()}}


def called(store: Store, name: str, type_: str | None = None) -> Concept:
    """The concept (of that type) of that name or id. Raises `NotFoundError`, with names that share a word."""
    from kg.query.resolve import matching

    match = matching(store, name, type_)
    if match is None:
        words = sorted(name.split(), key=len, reverse=True)[:3]
        sharing = (c for word in words for c in store.search(word, 3) if type_ in (None, c.type))
        near = dict.fromkeys(c.name for c in sharing)
        hint = f" Names that share a word: {', '.join(near)}." if near else ""
        raise NotFoundError(f'No {type_ or "concept"} is called "{shortened(name)}".{hint}')
    return match.concept


def paper_of(store: Store, id_: str) -> Document:
    """The paper of that id. Raises `NotFoundError`."""
    found = store.paper(id_)
    if found is None:
        raise NotFoundError(f'No paper has the id "{shortened(id_)}".')
    return found


def _line(paper: Document) -> dict[str, Any]:
    return {"id": paper.id, "title": paper.title, "year": paper.year, "venue": paper.venue}


def _result(r: Result) -> dict[str, Any]:
    ends = dict(zip(("method", "task", "dataset", "metric"), r.ends, strict=True))
    figure = {"value": r.value, "unit": r.unit, "kind": r.kind, "written": r.written}
    return ends | figure | {"paper": r.paper, "quote": r.evidence.quote}
