"""The classifier of what results were measured on and by, learned from annotated abstracts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.extract import relations as classifier
from kg.extract import results, slots
from kg.extract.slots import SLOTS, Weights
from kg.extract.tagger import softmax
from kg.records import PROPOSES, Relation
from kg.train import Log, relations
from kg.train.figures import aligned
from kg.train.gold import ENDS, Gold
from kg.train.recipe import FigureRecipe
from kg.train.relations import Held


@dataclass(frozen=True, slots=True)
class Sample:
    """One end of a result in gold: the hashed rows of each name that it may be, and which of them are right.

    `given` is whether gold has that end.
    """

    slot: str
    rows: list[NDArray[np.int64]]
    right: list[bool]
    given: bool


def train(gold: Sequence[Gold], held: Sequence[Held], recipe: FigureRecipe, log: Log) -> Weights:
    """Learn what numbers are of; the thresholds are chosen, and figures logged, by cross-validation over abstracts.

    `held` say what is proposed as models see it that have not learned from the abstract, as it will be at run time.
    """
    sets = [
        list(samples(record, one, stated, recipe.rows))
        for record, one, stated in zip(gold, held, _stated(held), strict=True)
    ]
    scored: dict[str, list[tuple[float, bool]]] = {slot: [] for slot in SLOTS}
    for fold in range(recipe.folds):
        table = _fit([one for n, s in enumerate(sets) if n % recipe.folds != fold for one in s], recipe)
        for one in (one for n, s in enumerate(sets) if n % recipe.folds == fold for one in s):
            best = max(
                zip((_probability(rows, table) for rows in one.rows), one.right, strict=True), default=None
            )
            if best:
                scored[one.slot].append(best)
    least, f1s = {}, []
    for slot, found in scored.items():
        total = sum(one.given for s in sets for one in s if one.slot == slot)
        least[slot], f1 = _threshold(found, total)
        f1s.append(f"{slot} F1 {f1:.3f} from {least[slot]:.2f}")
    log(f"ends of results, cross-validated with gold concepts: {', '.join(f1s)}")
    return Weights(_fit([one for s in sets for one in s], recipe), least)


def samples(record: Gold, held: Held, stated: Sequence[Relation], rows: int) -> Iterator[Sample]:
    """The ends of the results in gold whose number is found, with the names that the extractor would look at."""
    paper = held.sample.paper
    about = results.About.of(paper, stated)
    numbers, choices = [], []
    for sentence, here, kinds in results.candidates(paper):
        numbers += here
        choices += [ends for _, ends in about.ends(paper, sentence, here, kinds)]
    for n, result in aligned(paper.text, numbers, record.results).items():
        for slot, found in choices[n].items():
            end = result.ends[ENDS.index(slot)]
            owners = [_concept(record, held, choice.mention) for choice in found]
            right = [end is not None and owner == end for owner in owners]
            yield Sample(slot, [slots.rows(slot, choice, rows) for choice in found], right, end is not None)


def _concept(record: Gold, held: Held, mention: int) -> int | None:
    paper = held.sample.paper
    return record.concept_of.get(paper.text[paper.mentions[mention].start : paper.mentions[mention].end])


def _stated(held: Sequence[Held]) -> Iterator[list[Relation]]:
    """What linear models that have not learned from it state of each abstract, as sure as serves them best."""
    names, pairs = [one.linear_names for one in held], [one.linear_pairs for one in held]
    news, _ = relations.threshold(relations.scored_names(held, names), relations.new(held))
    others, _ = relations.threshold(relations.scored_pairs(held, pairs), relations.stated(held))
    for one in held:
        found = [
            Relation(None, PROPOSES, mention, 0, 1, score, classifier.RULE)
            for mention, score in zip(one.chosen, classifier.sigmoid(one.linear_names).tolist(), strict=True)
            if score >= news
        ]
        judged = classifier.likeliest(softmax(one.linear_pairs))
        for forth in range(0, len(judged), 2):
            way = max(forth, forth + 1, key=lambda way: judged[way][1])
            (column, score), pair = judged[way], one.pairs[way]
            if score >= others:
                ends = pair.here.mention, one.classes[column], pair.there.mention
                found.append(Relation(*ends, 0, 1, score, classifier.RULE))
        yield found


def _probability(rows: NDArray[np.int64], table: NDArray[np.float32]) -> float:
    return float(0.5 + 0.5 * np.tanh(table[rows].sum() / 2))


def _fit(chosen: Sequence[Sample], recipe: FigureRecipe) -> NDArray[np.float32]:
    rows = [row for one in chosen for row in one.rows]
    labels = np.array([right for one in chosen for right in one.right])
    model = relations.regression(rows, labels, recipe.rows, recipe.strength)
    return np.asarray(model.coef_[0], dtype=np.float32)


def _threshold(scored: Sequence[tuple[float, bool]], total: int) -> tuple[float, float]:
    """The least probability whose F1 is within two hundredths of the best, and that best F1."""
    ordered = sorted(scored, reverse=True)
    right = np.cumsum([is_right for _, is_right in ordered])
    f1 = 2 * right / (np.arange(1, len(ordered) + 1) + total)
    good = np.flatnonzero(f1 >= f1.max() - 0.02)
    everything = good[-1] == len(ordered) - 1
    return 0.0 if everything else round(ordered[good[-1]][0], 3), float(f1.max())
