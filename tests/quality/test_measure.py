"""The measure of `kg evaluate` and that of ../shared/tools/score.py give the same figures."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kg.errors import ignore
from kg.train import annotated, tables
from kg.train.measures import draws, measure

pytestmark = pytest.mark.shared
TYPES = ("Method", "Task", "Dataset", "Metric")
Record = dict[str, Any]


def ours(path: Path, said: dict[str, Record]) -> dict[str, float]:
    """The figures of kg, by the names of score.py."""
    file = annotated.read(path, ignore)
    found = tables.of_abstracts(file.abstracts, [said[abstract.id] for abstract in file.abstracts], {})
    measures = {
        name: {row: measure(counts, draws(len(counts), resamples=1)) for row, counts in rows.items()}
        for name, rows in found.items()
    }
    names = {
        "concepts": ("concepts", "micro"),
        "untyped": ("concepts", "untyped"),
        "triples": ("triples", "micro"),
    }
    names |= {type_: ("concepts", type_) for type_ in TYPES}
    names |= {"proposes": ("triples", "proposes")}
    names |= {"results_value": ("results", "value"), "results_full": ("results", "full")}
    figures = {}
    for name, (table, row) in names.items():
        m = measures[table][row]
        figures |= {f"{name} p": m.precision, f"{name} r": m.recall, f"{name} f1": m.f1}
    systems = measures["concepts"].get("systems")
    missed = systems.gold - systems.right if systems else 0
    return figures | {
        "core_recall": measures["concepts"]["core"].recall,
        "systems_found": 1 - missed / len(file.abstracts),
    }


def theirs(path: Path, said: dict[str, Record], scorer: ModuleType) -> dict[str, float]:
    """The same figures by score.py."""
    records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    scores, _ = scorer.score({record["id"]: record for record in records}, said)
    figures = {k: scores.pop(k) for k in ("core_recall", "systems_found")}
    return figures | {f"{name} {key}": part[key] for name, part in scores.items() for key in ("p", "r", "f1")}


def annotator(record: Record, chance: random.Random, care: float) -> Record:
    """What somebody would say of an abstract who slips now and then: some of every fault that the measure knows."""

    def slips() -> bool:
        return chance.random() > care

    concepts, relations, results, mentions = [], [], [], []
    mine: dict[Any, str] = {}
    for n, concept in enumerate(record["concepts"]):
        forms = [concept["name"], *concept.get("mentions", []), *concept.get("accept", [])]
        for copy in range(1 + slips() - slips()):  # missed, found, found twice
            id_ = f"c{n}.{copy}"
            type_ = chance.choice(TYPES) if slips() else concept["type"]
            kept = chance.sample(forms, chance.randint(1, len(forms)))
            if slips():
                kept = [f"{kept[0]} of others"]
            if slips():  # with a form of another concept
                kept.append(chance.choice(record["concepts"])["name"])
            concepts.append({"id": id_, "name": kept[0].upper(), "type": type_, "aliases": kept[1:]})
            mentions += [{"text": form, "type": type_, "concept": None if slips() else id_} for form in kept]
            mine[concept.get("id", n)] = id_
    if slips():
        chance.shuffle(concepts)
    for head, relation, tail in record["triples"]:
        stated = {"head": mine.get(head, head), "type": relation, "tail": mine.get(tail, tail)}
        relations += [stated | ({"type": "proposes"} if slips() else {})] * (1 + slips() - slips())
    for result in record["results"]:
        ends = {k: mine.get(result[k]) for k in ("method", "task", "dataset", "metric")}
        for _ in range(1 + slips() - slips()):
            said = {
                "value": chance.choice(["", "+"]) + result["value"] + chance.choice(["", "%"]),
                "kind": result["kind"],
            }
            results.append(ends | said | ({"kind": "reduction", "dataset": None} if slips() else {}))
    return {
        "id": record["id"],
        "concepts": concepts,
        "mentions": mentions,
        "relations": relations,
        "results": results,
    }


@pytest.mark.parametrize("name", ["dev", "dev-seeds"])
@pytest.mark.parametrize(("care", "least"), [(1.0, 0.95), (0.95, 0.5), (0.8, 0.0)])
def test_both_say_the_same_of_an_annotator_who_slips(
    shared: Path, scorer: ModuleType, name: str, care: float, least: float
) -> None:
    path = shared / f"gold/{name}.jsonl"
    chance = random.Random(0)
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    said = {record["id"]: annotator(record, chance, care) for record in records}
    expected = theirs(path, said, scorer)
    measures = [expected[f"{name} f1"] for name in ("concepts", "triples", "results_value", "results_full")]
    assert min(measures) > least
    assert care == 1 or max(measures) < 1
    assert ours(path, said) == pytest.approx(expected, abs=1e-12)


def test_each_relation_is_counted_as_score_py_would_count_it_alone(shared: Path, scorer: ModuleType) -> None:
    path = shared / "gold/dev.jsonl"
    chance = random.Random(1)
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    said = {record["id"]: annotator(record, chance, 0.9) for record in records}
    file = annotated.read(path, ignore)
    rows = tables.of_abstracts(file.abstracts, [said[a.id] for a in file.abstracts], {})["triples"]
    judged = set(rows) - {"micro", "proposes"}
    assert len(judged) >= 9
    for relation in judged:
        gold = {r["id"]: r | {"triples": [t for t in r["triples"] if t[1] == relation]} for r in records}
        alone = {
            id_: record | {"relations": [r for r in record["relations"] if r["type"] == relation]}
            for id_, record in said.items()
        }
        scores, _ = scorer.score(gold, alone)
        found = measure(rows[relation], draws(len(file.abstracts), resamples=1))
        assert (found.precision, found.recall, found.f1) == pytest.approx(
            tuple(scores["triples"][key] for key in ("p", "r", "f1")), abs=1e-12
        )
