"""What must hold of cleaning, reading and extraction whatever comes in; each raises AssertionError where it does not."""

from __future__ import annotations

import tempfile
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from kg.errors import Problem
from kg.extract import extract
from kg.link import link_paper
from kg.read import read
from kg.read.clean import clean
from kg.records import Document, Extraction
from kg.settings import READ


def cleaning(text: str, braces: bool = False) -> None:
    """One clean line, with a map back that never falls and never leaves the text."""
    cleaned = clean(text, braces)
    _clean(cleaned.text)
    document = Document("p", cleaned.text, offsets=cleaned.offsets)
    places = [document.original_offset(i) for i in range(len(cleaned.text))]
    assert places == sorted(places)
    assert not places or (places[0] >= 0 and places[-1] < len(text))


def _clean(text: str) -> None:
    assert unicodedata.is_normalized("NFC", text)
    assert text == " ".join(text.split())
    assert not any(unicodedata.category(c) in ("Cc", "Cs") or c in "\ufffd\u200b\ufeff" for c in text)


def reading(suffix: str, data: bytes) -> list[Document]:
    """The papers of a file: clean, within the limits, apart by their ids; what is wrong is said on one line."""
    problems: list[Problem] = []
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        path = Path(folder, f"file{suffix}")
        path.write_bytes(data)
        documents = list(read([path], problems.append))
    for document in documents:
        assert document.text or document.title
        for part, limit in ((document.text, READ.max_abstract), (document.title or "", READ.max_title)):
            _clean(part)
            assert len(part) <= 2 * limit  # cleaning may write a sign in letters
        assert 0 < len(document.id) <= READ.max_id + 20
        assert document.id.isprintable()
    assert len({document.id for document in documents}) == len(documents)
    assert documents or problems
    assert all(problem.message and "\n" not in str(problem) for problem in problems)
    return documents


def extraction(documents: Sequence[Document]) -> None:
    """All of what a paper says lies in it."""
    found = list(extract(documents))
    assert [each.document for each in found] == list(documents)
    for each in found:
        offsets(each)
        annotation = link_paper(each)
        assert {*annotation.concept_of} == {concept.id for concept in annotation.concepts}


def offsets(found: Extraction) -> None:
    """Mentions are where they say, in order and apart; what is said of them stands within the text."""
    document = found.document
    last = ("", -1)
    for m in sorted(found.mentions, key=lambda m: (m.part, m.start)):
        part = document.part(m.part)
        assert 0 <= m.start < m.end <= len(part)
        assert part[m.start : m.end] == part[m.start : m.end].strip()
        assert 0 <= m.score <= 1
        assert (m.part, m.start) >= last
        last = (m.part, m.end)
    for r in found.relations:
        assert 0 <= r.object < len(found.mentions)
        assert r.subject is None or 0 <= r.subject < len(found.mentions)
        assert 0 <= r.start < r.end <= len(document.part(r.part))
    spans = [*found.sentences, *((f.start, f.end) for f in found.results)]
    assert all(0 <= start < end <= len(document.text) for start, end in spans)
