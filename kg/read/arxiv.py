r"""The mails in which arXiv lists a day's papers: entries between lines of `\\`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.utils import parsedate_to_datetime

from kg.errors import Report
from kg.read.fields import to_raw
from kg.read.raw import Raw

_ENTRY = re.compile(r"^\\\\\n(?=arXiv:)(.*?)^\\\\(?:\n(.*?)^\\\\)?[^\n]*$", re.M | re.S)
_FIELD = re.compile(r"^([\w-]+):[ \t]*(.*(?:\n[ \t]+.*)*)", re.M)


def is_it(text: str) -> bool:
    r"""Whether a text is such a mail.

    >>> is_it("----\n\\\\\narXiv:2401.00001\nDate: Mon, 1 Jan 2024\n"), is_it("arXiv:2401.00001 is fine.")
    (True, False)
    """
    return re.search(r"^\\\\\r?\narXiv:\S", text, re.M) is not None


def records(name: str, text: str, report: Report) -> Iterator[Raw]:
    """The entries; one that announces a new version may have no abstract."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    line, counted = 1, 0
    for entry in _ENTRY.finditer(text):
        line += text.count("\n", counted, entry.start())
        counted = entry.start()
        fields = {key.casefold(): " ".join(value.split()) for key, value in _FIELD.findall(entry[1])}
        id_ = fields.get("arxiv", "").split(" ")[0]
        record = {
            "id": f"arXiv:{id_}",
            "arxiv": id_,
            "title": fields.get("title"),
            "abstract": entry[2] or "",
            "authors": re.split(r", (?:and )?| and ", fields["authors"]) if "authors" in fields else None,
            "published": _date(fields.get("date", "")),
            "doi": fields.get("doi"),
            "venue": fields.get("journal-ref"),
            "url": f"https://arxiv.org/abs/{id_}",
        }
        yield to_raw(record, line)


def _date(text: str) -> str | None:
    """The day of "Fri, 29 Dec 2023 10:00:00 GMT   (123kb,D)"."""
    try:
        return parsedate_to_datetime(text.split("(")[0].strip()).date().isoformat()
    except ValueError:
        return None
