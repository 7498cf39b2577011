"""JSON-LD in a processor of its own: it expands to the graph's triples, and frames into what programs want."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from pyld import jsonld

BERT = "item:concept/method/bert"


@pytest.fixture
def document(exports: Path) -> Any:
    """The JSON-LD of the graph that has everything."""
    return json.loads((exports / "reporting" / "graph.jsonld").read_text(encoding="utf-8"))


def framed(document: Any, **frame: Any) -> list[dict[str, Any]]:
    """The objects that have all of the frame, under the file's own context."""
    result: Any = jsonld.frame(document, {"@context": document["@context"], "@requireAll": True, **frame})
    found: list[dict[str, Any]] = result.get("@graph") or [result]
    return found


def test_expansion_gives_the_same_triples(exported: Path) -> None:
    written = json.loads((exported / "graph.jsonld").read_text(encoding="utf-8"))
    quads = jsonld.to_rdf(written, {"format": "application/n-quads"})
    expected = ox.parse(path=exported / "graph.nt", format=ox.RdfFormat.N_TRIPLES)
    assert {q.triple for q in ox.parse(quads.encode(), ox.RdfFormat.N_QUADS)} == {q.triple for q in expected}


def test_concepts_as_plain_objects_without_a_processor(document: Any) -> None:
    [bert] = [item for item in document["@graph"] if item["id"] == BERT]
    assert bert == {
        "id": BERT,
        "type": ["Method", "Concept", "skos:Concept"],
        "inScheme": "item:concepts",
        "prefLabel": "BERT",
        "altLabel": ["Bert", "Bidirectional Encoder Representations from Transformers"],
        "support": 3,
        "mentionCount": 5,
        "closeMatch": ["http://example.com/voc#bert"],
        "exactMatch": ["urn:voc:BERT"],
        "comparedWith": ["item:concept/method/transformers"],
        "evaluatedOn": ["item:concept/dataset/squad"],
        "measuredBy": ["item:concept/metric/f1"],
        "usedFor": ["item:concept/task/question-answering"],
        "uses": ["item:concept/method/transformers"],
    }
    ids = [item["id"] for item in document["@graph"]]
    assert len(ids) == len(set(ids))


def test_a_frame_of_a_concept_keeps_lists_and_types(document: Any) -> None:
    [bert] = framed(document, id=BERT, **{"@embed": "@never"})
    assert bert["altLabel"] == ["Bert", "Bidirectional Encoder Representations from Transformers"]
    assert (bert["support"], bert["usedFor"]) == (3, ["item:concept/task/question-answering"])
    tasks = framed(document, type="Task")
    assert [task["prefLabel"] for task in tasks] == ["question answering"]


def test_a_frame_of_a_result_brings_its_ends_and_its_sentence(document: Any) -> None:
    [result] = framed(
        document,
        type="Result",
        written="92.2%",
        method={"@embed": "@always", "@explicit": True, "prefLabel": {}},
        dataset={"@embed": "@always", "@explicit": True, "prefLabel": {}},
        hadPrimarySource={"@embed": "@never"},
    )
    assert result["value"] == "92.2" and result["unit"] == "%"
    assert result["method"]["prefLabel"] == "ALBERT" and result["dataset"]["prefLabel"] == "SQuAD"
    [evidence] = result["wasDerivedFrom"]
    quotes = [s for s in evidence["hasTarget"]["hasSelector"] if s["type"] == "oa:TextQuoteSelector"]
    assert [q["exact"] for q in quotes] == ["ALBERT reaches an F1 of 92.2% on SQuAD for question answering."]


def test_a_frame_of_a_statement(document: Any) -> None:
    [statement] = framed(
        document, type="Statement", predicate="measuredBy", object={"id": "item:concept/metric/f1"},
        wasDerivedFrom={"@embed": "@never"},
    )  # fmt: skip
    assert statement["predicate"] == "measuredBy"
    assert statement["subject"]["prefLabel"] == "BERT"
    assert (statement["support"], statement["confidence"]) == (1, "0.8")
