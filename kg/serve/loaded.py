"""The triples of the graph for SPARQL, loaded once as long as the graph is the same file."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path

from kg.errors import LimitError
from kg.export import oxigraph
from kg.settings import SERVE
from kg.store import Store

State = tuple[int, int, int]


class Loaded:
    """The folder of the Oxigraph store beside a graph; a new graph gets a new one at the next question."""

    def __init__(self, graph: Path) -> None:
        self._graph = graph
        self._lock = threading.Lock()
        self._state: State | None = None
        self._folder: Future[Path] = Future()

    def folder(self) -> Path:
        """The folder, made if need be. Raises `LimitError` while that takes too long: it goes on in the meantime."""
        found = self._graph.stat()
        state = found.st_mtime_ns, found.st_size, found.st_ino
        with self._lock:
            failed = self._folder.done() and self._folder.exception() is not None
            if self._state != state or failed:
                self._state, self._folder = state, Future()
                threading.Thread(target=_load, args=(self._graph, self._folder), daemon=True).start()
            coming = self._folder
        try:
            return coming.result(SERVE.loading_seconds)
        except TimeoutError:
            raise LimitError(
                "The triples are being loaded, once for this graph. Ask again in a while."
            ) from None


def _load(graph: Path, coming: Future[Path]) -> None:
    stack = ExitStack()  # left open: a folder among the temporary files lives as long as the process
    try:
        with Store(graph) as store:
            coming.set_result(stack.enter_context(oxigraph.beside(store)))
    except BaseException as error:  # whoever waits is told
        coming.set_exception(error)
    _KEPT.append(stack)


_KEPT: list[ExitStack] = []
