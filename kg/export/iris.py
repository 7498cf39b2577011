"""The IRIs of the RDF exports: the terms they use, and what the things of the graph are called."""

from __future__ import annotations

from functools import cache, lru_cache
from urllib.parse import quote

from pyoxigraph import NamedNode

from kg import ontology
from kg.digest import hash_of
from kg.errors import UsageError
from kg.iri import is_absolute, is_base
from kg.records import PAPER_PREFIX, Link, Statement

BASE = "https://example.org/kg/"
"""Where the things of a graph lie if the caller names no other base."""

_THINGS = (
    "build", "evidence", "graph", "input", "link", "mention", "model", "paper", "partition", "passage", "position",
    "quote", "result", "software", "statement",
)  # fmt: skip


def checked_license(iri: str | None) -> str | None:
    """The same IRI, if it is one, or None. Raises `UsageError` otherwise."""
    if iri is not None and not is_absolute(iri):
        raise UsageError(
            f"{iri!r} is no absolute IRI of a licence. Write one such as https://creativecommons.org/licenses/by/4.0/"
        )
    return iri


def checked_base(iri: str | None) -> str | None:
    """The same IRI, if the things of a graph can lie under it and no vocabulary's terms do, or None.

    Raises `UsageError` otherwise.

    >>> checked_base("https://example.com/kg/")
    'https://example.com/kg/'
    """
    if iri is None:
        return None
    if not is_base(iri):
        raise UsageError(
            f"{iri!r} is no base for IRIs. Write an absolute http, https or urn IRI that ends in / or #, "
            "such as https://example.com/kg/"
        )
    taken = next((space for space in ontology.PREFIXES.values() if iri.startswith(space)), None)
    if taken:
        raise UsageError(f"{iri!r} lies in the vocabulary {taken}. Choose a base of your own.")
    return iri


def prefixes(base_iri: str = BASE) -> dict[str, str]:
    """Every prefix of an export, sorted. No namespace begins another, so that a name is shortened in one way.

    >>> prefixes()["method"]
    'https://example.org/kg/concept/method/'
    """
    types = {type_.lower(): f"{base_iri}concept/{type_.lower()}/" for type_ in ontology.load().types}
    return dict(
        sorted((ontology.PREFIXES | types | {kind: f"{base_iri}{kind}/" for kind in _THINGS}).items())
    )


@cache
def term(name: str) -> NamedNode:
    """The term that a name with a prefix of `ontology.PREFIXES` stands for.

    >>> term("skos:prefLabel").value
    'http://www.w3.org/2004/02/skos/core#prefLabel'
    """
    prefix, local = name.split(":", 1)
    return NamedNode(ontology.PREFIXES[prefix] + quote(local, safe=""))


@lru_cache(maxsize=1 << 16)
def node(id_: str, base_iri: str = BASE) -> NamedNode:
    """The IRI of a concept or a paper; a paper's id is one segment, a concept's keeps its slashes.

    >>> node("method/c-77a2e4cd").value
    'https://example.org/kg/concept/method/c-77a2e4cd'
    >>> node("paper/10.1000/x<1>").value
    'https://example.org/kg/paper/10.1000%2Fx%3C1%3E'
    """
    if id_.startswith(PAPER_PREFIX):
        return thing("paper", segment(id_.removeprefix(PAPER_PREFIX)), base_iri)
    return NamedNode(f"{base_iri}concept/{'/'.join(map(segment, id_.split('/')))}")


def paper_graph(paper_id: str, base_iri: str = BASE) -> NamedNode:
    """The IRI of the named graph that holds what one paper says."""
    return thing("graph", segment(paper_id), base_iri)


def thing(kind: str, name: str, base_iri: str) -> NamedNode:
    """The IRI of something else than a concept, whose name is a hash or a segment."""
    return NamedNode(f"{base_iri}{kind}/{name}")


def segment(text: str) -> str:
    """Text as one segment of a path: different texts stay different, and none means "here" or "above".

    A dot at the end is encoded too: Turtle escapes it, and rdflib does not understand that.

    >>> segment("C#/5%"), segment("größe"), segment(".."), segment("et al.")
    ('C%23%2F5%25', 'gr%C3%B6%C3%9Fe', '%2E%2E', 'et%20al%2E')
    """
    if text in (".", ".."):
        return text.replace(".", "%2E")
    encoded = quote(text, safe=":")
    return f"{encoded[:-1]}%2E" if encoded.endswith(".") else encoded


def statement_hash(statement: Statement) -> str:
    """What a statement is called: the same wherever the same is stated."""
    return hash_of(statement.subject, statement.predicate, statement.object)


def link_hash(link: Link) -> str:
    """What the match of a concept with another is called."""
    return hash_of(link.vocabulary, link.concept, link.relation, link.iri)


def annotation_hash(body: str, passage: str) -> str:
    """What the annotation is called that ties a passage to what it supports or names."""
    return hash_of(body, passage)
