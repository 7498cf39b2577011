"""Names that a paper gives to what it introduces: "we propose NAME", "a framework called NAME", "NAME: a title"."""

from __future__ import annotations

import re

from kg.extract.candidates import GENERIC_HEADS, Candidate, is_name
from kg.settings import EXTRACT

RULE = "introduced"
_VERB = (
    r"(?:propos|introduc|present|develop|releas|construct|design|describ|contribut|creat|build|built|establish|offer"
    r"|provid|devis|publish|unveil)(?:e|es|ed|ing|s)?"
)
_SUBJECT = (
    r"(?:\b[Ww]e|\b[Tt]his (?:paper|work|study|article|report|survey)|\b[Tt]he paper|\b[Oo]ur (?:paper|work))"
)
CUE = re.compile(
    rf"{_SUBJECT}\b(?:\s+[\w-]+,?){{0,4}}?\s+{_VERB}\b(?:\s+(?:and|to)\s+\w+)?"
    rf"|\band(?: (?:also|further|then))? {_VERB}\b"
    r"|\b(?:called|named|dubbed|termed|denoted|namely|coined|abbreviated as|referred to as)\b"
    r"|\bwhich we (?:call|name|term|dub)\b"
)
NEGATED = re.compile(r"\b(?:not|never|without|unlike|instead of|rather than|by)\s+\Z", re.IGNORECASE)
_WORD = re.compile(r"[^\s,;:()\[\]{}\"“”‘’'`]+")
_KINDS = (
    (
        "Dataset",
        re.compile(
            r"\b(?:data\s?sets?|benchmarks?|corp(?:us|ora)|test\s?bed|test suite|collection|simulator)\b",
            re.I,
        ),
    ),
    ("Metric", re.compile(r"\bmetrics?\b", re.I)),
)
_NO_SYSTEM = frozenset(["2D", "3D", "4D", "AI", "ML", "NLP", "CV", "LLM", "LLMs", "RL"])
_MODIFIER = re.compile(r"-[a-z]{4,}\Z")  # "KD-based", "LLM-guided"
_ARTICLE = re.compile(r"\b(?:an?|the|first|new|novel)\b")
_HEADS = "|".join(sorted(GENERIC_HEADS))
_MODIFIED = re.compile(
    rf" (?!(?:{_HEADS}|to|for|on|in|with|and|or|that|which|is|as|by|of|from|via|using|at)\b)[a-z]"
)


def find(text: str, title_end: int) -> list[Candidate]:
    """The names that `text` introduces; text[:title_end] is the title (0 where there is none).

    >>> text = "We propose LERD, a Bayesian system, and release EEG-Bench, a benchmark."
    >>> [(text[c.start : c.end], c.type) for c in find(text, 0)]
    [('LERD', 'Method'), ('EEG-Bench', 'Dataset')]
    """
    found = {}
    head = re.match(r"([^\s:]+(?: [^\s:]+){0,2}):\s", text[:title_end])
    if head and (is_name(head[1]) or (" " not in head[1] and head[1][:1].isupper() and head[1].isalnum())):
        found[head.span(1)] = _type(text, *head.span(1), 0)
    for cue in CUE.finditer(text, title_end):
        if NEGATED.search(text, max(0, cue.start() - 20), cue.start()):
            continue
        span = _name_after(text, cue.end())
        if span:
            found.setdefault(span, _type(text, *span, cue.end()))
    return [
        Candidate(start, end, type_, EXTRACT.introduced_score, RULE)
        for (start, end), type_ in sorted(found.items())
    ]


def _name_after(text: str, position: int) -> tuple[int, int] | None:
    """The first word that looks like a name within the clause after `position`."""
    for count, word in enumerate(_WORD.finditer(text, position, position + 200)):
        between = text[position : word.start()]
        if count >= EXTRACT.reach or re.search(
            r"[.;]\s|\b(?:that|which|for|to|by|on|using|with|from|based)\b", between
        ):
            return None
        bare = word[0].rstrip(".,;:!?*")
        if is_name(bare) and bare not in _NO_SYSTEM and "/" not in bare and not _MODIFIER.search(bare):
            if _ARTICLE.search(between) and _MODIFIED.match(text, word.end()):
                return None  # "a 3D representation", "an EEG cohort": the name modifies a thing
            return word.start(), word.start() + len(bare)
    return None


def _type(text: str, start: int, end: int, cue_end: int) -> str:
    """What the words beside the name say it is; a method where they say nothing."""
    around = (
        text[max(cue_end, start - 80) : start]
        + " "
        + re.split(
            r"[.;]\s|\b(?:and|that|which|for|to|in|on|with|from|of|by|over|using|based|built)\b",
            text[end : end + 80],
        )[0]
    )
    for type_, pattern in _KINDS:
        if pattern.search(around):
            return type_
    return "Method"
