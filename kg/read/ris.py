"""RIS by rispy, one record at a time, so that a broken one does not stop the others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kg.errors import Problem, Report
from kg.read.fields import to_raw
from kg.read.raw import Raw

_TAG = re.compile(r"^([A-Z][A-Z0-9])[ \t]{1,3}-(?:[ \t]+|$)", re.M)
_START = re.compile(r"^TY  - ", re.M)


def records(name: str, text: str, report: Report) -> Iterator[Raw]:
    """The references from each `TY` to its `ER` (or to the next `TY`)."""
    text = _TAG.sub(lambda match: f"{match.group(1)}  - ", text.replace("\r\n", "\n").replace("\r", "\n"))
    starts = [match.start() for match in _START.finditer(text)]
    if not starts:
        report(Problem(name, "no RIS reference ('TY  - ') in it; nothing was read."))
        return
    if text[: starts[0]].strip():
        report(Problem(name, "text before the first 'TY  - ' was skipped.", 1))
    line = 1 + text.count("\n", 0, starts[0])
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        part = text[start:end]
        if not re.search(r"^ER  - ", part, re.M):
            report(
                Problem(
                    name,
                    "the reference does not end with 'ER  - '; read up to the next one.",
                    line,
                    skipped=False,
                )
            )
            part = part.rstrip("\n") + "\nER  - \n"
        entry = _entry(part)
        if entry is None:
            report(Problem(name, "not a readable RIS reference; skipped.", line))
        else:
            yield to_raw(entry, line)
        line += text.count("\n", start, end)


def _entry(part: str) -> dict[str, Any] | None:
    import rispy

    try:
        found = rispy.loads(part)
    except Exception:  # rispy raises bare errors of many kinds on bad tags
        return None
    if not found:
        return None
    entry = dict(found[0])
    year = re.match(
        r"\s*(\d{4})(?:/(\d{2}))?(?:/(\d{2}))?", str(entry.get("year") or entry.get("publication_year") or "")
    )
    if year:
        entry["year"] = year.group(1)
        entry.setdefault("published", "-".join(filter(None, year.groups())))
    entry["date"] = str(entry.get("date", "")).strip("/").replace("/", "-")
    entry["published"] = entry["date"] or entry.get("published")
    return {
        "id": entry.get("id"),
        "title": entry.get("title") or entry.get("primary_title") or entry.get("translated_title"),
        "abstract": entry.get("abstract") or entry.get("notes_abstract"),
        "authors": entry.get("authors") or entry.get("first_authors"),
        "venue": entry.get("journal_name") or entry.get("secondary_title") or entry.get("alternate_title3"),
        "url": entry.get("urls") or entry.get("url"),
        **{key: entry.get(key) for key in ("year", "published", "doi", "keywords")},
    }
