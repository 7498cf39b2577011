"""Chunks of papers out to the workers of a cluster, their annotations back in the papers' order."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING
from uuid import uuid4

import kg
from kg.cluster.connect import Room, connected
from kg.cluster.work import Call, tools
from kg.errors import KgError, Problem, Report, ResourceError, ignore
from kg.records import Annotation, Document
from kg.settings import CLUSTER

if TYPE_CHECKING:
    from distributed import Client, Future


def annotate(
    documents: Iterable[Document],
    address: str,
    min_score: float = 0.0,
    report: Report = ignore,
    *,
    chunk: int = CLUSTER.chunk,
) -> Iterator[Annotation]:
    """Each paper's own annotation, of mentions with a score of `min_score` or more: what `kg.pipeline.annotate` makes
    of the documents, with the same bytes, made by the workers of the Dask cluster at `address`.

    Lazily and in order: documents are read only as far ahead as keeps the workers busy, in chunks of at most `chunk`
    papers. What a lost worker had is done by another; without documents the cluster is not asked at all.
    `report` is told when there is no worker to wait for.

    Raises `ResourceError` where dask.distributed is missing, where a worker lacks kg or has another one, and where
    the cluster is lost; `UsageError` where no scheduler answers at `address`.

    >>> list(annotate([], "tcp://10.0.0.1:8786"))
    []
    """
    chunks = _chunks(documents, chunk)
    first = next(chunks, None)
    if first is None:
        return
    with connected(address) as client:
        cluster = _Cluster(client, address, min_score, report)
        waiting: deque[_Sent] = deque()
        for papers in chain([first], chunks):
            waiting.append(cluster.send(papers))
            while len(waiting) >= cluster.room.chunks:
                yield from cluster.answer(waiting.popleft())
        while waiting:
            yield from cluster.answer(waiting.popleft())


def _chunks(documents: Iterable[Document], size: int) -> Iterator[tuple[Document, ...]]:
    """So many documents at a time, fewer where they are long.

    >>> [len(papers) for papers in _chunks((Document(str(n), "We train BERT.") for n in range(5)), 2)]
    [2, 2, 1]
    """
    papers: list[Document] = []
    characters = 0
    for document in documents:
        papers.append(document)
        characters += len(document.text)
        if len(papers) == size or characters > CLUSTER.characters:
            yield tuple(papers)
            papers, characters = [], 0
    if papers:
        yield tuple(papers)


@dataclass(frozen=True, slots=True)
class _Sent:
    """Papers that a worker is to annotate; they stay here until it has, as what it had is lost with it."""

    papers: tuple[Document, ...]
    future: Future
    tries: int


class _Cluster:
    """The cluster as a place to send chunks to."""

    def __init__(self, client: Client, address: str, min_score: float, report: Report) -> None:
        self._client, self._address, self._min_score, self._report = client, address, min_score, report
        self._tools = tools(min_score)
        self._warned = False
        self.room = Room(client)

    def send(self, papers: tuple[Document, ...], tries: int = 1) -> _Sent:
        """Have a worker annotate the papers."""
        task = pickle.dumps(Call(papers, self._min_score, self._tools))
        future = self._client.submit(pickle.loads, task, key=f"annotated-{uuid4()}")
        return _Sent(papers, future, tries)

    def answer(self, sent: _Sent) -> list[Annotation]:
        """Wait for the annotations of a chunk; send it again if it is lost.

        The scheduler itself gives what a lost worker had to another one, some times (`allowed-failures`) and as long
        as it lives.
        """
        from distributed import CancelledError, KilledWorker

        while True:
            try:
                answer: list[Annotation] = sent.future.result(timeout=CLUSTER.seconds)
                return answer
            except TimeoutError as error:
                if self._client.status == "closed":
                    raise self._lost(sent, error) from error
                self._warn_if_idle()
            except (CancelledError, KilledWorker, OSError) as error:
                if sent.tries == CLUSTER.tries or self._client.status == "closed":
                    raise self._lost(sent, error) from error
                sent = self.send(sent.papers, sent.tries + 1)
            except KgError as error:
                raise type(error)(f"{self._address}: {error}") from error
            except (ImportError, AttributeError) as error:
                if isinstance(error, AttributeError) and not str(error).startswith("Can't get attribute"):
                    raise
                raise ResourceError(
                    f"{self._address}: a worker lacks kg, or has an old one or a part of it ({error}). "
                    f"Install the client's on every worker: pip install kg=={kg.__version__}"
                ) from error

    def _warn_if_idle(self) -> None:
        """Say, once, that there is no worker to wait for."""
        if not self._warned and not self.room.workers:
            self._warned = True
            message = "the cluster has no worker yet; waiting for one. Start one with: dask worker ADDRESS"
            self._report(Problem(self._address, message, skipped=False))

    def _lost(self, sent: _Sent, error: BaseException) -> ResourceError:
        if self._client.status == "closed":
            return ResourceError(
                f"{self._address}: the scheduler is gone, and did not come back. Start it, and build again."
            )
        papers = f"{sent.papers[0].id} to {sent.papers[-1].id}"
        return ResourceError(
            f"{self._address}: the papers {papers} were lost {sent.tries} times with the workers that had them "
            f"({error}). Look at the workers' logs (memory is the usual reason), and build again."
        )
