"""Web of Science's own plain text (`savedrecs.txt`) by rispy's parser, one record at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.errors import Problem, Report
from kg.read.fields import to_raw
from kg.read.raw import Raw

_RECORD = re.compile(r"^PT .*?(?:^ER[ \t]*$|\Z)", re.M | re.S)


def is_it(text: str) -> bool:
    r"""Whether a text is such an export, by its two lines of file name and version.

    >>> is_it("FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\n"), is_it("FN is a false negative.\n")
    (True, False)
    """
    return re.match(r"\s*FN .*\r?\n\s*VR \d", text) is not None


def records(name: str, text: str, report: Report) -> Iterator[Raw]:
    """The records, each from its `PT` to its `ER`."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    line = counted = 0
    for match in _RECORD.finditer(text):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        yield from _record(name, match.group(), line + 1, report)
    if not counted:
        report(Problem(name, "no record ('PT ' to 'ER') in it; nothing was read."))


def _record(name: str, part: str, line: int, report: Report) -> Iterator[Raw]:
    import rispy

    part = part.rstrip()
    if not part.endswith("\nER"):
        report(Problem(name, "the record does not end with 'ER'; read to the end.", line, skipped=False))
        part += "\nER"
    try:
        found = rispy.loads(part + "\n", implementation=rispy.WokParser)
    except Exception:  # rispy raises bare errors of many kinds on bad tags
        found = []
    if not found:
        report(Problem(name, "not a readable record of Web of Science; skipped.", line))
        return
    entry = found[0]
    record = {
        "id": entry.get("accession_number"),
        "title": entry.get("document_title"),
        "venue": entry.get("publication_name") or entry.get("conference_title"),
        "year": entry.get("publication_year"),
        "keywords": entry.get("author_keywords"),
        **{key: entry.get(key) for key in ("abstract", "authors", "doi")},
    }
    yield to_raw(record, line)
