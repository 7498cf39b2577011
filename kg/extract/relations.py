"""What a sentence says of two of its mentions, by cue words; and what a paper introduces.

A rule looks at the text between two neighbouring mentions of fitting types, or at a cue in the sentence of a dataset
or metric. Negation ("does not use", "unlike", "without") silences every rule. A rule's score is the share of its
statements that were right on the training abstracts, given right concepts (`tests/quality` prints the present ones).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.extract import introduced
from kg.extract.candidates import Candidate
from kg.records import Relation

_NEGATION = re.compile(
    r"\b(?:not|n't|never|no|neither|nor|without|unlike|instead of|rather than|in contrast to|contrary to|cannot|fails?"
    r"|failed|lacks?|avoid(?:s|ing)?|free of|replac(?:es|ing)|eliminat(?:es|ing)|hardly|barely)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;:]|,? (?:but|while|whereas|although|however)\b")
_THE = r"(?:the |a |an |our |its |their |both |each |several |various |many )?"
_FEW = r"(?:[\w-]+ ){0,3}"


@dataclass(frozen=True, slots=True)
class _Between:
    """A rule on the text between two mentions, the first of type `left`; `swap` makes the second the subject."""

    name: str
    predicate: str
    left: str
    right: str
    pattern: re.Pattern[str]
    score: float
    swap: bool = False


def _rule(name: str, predicate: str, ends: str, pattern: str, score: float, swap: bool = False) -> _Between:
    left, right = ends.split()
    return _Between(
        name, predicate, left, right, re.compile(rf"\W*{pattern}\W*\Z", re.IGNORECASE), score, swap
    )


_A_KIND = r"(?:\w+ )?(?:an?|the|our|one) [\w ,-]{0,60}?"
_BETWEEN = (
    _rule("for", "usedFor", "Method Task", rf"(?:{_A_KIND})?(?:for|to (?:solve|address|tackle|perform|improve|enable|achieve)|tackl(?:es|ing)|address(?:es|ing)|solv(?:es|ing)|perform(?:s|ing)|improv(?:es|ing)|enabl(?:es|ing)|applied to|in|that (?:performs|solves|enables|improves)) {_THE}{_FEW}", 0.6),
    _rule("by means of", "usedFor", "Task Method", rf"(?:with|using|via|by|through|based on|from|{_FEW}(?:methods?|models?|systems?) (?:such as|like|based on)) {_THE}{_FEW}", 0.5, swap=True),
    _rule("benchmark for", "benchmarkFor", "Dataset Task", rf"(?:{_A_KIND})?(?:for|of|to evaluate|to assess|to benchmark|evaluating|assessing|benchmarking|designed for|on) {_THE}{_FEW}", 0.6),
    _rule("task on", "benchmarkFor", "Task Dataset", rf"{_FEW}(?:on|over|across|benchmarks?|datasets?|such as|including|like) {_THE}{_FEW}", 0.4, swap=True),
    _rule("tested on", "evaluatedOn", "Method Dataset", rf"{_FEW}(?:(?:is|are|was|were) )?(?:also )?(?:evaluated|tested|validated|benchmarked|assessed|demonstrated|verified|evaluate it) {_FEW}(?:on|with|over|across|using|in) {_THE}{_FEW}", 0.85),
    _rule("trained on", "trainedOn", "Method Dataset", rf"{_FEW}(?:pre-?|fine-?)?(?:trained|training|tuned|learns?|learned) {_FEW}(?:on|with|from|using|over) {_THE}{_FEW}", 0.7),
    _rule("beats", "comparedWith", "Method Method", rf"[\w ,-]{{0,30}}(?:outperform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|beats?|exceed(?:s|ed|ing)?|improv(?:es|ed|ing) (?:upon|over|on)|compar(?:ed|able|ing) (?:to|with|against)|superior to|better than|faster than|worse than|versus|vs\.?|against|over|than) {_THE}{_FEW}", 0.5),
    _rule("built on", "uses", "Method Method", rf"(?:[\w-]+ ){{0,3}}(?:us(?:es|ing|e)|leverag(?:es|ing|e)|employ(?:s|ing)?|adopt(?:s|ing)?|utili[sz](?:es|ing|e)|built (?:on|upon)|builds (?:on|upon)|build (?:on|upon)|based on|extend(?:s|ing)|via|through|with|by) {_THE}{_FEW}", 0.45),
    _rule("consists of", "partOf", "Method Method", rf"{_FEW}(?:consist(?:s|ing) of|compris(?:es|ing)|composed of|includ(?:es|ing)|contain(?:s|ing)|integrat(?:es|ing)|combin(?:es|ing)|incorporat(?:es|ing)|with two components|introduc(?:es|ing)|equipped with|featur(?:es|ing)) {_THE}{_FEW}", 0.5, swap=True),
    _rule("is a", "subclassOf", "Method Method", r"(?:is|are|as|,) (?:an?|one of|a (?:kind|type|form|variant) of) (?:[\w-]+ ){0,3}", 0.6),
    _rule("such as", "subclassOf", "Method Method", r"(?:methods?|models?|approach(?:es)?|algorithms?|techniques?|architectures?)?,? ?(?:such as|like|including|e\.g\.,?|especially|notably|namely) " + _THE, 0.6, swap=True),
    _rule("task such as", "subtaskOf", "Task Task", r"(?:tasks?|problems?|applications?)?,? ?(?:such as|like|including|e\.g\.,?|especially|notably|namely) " + _THE, 0.6, swap=True),
)  # fmt: skip

_EVALUATION = re.compile(
    r"\b(?:evaluat\w+|experiment\w*|tested|test(?:s|ing)? on|results?|validat\w+|achiev\w+|outperform\w*|surpass\w*"
    r"|state[- ]of[- ]the[- ]art|sota|improve\w*|demonstrat\w+|attains?|reach\w*|gains?|show(?:s|n|ed)?|obtains?)\b",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    rf"\b(?:on|over|across|with|using|in|including|namely|and|,|datasets?|benchmarks?)\W+{_THE}{_FEW}\Z", re.I
)
_MEASURE = re.compile(
    r"\b(?:achiev\w+|improv\w+|increas\w+|reduc\w+|outperform\w*|reach\w*|attain\w*|terms of|measured|evaluat\w+|report\w*"
    r"|scores?|gains?|obtain\w*|yields?|decreas\w+|lower\w*|higher|boost\w*|enhanc\w+|maximi[sz]\w+|minimi[sz]\w+)\b",
    re.IGNORECASE,
)


def relations(
    text: str, mentions: Sequence[Candidate], sentences: Sequence[tuple[int, int]], title_end: int
) -> list[Relation]:
    """The relations that the sentences of `text` state, each with its sentence as the supporting passage.

    `mentions` are sorted and do not overlap; text[:title_end] is the title. Subject None is the paper.
    """
    proposed = _proposed(text, mentions, sentences, title_end)
    system = next(
        (relation.object for relation in proposed if mentions[relation.object].type == "Method"), None
    )
    found = [*proposed]
    for sentence in sentences:
        here = [i for i, m in enumerate(mentions) if sentence[0] <= m.start and m.end <= sentence[1]]
        found += _pairs(text, mentions, here, sentence)
        found += _judged(text, mentions, here, sentence, system)
    return found


def _proposed(
    text: str, mentions: Sequence[Candidate], sentences: Sequence[tuple[int, int]], title_end: int
) -> list[Relation]:
    """What the paper introduces: names it gives, and what stands after "we propose"."""
    result = []
    named = {(c.start, c.end): c.score for c in introduced.find(text, title_end)}
    for sentence in sentences:
        here = [i for i, m in enumerate(mentions) if sentence[0] <= m.start and m.end <= sentence[1]]
        heads = {i: 0.85 for i in here if (mentions[i].start, mentions[i].end) in named}
        if sentence[0] >= title_end:
            heads |= {i: 0.8 for i in _after_cue(text, mentions, here, sentence) if i not in heads}
        result += [
            Relation(None, "proposes", i, *sentence, score, "introduced")
            for i, score in sorted(heads.items())
        ]
    return result


def _after_cue(
    text: str, mentions: Sequence[Candidate], here: Sequence[int], sentence: tuple[int, int]
) -> Iterator[int]:
    """The first mention after each cue of introduction in the sentence, where nothing but modifiers lies between."""
    for cue in introduced.CUE.finditer(text, *sentence):
        following = [i for i in here if mentions[i].start >= cue.end()]
        if not following or introduced.NEGATED.search(text, sentence[0], cue.start()):
            continue
        between = text[cue.end() : mentions[following[0]].start]
        if len(between.split()) <= 8 and not re.search(
            r"\b(?:that|which|for|to|by|on|using|with|from|based|of)\b|[;.]", between
        ):
            yield following[0]


def _pairs(
    text: str, mentions: Sequence[Candidate], here: Sequence[int], sentence: tuple[int, int]
) -> Iterator[Relation]:
    """The between-rules on each mention and its next two neighbours; the rest of a list shares its head's relation."""
    for place, first in enumerate(here):
        for second in _coordinated(text, mentions, here[place + 1 :]):
            left, right = mentions[first], mentions[second[0]]
            between = text[left.end : right.start]
            if len(between) > 120 or _negated(text, sentence[0], left, right):
                continue
            rule = _first_rule(left.type, right.type, between)
            if rule is None:
                continue
            for member in second:
                if mentions[member].type == right.type:
                    subject, object_ = (member, first) if rule.swap else (first, member)
                    yield Relation(subject, rule.predicate, object_, *sentence, rule.score, rule.name)


def _coordinated(text: str, mentions: Sequence[Candidate], rest: Sequence[int]) -> Iterator[list[int]]:
    """The two next mentions after a first one, each with those that are listed with it ("A, B and C")."""
    for start in range(min(2, len(rest))):
        group = [rest[start]]
        for following in rest[start + 1 :]:
            between = text[mentions[group[-1]].end : mentions[following].start]
            if not re.fullmatch(
                r"\)?(?:,|,? and|,? or|,? as well as| and on|, and on|/| &)\s+(?:the |on |a )?\(?", between
            ):
                break
            group.append(following)
        yield group


def _first_rule(left: str, right: str, between: str) -> _Between | None:
    return next(
        (r for r in _BETWEEN if r.left == left and r.right == right and r.pattern.match(between)), None
    )


def _judged(
    text: str,
    mentions: Sequence[Candidate],
    here: Sequence[int],
    sentence: tuple[int, int],
    system: int | None,
) -> Iterator[Relation]:
    """On what, and by what measure, the sentence's method (else the paper's system) is judged."""
    passage = text[slice(*sentence)]
    for i in here:
        mention = mentions[i]
        before = text[sentence[0] : mention.start]
        methods = [k for k in here if mentions[k].type == "Method" and k < i]
        subject = methods[0] if methods else system
        if subject is None or _negated(text, sentence[0], mention, mention):
            continue
        if mention.type == "Dataset" and _EVALUATION.search(passage) and _PREPOSITION.search(before):
            yield Relation(subject, "evaluatedOn", i, *sentence, 0.65, "judged on")
        elif mention.type == "Metric" and _MEASURE.search(passage):
            yield Relation(subject, "measuredBy", i, *sentence, 0.5, "judged by")


def _negated(text: str, begin: int, left: Candidate, right: Candidate) -> bool:
    """Whether a negation stands in the clause from before `left` up to `right`."""
    before = text[begin : left.start]
    cuts = list(_CLAUSE.finditer(before))
    scope = before[cuts[-1].end() if cuts else 0 :][-60:] + " " + text[left.end : right.start]
    return _NEGATION.search(scope) is not None
