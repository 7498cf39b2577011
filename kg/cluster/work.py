"""What a worker does with a chunk of papers: what it needs is loaded with the first one, once."""

from __future__ import annotations

import pickle
import socket
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from kg.errors import ResourceError
from kg.records import Annotation, Document

_ALONE = threading.Lock()
"""A worker may have several threads, but the extractor is one for a process and reads one text after the other.
It keeps the cores that the process may use busy by itself."""


class Call:
    """A call of `annotated` that is made where it is unpickled.

    As bytes it passes a scheduler without kg; on a worker without kg it fails as any task may. A function of kg with
    papers, sent to such a worker as it is, ends the worker, and then the next one.

    >>> pickle.loads(pickle.dumps(Call([], 0.0, tools(0.0))))
    []
    """

    def __init__(self, papers: Sequence[Document], min_score: float, wanted: Mapping[str, str]) -> None:
        # The papers apart, to be unpickled only by the same kg: another may know other fields.
        self._arguments = pickle.dumps(papers, protocol=5), min_score, dict(wanted)

    def __reduce__(self) -> tuple[Any, ...]:
        return annotated, self._arguments


def annotated(papers: bytes, min_score: float, wanted: Mapping[str, str]) -> list[Annotation]:
    """Each paper's own annotation, in order, as `kg.pipeline.annotate` gives them; `papers` are pickled.

    Raises `ResourceError` where this machine lacks a part of kg, or has other `tools` than those wanted.
    """
    try:
        with _ALONE:
            if (other := difference(tools(min_score), wanted)) is not None:
                raise ResourceError(
                    f"has another kg than the client: {other}. Install the same on every worker."
                )
            return _annotated(pickle.loads(papers), min_score)  # from the client, as all that Dask unpickles
    except ResourceError as error:
        raise ResourceError(f"the worker on {socket.gethostname()}: {error}") from error


@cache
def tools(min_score: float) -> Mapping[str, str]:
    """What this machine would read papers with, by part: only the same gives the same bytes.

    Raises `ResourceError` where a part is missing.
    """
    from kg import manifest

    try:
        return manifest.tools(min_score)
    except OSError as error:
        raise ResourceError(
            f"{error.filename}: cannot be read ({error.strerror}). Install kg again."
        ) from error


def difference(mine: Mapping[str, str], wanted: Mapping[str, str]) -> str | None:
    """The first part in which two machines differ, in words; None where they have the same.

    >>> difference({"version of kg": "1.0", "model": "a"}, {"version of kg": "1.1", "model": "b"})
    'version of kg 1.0, not 1.1'
    >>> difference({"version of kg": "1.0"}, {"version of kg": "1.0"}) is None
    True
    """
    for part in dict.fromkeys((*wanted, *mine)):
        if mine.get(part) != wanted.get(part):
            return f"{part} {mine.get(part, 'unknown')[:12]}, not {wanted.get(part, 'unknown')[:12]}"
    return None


def _annotated(papers: Sequence[Document], min_score: float) -> list[Annotation]:
    from kg import pipeline

    return list(pipeline.annotate(papers, min_score))
