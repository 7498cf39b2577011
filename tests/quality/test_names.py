"""Which names are one: pairs drawn from a build of every 30th abstract of the corpus, before any rule was tuned.

`name-pairs.tsv` gives each pair with its papers, so that "CL" of one is not taken for "CL" of another.
"""

from __future__ import annotations

import csv
import gzip
import itertools
import json
from collections import Counter
from pathlib import Path

import pytest

from kg import pipeline
from tests.whole import link_corpus

pytestmark = pytest.mark.shared
PAIRS = Path(__file__).parent / "name-pairs.tsv"
EACH = 30  # one abstract of so many


def part(shared: Path, folder: Path) -> Path:
    """The papers of the build."""
    file = folder / "papers.jsonl"
    with (
        gzip.open(shared / "corpora/abstracts/abstracts.jsonl.gz", "rt", encoding="utf-8") as lines,
        file.open("w", encoding="utf-8") as target,
    ):
        target.writelines(itertools.islice(lines, 0, None, EACH))
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[0])["id"]
    return file


def test_precision_and_recall(shared: Path, tmp_path: Path, measured: list[str]) -> None:
    """Two minutes of processor time, nearly all of it the extractor's."""
    graph = link_corpus(pipeline.extract([part(shared, tmp_path)]))
    concept_of = {
        (paper.document.id, paper.document.part(m.part)[m.start : m.end]): concept
        for paper in graph.papers
        for m, concept in zip(paper.mentions, paper.concept_of, strict=True)
    }
    judged: Counter[tuple[bool, bool]] = Counter()
    with PAIRS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            one = concept_of.get((row["paper"], row["name"]))
            other = concept_of.get((row["other_paper"], row["other_name"]))
            if one and other:
                judged[one == other, row["same"] == "1"] += 1
    right, wrong, missed = judged[True, True], judged[True, False], judged[False, True]
    precision, recall = right / (right + wrong), right / (right + missed)
    measured.append(
        f"names that are one, {judged.total()} pairs: precision {precision:.3f}, recall {recall:.3f}"
    )
    assert judged.total() >= 250  # of 392: some names are not found by every model
    assert precision >= 0.97
    assert recall >= 0.88
