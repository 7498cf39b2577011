"""IRIs that users and other people's files give, told from what only looks like one."""

from __future__ import annotations

import re

_SCHEME = re.compile(r"https?://[^/?#]|urn:[a-z0-9][a-z0-9-]{0,31}:", re.IGNORECASE)
_BASE = re.compile(r"(https?://[^/?#]+|urn:[a-z0-9][a-z0-9-]{0,31}:[^/?#]+)(/[^?#]*)?[/#]", re.IGNORECASE)


def is_absolute(text: str) -> bool:
    """Whether it is an http, https or urn IRI with nothing in it that an IRI cannot hold.

    A name with a prefix ("skos:Concept") would pass for an IRI with a scheme of its own: here it does not.

    >>> [is_absolute(iri) for iri in ("https://example.org/größe", "urn:x:y", "skos:Concept", "http://a b/")]
    [True, True, False, False]
    """
    from pyoxigraph import NamedNode

    if not _SCHEME.match(text):
        return False
    try:
        NamedNode(text)
    except ValueError:
        return False
    return True


def is_base(text: str) -> bool:
    """Whether things can lie under it: an absolute IRI without a query that ends in "/" or "#".

    >>> [is_base(iri) for iri in ("https://example.org/kg/", "urn:x:kg#", "https://example.org/kg", "kg/")]
    [True, True, False, False]
    """
    return is_absolute(text) and _BASE.fullmatch(text) is not None
