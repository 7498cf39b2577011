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

_EMPTY_HEADS = frozenset(
    "method methods approach approaches algorithm algorithms technique techniques framework frameworks strategy"
    " strategies procedure procedures scheme schemes dataset datasets task tasks problem problems".split()
)
_HEADS = frozenset(
    "model models system systems architecture architectures benchmark benchmarks corpus library package toolkit"
    " pipeline".split()
)
_SCORES = frozenset("score scores metric metrics module modules".split())
_KIND_OF_NETWORK = re.compile(r"[A-Z]\w*(?:NN|LSTM|GRU|GAN|Net|AE|former)s?\Z|\b(?:LSTM|GRU|GAN)s?\Z")
_ACTION = re.compile(r"(?:ing|[st]ion)\Z|[^\W\d_]-[^\W\d_]")
_BRITISH = tuple(
    (re.compile(pattern), american)
    for pattern, american in {
        r"(behavi|neighb|col|tum|lab|fav|vap|harb|hum|rum|hon)our": r"\1or",
        r"\b(\w*(?:cent|fib|lit|theat|calib|kilomet|millimet))re(s?)\b": r"\1er\2",
        r"(mode|labe|trave|signa|channe|pane|tunne|cance|leve|fue)ll(ing|ed|er)": r"\1l\2",
        r"analys(ing|ed|er)": r"analyz\1",
        r"\b(\w{3,})is(e[drs]?|ers|ing|able|ations?)\b": r"\1iz\2",
        r"(catal|dial|anal)ogue": r"\1og",
        r"\b(de|of)fence": r"\1fense",
        r"artefact": "artifact",
        r"\bgrey": "gray",
    }.items()
)
_OTHER_FORMS = tuple(
    (re.compile(pattern), common)
    for pattern, common in {
        r"\bgage(s?)\b": r"gauge\1",
        r"\b(\w{3,}[st]ion)al (?=\S)": r"\1 ",
        r"\b(\w+)metric (?=\S)": r"\1metry ",
        r"\bestimates?$": "estimation",
        r"-arm ": "-armed ",
    }.items()
)
_MAYBE_OTHER = re.compile(
    r"our|res?\b|ll(?:ing|ed|er)|is(?:e|ing|ation|able)|ogue|fence|artefact|grey|gage|ys(?:ing|ed|er)"
    r"|ional |-arm |metric |estimates?$"
)


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

    A name with a generic head is the name without it, where the paper has both.

    >>> identities(["NAS", "architecture searches"], [("NAS", "architecture search")])
    ['architecturesearch', 'architecturesearch']
    >>> identities(["LERD", "LERD framework", "tree framework"], [])
    ['lerd', 'lerd', 'treeframework']
    """
    long_of = long_forms(abbreviations)
    surfaces = list(surfaces)
    known = {key(surface) for surface in surfaces} | long_of.keys()

    def identity(surface: str) -> str:
        own = key(surface)
        bare = headless(surface)
        if bare and own not in long_of and key(bare) in known:
            own = key(bare)
        return long_of.get(own, own)

    return [identity(surface) for surface in surfaces]


def headless(name: str) -> str:
    """The name without its generic head, where what is left may name the same thing; else "".

    A proper name needs no head at all; of a descriptive one, two words must be left, or one that names an action,
    and its head be one that says little: "neural network" is no "neural", "reward model" no "reward".

    >>> headless("LERD framework"), headless("reinforcement learning algorithms"), headless("boosting methods")
    ('LERD', 'reinforcement learning', 'boosting')
    >>> headless("reward model"), headless("kernel methods"), headless("LSTM networks"), headless("ReLU networks")
    ('', '', 'LSTM', '')
    """
    bare, _, head = name.rstrip().rpartition(" ")
    head = head.casefold()
    if head in ("network", "networks"):
        return bare if _KIND_OF_NETWORK.search(bare) else ""
    if not bare or head not in _HEADS | _SCORES | _EMPTY_HEADS:
        return ""
    if head in ("task", "tasks"):
        return bare
    if " " in bare:
        telling = head not in _SCORES
    else:
        telling = any(c.isupper() or c.isdigit() for c in bare[1:])
        telling = telling or (head in _EMPTY_HEADS and bool(_ACTION.search(bare)))
    return bare if telling else ""


def plain(name: str) -> str:
    """The name in American spelling, with nouns for adjectives in "-tional"; the same string where it is so already.

    >>> plain("behaviour modelling"), plain("Optimisation"), plain("computational cost"), plain("noise")
    ('behavior modeling', 'optimization', 'computation cost', 'noise')
    """
    folded = common = name.casefold()
    if _MAYBE_OTHER.search(folded):
        common = american(folded)
        for pattern, replacement in _OTHER_FORMS:
            common = pattern.sub(replacement, common)
    return name if common == folded else common


def american(folded: str) -> str:
    """Small letters in American spelling; good enough to compare by.

    >>> american("behaviour modelling at the centre")
    'behavior modeling at the center'
    """
    for pattern, replacement in _BRITISH:
        folded = pattern.sub(replacement, folded)
    return folded


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
