"""kg from Python, as the README shows it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import kg
from kg import pipeline


def test_the_public_names_are_few_and_there() -> None:
    assert len(kg.__all__) <= 15
    assert all(getattr(kg, name) is not None for name in kg.__all__)
    assert set(kg.__all__) <= set(dir(kg))
    assert all(getattr(kg, name).__doc__ for name in kg.__all__ if name != "__version__")
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        kg.nothing_of_the_kind  # noqa: B018


def test_importing_kg_loads_only_the_standard_library() -> None:
    code = "import sys, kg; print([m for m in sys.modules if m.startswith('kg.')])"
    root = Path(kg.__file__).resolve().parent.parent
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert shown.stdout == "[]\n"


def test_a_graph_answers_as_the_command_line_does(sample_path: Path) -> None:
    with kg.open(sample_path) as graph:
        around = graph.neighbours("bert", hops=2)
        assert {r.concept.name for r in around.concepts if r.distance == 2} == {"GLUE"}
        assert [c.name for c in graph.search("answering")] == ["question answering"]
        assert graph.show("F1").near.centre.type == "Metric"
        assert [c.name for c in graph.path("GLUE", "BERT").concepts] == ["GLUE", "RoBERTa", "BERT"]
        assert [paper.id for paper in graph.papers()] == ["p1", "p2"]
        assert graph.stats().concepts == 7
        assert graph.sparql("ASK { ?m kg:evaluatedOn ?d }").truth is True
        with pytest.raises(kg.KgError, match="nearest names: BERT"):
            graph.neighbours("BERTT")


def test_a_graph_goes_to_networkx_and_rdflib(sample_path: Path) -> None:
    with kg.open(str(sample_path)) as graph:
        assert {"method/bert", "paper/p1"} <= set(graph.to_networkx().nodes)
        part = graph.to_networkx("GLUE")
        assert set(part.nodes) == {"dataset/glue", "method/roberta"}
        assert part.has_edge("method/roberta", "dataset/glue", key="evaluatedOn")
        rdf = graph.to_rdf()
        assert rdf.query("ASK { ?m <https://example.org/kg/ontology#usedFor> ?t }").askAnswer


def test_a_graph_is_exported_and_viewed(sample_path: Path, tmp_path: Path) -> None:
    with kg.open(sample_path) as graph:
        graph.export("graphml", tmp_path / "g.graphml")
        made = graph.view(tmp_path / "g.html", "the BERT model")
    assert (tmp_path / "g.graphml").stat().st_size > 0
    assert made.concepts == 6


def test_no_graph_there(tmp_path: Path) -> None:
    with pytest.raises(kg.KgError, match="there is no graph"):
        kg.open(tmp_path / "graph.sqlite")


def test_one_source_is_no_list_of_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(pipeline, "build", lambda sources, out, report: asked.append((list(sources), out)))
    monkeypatch.setattr(pipeline, "extract", lambda sources, report: asked.append(list(sources)))
    kg.build("seeds")
    kg.build(["a", Path("b")], out="elsewhere")
    kg.annotate(Path("seeds"))
    assert asked == [(["seeds"], Path("exports")), (["a", Path("b")], Path("elsewhere")), [Path("seeds")]]


def test_documents_are_read(tmp_path: Path) -> None:
    source = tmp_path / "papers.jsonl"
    source.write_text('{"id": "x1", "title": "T", "abstract": "We propose a method."}\n', encoding="utf-8")
    problems: list[kg.Problem] = []
    (document,) = kg.documents(source, problems.append)
    assert (document.id, document.title, document.text) == ("x1", "T", "We propose a method.")
    assert problems == []
