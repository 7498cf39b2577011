"""The names that files give to a paper's fields, and the shapes their values take: a mapping into a `Raw`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from kg.read.raw import Raw

ABSTRACT = (
    "abstract", "abstracttext", "paperabstract", "articleabstract", "abstractnote", "abstractinvertedindex", "ab",
    "summary", "text", "indexedabstract", "description", "dcdescription", "abstracts",
)  # fmt: skip
TITLE = (
    "title", "articletitle", "papertitle", "documenttitle", "primarytitle", "displayname", "ti", "t1", "dctitle",
    "name",
)  # fmt: skip
_ID = (
    "id",
    "paperid",
    "uid",
    "key",
    "citationkey",
    "citekey",
    "recordid",
    "articleid",
    "pmid",
    "corpusid",
    "eid",
)
_DOI = ("doi", "articledoi", "digitalobjectidentifier", "do", "di")
_ARXIV = ("arxiv", "arxivid", "eprint")
_YEAR = (
    "year",
    "publicationyear",
    "pubyear",
    "yearpublished",
    "publishedyear",
    "py",
    "issued",
    "publishedprint",
)
_PUBLISHED = (
    "published", "publicationdate", "publisheddate", "datepublished", "date", "pubdate", "publishedonline", "issued",
    "created", "datecreated",
)  # fmt: skip
_VENUE = (
    "venue", "journal", "booktitle", "conference", "conferencename", "publicationtitle", "containertitle",
    "sourcetitle",
    "journaltitle", "journalname", "publicationname", "publicationvenue", "hostvenue", "primarylocation", "so",
)  # fmt: skip
_URL = ("url", "link", "links", "articleurl", "paperurl", "landingpageurl", "primarylocation", "pdfurl", "ur")
_AUTHORS = ("authors", "author", "authorships", "authornames", "creators", "creator", "au")
_KEYWORDS = ("keywords", "keyword", "authorkeywords", "tags", "subjects", "kw", "de")
_TEXT_KEYS = (
    "value",
    "text",
    "#text",
    "$t",
    "displayname",
    "name",
    "title",
    "fullname",
    "keyword",
    "term",
    "en",
    "landingpageurl",
)
_NO_ABSTRACT = re.compile(
    r"\W*(?:no abstract(?: (?:is |was )?(?:available|provided|found))?|abstract (?:is )?(?:not available|unavailable)"
    r"|n/a|null|none)\W*",
    re.I,
)
"""What Scopus and others put in an abstract's place where there is none."""
_NESTED = ("content", "message", "attributes", "bibjson", "paper", "metadata")


def to_raw(record: Mapping[Any, Any], line: int | None = None) -> Raw:
    """The record with its fields found by their usual names, whatever their case, spaces and underscores.

    >>> to_raw({"Paper ID": 7, "Article Title": ["A"], "abstract_inverted_index": {"a": [0, 2], "b": [1]}}).abstract
    'a b a'
    """
    fields = _flat(record)
    outer = fields.get("externalids")
    external = _flat(outer) if isinstance(outer, Mapping) else {}
    ids = fields.get("ids")
    external |= _flat(ids) if isinstance(ids, Mapping) else {}
    return Raw(
        abstract=_abstract(fields),
        title=_first(fields, TITLE),
        id=_first(fields, _ID),
        doi=_first(fields, _DOI) or _first(external, _DOI),
        arxiv=_first(fields, _ARXIV) or _first(external, _ARXIV),
        year=_first(fields, _YEAR),
        published=_first(fields, _PUBLISHED),
        venue=_venue(fields),
        url=_first(fields, _URL),
        authors=tuple(_people(_value(fields, _AUTHORS))),
        keywords=tuple(_list(_value(fields, _KEYWORDS))),
        line=line,
    )


def plain(name: object) -> str:
    """A field name for comparing.

    >>> plain("Abstract_Text "), plain("\\ufeffID")
    ('abstracttext', 'id')
    """
    return re.sub(r"[\W_]+", "", str(name).lower())


def inverted(index: Mapping[Any, Any]) -> str:
    """The text of OpenAlex's inverted index, every repeat in its place.

    >>> inverted({"is": [1, 3], "it": [0, 2]})
    'it is it is'
    """
    places = [
        (place, str(word))
        for word, all_places in index.items()
        if isinstance(all_places, list)
        for place in all_places
        if isinstance(place, int)
    ]
    return " ".join(word for _, word in sorted(places))


def _flat(record: Mapping[Any, Any]) -> dict[str, Any]:
    """Plain names; the fields of a nested `content` (OpenReview) or `message` (Crossref) beside the outer ones."""
    fields: dict[str, Any] = {}
    for name, value in record.items():
        if isinstance(value, Mapping) and plain(name) in _NESTED:
            fields = {**_flat(value), **fields} if plain(name) == "metadata" else {**fields, **_flat(value)}
        else:
            fields.setdefault(plain(name), value)
    return fields


def _value(fields: Mapping[str, Any], names: Iterable[str]) -> Any:
    """The first of these fields that holds something; `{"value": x}` is x."""
    for name in names:
        value = fields.get(name)
        if isinstance(value, Mapping) and set(value) == {"value"}:
            value = value["value"]
        if value not in (None, "", [], {}) and not isinstance(value, bool):
            return value
    return None


def _first(fields: Mapping[str, Any], names: Iterable[str]) -> str:
    for name in names:
        if text := _string(_value(fields, (name,))):
            return text
    return ""


def _string(value: Any) -> str:
    """One string of whatever stands there; "" if there is none."""
    if isinstance(value, str):
        return value if value.strip() else ""
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int):
        return str(value) if abs(value) < 10**60 else ""
    if isinstance(value, float):
        whole = abs(value) < 1e15 and value == int(value)
        return str(int(value)) if whole else repr(value) if isfinite(value) else ""
    if isinstance(value, list | tuple):
        return next(filter(None, map(_string, value)), "")
    if isinstance(value, Mapping):
        fields = {plain(key): inner for key, inner in value.items()}
        if "dateparts" in fields:
            return _date_parts(fields["dateparts"])
        return next(filter(None, (_string(fields.get(key)) for key in map(plain, _TEXT_KEYS) if key)), "")
    return ""


def _date_parts(value: Any) -> str:
    """Crossref's `[[2019, 6, 2]]` as an ISO date."""
    parts = value[0] if isinstance(value, list) and value and isinstance(value[0], list) else value
    if not isinstance(parts, list) or not parts or not all(isinstance(part, int) for part in parts):
        return ""
    return "-".join([f"{parts[0]:04d}", *(f"{part:02d}" for part in parts[1:3])])


def _abstract(fields: Mapping[str, Any]) -> str:
    for name in ABSTRACT:
        value = _value(fields, (name,))
        if name == "abstractinvertedindex" and isinstance(value, str):
            value = _json(value)
        if isinstance(value, Mapping):
            index = next((v for k, v in value.items() if plain(k) == "invertedindex"), value)
            if isinstance(index, Mapping) and any(isinstance(places, list) for places in index.values()):
                value = inverted(index)
        if isinstance(value, list):
            value = " ".join(filter(None, map(_string, value)))
        text = _string(value)
        if text and not _NO_ABSTRACT.fullmatch(text):
            return text
    return ""


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _venue(fields: Mapping[str, Any]) -> str:
    for name in _VENUE:
        value = _value(fields, (name,))
        if isinstance(value, Mapping) and isinstance(value.get("source"), Mapping):
            value = value["source"]
        elif name == "primarylocation":
            continue
        if text := _string(value):
            return text
    return ""


def _list(value: Any) -> Iterable[str]:
    """Keywords: a list of strings or of objects with a name, or one string with separators."""
    if isinstance(value, str):
        separator = ";" if ";" in value else "|" if "|" in value else ","
        return filter(None, (part.strip() for part in value.split(separator)))
    return filter(None, map(_string, value if isinstance(value, list | tuple) else [value]))


def _people(value: Any) -> Iterable[str]:
    """Author names: a list of strings or objects, or one string that joins them by ";", "and" or ","."""
    if isinstance(value, str):
        if ";" in value:
            parts = value.split(";")
        elif re.search(r"\sand\s", value):
            parts = re.split(r"\s+and\s+", value)
        else:
            parts = value.split(",")
            parts = parts if all(" " in part.strip() for part in parts) else [value]
        return filter(None, (part.strip() for part in parts))
    return filter(None, map(_person, value if isinstance(value, list | tuple) else [value]))


def _person(value: Any) -> str:
    if not isinstance(value, Mapping):
        return _string(value)
    fields = _flat(value)
    if isinstance(fields.get("author"), Mapping):
        fields = _flat(fields["author"])
    whole = _first(fields, ("name", "displayname", "fullname", "literal", "text", "value"))
    given = _first(fields, ("given", "firstname", "first", "forename"))
    family = _first(fields, ("family", "lastname", "last", "surname"))
    return whole or f"{given} {family}".strip()
