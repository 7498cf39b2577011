"""The HTML pages: a request's parameters, one look into the graph, one template."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from kg import ontology
from kg.errors import KgError, NotFoundError
from kg.serve import facts, linked
from kg.serve.api import Skip, called, paper_of
from kg.serve.negotiation import preferred
from kg.serve.passages import Quoting
from kg.serve.reading import opened
from kg.serve.render import page
from kg.settings import SERVE
from kg.store import pages
from kg.store.pages import Side
from kg.wording import shortened

router = APIRouter(include_in_schema=False)

_PAGE = 25  # entries of a list
_STATIC = {"serve.css": "text/css", "serve.js": "text/javascript"}
_HTML = "text/html"
_FORMS = {"html": _HTML, "jsonld": linked.JSONLD, "turtle": linked.TURTLE}

Text = Annotated[str, Query(max_length=SERVE.text)]
Form = Annotated[Literal["html", "jsonld", "turtle"] | None, Query()]


@router.get("/")
def home(request: Request) -> HTMLResponse:
    """The search box, the graph in numbers, and its best supported concepts."""
    return page("home", whole=facts.overview(request.app.state.graph))


@router.get("/search")
def search(request: Request, q: Text = "") -> HTMLResponse:
    """What the search box leads to where nothing was chosen from its list."""
    from kg.query.search import search

    with opened(request) as store:
        found = search(store, q, 50) if q.strip() else ()
    return page("search", q=q, found=found)


@router.get("/concept/{id:path}")
def concept(request: Request, id: str, form: Form = None) -> Response:
    """All that is known of a concept; by `Accept`, or by `form`, as JSON-LD or Turtle."""
    with opened(request) as store:
        found = store.concept(id)
        if found is None:
            raise NotFoundError(f'No concept has the id "{shortened(id)}".')
        if (type_ := _type(request, form)) != _HTML:
            return _linked(linked.described(store, found, type_), type_)
        made = page("concept", facts=facts.concept(store, found))
    made.headers["vary"] = "Accept"
    return made


@router.get("/statements")
def statements(
    request: Request,
    concept: Text,
    predicate: Annotated[str, Query(pattern="^[A-Za-z]{1,40}$")],
    side: Side = "subject",
    skip: Skip = 0,
) -> HTMLResponse:
    """A page of one relation's statements of a concept."""
    with opened(request) as store:
        found = called(store, concept)
        group = next(
            (g for g in pages.groups(store, found.id) if (g.predicate, g.side) == (predicate, side)), None
        )
        if group is None or skip >= group.statements:
            raise NotFoundError(f"{found.name} has no such statements.")
        section = facts.section(store, found, group, _PAGE, skip)
    return page("statements", concept=found, section=section, skip=skip, size=_PAGE)


@router.get("/statement")
def statement(request: Request, subject: Text, predicate: Text, object: Text, skip: Skip = 0) -> HTMLResponse:
    """A statement with its evidence."""
    with opened(request) as store:
        found = pages.statement(store, (subject, predicate, object), _PAGE, skip)
        if found is None:
            raise NotFoundError("The graph has no such statement.")
        quoting = Quoting(store)
        quotes = [quoting(e) for e in found.statement.evidence]
        names = facts.names(store, (subject, object))
    relation = ontology.load().relations[predicate]
    return page(
        "statement", stated=found, quotes=quotes, names=names, relation=relation, skip=skip, size=_PAGE
    )


@router.get("/naming")
def naming(request: Request, concept: Text, skip: Skip = 0) -> HTMLResponse:
    """A page of the papers that name a concept."""
    with opened(request) as store:
        found = called(store, concept)
        papers = pages.papers_naming(store, found.id, _PAGE, skip)
    return page("naming", concept=found, papers=papers, skip=skip, size=_PAGE)


@router.get("/graph/{id:path}")
def graph(request: Request, id: str) -> HTMLResponse:
    """The drawing of what stands around a concept: a page of its own, also framed by the concept's."""
    from kg.serve.drawing import drawn

    with opened(request) as store:
        found = store.concept(id)
        if found is None:
            raise NotFoundError(f'No concept has the id "{shortened(id)}".')
        text = drawn(store, found)
    return HTMLResponse(
        text, headers={"content-security-policy": "frame-ancestors 'self'; connect-src 'none'"}
    )


@router.get("/paper")
def paper_by_id(request: Request, id: Text, form: Form = None) -> Response:
    """A paper whose id is no path."""
    return paper(request, id, form)


@router.get("/paper/{id:path}")
def paper(request: Request, id: str, form: Form = None) -> Response:
    """A paper: its abstract with the mentions marked, and what it states; as JSON-LD or Turtle like a concept."""
    with opened(request) as store:
        found = paper_of(store, id)
        if (type_ := _type(request, form)) != _HTML:
            return _linked(linked.described(store, found, type_), type_)
        made = page("paper", facts=facts.paper(store, found))
    made.headers["vary"] = "Accept"
    return made


@router.get("/papers")
def papers(request: Request, after: Text = "") -> HTMLResponse:
    """The papers, sorted by id, a page at a time."""
    with opened(request) as store:
        found = pages.papers_after(store, after, _PAGE)
    return page("papers", papers=found, after=after, more=len(found) == _PAGE)


@router.get("/results")
def results(
    request: Request,
    dataset: Text = "",
    metric: Text = "",
    task: Text = "",
    method: Text = "",
    order: Literal["highest", "lowest"] = "highest",
    skip: Skip = 0,
) -> HTMLResponse:
    """The figures of a dataset, a metric … as a leaderboard with the evidence; without them, what boards there are."""
    asked = {"dataset": dataset, "metric": metric, "task": task, "method": method}
    values: dict[str, Any] = {"asked": asked, "order": order, "skip": skip, "size": _PAGE, "fault": None}
    if not any(map(str.strip, asked.values())):
        whole = facts.overview(request.app.state.graph)
        return page("results", **values, chosen={}, boards=whole.boards, names=whole.names, rows=())
    values["boards"] = ()
    with opened(request) as store:
        try:
            chosen = {e: called(store, name, e.title()) for e, name in asked.items() if name.strip()}
        except NotFoundError as error:
            return page("results", 404, **(values | {"fault": str(error)}), chosen={}, names={}, rows=())
        ends: dict[str, Any] = {end: concept.id for end, concept in chosen.items()}
        found = pages.results(store, _PAGE, skip, lowest_first=order == "lowest", **ends)
        quoting = Quoting(store)
        rows = [(result, quoting(result.evidence)) for result in found]
        names = facts.names(store, (end for result in found for end in result.ends if end))
    return page("results", **values, chosen=chosen, names=names, rows=rows)


@router.get("/path")
def path(request: Request, start: Text = "", end: Text = "") -> HTMLResponse:
    """How two concepts hang together, with the evidence of each step."""
    from kg.query.path import path

    values: dict[str, Any] = {"start": start, "end": end, "steps": (), "found": None, "fault": None}
    if not start.strip() or not end.strip():
        return page("path", **values)
    with opened(request) as store:
        try:
            found = path(store, called(store, start).id, called(store, end).id)
        except NotFoundError as error:
            return page("path", 404, **(values | {"fault": str(error)}))
        quoting = Quoting(store)
        steps = [(s, [quoting(e) for e in s.evidence[:2]]) for s in found.statements]
        names = {c.id: c.name for c in found.concepts}
    return page("path", **(values | {"steps": steps, "found": found, "names": names}))


@router.get("/docs")
def docs(request: Request) -> HTMLResponse:
    """The API's description, read from /openapi.json by nobody but this page."""
    return page("docs", description=request.app.openapi())


@router.get("/static/{name}")
def static(name: str) -> Response:
    """The style sheet and the script."""
    if name not in _STATIC:
        raise NotFoundError("There is no such file.")
    return Response(_part(name), media_type=_STATIC[name])


@router.get("/favicon.ico")
def icon() -> Response:
    """None."""
    return Response(status_code=204)


def _part(name: str) -> bytes:
    return (Path(__file__).parent / "static" / name).read_bytes()


def _type(request: Request, form: str | None) -> str:
    """The media type that was asked for."""
    if form:
        return _FORMS[form]
    type_ = preferred(request.headers.get("accept", ""), list(_FORMS.values()))
    if type_ is None:
        raise Unacceptable(f"This comes as {', '.join(_FORMS.values())}.")
    return type_


def _linked(document: bytes, type_: str) -> Response:
    return Response(document, media_type=type_, headers={"vary": "Accept"})


class Unacceptable(KgError):
    """No form on offer is accepted."""
