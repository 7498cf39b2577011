"""kg from Python, as the README shows it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import kg
from kg import pipeline
from tests import samples, whole


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


def test_results_are_ranked(tmp_path: Path) -> None:
    whole.write(samples.graph(results=True), tmp_path / "g.sqlite")
    with kg.open(tmp_path / "g.sqlite") as graph:
        (ranking,) = graph.results(dataset="SQuAD", metric="f1").rankings
        assert (ranking.better, [r.value for r in ranking.results]) == ("higher", ["92.2"])
        assert graph.results(1).of == 3


def test_duplicates_and_their_reasons_heed_the_corrections_beside_the_graph(tmp_path: Path) -> None:
    spelt = ("latent Dirichelet allocation", "latent Dirichlet allocation")
    concepts = tuple(kg.Concept(f"method/{name.replace(' ', '-')}", name, "Method") for name in spelt)
    whole.write(whole.Graph((), concepts), tmp_path / "g.sqlite")
    with kg.open(tmp_path / "g.sqlite") as graph:
        assert [{pair.one.name, pair.other.name} for pair in graph.duplicates().pairs] == [{*spelt}]
        assert graph.duplicates(types=["Task"]).pairs == ()
        assert "no rule joins the two names" in graph.why(*spelt).reasons[0]
        line = "\t".join(("accept", "Method", *spelt))
        (tmp_path / "curation.tsv").write_text(line + "\n", encoding="utf-8")
        assert graph.duplicates().pairs == ()
        assert graph.why(*spelt).reasons == (f"A correction says so: accept, Method, {', '.join(spelt)}.",)


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
        graph.export("nt", tmp_path / "g.nt", base_iri="urn:x:kg/", license="urn:x:terms")
        made = graph.view(tmp_path / "g.html", "the BERT model")
    assert (tmp_path / "g.graphml").stat().st_size > 0
    assert made.concepts == 6
    card = "<urn:x:kg/dataset> <http://purl.org/dc/terms/license> <urn:x:terms> ."
    assert card in (tmp_path / "g.nt").read_text(encoding="utf-8").splitlines()


def test_a_graph_is_checked(sample_path: Path, tmp_path: Path) -> None:
    (tmp_path / "own.ttl").write_text(
        "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix kg: <https://example.org/kg/ontology#> .\n"
        "<urn:s> a sh:NodeShape ; sh:targetClass kg:Metric ; sh:nodeKind sh:Literal .",
        encoding="utf-8",
    )
    with kg.open(sample_path) as graph:
        assert graph.check().violations == ()
        assert [v.name for v in graph.check(tmp_path / "own.ttl").violations] == ["F1"]


def test_a_graph_is_linked_and_goes_on(sample_path: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(sample_path, tmp_path))
    skos = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"
    (tmp_path / "mine.ttl").write_text(f'{skos}<urn:x:1> skos:prefLabel "question answering" .')
    (tmp_path / "other.ttl").write_text(f'{skos}<urn:x:1> skos:prefLabel "vole" .')
    with kg.open(path) as graph:
        assert graph.link(tmp_path / "mine.ttl").matches == {"exactMatch": 1, "closeMatch": 0}
        assert [link.iri for link in graph.show("question answering").links] == ["urn:x:1"]
        before = path.read_bytes()
        assert graph.link(tmp_path / "other.ttl").links == ()
    assert path.read_bytes() == before


def test_no_graph_there(tmp_path: Path) -> None:
    with pytest.raises(kg.KgError, match="there is no graph"):
        kg.open(tmp_path / "graph.sqlite")


def test_one_source_is_no_list_of_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def build(sources: Iterable[object], out: Path, report: object, **options: object) -> None:
        asked.append((list(sources), out, options))

    def extract(sources: Iterable[object], report: object, **options: object) -> None:
        asked.append((list(sources), options))

    monkeypatch.setattr(pipeline, "build", build)
    monkeypatch.setattr(pipeline, "extract", extract)
    kg.build("seeds")
    kg.build(["a", Path("b")], out="elsewhere", min_score=0.5, base_iri="urn:x:kg/", vocabulary="v.ttl")
    kg.annotate(Path("seeds"), min_score=0.9)
    assert asked == [
        (
            ["seeds"],
            Path("exports"),
            {"min_score": 0.0, "base_iri": None, "curation": None, "own_names": None},
        ),
        (
            ["a", Path("b")],
            Path("elsewhere"),
            {"min_score": 0.5, "base_iri": "urn:x:kg/", "curation": None, "own_names": "v.ttl"},
        ),
        ([Path("seeds")], {"min_score": 0.9, "own_names": None}),
    ]


def test_documents_are_read(tmp_path: Path) -> None:
    source = tmp_path / "papers.jsonl"
    source.write_text('{"id": "x1", "title": "T", "abstract": "We propose a method."}\n', encoding="utf-8")
    problems: list[kg.Problem] = []
    (document,) = kg.documents(source, problems.append)
    assert (document.id, document.title, document.text) == ("x1", "T", "We propose a method.")
    assert problems == []
