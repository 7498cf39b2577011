"""When two spellings are one name: the identity key that extraction, linking and queries share."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_DASHES = re.compile(r"[\u2010-\u2015\u2212\ufe58\ufe63\uff0d_-]+")
_QUOTES = re.compile(r"[\"'`\u2018\u2019\u201c\u201d\u00b4,;:!?$\\{}]+")
_GREEK = {
    chr(code): unicodedata.name(chr(code)).split()[-1].lower()
    for code in (*range(0x3B1, 0x3CA), *range(0x391, 0x3AA))
    if unicodedata.name(chr(code), "").count(" ") == 3
}
_BETWEEN_DIGITS = re.compile(r"(?<=\d) (?=\d)")
_ACRONYM_PLURAL = re.compile(r"(?<=[A-Z0-9])s\b")
_KEEP_S = ("ss", "us", "is", "ics")
_HASHED = re.compile(r"(^|-)[0-9a-f]{8}$")
_INVARIANT = frozenset("series species lens bias news chaos canvas atlas means bayes gas alias".split())
_IRREGULAR = {
    "biases": "bias", "lenses": "lens", "atlases": "atlas", "aliases": "alias", "gases": "gas",
    "matrices": "matrix", "vertices": "vertex", "indices": "index", "appendices": "appendix",
    "criteria": "criterion", "phenomena": "phenomenon", "hypotheses": "hypothesis", "heuristics": "heuristic",
    "metrics": "metric", "analytics": "analytic", "corpora": "corpus", "axes": "axis", "theses": "thesis",
    "dynamics": "dynamic", "statistics": "statistic", "graphics": "graphic", "topics": "topic",
}  # fmt: skip


@lru_cache(maxsize=1 << 16)
def key(name: str) -> str:
    """The identity of a name: equal for spellings that differ in case, hyphen, space, plural, accent or quotes.

    The key is for comparing, never for showing. Numbers stay apart ("GPT-2", "GPT-3"; "1-10", "110"), and so do
    names that differ in a sign ("C", "C++", "C#"). A name without letters or digits has the empty key.

    >>> key("Fine-Tuning") == key("finetuning") == key("fine tuning")
    True
    >>> key("Large Language Models"), key("LLMs"), key("β-VAE")
    ('largelanguagemodel', 'llm', 'betavae')
    >>> key("GPT-2") == key("GPT-3")
    False
    """
    text = name if name.isascii() else unicodedata.normalize("NFKC", name)
    text = _ACRONYM_PLURAL.sub("", text)
    if not text.isascii():
        text = "".join(_GREEK.get(c, c) for c in text)
    text = text.replace("lamda", "lambda").casefold()
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    words = _QUOTES.sub("", _DASHES.sub(" ", text)).split()
    joined = " ".join(filter(None, (singular(word.strip(".")) for word in words)))
    if not any(c.isalnum() for c in joined):
        return ""
    return _BETWEEN_DIGITS.sub("-", joined).replace(" ", "")


def identities(surfaces: Iterable[str], abbreviations: Iterable[tuple[str, str]]) -> list[str]:
    """The identity of each surface in one paper: its key, or that of the long form where the paper abbreviates it.

    >>> identities(["NAS", "architecture searches"], [("NAS", "architecture search")])
    ['architecturesearch', 'architecturesearch']
    """
    long_of = long_forms(abbreviations)
    return [long_of.get(key(surface), key(surface)) for surface in surfaces]


def long_forms(abbreviations: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The key of the long form by the key of the short form; of several definitions the first counts.

    >>> long_forms([("NAS", "architecture search"), ("NAS", "network storage")])
    {'nas': 'architecturesearch'}
    """
    found: dict[str, str] = {}
    for short, long in abbreviations:
        found.setdefault(key(short), key(long))
    return found


def singular(word: str) -> str:
    """The singular of a lower-case English word, good enough to compare by.

    >>> [singular(w) for w in ("networks", "matrices", "analyses", "policies", "series", "loss", "classes")]
    ['network', 'matrix', 'analysis', 'policy', 'series', 'loss', 'class']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or not word.endswith("s") or word in _INVARIANT or word.endswith(_KEEP_S):
        return word
    if word.endswith("yses"):
        return word[:-2] + "is"
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "ches", "shes", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


def slug(name: str) -> str:
    """A readable identifier part of `name`: lower case letters, digits and single hyphens; "" if none is left.

    Unicode letters are kept: the writers percent-encode them where a format asks for it.

    >>> slug("Low-Rank Adaptation (LoRA)")
    'low-rank-adaptation-lora'
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(r"[\W_]+", "-", text).strip("-")


def concept_id(type_: str, name: str, identity: str | None = None) -> str:
    """The id of the concept called `name`: its type and a slug, plus a hash where the slug alone would be ambiguous.

    `identity` is what tells the concept from others of its type, the name's key unless given. Different
    identities never share an id: a slug that itself looks as if it ended in a hash gets one, too.

    >>> concept_id("Method", "Low-Rank Adaptation"), concept_id("Method", "C++")
    ('method/low-rank-adaptation', 'method/c-cedb1bac')
    """
    identity = identity or key(name) or name  # a name of signs alone has no key
    readable = slug(name)[:80].strip("-")
    if key(readable) != identity or _HASHED.search(readable):
        digest = hashlib.sha256(identity.encode()).hexdigest()[:8]
        readable = f"{readable}-{digest}" if readable else digest
    return f"{type_.lower()}/{readable}"
