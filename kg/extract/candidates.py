"""Possible mentions, before they are agreed on: plain spans over one string, with type, score and rule."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

LEADING = frozenset(
    "a an the this that these those our its their his her your my each every all any some several many"
    " various multiple two three four five both such other another existing recent previous prior current"
    " novel new efficient effective simple unified proposed popular powerful state-of-the-art large-scale"
    " promising standard strong better best first same different common challenging so-called well-known"
    " widely-used comprehensive".split()
)
GENERIC_HEADS = frozenset(
    "framework frameworks model models method methods approach approaches algorithm algorithms system systems"
    " architecture architectures benchmark benchmarks dataset datasets corpus library toolkit package paradigm"
    " pipeline technique techniques module modules strategy mechanism scheme family variant variants baseline"
    " baselines".split()
)
EMPTY = GENERIC_HEADS | frozenset(
    "it they this that these those we our paper work model models method methods approach approaches"
    " algorithm algorithms framework frameworks system systems task tasks problem problems dataset"
    " datasets benchmark benchmarks data performance results experiments experiment baselines baseline"
    " metrics metric code training learning inference abstract introduction methods conclusion conclusions"
    " background objective purpose table figure section nan inf".split()
)
_SMALL = frozenset(
    "of and or for with in the to by from on at a an via as than versus using that which vs vs. v.s v.s. w.r.t w.r.t."
    " resp resp. approx approx.".split()
)
# No annotator of the training abstracts ever took one of these alone for a concept.
ADJECTIVES = frozenset(
    "deep global local overall equal pre-trained pretrained fine-tuned end-to-end zero-shot few-shot one-shot"
    " multi-modal multimodal cross-modal multi-task multi-view multi-agent multi-scale large small robust dense sparse"
    " online offline hybrid joint neural linear nonlinear non-linear convex non-convex random dynamic static symbolic"
    " semantic visual textual spatial temporal spatio-temporal general self-supervised semi-supervised unsupervised"
    " supervised weakly-supervised open-source open-world high-dimensional low-rank low-resource real-time real-world"
    " task-specific data-driven model-based model-free latent causal discrete continuous stochastic deterministic"
    " parametric nonparametric probabilistic bayesian gaussian recurrent convolutional graph-based rule-based learned"
    " trained harmonic intelligent automatic human".split()
)
_ADJECTIVE = re.compile(
    r"[^\W\d_]+(?:ical|ional|ous|ive|able|ible|ized|ised|ful|less)"
    r"|[^\W\d_]+(?:-[^\W\d_]+)*-(?:based|aware|driven|free|guided|specific|level|wise|like|style|agnostic|invariant"
    r"|equivariant|preserving|efficient|shot|dimensional|[^\W\d_]+ed)",
    re.IGNORECASE,
)
_BASED = r"(?:based|style|like|driven|guided|enhanced)"
# "BERT-based" and "BERT-based methods" name BERT, and so does what a stray blank tore apart ("GNN -based encoders").
_MODIFIER = re.compile(rf"([\w+.]+)(?:(?: -|- )\w.*|-{_BASED}(?: (?:{'|'.join(sorted(GENERIC_HEADS))}))?)")
# "BERT-based and GNN-based encoders": what shares its head names GNN as its neighbour names BERT.
_ALIKE = re.compile(rf"([\w+.]+)-{_BASED} .*")
_SHARING = re.compile(rf"-{_BASED},? (?:and|or) \Z")
_EDGE = ".,;:!?-–—/*'’‘“”\"`"
_FIRST_WORD = re.compile(r"[\w-]+(?=\s)")
_QUANTITY = re.compile(r"[\d.,%×x±+-]+[a-zA-Z]?")
_NO_NAME = re.compile(r"://|\n")
_HYPHENED = re.compile(r"(?<![\w-])(?:[^\W_]+-)+\Z")
_BLANK_OR_HYPHEN = re.compile(r"[\s-]")
_GOES_ON = re.compile(r"[-–][^\W\d_]")
_BRACKET = re.compile(r"[()\[\]]")
_WORD = re.compile(r"[\w.+@*/-]+")
_LETTERS_AND_DIGITS = re.compile(r"[a-z]+\d[a-z]+\d?")
_PART_ENDS = re.compile(r"[-/]")
_LONGEST = 200  # characters of a name
_PAIRS = {")": "(", "]": "[", "}": "{"}


class Candidate(NamedTuple):
    """A possible mention: half-open span, type, score in [0, 1], and the rule that found it."""

    start: int
    end: int
    type: str
    score: float
    rule: str


def trim(text: str, candidate: Candidate) -> Candidate | None:
    """The candidate without what the house rules leave out, or None where nothing that names a thing is left.

    Articles, quantifiers, possessives and evaluative adjectives go from the front; a generic head goes from behind a
    proper name; brackets that do not pair and loose punctuation go from both ends.

    >>> text = "the novel LERD framework, (e.g."
    >>> kept = trim(text, Candidate(0, 25, "Method", 0.9, "tagger"))
    >>> text[kept.start : kept.end]
    'LERD'
    """
    if candidate.end - candidate.start > 5 * _LONGEST:  # no trimming makes a name of it
        return None
    start, end = _narrow(text, candidate.start, candidate.end)
    start = _whole_word(text, start)
    return candidate._replace(start=start, end=end) if _names(text, start, end) else None


def _narrow(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without what stands before and behind the name."""
    while True:
        before = start, end
        start, end = _strip_edges(text, start, end)
        first = _FIRST_WORD.match(text, start, end)
        if first and first[0].casefold() in LEADING:
            start, end = _strip_edges(text, first.end(), end)
        modifier = _MODIFIER.fullmatch(text, start, end) or (
            _ALIKE.fullmatch(text, start, end) if _SHARING.search(text[max(0, start - 20) : start]) else None
        )
        if modifier and is_name(modifier[1]):
            end = modifier.end(1)
        words = text[start:end].split()
        if len(words) > 1 and words[-1] in _SMALL:
            start, end = _strip_edges(text, start, end - len(words[-1]))
            continue
        if len(words) > 1 and words[-1] in GENERIC_HEADS and _is_proper(words[:-1]):
            end -= len(words[-1]) + 1
        if (start, end) == before:
            return start, end


def _names(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] can name a thing: more than a letter, a number, a pronoun, an adjective, an address."""
    name = text[start:end]
    return (
        1 < len(name) <= _LONGEST
        and any(c.isalpha() for c in name)
        and name.casefold() not in EMPTY
        and name.casefold() not in ADJECTIVES
        and not _ADJECTIVE.fullmatch(name)
        and not _QUANTITY.fullmatch(name)
        and not _NO_NAME.search(name)
        and not _is_cut(text, end, name)
    )


def _loose(character: str) -> bool:
    """Whether a character may stand at no end of a name: punctuation, white space, a control character."""
    return character in _EDGE or character.isspace() or not character.isprintable()


def _strip_edges(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without loose punctuation and unpaired brackets at its ends."""
    while start < end:
        name = text[start:end]
        if _loose(name[0]) or (name[0] in ")]}") or (name[0] in "([{" and not _closes(name)):
            start += 1
        elif _loose(name[-1]) or name[-1] in "([{" or (name[-1] in ")]}" and _PAIRS[name[-1]] not in name):
            end -= 1
        elif name.count("(") != name.count(")") or name.count("[") != name.count("]"):
            return _strip_edges(text, start, start + _first_unpaired(name))
        else:
            break
    return start, end


def _is_proper(words: list[str]) -> bool:
    """Whether words before a generic head name a thing by themselves: a proper name, or several capitalised words."""
    if len(words) == 1:
        return is_name(words[0])
    return all(word[:1].isupper() or word in _SMALL for word in words)


def _whole_word(text: str, start: int) -> int:
    """The start moved left to that of the hyphenated word it lies in: "low-[rank adaptation]"."""
    if text[start - 1 : start] != "-":
        return start
    before = _HYPHENED.search(text[max(0, start - 40) : start])
    return start - len(before[0]) if before else start


def _is_cut(text: str, end: int, name: str) -> bool:
    """Whether the name ends inside a hyphenated word that is no proper name's: "open-domain [multi]-hop"."""
    return bool(_GOES_ON.match(text, end)) and _BLANK_OR_HYPHEN.split(name)[-1].islower()


def _closes(name: str) -> bool:
    """Whether the bracket that `name` opens with is closed before its end, as in "(un)supervised"."""
    close = {"(": ")", "[": "]", "{": "}"}[name[0]]
    return 0 < name.find(close) < len(name) - 1


def _first_unpaired(name: str) -> int:
    """Where to cut a name whose brackets do not pair: at its first bracket, or at 0 if it starts with one."""
    found = _BRACKET.search(name)
    return found.start() if found else len(name)


@lru_cache(maxsize=1 << 12)
def is_name(word: str) -> bool:
    """Whether a single word looks like a proper name of a system, dataset or metric.

    >>> [is_name(w) for w in ("BERT", "UrbanMLLM", "node2vec", "GPT-4", "B3", "Transformer", "low-rank", "2019", "We")]
    [True, True, True, True, True, False, False, False, False]
    """
    letters = [c for c in word if c.isalpha()]
    if not letters or not _WORD.fullmatch(word):
        return False
    capitals = sum(c.isupper() for c in letters)
    inner = any(c.isupper() for c in word[1:])
    digits = any(c.isdigit() for c in word)
    hyphened = all(part[1:].islower() or not part[1:] for part in _PART_ENDS.split(word))
    if digits:
        return capitals > 0 or bool(_LETTERS_AND_DIGITS.fullmatch(word))
    return (inner and capitals >= 2 and not (hyphened and "-" in word)) or (
        inner and word[0].islower() and not hyphened
    )
