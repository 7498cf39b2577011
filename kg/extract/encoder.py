"""The shipped encoder at run time: words to logits over the labels of a head, by ONNX Runtime.

One text a run, so that what a paper gets never depends on the papers around it; one thread a run, so that runs of
several texts share the cores. A long text is read in windows that overlap.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from kg.errors import ResourceError
from kg.extract import pieces
from kg.extract.pieces import Pieces

MODEL, TOKENIZER, META = "tagger.onnx", "tokenizer.json", "tagger.json"
WINDOW, OVERLAP = 400, 100
"""Pieces that are read at once: the encoder has often seen as many; and how many the next window reads again."""

AHEAD = 4
"""Texts a core that wait for their turn, so that no core does."""
_SURE = 20.0  # a logit that leaves the other labels nothing

VECTORS = "hidden"
"""The output that holds the words' vectors; the others are heads."""

T = TypeVar("T")
Rows = NDArray[np.float32]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Head:
    """A label scheme: its labels in the order of the columns, and what makes its scores mean something.

    `temperature` divides the logits. `calibration` holds points (score of a span, share that is right), rising, with
    straight lines between; without any, scores stay as they are.
    """

    labels: tuple[str, ...]
    temperature: float = 1.0
    calibration: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a text as the graph takes it, and which of the text's words it answers for."""

    inputs: Mapping[str, Integers]
    words: Integers


Run = tuple[Window, Future[tuple[Rows, Rows]]]


def windows(read: Pieces) -> list[Window]:
    """The windows of a text; each word is answered for by the one where it stands most central.

    Words without pieces and separators are answered for by none.
    """
    ids, shapes, first = (np.array(part, dtype=np.int64) for part in (read.ids, read.shapes, read.first))
    # Between texts stands the mark that ends one, and a word without pieces has the last place, where it stands too.
    words = np.flatnonzero(ids[first] != ids[-1])
    first = first[words]
    inner, step = len(ids) - 2, WINDOW - OVERLAP  # without the marks of beginning and end
    number = 1 + max(0, -(-(inner - WINDOW) // step))
    at = np.clip((first - 1 - OVERLAP // 2) // step, 0, number - 1)
    result = []
    for n in range(number):
        here = np.flatnonzero(at == n)
        part = slice(1 + n * step, 1 + min(inner, n * step + WINDOW))
        if len(here):  # a word of a thousand pieces leaves windows without any beginning
            inputs = {
                "ids": np.concatenate([ids[:1], ids[part], ids[-1:]]),
                "shapes": np.concatenate([shapes[:1], shapes[part], shapes[-1:]]),
                "first": first[here] - n * step,
            }
            result.append(Window(inputs, words[here]))
    return result


class Encoder:
    """The model of a folder, read and checked. `heads` are its label schemes by name."""

    def __init__(self, folder: Path) -> None:
        """Raises `ResourceError` where a file is missing or is not the one that `META` describes."""
        try:
            meta = json.loads(_bytes(folder / META))
            self.heads = {name: _head(head) for name, head in meta["heads"].items()}
            digests = {name: meta["sha256"][name] for name in (MODEL, TOKENIZER)}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise _damaged(folder / META) from error
        content = {name: _bytes(folder / name) for name in digests}
        for name, digest in digests.items():
            if hashlib.sha256(content[name]).hexdigest() != digest:
                raise _damaged(folder / name)
        try:
            self._tokenizer = pieces.load(folder / TOKENIZER)
            self._session = _session(content[MODEL])
            self._width = next(o.shape[1] for o in self._session.get_outputs() if o.name == VECTORS)
        except Exception as error:  # both libraries raise what has no narrower name
            raise ResourceError(f"{folder}: the model cannot be read ({error}). Install kg again.") from error

    def read(self, texts: Iterable[tuple[T, Sequence[str]]], head: str) -> Iterator[tuple[T, Rows, Rows]]:
        """The logits (words × labels of a head) and vectors (words × width) of each text, in order; `T` goes with it.

        All cores work: while the caller has one answer, the next texts are being read.
        """
        cores = _cores()
        waiting: deque[tuple[T, Pieces, list[Run]]] = deque()
        pool = ThreadPoolExecutor(cores, "kg-encoder")
        try:
            for item, words in texts:
                read = pieces.pieces(words, self._tokenizer)
                runs = [(window, pool.submit(self._run, window, head)) for window in windows(read)]
                waiting.append((item, read, runs))
                if len(waiting) > AHEAD * cores:
                    yield self._answer(*waiting.popleft(), head)
            while waiting:
                yield self._answer(*waiting.popleft(), head)
        finally:
            pool.shutdown(cancel_futures=True)

    def _answer(self, item: T, read: Pieces, runs: Sequence[Run], head: str) -> tuple[T, Rows, Rows]:
        """Wait for the runs of a text; words that no window answers for are surely of the first label, O."""
        logits = np.zeros((len(read.first), len(self.heads[head].labels)), dtype=np.float32)
        logits[:, 0] = _SURE
        vectors = np.zeros((len(read.first), self._width), dtype=np.float32)
        for window, run in runs:
            logits[window.words], vectors[window.words] = run.result()
        return item, logits, vectors

    def _run(self, window: Window, head: str) -> tuple[Rows, Rows]:
        logits, vectors = self._session.run([head, VECTORS], window.inputs)
        return logits, vectors


def _cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _session(content: bytes) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # one is kept for every length of text
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])


def _head(entry: dict[str, Any]) -> Head:
    points = tuple((float(score), float(right)) for score, right in entry["calibration"])
    return Head(tuple(entry["labels"]), float(entry["temperature"]), points)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ResourceError(f"{path}: cannot be read ({error.strerror}). Install kg again.") from error


def _damaged(path: Path) -> ResourceError:
    return ResourceError(f"{path}: is damaged, or not the file that kg was made with. Install kg again.")
