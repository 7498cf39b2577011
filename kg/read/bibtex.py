"""BibTeX by bibtexparser 2; entries that it gives up are mended where that is safe, and named."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from kg.errors import Problem, Report
from kg.read.fields import to_raw
from kg.read.raw import Raw

_MISSING_COMMA = re.compile(r"([}\"\d])([ \t]*\r?\n[ \t]*)([A-Za-z][\w-]*[ \t]*=[ \t]*[{\"\d])")
_ENTRY = re.compile(r"@\s*(\w+)\s*[{(]\s*([^,\s{}=]*)\s*,?")
_FIELD = re.compile(r"(?:^|[,}\"\s])([A-Za-z][\w-]*)\s*=\s*(?=[{\"\d])")
_NO_PAPER = frozenset(("string", "preamble", "comment"))
_AUTHOR_AND = re.compile(r"\s+and\s+")


def records(name: str, text: str, report: Report) -> Iterator[Raw]:
    """The entries, in the order of the file; keys are the ids."""
    text = _with_commas(name, text, report)
    try:
        library = _parsed(text)
    except Exception as error:  # whatever the library stumbles over must not stop the other files
        report(Problem(name, f"not readable as BibTeX ({type(error).__name__}: {error}); skipped."))
        return
    strings = {string.key.lower(): str(string.value) for string in library.strings}
    found = False
    for block in sorted(library.blocks, key=lambda block: block.start_line or 0):
        line = (block.start_line or 0) + 1
        kind = type(block).__name__
        if kind in ("DuplicateBlockKeyBlock", "DuplicateFieldKeyBlock"):
            block = block.ignore_error_block
            if kind == "DuplicateFieldKeyBlock":
                said = f"entry '{block.key}' has a field twice; the first one counts."
                report(Problem(name, said, line, skipped=False))
            kind = type(block).__name__
        if kind == "Entry":
            found = True
            yield _raw({f.key: f.value for f in reversed(block.fields)}, block.key, line, strings)
        elif hasattr(block, "error"):
            found = True
            yield from _mended(name, block.raw or "", line, strings, report)
    if not found:
        report(Problem(name, "no BibTeX entry (@article{key, ...}) in it; nothing was read."))


def _with_commas(name: str, text: str, report: Report) -> str:
    """Put the comma in that an entry lacks between two fields; without it the first would swallow the second."""

    line, counted = 1, 0

    def comma(match: re.Match[str]) -> str:
        nonlocal line, counted
        line += text.count("\n", counted, match.start())
        counted = match.start()
        said = f"a comma is missing before the field {match.group(3).split('=')[0].strip()!r}; read with it."
        report(Problem(name, said, line, skipped=False))
        return f"{match.group(1)},{match.group(2)}{match.group(3)}"

    return _MISSING_COMMA.sub(comma, text)


def _mended(name: str, raw: str, line: int, strings: dict[str, str], report: Report) -> Iterator[Raw]:
    """An entry whose braces do not balance: each field is taken up to where the next begins."""
    head = _ENTRY.match(raw.strip())
    key = head.group(2) if head else ""
    if head is None or head.group(1).lower() in _NO_PAPER:
        report(Problem(name, f"a block that is no BibTeX entry ({raw.strip()[:40]!r}); skipped.", line))
        return
    body = raw.strip()[head.end() :]
    starts = list(_FIELD.finditer(body))
    ends = [*(match.start() for match in starts), len(body)][1:]
    fields = {
        match.group(1).lower(): body[match.end() : end].strip().rstrip(",}").strip().strip('{}"').strip()
        for match, end in reversed(list(zip(starts, ends, strict=True)))
    }
    if not fields.get("title") and not fields.get("abstract"):
        report(
            Problem(name, f"entry '{key}' is not closed or badly formed; skipped. Balance its braces.", line)
        )
        return
    said = f"entry '{key}' is not closed or badly formed; its fields were read as far as possible. Balance its braces."
    report(Problem(name, said, line, skipped=False))
    yield _raw(fields, key, line, strings)


def _raw(fields: dict[str, Any], key: str, line: int, strings: dict[str, str]) -> Raw:
    values = {name.lower(): _joined(str(value), strings) for name, value in fields.items()}
    eprint = values.pop("eprint", "")
    if values.get("archiveprefix", values.get("eprinttype", "")).lower() == "arxiv":
        values["arxiv"] = eprint
    authors = _AUTHOR_AND.split(values.pop("author", "").strip())
    keywords = values.pop("keywords", "")
    record = {**values, "id": key, "author": [a for a in authors if a]}
    if keywords:
        record["keywords"] = re.split(r"\s*[;,]\s*", keywords)
    return replace(to_raw(record, line), braces=True)


def _joined(value: str, strings: dict[str, str]) -> str:
    """A value of pieces joined by "#", with its @string names filled in."""
    parts = (
        re.findall(r'\s*(?:"([^"]*)"|\{([^{}]*)\}|([A-Za-z][\w:-]*))\s*(?:#|$)', value)
        if " # " in value
        else []
    )
    if len(parts) != value.count(" # ") + 1:
        return value
    return "".join(quoted or braced or strings.get(bare.lower(), bare) for quoted, braced, bare in parts)


def _parsed(text: str) -> Any:
    import bibtexparser.entrypoint

    with _quiet():
        return bibtexparser.entrypoint.parse_string(text)


@contextmanager
def _quiet() -> Iterator[None]:
    """bibtexparser also logs what it could not read; the report says it better."""
    logger = logging.getLogger("bibtexparser")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)
