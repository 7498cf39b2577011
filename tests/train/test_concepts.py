"""The measure of concepts, triples and results on annotations small enough to count by hand."""

from __future__ import annotations

from typing import Any

import pytest

from kg.train.concepts import Expected, Figure, Thing, align, fold, folded, rows


def thing(id_: str | int, type_: str, *forms: str, core: bool = False) -> Thing:
    return Thing(id_, type_, core, folded(forms))


def concept(id_: str, type_: str, name: str, *aliases: str) -> dict[str, Any]:
    return {"id": id_, "name": name, "type": type_, "aliases": list(aliases)}


def annotation(
    *concepts: dict[str, Any], mentions: Any = (), relations: Any = (), results: Any = ()
) -> dict[str, Any]:
    stated = [{"head": head, "type": type_, "tail": tail} for head, type_, tail in relations]
    return {
        "concepts": list(concepts),
        "mentions": list(mentions),
        "relations": stated,
        "results": list(results),
    }


GOLD = Expected(
    (
        thing("g1", "Method", "LERD", "latent relational dynamics", core=True),
        thing("g2", "Task", "emotion recognition", core=True),
        thing("g3", "Dataset", "DEAP"),
        thing("g4", "Metric", "accuracy"),
    ),
    frozenset({("paper", "proposes", "g1"), ("g1", "usedFor", "g2"), ("g1", "evaluatedOn", "g3")}),
    (
        Figure("84.8", "absolute", ("g1", "g3", "g4", None)),
        Figure("2.1", "improvement", ("g1", None, None, None)),
    ),
    fold("LERD"),
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The \\emph{LERD} models", "lerd model"),
        ("graph–neural networks", "Graph neural network"),
        ('"Deep" nets', "deep net"),
        ("$\\beta$-VAE.", "beta VAE"),
        ("Pass@64", "pass@64"),
        ("their loss", "loss"),
    ],
)
def test_spellings_that_count_as_one(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_signs_and_short_words_are_kept() -> None:
    assert fold("C++") != fold("C")
    assert fold("GAS") == "gas"
    assert fold("loss") == "loss"
    assert folded(["$$", "—"]) == frozenset()


def test_concepts_by_type_untyped_and_core() -> None:
    said = annotation(
        concept("c1", "Method", "latent relational dynamics", "LERD"),
        concept("c2", "Method", "emotion recognition"),  # of another type
        concept("c3", "Dataset", "DEAP"),
        concept("c4", "Method", "EEG"),  # not in gold
    )
    found = rows(GOLD, said)
    assert found["concepts", "micro"] == (2, 4, 4)
    assert found["concepts", "untyped"] == (3, 4, 4)
    assert found["concepts", "Method"] == (1, 3, 1)
    assert found["concepts", "Task"] == (0, 0, 1)
    assert found["concepts", "Dataset"] == (1, 1, 1)
    assert found["concepts", "core"] == (1, 2, 2)
    assert found["concepts", "systems"] == (1, 1, 1)


def test_two_predictions_of_one_concept_are_one_too_many() -> None:
    said = annotation(concept("c1", "Method", "LERD"), concept("c2", "Method", "latent relational dynamics"))
    assert rows(GOLD, said)["concepts", "micro"] == (1, 2, 4)


def test_the_gold_concept_that_shares_most_forms_is_taken() -> None:
    gold = [
        thing("a", "Method", "net"),
        thing("b", "Method", "net", "deep net"),
        thing("c", "Method", "other"),
    ]
    pairs = align(
        gold,
        [thing("x", "Method", "net", "deep net"), thing("y", "Method", "net"), thing("z", "Task", "net")],
    )
    assert pairs == {"x": "b", "y": "a", "z": None}
    assert align(gold, [thing("z", "Task", "net")], typed=False) == {"z": "a"}


def test_a_mention_without_concept_is_one_by_itself() -> None:
    mentions = [
        {"text": "DEAP", "type": "Dataset", "concept": None},
        {"text": "the DEAP", "type": "Dataset", "concept": None},
        {"text": "LERD", "type": "Method", "concept": "c1"},
    ]
    said = annotation(concept("c1", "Method", "our system"), mentions=mentions)
    assert rows(GOLD, said)["concepts", "micro"] == (2, 2, 4)


def test_triples_need_both_ends_and_the_relation() -> None:
    said = annotation(
        concept("c1", "Method", "LERD"),
        concept("c2", "Task", "emotion recognition"),
        concept("c3", "Method", "EEG"),
        relations=[
            ("paper", "proposes", "c1"),  # right
            ("c1", "usedFor", "c2"),  # right
            ("c1", "uses", "c3"),  # an end that gold has not
            ("c3", "usedFor", "c2"),  # the same
            ("c1", "evaluatedOn", "c2"),  # not stated
            ("paper", "proposes", "c3"),
        ],
    )
    found = rows(GOLD, said)
    assert found["triples", "micro"] == (2, 6, 3)
    assert found["triples", "proposes"] == (1, 2, 1)


def test_results_by_value_and_kind_and_with_all_their_ends() -> None:
    def result(
        value: str, kind: str, method: str | None, dataset: str | None, metric: str | None
    ) -> dict[str, Any]:
        return {
            "value": value,
            "kind": kind,
            "method": method,
            "dataset": dataset,
            "metric": metric,
            "task": "c9",
        }

    concepts = (
        concept("c1", "Method", "LERD"),
        concept("c3", "Dataset", "DEAP"),
        concept("c4", "Metric", "accuracy"),
    )
    said = annotation(
        *concepts,
        results=[
            result("84.8%", "absolute", "c1", None, "c4"),  # its dataset is missing
            result("2.1", "absolute", "c1", None, None),  # of another kind
            result("+2.1", "improvement", "c1", "c3", "c4"),  # more than gold asks for
        ],
    )
    found = rows(GOLD, said)
    assert found["results", "value"] == (2, 3, 2)
    assert found["results", "full"] == (1, 3, 2)


def test_nothing_said() -> None:
    found = rows(GOLD, annotation())
    assert found["concepts", "micro"] == (0, 0, 4)
    assert found["concepts", "systems"] == (0, 1, 1)
    assert found["triples", "micro"] == (0, 0, 3)
