"""The cluster by its scheduler's address."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING

from kg.errors import ResourceError, UsageError
from kg.settings import CLUSTER

if TYPE_CHECKING:
    from distributed import Client


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """A client of the scheduler at `address` (such as "tcp://10.0.0.1:8786"); it lets go when the block ends.

    Raises `ResourceError` where dask.distributed is missing, `UsageError` where no scheduler answers in time.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise ResourceError(
            "A cluster needs dask.distributed. Install it with: pip install 'kg[dask]'"
        ) from error
    try:
        client = Client(address, timeout=CLUSTER.seconds, set_as_default=False, name="kg")
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{address!r}: no Dask scheduler answers there ({error}). Give the address that `dask scheduler` prints, "
            "such as tcp://10.0.0.1:8786"
        ) from error
    with _quiet():
        try:
            yield client
        finally:
            with suppress(OSError):  # the scheduler may be gone, or take too long to say goodbye
                client.close(timeout=CLUSTER.seconds)


@contextmanager
def _quiet() -> Iterator[None]:
    """Without what Dask's client logs when it loses its scheduler, tracebacks among it: kg says it in a sentence."""
    loggers = [logging.getLogger(f"distributed.{name}") for name in ("batched", "client", "core")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


class Room:
    """How many chunks may be on their way: as many as keep the workers busy, however many come and go."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._asked = -CLUSTER.refresh
        self._threads: Mapping[str, int] = {}

    @property
    def workers(self) -> int:
        """How many workers there are, as far as is known."""
        if monotonic() - self._asked >= CLUSTER.refresh and self._client.status == "running":
            with suppress(OSError):  # no scheduler at the moment: who waits for a chunk will see
                self._threads = self._client.nthreads()
            self._asked = monotonic()
        return len(self._threads)

    @property
    def chunks(self) -> int:
        """How many chunks may be on their way."""
        return CLUSTER.ahead * max(1, self.workers, sum(self._threads.values()))
