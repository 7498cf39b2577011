"""A vocabulary of one's own, from the file to the graph."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg import pipeline
from kg.errors import InputError, UsageError
from kg.store import Store

TURTLE = """@prefix kg: <https://example.org/kg/ontology#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<#1> a skos:Concept, kg:Task ; skos:prefLabel "leaf tally" ; skos:altLabel "foliage reckoning" .
"""


def test_own_names_are_found_joined_and_recorded(tmp_path: Path) -> None:
    papers = [("a", "We study the leaf tally of trees."), ("b", "Trees need foliage reckoning.")]
    source, own, out = tmp_path / "papers.jsonl", tmp_path / "mine.ttl", tmp_path / "out"
    source.write_text("".join(json.dumps({"id": id_, "abstract": text}) + "\n" for id_, text in papers))
    own.write_text(TURTLE, encoding="utf-8")
    assert pipeline.build([source], out, own_names=own).extracted == 2
    with Store(out / "graph.sqlite") as graph:
        (concept,) = graph.find("foliage reckoning")
        assert (concept.type, {concept.name, *concept.aliases}) == (
            "Task",
            {"leaf tally", "foliage reckoning"},
        )
        assert concept.papers == 2
    assert set(json.loads((out / "manifest.json").read_text())["vocabulary"]) == {"sha256"}
    assert pipeline.build([source], out, own_names=own).extracted == 0
    own.write_text(TURTLE.replace("foliage reckoning", "twig reckoning"), encoding="utf-8")
    assert pipeline.build([source], out, own_names=own).extracted == 2
    with pytest.raises(UsageError, match="built with a vocabulary"):
        pipeline.remove(["a"], out)
    assert pipeline.remove(["a"], out, own_names=own).papers == 1
    own.write_text("no turtle", encoding="utf-8")
    with pytest.raises(InputError, match=r"mine\.ttl:1: is no Turtle here"):
        pipeline.build([source], out, own_names=own)
