"""Work that grows with the size of a text and no faster: counted in calls, or (long form) in seconds of the thread."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from kg import extract as extraction
from kg.extract import encoder, nlp, tagger
from kg.read.clean import clean
from kg.records import Document
from tests.fuzz import checks

UNITS = {
    "sentences": "We propose LERD (Latent Event Dynamics) and test parsing on CIFAR-10 with an F1 of 84.8%. ",
    "no full stop": "LERD is evaluated on GLUE and SQuAD and ",
    "one token": "aB3-",
    "Chinese": "我们提出一种新的方法用于图像分类。",
    "emoji": "\U0001f600\U0001f469\u200d\U0001f52c ",
    "controls": "\x01\x02BERT\x00 ",
    "brackets": "(AB [Cd {",
    "markup": "\\textbf{**$x_1$** <b>",
    "marks": "e\u0301\u0301",
    "lines": "a-\nb\r\n",
}
_LEAST = 0.05  # seconds; less is noise


@cache
def _without_encoder() -> Any:
    """The pipeline up to the encoder, which reads windows of one size and so cannot but grow with the text."""
    loaded = nlp.load()
    return lambda text: loaded(text, disable=[tagger.FACTORY])


def extract(text: str) -> None:
    """The extraction of what a tagger might find that takes every capital for a name."""
    doc = _without_encoder()(text)
    spans = [doc[t.i : t.i + 1] for t in doc if t.text[:1].isupper()]
    for span in spans:
        span.label_ = "Method"
    doc.spans[tagger.SPANS] = spans
    doc.spans[tagger.SPANS].attrs["scores"] = [0.9] * len(spans)
    width = len(nlp.relation_model("proposes").net["name"])
    doc.user_data[encoder.VECTORS] = np.zeros((len(doc), width), dtype=np.float32)
    extraction._extraction(doc, Document("p", text))


def read(text: str) -> None:
    """The reading of a text as plain text and as a record."""
    checks.reading(".txt", text.encode())
    checks.reading(".jsonl", json.dumps({"abstract": text}).encode())


STAGES: dict[str, Callable[[str], object]] = {"clean": clean, "read": read, "extract": extract}


def calls(work: Callable[[str], object], text: str) -> int:
    """How many functions, of Python's and C's, are called for a text."""
    work(text)  # caches are filled
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(counted)
    try:
        work(text)
    finally:
        sys.setprofile(None)
    return count


def seconds(work: Callable[[str], object], text: str) -> float:
    """The least time of this thread's that a text takes, of three tries."""
    times = []
    for _ in range(3):
        start = time.thread_time()
        work(text)
        times.append(time.thread_time() - start)
    return min(times)


def slower(stage: str, unit: str, size: int = 12_000, factor: int = 4) -> float:
    """How much more than the size the time grows from one size to `factor` times that; linear is 1."""
    short, long = (unit * (length // len(unit)) for length in (size, size * factor))
    work = STAGES[stage]
    return max(_LEAST, seconds(work, long)) / max(_LEAST, seconds(work, short)) / factor
