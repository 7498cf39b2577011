"""Which names are one: pairs of names with their papers, so that "CL" of one is not taken for "CL" of another.

`name-pairs.tsv` was drawn from a build of every 30th abstract of the corpus before any rule was tuned, and rules were
tuned on it since. `fresh-name-pairs.tsv` was drawn from 500 others when the rules stood, from the extractor's mentions
alone, and labelled by reading before anything was linked: what kg does on names that nobody has looked at. Names of
two types are one there where they mean the same, which kg sees only where most papers agree on a type.
"""

from __future__ import annotations

import csv
import gzip
import itertools
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from kg import pipeline
from tests.whole import link_corpus

pytestmark = pytest.mark.shared


@dataclass(frozen=True)
class Sample:
    """A file of pairs, the abstracts of its build (start, stop and step), and what is to be reached on it.

    Some names are not found by every model: at least `pairs` must be.
    """

    file: str
    abstracts: tuple[int, int | None, int]
    pairs: int
    precision: float
    recall: float


SAMPLES = (
    Sample("name-pairs.tsv", (0, None, 30), 250, 0.97, 0.88),
    Sample("fresh-name-pairs.tsv", (20_000, 21_000, 2), 110, 0.92, 0.78),
)


def part(shared: Path, folder: Path, sample: Sample) -> Path:
    """The papers of the build."""
    file = folder / "papers.jsonl"
    with (
        gzip.open(shared / "corpora/abstracts/abstracts.jsonl.gz", "rt", encoding="utf-8") as lines,
        file.open("w", encoding="utf-8") as target,
    ):
        target.writelines(itertools.islice(lines, *sample.abstracts))
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[0])["id"]
    return file


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.file)
def test_precision_and_recall(shared: Path, tmp_path: Path, measured: list[str], sample: Sample) -> None:
    """Nearly all of the time is the extractor's: two minutes of processor time and more for the large sample."""
    graph = link_corpus(pipeline.extract([part(shared, tmp_path, sample)]))
    concept_of = {
        (paper.document.id, paper.document.part(m.part)[m.start : m.end]): concept
        for paper in graph.papers
        for m, concept in zip(paper.mentions, paper.concept_of, strict=True)
    }
    judged: Counter[tuple[bool, bool]] = Counter()
    with (Path(__file__).parent / sample.file).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            one = concept_of.get((row["paper"], row["name"]))
            other = concept_of.get((row["other_paper"], row["other_name"]))
            if one and other:
                judged[one == other, row["same"] == "1"] += 1
    right, wrong, missed = judged[True, True], judged[True, False], judged[False, True]
    precision, recall = right / (right + wrong), right / (right + missed)
    measured.append(
        f"names that are one, {judged.total()} of {sample.file}: precision {precision:.3f}, recall {recall:.3f}"
    )
    assert judged.total() >= sample.pairs
    assert precision >= sample.precision
    assert recall >= sample.recall
