"""When two records are one paper: DOI, arXiv id and content brought to one form, and what has been seen of them."""

from __future__ import annotations

import hashlib
import re

from kg.errors import Problem, Report, place
from kg.records import Document

_DOI = re.compile(
    r"^(?:https?://(?:[\w-]+\.)*doi\.org/|doi\.org/|doi\s*:?\s*|info:doi/|urn:doi:)*(10\.\d{4,9}/\S+)$", re.I
)
_ARXIV = re.compile(
    r"^(?:https?://(?:[\w-]+\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv\s*:?\s*|10\.48550/arxiv\.|oai:arxiv\.org:)*"
    r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Za-z]{2})?/\d{7})(?:v\d+)?(?:\.pdf)?$",
    re.I,
)
_WORD = re.compile(r"\w+")


def doi(value: str) -> str | None:
    """The bare DOI in lower case and without invisible characters, None if it is none.

    >>> doi("https://doi.org/10.1000/ABC.1"), doi("doi:10.1000/abc.1 "), doi("p2")
    ('10.1000/abc.1', '10.1000/abc.1', None)
    """
    match = _DOI.match(value.strip().rstrip(".,;"))
    return visible(match.group(1)).lower() if match else None


def visible(name: str) -> str:
    r"""A name without control characters, halves of a character and other signs that nobody sees.

    >>> visible("10.1000/x\x01\ud800y")
    '10.1000/xy'
    """
    return "".join(filter(str.isprintable, name))


def arxiv(value: str) -> str | None:
    """The arXiv id without version, None if it is none.

    >>> arxiv("arXiv:1901.00001v1"), arxiv("https://arxiv.org/abs/1901.00001v3"), arxiv("17")
    ('1901.00001', '1901.00001', None)
    """
    match = _ARXIV.match(value.strip())
    return match.group(1).lower() if match else None


def digest(document: Document) -> str:
    """12 hexadecimal digits of the SHA-256 of title and abstract."""
    return hashlib.sha256(f"{document.title or ''}\n{document.text}".encode()).hexdigest()[:12]


class Seen:
    """The papers met so far, by every name that tells them apart; some hundred bytes a paper."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[str, int | None, str]] = {}
        self._ids: set[str] = set()

    def admit(self, document: Document, arxiv_id: str | None, report: Report) -> str | None:
        """The id under which the paper counts; None if it has been met, which is reported with both places."""
        content = digest(document)
        keys = [(f"content {content}", "same title and abstract")] if document.text else []
        # A record without abstract must not stand in the way of the same paper's full record.
        named = [f"DOI {document.doi}"] if document.doi else []
        named += [f"arXiv {arxiv_id}"] if arxiv_id else []
        keys += [(name if document.text else f"title only, {name}", f"same {name}") for name in named]
        if not document.text:
            keys.append((f"title only, {document.id} {content}", "same id and title"))
        for key, why in keys:
            first = self._places.get(key)
            if first is None:
                continue
            if key.startswith("content") or not unlike(first[2], document.title or ""):
                said = f"the same paper as {place(first[0], first[1])} ({why}); it counts once."
                report(Problem(document.source, said, document.line, skipped=False))
                return None
            said = f"{why} as {place(first[0], first[1])}, but another title; both are kept."
            report(Problem(document.source, said, document.line, skipped=False))
        for key, _ in keys:
            self._places.setdefault(key, (document.source, document.line, document.title or ""))
        identifier = document.id
        if identifier in self._ids:
            identifier = f"{document.id}~{content[:6]}"
            said = f"the id {document.id!r} was used before by another paper; this one gets the id {identifier!r}."
            report(Problem(document.source, said, document.line, skipped=False))
        self._ids.add(identifier)
        return identifier


def unlike(one: str, other: str) -> bool:
    """Whether two titles share less than a third of their words, so that an equal DOI must be a mistake.

    >>> unlike("Same paper", "Same Paper."), unlike("On attention", "A dataset of birds")
    (False, True)
    """
    first, second = (set(_WORD.findall(title.lower())) for title in (one, other))
    return bool(first and second) and 3 * len(first & second) < min(len(first), len(second))
