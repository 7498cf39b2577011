"""What a reader hands on: one record as it stood in its file, before cleaning."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Raw:
    """One record. Every string still holds its markup; `year` and `published` may be anything a file can say.

    `line` is where the record (in plain text: the abstract) begins, 1-based. `braces` says that braces are
    markup (BibTeX).
    """

    abstract: str = ""
    title: str = ""
    id: str = ""
    doi: str = ""
    arxiv: str = ""
    year: str = ""
    published: str = ""
    venue: str = ""
    url: str = ""
    authors: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    line: int | None = None
    braces: bool = False
