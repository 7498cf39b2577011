"""Relations between a paper's names; the weights are made by hand, so that each test says what it relies on."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

import numpy as np
import pytest

from kg.errors import ResourceError
from kg.extract import introduced, pairs, relations, sentences
from kg.extract.candidates import Candidate
from kg.extract.pairs import Reading
from kg.extract.relations import NONE, Model, Seen
from kg.records import Relation
from tests import nets

ROWS = 1 << 12
CLASSES = (NONE, "usedFor", "uses", "comparedWith")


def reading(text: str, title: str = "", **types: str) -> Reading:
    """A paper with the given names (underscores for spaces) wherever they stand."""
    whole = f"{title}\n\n{text}" if title else text
    mentions = sorted(
        Candidate(m.start(), m.end(), type_, 0.9, "tagger")
        for name, type_ in types.items()
        for m in re.finditer(rf"\b{name.replace('_', ' ')}\b", whole)
    )
    new = introduced.find(whole, len(title))
    return pairs.read(whole, len(title), sentences.spans(whole), mentions, [], new)


def find(
    paper: Reading, favoured: str = NONE, proposes: float = -5.0, known: Collection[str] = ()
) -> list[Relation]:
    """What is stated by models that favour one relation for every pair, and have one opinion of every name.

    Its words have no vectors to speak of.
    """
    relation = np.zeros((ROWS, len(CLASSES)), dtype=np.float32)
    relation[:, CLASSES.index(favoured)] = 1.0
    names = Model(np.full(ROWS, proposes, dtype=np.float32), (), nets.silent_name_net())
    pairs_ = Model(relation, CLASSES, nets.silent_pair_net(len(CLASSES)))
    vectors = np.zeros((1, nets.WIDTH), dtype=np.float32)
    return relations.find(paper, Seen(vectors, [(0, 1)] * len(paper.mentions)), names, pairs_, known)


def stated(paper: Reading, found: list[Relation]) -> set[tuple[str, str, str]]:
    """The relations with names for indices."""

    def name(i: int | None) -> str:
        return "paper" if i is None else paper.text[paper.mentions[i].start : paper.mentions[i].end]

    return {(name(r.subject), r.predicate, name(r.object)) for r in found}


def test_domain_and_range_are_hard_limits() -> None:
    paper = reading("LERD is for parsing on GLUE.", LERD="Method", parsing="Task", GLUE="Dataset")
    found = find(paper, "usedFor")
    assert stated(paper, found) == {("LERD", "usedFor", "parsing")}
    assert paper.text[found[0].start : found[0].end] == "LERD is for parsing on GLUE."


@pytest.mark.parametrize(
    "text", ["LERD does not use BERT.", "LERD works without BERT.", "Unlike BERT, it is LERD."]
)
def test_negation_silences_a_relation_but_not_a_comparison(text: str) -> None:
    paper = reading(text, LERD="Method", BERT="Method")
    assert find(paper, "uses") == []
    assert find(paper, "comparedWith")


def test_a_negation_in_another_clause_does_not_matter() -> None:
    paper = reading("This is not new; LERD uses BERT.", LERD="Method", BERT="Method")
    assert ("LERD", "uses", "BERT") in stated(paper, find(paper, "uses"))


def test_no_name_is_related_to_itself() -> None:
    paper = reading("LERD extends LERD.", LERD="Method")
    assert find(paper, "uses") == []


def test_far_names_are_paired_only_where_the_paper_proposes_one() -> None:
    text = "LERD is new. One. Two. Three. Four. Five. It parses BERT."
    paper = reading(text.replace("One", "So it is"), LERD="Method", BERT="Method")
    assert find(paper, "uses") == []
    found = [r for r in find(paper, "uses", proposes=5.0) if r.predicate == "uses"]
    passages = {paper.text[r.start : r.end] for r in found}
    assert passages == {"LERD is new.", "It parses BERT."}


def test_the_paper_proposes_with_the_sentence_that_introduces() -> None:
    text = "Much is known. We propose LERD, a system. LERD is good."
    paper = reading(text, title="LERD: a title", LERD="Method")
    (found,) = [r for r in find(paper, proposes=5.0) if r.subject is None]
    assert paper.text[found.start : found.end] == "We propose LERD, a system."


def test_a_known_name_is_proposed_only_where_the_paper_says_so() -> None:
    for text, expected in (
        ("BERT is good.", set()),
        ("We propose BERT, a model.", {("paper", "proposes", "BERT")}),
    ):
        paper = reading(text, BERT="Method")
        assert stated(paper, find(paper, proposes=5.0, known={"bert"})) == expected


def test_title_and_abstract_are_never_one_passage() -> None:
    paper = reading("BERT is old.", title="LERD for all", LERD="Method", BERT="Method")
    found = find(paper, "uses")
    assert found
    for r in found:
        assert not (r.start < paper.title_end < r.end)


def test_a_missing_or_damaged_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "bad.npz").write_bytes(b"PK\x03\x04 nonsense")
    for path in (tmp_path / "none.npz", tmp_path / "bad.npz"):
        with pytest.raises(ResourceError, match=r"cannot be read.*Install kg again"):
            relations.load(path, "relation")


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    table = np.array([[0.5, -1.0], [2.0, 0.25]], dtype=np.float32)
    model = Model(table, (NONE, "uses"), nets.silent_pair_net(2), 1.35, 0.31)
    relations.save(tmp_path / "models.npz", {"relation": model, "other": model})
    read = relations.load(tmp_path / "models.npz", "relation")
    assert (read.table == table).all()
    assert (read.classes, read.temperature, read.threshold) == ((NONE, "uses"), 1.35, 0.31)
    assert {part: value.shape for part, value in read.net.items()} == {
        part: np.shape(value) for part, value in model.net.items()
    }


def test_many_names_take_bounded_work() -> None:
    text = " ".join(f"Net{i}X." for i in range(400))
    paper = reading(text, **{f"Net{i}X": "Method" for i in range(400)})
    assert len(list(relations.eligible(paper, [1.0] * 400))) == 80 * 79 // 2
