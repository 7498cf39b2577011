"""The SPARQL endpoint, by the SPARQL 1.1 Protocol: queries alone, within a time limit."""

from __future__ import annotations

import threading
from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from kg.errors import LimitError, UsageError
from kg.export.rdf import base_of
from kg.query.answer import Answer, first
from kg.query.gallery import examples
from kg.serve import models
from kg.serve.negotiation import preferred
from kg.serve.reading import opened
from kg.serve.render import page
from kg.settings import SERVE

ROWS = {
    "application/sparql-results+json": "json",
    "application/sparql-results+xml": "xml",
    "text/csv": "csv",
    "text/tab-separated-values": "tsv",
    "application/json": "json",
}
TRIPLES = {"text/turtle": "turtle", "application/n-triples": "ntriples"} | ROWS
HTML = "text/html"
_SHOWN = 200  # rows of a table in a page
_FORM, _PLAIN = "application/x-www-form-urlencoded", "application/sparql-query"
_TEXT = {"schema": {"type": "string", "minLength": 1}}
_FIELDS = {"schema": {"type": "object", "required": ["query"], "properties": {"query": _TEXT["schema"]}}}
_BODY = {"requestBody": {"required": True, "content": {_PLAIN: _TEXT, _FORM: _FIELDS}}}
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "The answer", "content": {form: {} for form in (*TRIPLES, HTML)}},
    400: {"model": models.Fault, "description": "The query is no SPARQL, or would change or leave the graph"},
    406: {"model": models.Fault, "description": "No form on offer is accepted"},
    413: {"model": models.Fault, "description": "The query is too long"},
    415: {"model": models.Fault, "description": "The body is neither a form nor a query"},
    503: {"model": models.Fault, "description": "The query takes too long, or the triples are being loaded"},
}

router = APIRouter(tags=["sparql"], responses=_ANSWERS)
_places = threading.BoundedSemaphore(SERVE.sparql_at_once)


class Refusal(Exception):
    """An answer with that status and sentence."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status, self.detail = status, detail


@router.get("/sparql", response_class=Response)
def ask(
    request: Request,
    query: Annotated[
        str | None, Query(max_length=SERVE.body, description="SELECT, ASK, CONSTRUCT or DESCRIBE")
    ] = None,
) -> Response:
    """The answer to a query in the form that `Accept` asks for; a page to write one where there is none."""
    accept = request.headers.get("accept", "")
    if query is None or not query.strip():
        if preferred(accept, [*ROWS, HTML]) == HTML:
            return page("sparql", query="", answer=None, fault=None, examples=examples(), shown=0, base="")
        raise Refusal(400, "Give a query: /sparql?query=ASK {}")
    if preferred(accept, [*TRIPLES, HTML]) == HTML:
        return _page(request, query)
    return _answer(request, query)


@router.post("/sparql", response_class=Response, openapi_extra=_BODY)
async def post(request: Request) -> Response:
    """The same for a query in the body: `application/sparql-query`, or a form with the field `query`."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in (_FORM, _PLAIN):
        raise Refusal(415, f"Send the query as {_PLAIN}, or as {_FORM} with the field query.")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > SERVE.body:
            raise Refusal(413, f"A query has at most {SERVE.body:,} bytes.")
    try:
        text = body.decode()
        given = (
            [text] if kind == _PLAIN else parse_qs(text, errors="strict", max_num_fields=20).get("query", [])
        )
    except ValueError:
        raise Refusal(400, "The body is no UTF-8 text.") from None
    if len(given) != 1 or not given[0].strip():
        raise Refusal(400, "The body holds no query, or more than one.")
    return await run_in_threadpool(_answer, request, given[0])


def _answer(request: Request, query: str) -> Response:
    from kg.export import iris
    from kg.query.answer import written
    from kg.query.sparql import PREFIXES

    found = _asked(request, query)
    offers = TRIPLES if found.kind == "triples" else ROWS
    form = preferred(request.headers.get("accept", ""), list(offers))
    if form is None:
        raise Refusal(406, f"This answer comes as {', '.join(offers)}.")
    with opened(request) as store:
        known = PREFIXES | iris.prefixes(base_of(store))
    return Response(written(found, offers[form], known), media_type=form, headers={"vary": "Accept"})


def _page(request: Request, query: str) -> Response:
    found, status, fault = None, 200, None
    try:
        found = _asked(request, query)
    except Refusal as error:
        status, fault = error.status, error.detail
    except UsageError as error:
        status, fault = 400, str(error)
    except LimitError as error:
        status, fault = 503, str(error)
    with opened(request) as store:
        base = base_of(store)
    return page(
        "sparql",
        status,
        query=query,
        answer=first(found, _SHOWN) if found else None,
        fault=fault,
        examples=examples(),
        shown=found.count if found else 0,
        base=base,
    )


def _asked(request: Request, query: str) -> Answer:
    from kg.query.sparql import sparql

    if any(name in request.query_params for name in ("default-graph-uri", "named-graph-uri")):
        raise Refusal(400, "This endpoint has one graph: leave default-graph-uri and named-graph-uri out.")
    folder = request.app.state.loaded.folder()
    if not _places.acquire(timeout=SERVE.loading_seconds):
        raise LimitError("Other queries are being answered. Ask again in a while.")
    try:
        return sparql(folder, query, timeout=SERVE.sparql_seconds)
    finally:
        _places.release()
