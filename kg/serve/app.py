"""The application: its routes, its errors, and the guard before all of them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exception_handlers import request_validation_exception_handler
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

import kg
from kg.errors import KgError, LimitError, NotFoundError, UsageError
from kg.serve import api, pages, sparql
from kg.serve.guard import Guard
from kg.serve.loaded import Loaded
from kg.serve.render import page

_SLOW = "The answer takes longer than a request may. Ask for less."


def application(graph: Path, host: str = "127.0.0.1") -> FastAPI:
    """The application over a graph file, for requests to `host`."""
    made = FastAPI(
        title="kg",
        summary="A knowledge graph of methods, tasks, datasets and metrics, with the sentence behind every statement.",
        version=kg.__version__,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    made.state.graph, made.state.loaded = graph, Loaded(graph)
    for module in (api, sparql, pages):
        made.include_router(module.router)
    made.add_exception_handler(RequestValidationError, _invalid)
    for kind in (KgError, sqlite3.Error, HTTPException, sparql.Refusal):
        made.add_exception_handler(kind, _fault)
    made.add_middleware(Guard, host=host)
    return made


async def _invalid(request: Request, error: Exception) -> Response:
    """A parameter that is missing or out of its range."""
    assert isinstance(error, RequestValidationError)
    if _for_programs(request):
        return await request_validation_exception_handler(request, error)
    told = (f"{fault['loc'][-1]}: {fault['msg']}." for fault in error.errors())
    return page("error", 422, status=422, detail=" ".join(told))


async def _fault(request: Request, error: Exception) -> Response:
    """What is raised on purpose, as a status and a sentence."""
    status, detail, headers = 500, str(error), {}
    match error:
        case sparql.Refusal():
            status = error.status
        case HTTPException():
            status, detail, headers = error.status_code, str(error.detail), dict(error.headers or {})
        case NotFoundError():
            status = 404
        case UsageError():
            status = 400
        case LimitError():
            status, headers = 503, {"retry-after": "5"}
        case pages.Unacceptable():
            status = 406
        case sqlite3.OperationalError() if "interrupted" in detail:
            status, detail = 503, _SLOW
        case sqlite3.Error():
            detail = f"The graph is damaged ({error}). Build it again with: kg build"
    if _for_programs(request):
        return JSONResponse({"detail": detail}, status, headers)
    answer = page("error", status, status=status, detail=detail)
    answer.headers.update(headers)
    return answer


def _for_programs(request: Request) -> bool:
    return request.url.path.startswith(("/api/", "/sparql", "/openapi.json"))
