"""`read`: from the names that a user gives to documents, each paper once, in input order."""

from __future__ import annotations

import csv
import io
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, BinaryIO

from kg.errors import Problem, Report, ignore
from kg.read import arxiv, bibtex, fields, jsons, plain, ris, tables, wos
from kg.read.decode import binary, decode, foreign, wide
from kg.read.documents import arxiv_id, to_document
from kg.read.identity import Seen
from kg.read.raw import Raw
from kg.read.sources import SUFFIXES, Source, expand, open_
from kg.records import Document
from kg.settings import READ

_READERS = {
    "text": plain.records, "json": jsons.records, "csv": tables.records, "bibtex": bibtex.records, "ris": ris.records,
    "wos": wos.records, "arxiv": arxiv.records,
}  # fmt: skip


def read(
    sources: Iterable[str | Path], report: Report = ignore, stdin: BinaryIO | None = None
) -> Iterator[Document]:
    """The papers in files, folders, globs and standard input (`-`), each once, in input order.

    Formats are told by suffix, else by content: plain text, Markdown, JSON, JSON Lines, CSV, TSV, BibTeX, RIS,
    each also under gzip. What cannot be read is reported, and the rest is read.

    Raises `UsageError` at once where a name has nothing behind it.

    >>> read(["missing.txt"])
    Traceback (most recent call last):
    ...
    kg.errors.UsageError: missing.txt: no such file or folder. Name files, folders, globs or - for standard input.
    """
    return _documents(expand(sources, report), report, stdin)


def _documents(sources: list[Source], report: Report, stdin: BinaryIO | None) -> Iterator[Document]:
    seen = Seen()
    for source in sources:
        said: list[Problem] = []
        records = 0
        try:
            with open_(source, stdin) as stream:
                for raw in _records(source, stream, _noted(said, report)):
                    records += 1
                    document = to_document(source.name, raw, report)
                    if document is None:
                        continue
                    identifier = seen.admit(document, arxiv_id(document, raw), report)
                    if identifier is not None:
                        yield document if identifier == document.id else replace(document, id=identifier)
            if not records and not said:
                report(Problem(source.name, "no abstract found in it; skipped."))
        except (OSError, EOFError, zlib.error) as error:
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            report(
                Problem(
                    source.name, f"cannot be read ({reason}); what came before was kept, the rest skipped."
                )
            )


def _noted(said: list[Problem], report: Report) -> Report:
    """The report, with the first problem noted too: a file that gives nothing must not be passed over in silence."""

    def note(problem: Problem) -> None:
        said[:] = said or [problem]
        report(problem)

    return note


def _records(source: Source, stream: IO[bytes], report: Report) -> Iterator[Raw]:
    head = stream.read(READ.sample)
    stream.seek(0)
    if len(head) < READ.sample and not head.strip(b" \t\r\n\x0b\x0c\xef\xbb\xbf\xff\xfe\x00"):
        report(Problem(source.name, "the file is empty; skipped."))
        return
    if what := binary(head):
        report(Problem(source.name, f"not text but {what}; skipped."))
        return
    sample = (
        decode(head[: head.rfind(b"\n") + 1] or head).text if len(head) == READ.sample else decode(head).text
    )
    format_ = _format(source, sample, len(head) < READ.sample)
    if format_ is None:
        report(Problem(source.name, "not a format that kg reads (by its name and content); skipped."))
    elif format_ == "text" and (what := foreign(sample)):
        report(
            Problem(
                source.name,
                f"looks like {what}, which kg does not read; skipped. Export it as RIS or BibTeX.",
            )
        )
    elif format_ == "jsonl":
        yield from jsons.lines(source.name, _lines(source.name, stream, wide(head), report), report)
    else:
        text = _whole(source.name, stream, report)
        if text is not None:
            count = 0
            for raw in _READERS[format_](source.name, text, report):
                count += 1
                yield raw
            if not count and format_ == "text":
                report(Problem(source.name, "no abstract found in it; skipped."))


def _format(source: Source, sample: str, whole: bool) -> str | None:
    """The format by suffix, else by content; None for a file found in a folder that looks like none."""
    named = SUFFIXES.get(source.suffix)
    if named in ("json", "jsonl"):
        long_line = named == "json" and not whole and "\n" not in sample
        return "json" if long_line or jsons.is_one_text(sample, whole) else "jsonl"
    if named == "text" and wos.is_it(sample):
        return "wos"
    if named == "text" and arxiv.is_it(sample):
        return "arxiv"
    if named == "text" and "\t" in (header := sample.partition("\n")[0]) and _is_header(header):
        return "csv"  # such as Web of Science's tab-delimited savedrecs.txt
    if named:
        return named
    return _sniffed(sample, whole) or ("text" if source.named or not source.suffix else None)


def _sniffed(sample: str, whole: bool) -> str | None:
    start = sample.lstrip("\ufeff \t\r\n")
    if re.match(r'\{\s*"|\[\s*[\[{"]', start):
        return "json" if jsons.is_one_text(start, whole) else "jsonl"
    if wos.is_it(start):
        return "wos"
    if arxiv.is_it(start):
        return "arxiv"
    if re.search(r"^TY {1,3}- ", start, re.M) and re.search(r"^[A-Z][A-Z0-9] {1,3}- ", start, re.M):
        return "ris"
    if re.search(r"^[ \t]*@\s*\w+\s*[{(]\s*[^,\s{}]*\s*,", start, re.M):
        return "bibtex"
    header = start.split("\n", 1)[0]
    if "\n" in start.strip() and len(header) < 2000 and _is_header(header):
        return "csv"
    return None


def _is_header(line: str) -> bool:
    """Whether a line names at least two columns that kg knows."""
    delimiter = tables.guess_delimiter(line)
    try:
        cells = [fields.plain(cell) for cell in next(csv.reader([line], delimiter=delimiter), [])]
    except csv.Error:
        return False
    return (
        len(cells) > 1
        and bool(set(cells) & set(fields.ABSTRACT))
        and bool(set(cells) & {*fields.TITLE, "id", "doi", "year", "key"})
    )


def _whole(name: str, stream: IO[bytes], report: Report) -> str | None:
    data = stream.read(READ.max_file + 1)
    if len(data) > READ.max_file:
        report(
            Problem(
                name,
                f"larger than {READ.max_file >> 20} MiB; skipped. Split it, or convert it to JSON Lines.",
            )
        )
        return None
    decoded = decode(data)
    if decoded.note:
        report(Problem(name, f"{decoded.note}.", skipped=False))
    return decoded.text


def _lines(name: str, stream: IO[bytes], encoding: str, report: Report) -> Iterator[tuple[int, str]]:
    """(number, text) of each line, one in memory at a time; a line beyond the limit is reported and passed over."""
    if encoding.startswith("utf-") and encoding != "utf-8":
        text = io.TextIOWrapper(stream, encoding=encoding, errors="ignore", newline=None)
        try:
            yield from enumerate(iter(lambda: text.readline(READ.max_line), ""), 1)
        finally:
            text.detach()  # the stream is closed by who opened it
        return
    noted = False
    number = 0
    while line := stream.readline(READ.max_line + 1):
        number += 1
        if len(line) > READ.max_line and not line.endswith(b"\n"):
            while (rest := stream.readline(1 << 20)) and not rest.endswith(b"\n"):
                pass
            report(Problem(name, f"the line is longer than {READ.max_line >> 20} MiB; skipped.", number))
            continue
        decoded = decode(line)
        if decoded.note and not noted:
            noted = True
            report(Problem(name, f"{decoded.note}.", number, skipped=False))
        parts = decoded.text.rstrip("\r\n").split("\r") if b"\r" in line.rstrip() else [decoded.text]
        for offset, part in enumerate(parts):
            yield number + offset, part
        number += len(parts) - 1
