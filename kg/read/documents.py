"""A raw record into a `Document`: cleaned, with its id, DOI, year and date in one form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime

from kg.errors import Problem, Report
from kg.read import identity
from kg.read.clean import Cleaned, clean
from kg.read.raw import Raw
from kg.records import Document
from kg.settings import READ

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d|2100)(?!\d)")
_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])")
_NEAR = 1000  # characters before a limit in which a sentence or word may end
_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？]")
_WEB = re.compile(r"(?:https?|ftp)://[^\s<>\"{}|\\^`]+", re.I)


def to_document(source: str, raw: Raw, report: Report) -> Document | None:
    """The document of a record, None (reported) where there is neither title nor abstract."""

    def note(said: str, skipped: bool = False) -> None:
        report(Problem(source, said, raw.line, skipped))

    abstract = _within(raw.abstract, READ.max_abstract, "abstract", note)
    title = _within(raw.title, READ.max_title, "title", note)
    text, heading = clean(abstract, raw.braces), clean(title, raw.braces)
    if not _says_something(text.text):
        text = Cleaned("", notes=text.notes)
    if not _says_something(heading.text):
        heading = Cleaned("")
    if not text.text and not heading.text:
        note("a record without title and abstract; skipped.", skipped=True)
        return None
    if not text.text:
        note("a record without an abstract; kept by its title.")
    for said in dict.fromkeys((*text.notes, *heading.notes)):
        note(f"{said}.")
    published, year = _dates(raw, note)
    document = Document(
        id=_id(raw, note),
        text=text.text,
        title=heading.text or None,
        source=source,
        line=raw.line,
        year=year,
        venue=_short(raw.venue, raw.braces) or None,
        doi=identity.doi(raw.doi) or identity.doi(raw.id),
        url=_url(raw.url),
        published=published,
        authors=_names(raw.authors, READ.max_authors, "authors", raw.braces, note),
        keywords=tuple(dict.fromkeys(_names(raw.keywords, READ.max_keywords, "keywords", raw.braces, note))),
        offsets=text.offsets,
    )
    return document if document.id else _with_id(document, raw)


def arxiv_id(document: Document, raw: Raw) -> str | None:
    """The arXiv id that the record gives anywhere, without version."""
    names = (raw.arxiv, raw.id, document.doi or "", document.url or "")
    return next(filter(None, map(identity.arxiv, names)), None)


def _with_id(document: Document, raw: Raw) -> Document:
    """The document of a record without an id, called by its DOI or arXiv id, else by a digest of its content."""
    arxiv = identity.arxiv(raw.arxiv)
    own = document.doi or (f"arXiv:{arxiv}" if arxiv else "")
    return replace(document, id=own or identity.digest(document))


def _dates(raw: Raw, note: Callable[[str], None]) -> tuple[str | None, int | None]:
    """(published, year): the date if it is a valid ISO one, the year from its own field or from the date."""
    published: str | None = raw.published.strip() or None
    if published and not is_iso(published):
        if published != raw.year.strip():
            note(f"the date {published[:40]!r} is no valid ISO date (such as 2019-06-30); left out.")
        published = None
    stated = raw.year.strip().strip("{}")
    found = _YEAR.findall(stated) or _YEAR.findall(published or raw.published)
    return published, int(found[0]) if len(set(found)) == 1 else None


def is_iso(value: str) -> bool:
    """Whether it is a year, a month, a day or a moment that exists, in ISO 8601.

    >>> [is_iso(v) for v in ("2019", "2019-06", "2019-06-30T12:00:00Z", "June 2019", "2019-02-30")]
    [True, True, True, False, False]
    """
    if re.fullmatch(r"[12]\d{3}", value) or _MONTH.fullmatch(value):
        return True
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
            return bool(date.fromisoformat(value))
        return bool(re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", value)) and bool(datetime.fromisoformat(value))
    except ValueError:
        return False


def _short(value: str, braces: bool) -> str:
    return clean(value[: READ.max_name], braces).text


def _names(
    values: Sequence[str], most: int, what: str, braces: bool, note: Callable[[str], None]
) -> tuple[str, ...]:
    """The authors or keywords, cleaned, those that say something."""
    if len(values) > most:
        note(f"the paper has {len(values):,} {what}; the first {most:,} were kept.")
    return tuple(filter(None, (_short(value, braces) for value in values[:most])))


def _id(raw: Raw, note: Callable[[str], None]) -> str:
    """The id on one line, without characters that a file format forbids; "" for none, or for one too long."""
    id_ = raw.id.strip()
    if not (id_.isascii() and id_.isprintable()):
        kept = "".join(c if c.isprintable() else " " if c.isspace() else "" for c in id_)
        id_ = unicodedata.normalize("NFC", " ".join(kept.split()))
    if len(id_) > READ.max_id:
        note(f"the id {id_[:40]!r}… has {len(id_):,} characters; the paper gets another.")
        return ""
    return id_


def _url(value: str) -> str | None:
    match = _WEB.match(value.strip())
    return identity.visible(match.group()) if match else None


def _says_something(text: str) -> bool:
    return any(char.isalnum() for char in text)


def _within(text: str, limit: int, what: str, note: Callable[..., None]) -> str:
    """The text up to its limit, cut (and reported) behind its last sentence or word before it."""
    if len(text) <= limit:
        return text
    end = _last_end(text, limit)
    note(
        f"the {what} has {len(text):,} characters; cut at {end:,}, as {limit:,} are the limit.", skipped=True
    )
    return text[:end]


def _last_end(text: str, limit: int) -> int:
    """Where the last sentence ends before the limit, else the last word, else the limit if there is neither near.

    >>> _last_end("One ends. Two go on and on", 15), _last_end("One two three", 9), _last_end("Chinese", 5)
    (9, 7, 5)
    """
    near = max(0, limit - _NEAR)
    ends = [match.end() for match in _SENTENCE_END.finditer(text, near, limit + 1)]
    if ends:
        return min(ends[-1], limit)
    word = max(text.rfind(" ", near, limit + 1), text.rfind("\n", near, limit + 1))
    return word if word > 0 else limit
