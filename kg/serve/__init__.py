"""`kg serve`: the graph as a local web application and JSON API, which reads what a request needs and no more.

app        the application: routes, errors, what each answer must carry
guard      which requests are let in; headers that keep a page from reaching anything else
api        the JSON API; models: what it answers
pages      the HTML pages; render: their templates; facts, passages, drawing: what stands on them
linked     concepts and papers as JSON-LD or Turtle; negotiation: which form was asked for
sparql     the SPARQL endpoint; loaded: the triples that it asks
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from kg.errors import OutputError, ResourceError
from kg.store import Store

__all__ = ["is_loopback", "serve"]


def serve(graph: Path, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve the graph until interrupted; `ready` is told the address once it is answered there. Port 0 is a free one.

    Raises `ResourceError` where FastAPI or uvicorn is missing, `OutputError` where the address cannot be had, and what
    `Store` raises where there is no graph.
    """
    Store(graph).close()  # a missing graph is told at once, not to the first reader
    try:
        import fastapi  # noqa: F401
        import uvicorn
    except ImportError as error:
        raise ResourceError(
            "The web application needs FastAPI and uvicorn. Install them with: pip install 'kg[serve]'"
        ) from error
    import socket

    from kg.serve.app import application
    from kg.serve.facts import overview

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listening:
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, port))
            listening.listen()
        except (OSError, OverflowError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise OutputError(
                f"{host} port {port} cannot be served from ({reason}). Choose another with --port, or 0 for a free one."
            ) from error
        named = f"[{host}]" if family == socket.AF_INET6 else host
        settings = uvicorn.Config(
            application(graph, host), log_level="warning", access_log=False, server_header=False, date_header=False,
            lifespan="off", timeout_graceful_shutdown=2,
        )  # fmt: skip
        threading.Thread(target=overview, args=(graph,), daemon=True).start()
        ready(f"http://{named}:{listening.getsockname()[1]}/")
        uvicorn.Server(settings).run([listening])


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches what is served there.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    import ipaddress

    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
