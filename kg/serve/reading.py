"""The graph as one request reads it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import Request

from kg.settings import SERVE
from kg.store import Store


@contextmanager
def opened(request: Request) -> Iterator[Store]:
    """The graph file as it now is, opened for this request alone and for no longer than a request may take."""
    with Store(request.app.state.graph) as store:
        store.end_after(SERVE.seconds)
        yield store
