"""Relations and results of the shipped model on gold, and SciER's relations by that corpus's own measure."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from kg import pipeline
from kg.errors import ignore
from kg.export.annotations import to_json
from kg.records import PAPER
from kg.train.annotated import Annotated
from kg.train.concepts import align, said
from kg.train.evaluate import Measures, evaluate, read

pytestmark = pytest.mark.shared
SURE = 0.9


def file_of(path: Path) -> Annotated:
    ((file, _),) = read([path], None, ignore)
    return file


def line(name: str, found: Measures, measures: Mapping[str, tuple[str, str]]) -> str:
    """F1 of some measures as a printed line."""
    parts = (f"{label} {found[table][row].f1:.3f}" for label, (table, row) in measures.items())
    return f"{name}: F1 of " + "  ".join(parts)


@pytest.mark.parametrize(("name", "least", "given"), [("dev", 0.36, 0.57), ("dev-seeds", 0.36, 0.47)])
def test_gold(shared: Path, measured: list[str], name: str, least: float, given: float) -> None:
    found = evaluate(file_of(shared / f"gold/{name}.jsonl")).found
    shown = {
        "triples": ("triples", "micro"), "proposes": ("triples", "proposes"),
        "triples, concepts given": ("triples_given", "micro"), "proposes, given": ("triples_given", "proposes"),
        "results, value": ("results", "value"), "full": ("results", "full"),
        "value, concepts given": ("results_given", "value"), "full, given": ("results_given", "full"),
    }  # fmt: skip
    measured.append(line(f"gold/{name}", found, shown))
    assert found["triples"]["micro"].f1 >= least
    assert found["triples_given"]["micro"].f1 >= given


def test_a_sure_statement_is_mostly_right(shared: Path, measured: list[str]) -> None:
    """Of the statements with a score of 0.9 or more, between concepts that were found."""
    path = shared / "gold/dev.jsonl"
    abstracts = {a.id: a for a in file_of(path).abstracts}
    judged = []
    for annotation in pipeline.extract([path]):
        gold, record = abstracts[annotation.document.id].expected, to_json(annotation)
        place = {**align(gold.concepts, said(record).values()), PAPER: PAPER}
        for r in record["relations"]:
            ends = place.get(r["head"]), place.get(r["tail"])
            if r["score"] >= SURE and None not in ends:
                judged.append((ends[0], r["type"], ends[1]) in gold.triples)
    share = sum(judged) / len(judged)
    measured.append(
        f"gold/dev: of {len(judged)} statements with a score of {SURE} or more {share:.1%} are right"
    )
    assert share >= 0.7


def test_scier(shared: Path, measured: list[str]) -> None:
    found = evaluate(file_of(shared / "corpora/scier/dev.jsonl")).found
    shown = {
        "Rel": ("relations", "rel"), "Rel+": ("relations", "rel_plus"), "Synonym-Of": ("relations", "Synonym-Of"),
        "Rel+, spans given": ("relations_given", "rel_plus"), "Synonym-Of, given": ("relations_given", "Synonym-Of"),
    }  # fmt: skip
    measured.append(line("scier/dev", found, shown))
    assert found["relations"]["rel_plus"].f1 >= 0.35
    assert found["relations_given"]["Synonym-Of"].f1 >= 0.85
