"""What things without a name of their own are called: by a hash of what they say."""

from __future__ import annotations

import hashlib
from json.encoder import encode_basestring_ascii

from kg.records import Evidence, Result


def passage_hash(evidence: Evidence) -> str:
    """What a passage is called, whatever it supports."""
    return hash_of(evidence.paper, evidence.part, evidence.start, evidence.end, evidence.quote)


def result_hash(result: Result) -> str:
    """What a result is called: by its paper and place, and all that it says."""
    return hash_of(
        passage_hash(result.evidence), *result.ends, result.value, result.unit, result.kind, result.written
    )


def hash_of(*parts: str | int | None) -> str:
    """A name for something by its content: 96 bits of the hash of the parts as a JSON list.

    >>> hash_of("a", 1, None) == hash_of("a", 1), hash_of("a", "b") == hash_of("ab")
    (False, False)
    """
    written = [
        encode_basestring_ascii(part) if isinstance(part, str) else "null" if part is None else str(part)
        for part in parts
    ]
    return hashlib.sha256(f"[{', '.join(written)}]".encode()).hexdigest()[:24]
