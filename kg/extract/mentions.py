"""Candidates from every source into the mentions of one paper: trimmed, agreed on one type a name, found everywhere,
without overlaps."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from kg import names
from kg.extract import introduced, kinds, known
from kg.extract.abbreviations import Definition
from kg.extract.candidates import Candidate, is_name, trim
from kg.settings import EXTRACT

REPEATED = "repeated"
LISTED = "listed"
DEFINED = "abbreviation"
_LISTED_NAME = re.compile(r",\s+([A-Z][\w+-]*(?: [A-Z][\w+-]*){0,2})(?:,|,? and|,? or)\s+")
_NEXT_NAME = re.compile(r"(?:,|,? and|,? or|,? &)\s+([\w+-]+)(?=[\s,.;:)])")
_LISTED_WITH = re.compile(r"(?:,|,? and|,? or|,? &)\s+")
# A name goes on in "ResNet-101" and "Bi-LSTM", but not in "BERT-based".
_BEGINS, _ENDS = r"(?<![\w-])", r"(?![\w+#]|[-.]\d|-[A-Z])"


def settle(
    text: str, candidates: Iterable[Candidate], definitions: Sequence[Definition], title_end: int = 0
) -> list[Candidate]:
    """The mentions of `text`, in order, none inside another; text[:title_end] is the title.

    1. Each candidate is trimmed by the house rules.
    2. Overlaps are resolved: a longer span beats those inside it, else the better score wins.
    3. Where a short or long form is a mention, so is its partner; nothing smaller remains inside a long form.
    4. A name has one type in a paper: the candidates of all its spellings, and of its partner's, vote by score.
    5. Every further occurrence of a found name is a mention too.
    6. What nobody is sure of is left out, above all where only the title has it: capitals say little there.
    """
    # A name that is all the text there is (a title of one word) has no sentence to be told by.
    candidates = [c for c in candidates if text[c.start : c.end] != text.strip()]
    trimmed = [kept for candidate in candidates if (kept := trim(text, candidate))]
    chosen = resolve(trimmed)
    chosen = _define(text, resolve([*chosen, *_listed(text, chosen)]), definitions)
    types = _vote(text, chosen, trimmed, definitions)
    chosen = [c._replace(type=types[names.key(text[c.start : c.end])]) for c in chosen]
    found = resolve([*chosen, *_repeat(text, chosen)])
    body = {names.key(text[c.start : c.end]) for c in found if c.start >= title_end}
    return [
        c
        for c in found
        if c.score
        >= (EXTRACT.least_score if names.key(text[c.start : c.end]) in body else EXTRACT.least_title_score)
    ]


def resolve(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The best candidates that do not overlap, in order of place.

    >>> resolve([Candidate(0, 9, "Task", 0.6, "tagger"), Candidate(5, 9, "Task", 0.9, "known")])
    [Candidate(start=0, end=9, type='Task', score=0.6, rule='tagger')]
    """
    pool = sorted(set(candidates), key=lambda c: (c.start - c.end, -c.score, c))
    kept: list[Candidate] = []
    for candidate in pool:
        place = _rivals(kept, candidate.start, candidate.end)
        if all(_beats(candidate, rival) for rival in kept[place]):
            kept[place] = [candidate]
    return kept


def _beats(candidate: Candidate, rival: Candidate) -> bool:
    """Whether a candidate that is no longer than its rival is better nevertheless."""
    inside = rival.start <= candidate.start and candidate.end <= rival.end
    return candidate.score > rival.score + (0.35 if inside else 0.0)


def _define(text: str, mentions: list[Candidate], definitions: Sequence[Definition]) -> list[Candidate]:
    """The mentions with both forms of each definition that one of them names, and nothing smaller inside those.

    `mentions` are in order and do not overlap; neither do those that come back.
    """
    mentions = list(mentions)
    by_key: dict[str, Candidate] = {}
    for mention in mentions:
        key = names.key(text[mention.start : mention.end])
        by_key[key] = max(by_key.get(key, mention), mention, key=lambda c: (c.score, -c.start))
    for definition in definitions:
        forms = definition.short, definition.long
        namers = [by_key[key] for span in forms if (key := names.key(text[slice(*span)])) in by_key]
        namers += [c for c in mentions[_rivals(mentions, *definition.long)] if _covers(c, definition.long)]
        if not namers:
            continue
        best = max(namers, key=lambda c: (c.score, -c.start))
        for start, end in forms:
            place = _rivals(mentions, start, end)
            rivals = mentions[place]
            if (start, end) == definition.long and any(_is_wider(text, c, start, end) for c in rivals):
                continue  # the tagger saw a longer phrase that ends in the long form: it names the thing
            mentions[place] = [Candidate(start, end, best.type, best.score, _rule(rivals, start, end))]
    return mentions


def _rivals(mentions: Sequence[Candidate], start: int, end: int) -> slice:
    """Where in `mentions` (in order, without overlaps) those stand that overlap a span."""
    first = bisect_right(mentions, start, key=lambda mention: mention.end)
    return slice(first, max(first, bisect_left(mentions, end, key=lambda mention: mention.start)))


def _is_wider(text: str, mention: Candidate, start: int, end: int) -> bool:
    """Whether a mention holds the span and more, and is no phrase with a verb."""
    holds = mention.start <= start and end <= mention.end and (mention.start, mention.end) != (start, end)
    return holds and not _ends_in_verb(text[mention.start : start])


def _ends_in_verb(words: str) -> bool:
    """Whether what a phrase has before a long form ends in a verb ("MMM beats"): modifiers of nouns bear no s.

    >>> _ends_in_verb("MMM beats "), _ends_in_verb("large-scale "), _ends_in_verb("robotics ")
    (True, False, False)
    """
    last = words.split()[-1:]
    return any(word.islower() and names.singular(word) != word for word in last)


def _listed(text: str, mentions: Sequence[Candidate]) -> list[Candidate]:
    """Names listed between two mentions of one type ("Naive Bayes, Keras, AdaBoost") are of that type too.

    So are proper names listed after a mentioned one ("ResNet-50 and ResNet-101").
    """
    found = [
        Candidate(
            *between.span(1), one.type, round(min(one.score, other.score) * EXTRACT.listed_factor, 3), LISTED
        )
        for one, other in pairwise(mentions)
        if one.type == other.type and (between := _LISTED_NAME.fullmatch(text, one.end, other.start))
    ]
    starts = {mention.start for mention in mentions if mention.score >= EXTRACT.least_score}
    for mention in mentions:
        current = mention
        while is_name(text[current.start : current.end]) and (match := _NEXT_NAME.match(text, current.end)):
            if match.start(1) in starts or not is_name(match[1]):
                break
            current = Candidate(
                *match.span(1), mention.type, round(current.score * EXTRACT.listed_factor, 3), LISTED
            )
            found.append(current)
    return found


def _covers(candidate: Candidate, long: tuple[int, int]) -> bool:
    """Whether a mention takes up most of a long form, or holds it."""
    shared = min(candidate.end, long[1]) - max(candidate.start, long[0])
    return shared > 0.6 * (long[1] - long[0])


def _rule(rivals: Sequence[Candidate], start: int, end: int) -> str:
    same = [c.rule for c in rivals if (c.start, c.end) == (start, end)]
    return same[0] if same else DEFINED


def _vote(
    text: str,
    mentions: Sequence[Candidate],
    candidates: Sequence[Candidate],
    definitions: Sequence[Definition],
) -> dict[str, str]:
    """The type of each mentioned name, by identity key.

    Beside the candidates vote the words next to a proper name ("the A benchmark"), and names listed together
    ("A, B and C") for each other.
    """
    partner = names.long_forms((text[slice(*d.short)], text[slice(*d.long)]) for d in definitions)
    votes: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for candidate in [*candidates, *mentions]:
        key = names.key(text[candidate.start : candidate.end])
        votes[partner.get(key, key)][candidate.type] += candidate.score * _weight(candidate)
        kind = kinds.beside(text, candidate.start, candidate.end)
        if kind and is_name(text[candidate.start : candidate.end]):
            votes[partner.get(key, key)][kind] += 1
    for run in _lists(text, mentions):
        scores: dict[str, float] = defaultdict(float)
        for mention in run:
            scores[mention.type] += mention.score
        common = max(scores, key=lambda type_: (scores[type_], type_))
        if 2 * sum(mention.type == common for mention in run) > len(run):
            for mention in run:
                key = names.key(text[mention.start : mention.end])
                votes[partner.get(key, key)][common] += scores[common]
    result = {}
    for mention in mentions:
        key = names.key(text[mention.start : mention.end])
        ballot = votes[partner.get(key, key)]
        result[key] = min(ballot, key=lambda type_: (-ballot[type_], type_))
    return result


def _weight(candidate: Candidate) -> float:
    """What a candidate's vote on the type of its name weighs: more where the name, or the paper, says what it is."""
    if candidate.rule == introduced.RULE and candidate.type != "Method":
        return EXTRACT.introduced_votes
    return EXTRACT.known_votes if candidate.rule == known.RULE else 1.0


def _lists(text: str, mentions: Sequence[Candidate]) -> list[list[Candidate]]:
    """Runs of three or more proper names with nothing but commas, "and" or "or" between."""
    runs: list[list[Candidate]] = [[]]
    for mention in mentions:
        joined = runs[-1] and _LISTED_WITH.fullmatch(text, runs[-1][-1].end, mention.start)
        if not is_name(text[mention.start : mention.end]):
            runs.append([])
        elif joined:
            runs[-1].append(mention)
        else:
            runs.append([mention])
    return [run for run in runs if len(run) > 2]


def _repeat(text: str, mentions: Sequence[Candidate]) -> list[Candidate]:
    """Further occurrences of the mentioned names, each a little less sure than the surest of them."""
    best: dict[str, Candidate] = {}
    for mention in mentions:
        surface = text[mention.start : mention.end]
        if mention.score >= EXTRACT.least_score and (
            surface not in best or best[surface].score < mention.score
        ):
            best[surface] = mention
    if not best:
        return []
    # A capital makes a name that must be written so; a phrase in lower case may begin a sentence or stand in a title.
    exact = [surface for surface in best if not surface.islower() and len(surface.split()) == 1]
    loose = {surface.casefold(): surface for surface in sorted(best) if surface not in exact}
    found = []
    for pattern, flags in ((exact, 0), (loose, re.IGNORECASE)):
        if not pattern:
            continue
        options = "|".join(re.escape(name) for name in sorted(pattern, key=lambda name: (-len(name), name)))
        for match in re.finditer(rf"{_BEGINS}(?:{options})s?{_ENDS}", text, flags):
            surface = match[0]
            seed = best.get(surface) or best.get(surface.removesuffix("s"))
            if seed is None:
                folded = surface.casefold()
                seed = best[loose.get(folded) or loose.get(folded.removesuffix("s")) or folded]
            found.append(
                Candidate(*match.span(), seed.type, round(seed.score * EXTRACT.repeated_factor, 3), REPEATED)
            )
    return found
