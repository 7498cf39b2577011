"""What a figure is of: which method, task, dataset and metric of the paper each number binds to.

A number binds to what stands nearest in its sentence, on the side where such a name usually stands; lists go in step
("A and B by 1% and 2%"). What the sentence does not name is the paper's own: the method that it proposes, its task.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kg.extract.figures import Quantity
from kg.extract.pairs import Name, Reading

BARRIER = re.compile(r"[;:]|\b(?:while|whereas|but|as well as)\b|, (?:and|which)\b(?! [0-9])")
_LISTED = re.compile(
    r"\)?(?: (?:data ?sets?|benchmarks?|tasks?))?(?:,? and|,|/|,? or|,? as well as) ?"
    r"(?:(?:the|an?|on|in|for|of|up to|by|about|over|popular|its|even) |[+~≈>$])*"
)
_STATED = re.compile(  # "accuracy of 5", "AUC (5", "F1 = 5"
    r"\)?(?: \([^()]{1,20}\))?(?: (?:scores?|values?|rates?))?"
    r"(?: (?:of|is|was|are|at|to|reaches|by|from)|:| ?=| ?\()? ?"
    r"(?:(?:up to|over|about|around|nearly|almost|only|more than) |[~≈>+(])*"
)
_GIVEN = re.compile(  # "5 higher accuracy", "5% reduction in terms of latency"
    r"(?: (?:points?|absolute|relative|higher|lower|better|less|fewer|more|average|overall|mean|in|of|on|the|terms"
    r"|improvements?|increases?|gains?|reductions?|decreases?|drops?|boosts?|savings?|a|an|for|its|their|test|to))* ?"
)
DOES = re.compile(
    r"[)\"'’]?(?:,[^,;:]{1,60},)?(?: (?:models?|methods?|systems?|algorithms?))?(?: (?:can|could|also|only|even|further"
    r"|significantly|effectively|successfully|still|now|able|is|are|to))* "
    r"(?:achiev|attain|reach|obtain|yield|improv|increas|reduc|outperform|surpass|exceed|boost|gain|solv|gets?\b|enabl"
    r"|sav|scor|perform|deliver|detect|succeed|accelerat|decreas|lower)\w*"
)
_ON = re.compile(r"\b(?:on|in|over|across|for|from|at|to|of)(?: \w[\w-]*){0,2} ?[(\"']?\Z")
AGAINST = re.compile(
    r"\b(?:than|over|compared (?:to|with)|against|versus|vs\.?|to|outperform\w*|surpass\w*|exceed\w*|beat\w*"
    r"|unlike|baselines?,?|art|previous|prior|existing) (?:[\w-]+ ){0,4}[(\"']?\Z",
    re.IGNORECASE,
)
_MOST, _REACH = 8, 400  # names on either side, and characters to one, that are looked at


class Ends(NamedTuple):
    """Mentions, by index, or None."""

    method: int | None
    task: int | None
    dataset: int | None
    metric: int | None


@dataclass(frozen=True, slots=True)
class Main:
    """What the paper is about, for where a sentence does not say: mentions, by index, or None."""

    method: int | None
    task: int | None
    dataset: int | None


def main(
    paper: Reading, proposed: Mapping[int, float], wholes: Collection[int], parts: Collection[int]
) -> Main:
    """The method that it proposes as a whole, the task that its title names, its dataset if it names no other.

    `proposed` gives the mentions, by index, of names that the paper is said to propose, with the score of that;
    `wholes` and `parts` those of names that have parts and that are parts.
    """

    def new(name: Name) -> tuple[float, ...]:
        first = name.places[0].mention
        score = proposed.get(first, 0.0)
        return score > 0, (first in wholes) - (first in parts), name.in_title, score, len(name.places), -first

    def central(name: Name) -> tuple[float, ...]:
        return name.in_title, len(name.places), -name.places[0].mention

    methods, tasks, datasets = (
        [n for n in paper.names if n.type == t] for t in ("Method", "Task", "Dataset")
    )
    return Main(
        max(methods, key=new).places[0].mention if methods else None,
        max(tasks, key=central).places[0].mention if tasks else None,
        datasets[0].places[0].mention if len(datasets) == 1 else None,
    )


def bind(
    paper: Reading, sentence: int, numbers: Sequence[Quantity], proposed: Mapping[int, float], otherwise: Main
) -> list[Ends]:
    """The ends of the numbers of one sentence, in order; `otherwise` is for what it does not name."""
    begin, end = paper.sentences[sentence]
    first = bisect_left(paper.mentions, begin, key=lambda m: m.start)
    last = bisect_left(paper.mentions, end, key=lambda m: m.start)
    here: dict[str, list[int]] = {"Method": [], "Task": [], "Dataset": [], "Metric": []}
    for i in range(first, last):
        if paper.mentions[i].type in here:
            here[paper.mentions[i].type].append(i)
    tasks, datasets, metrics = (_each(paper, here[t], numbers, t) for t in ("Task", "Dataset", "Metric"))
    steps = in_step(paper, numbers, here["Method"])
    return [
        Ends(
            steps[n]
            if n in steps
            else _method(paper, begin, here["Method"], number, proposed, otherwise.method),
            otherwise.task if tasks[n] is None else tasks[n],
            otherwise.dataset if datasets[n] is None else datasets[n],
            metrics[n],
        )
        for n, number in enumerate(numbers)
    ]


def _method(
    paper: Reading,
    begin: int,
    methods: Sequence[int],
    number: Quantity,
    proposed: Mapping[int, float],
    own: int | None,
) -> int | None:
    """The last method before the number that is proposed, or of which the sentence speaks; else the paper's own."""
    before = bisect_left(methods, number.start, key=lambda i: paper.mentions[i].start)
    for i in reversed(methods[max(0, before - _MOST) : before]):
        mention = paper.mentions[i]
        against = AGAINST.search(paper.text[max(begin, mention.start - 60) : mention.start])
        if not against and (i in proposed or DOES.match(paper.text, mention.end)):
            return i
    return own


def _each(paper: Reading, found: Sequence[int], numbers: Sequence[Quantity], type_: str) -> list[int | None]:
    """The name of a type that each number binds to."""
    stepped = in_step(paper, numbers, found)
    result: list[int | None] = []
    for place, number in enumerate(numbers):
        middle = bisect_left(found, number.start, key=lambda i: paper.mentions[i].start)
        near = found[max(0, middle - _MOST) : middle + _MOST]
        costs = [(distance(paper, numbers, place, i, type_), i) for i in near]
        result.append(stepped[place] if place in stepped else min(costs)[1] if costs else None)
    return result


def in_step(paper: Reading, numbers: Sequence[Quantity], found: Sequence[int]) -> dict[int, int]:
    """Numbers listed one after the other, and as many names listed one after the other: the first is of the first."""
    number_runs = [run for run in _runs([(n.start, n.end) for n in numbers], paper.text) if len(run) > 1]
    name_runs = _runs([(paper.mentions[i].start, paper.mentions[i].end) for i in found], paper.text)
    steps: dict[int, int] = {}
    for run in number_runs[:_MOST]:
        fitting = [names for names in name_runs[:_MOST] if len(names) == len(run)]
        if fitting:
            at = numbers[run[0]].start
            names = min(fitting, key=lambda names: abs(paper.mentions[found[names[0]]].start - at))
            steps.update({n: found[name] for n, name in zip(run, names, strict=True)})
    return steps


def _runs(spans: Sequence[tuple[int, int]], text: str) -> list[list[int]]:
    """Spans that follow one another as a list does, by index."""
    runs: list[list[int]] = []
    for place, (start, _) in enumerate(spans):
        if runs and start - spans[place - 1][1] < 60 and _LISTED.fullmatch(text, spans[place - 1][1], start):
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs


def distance(paper: Reading, numbers: Sequence[Quantity], place: int, mention: int, type_: str) -> float:
    """How far a name is from a number, in characters, with what stands between weighed in."""
    number, name = numbers[place], paper.mentions[mention]
    after = name.start >= number.end
    start, end = (number.end, name.start) if after else (name.end, number.start)
    if end - start > _REACH:
        return float(end - start)
    if (_GIVEN if after else _STATED).fullmatch(paper.text, start, end):
        return 1.0 if after else 0.0
    between = paper.text[start:end]
    crossed = sum(start <= n.start < end for n in numbers[max(0, place - _MOST) : place + _MOST])
    cost = float(len(between) + 40 * len(BARRIER.findall(between)))
    if not after:
        return cost + 5 * crossed + 15
    return cost + 30 * crossed - (20 if type_ in ("Dataset", "Task") and _ON.search(between) else 0)
