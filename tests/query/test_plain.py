"""The JSON form of the answers is the contract's."""

from __future__ import annotations

import json

from kg import store
from kg.query import plain
from kg.query.dossier import dossier
from kg.query.neighbourhood import neighbourhood
from kg.query.path import path
from kg.records import Statement


def test_a_neighbourhood_has_the_keys_of_the_contract(sample: store.Store) -> None:
    value = json.loads(json.dumps(plain.neighbourhood(neighbourhood(sample, "GLUE")), allow_nan=False))
    centre: dict[str, object] = {"id": "dataset/glue", "name": "GLUE", "type": "Dataset", "aliases": []}
    near: dict[str, object] = {"id": "method/roberta", "name": "RoBERTa", "type": "Method", "aliases": []}
    quote = "RoBERTa is evaluated on GLUE and on SQuAD."
    ends = {"subject": "method/roberta", "predicate": "evaluatedOn", "object": "dataset/glue"}
    assert value == {
        "centre": centre | {"papers": 1, "mentions": 1},
        "concepts": [near | {"papers": 1, "mentions": 2, "distance": 1}],
        "statements": [
            ends
            | {"inferred": False, "papers": 1, "score": 0.8, "evidence": [{"paper": "p2", "quote": quote}]}
        ],
    }


def test_what_no_paper_says_is_marked_as_inferred() -> None:
    kind = plain.statement(Statement("method/roberta", "subclassOf", "method/bert", 0.8))
    assert (kind["inferred"], kind["papers"], kind["evidence"]) == (True, 0, [])


def test_every_end_of_a_statement_is_listed(sample: store.Store) -> None:
    value = plain.neighbourhood(neighbourhood(sample, "BERT", hops=3))
    known = {c["id"] for c in (value["centre"], *value["concepts"])}
    ends = {s[end] for s in value["statements"] for end in ("subject", "object")}
    assert {end for end in ends if not end.startswith("paper/")} <= known


def test_the_others(sample: store.Store) -> None:
    chain = plain.path(path(sample, "GLUE", "BERT"))
    assert [c["name"] for c in chain["concepts"]] == ["GLUE", "RoBERTa", "BERT"]
    assert len(chain["statements"]) == 2
    known = plain.dossier(dossier(sample, "BERT"))
    assert known["papers"][0] == {
        "id": "p1", "title": "BERT & <b>friends</b>", "year": 2019, "venue": "Example Conf",
    }  # fmt: skip
