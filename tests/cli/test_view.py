"""`kg view`: each option shows the right part, and a bad value is a sentence with its exit status."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kg.cli.app import app
from kg.records import Annotation, Document
from tests import whole
from tests.view import pages
from tests.whole import Graph

ALL = {"BERT", "F1", "GLUE", "RoBERTa", "SQuAD", "Transformers", "question answering"}

View = Callable[..., tuple[Result, Path]]


@pytest.fixture
def view(sample_path: Path, tmp_path: Path) -> View:
    """`view(*options)`: what the command says, and where the page is if it wrote one."""

    def run(*options: str, graph: Path = sample_path) -> tuple[Result, Path]:
        page = tmp_path / "page.html"
        arguments = ["view", "--graph", str(graph), "-o", str(page), *options]
        return CliRunner().invoke(app, arguments), page

    return run


@pytest.fixture
def shown(view: View) -> Callable[..., tuple[set[str], set[str]]]:
    """`shown(*options)`: the names of the concepts on the page, and its statements' relations."""

    def read(*options: str) -> tuple[set[str], set[str]]:
        result, path = view(*options)
        assert result.exit_code == 0, result.stderr
        data = pages.read(path).data
        nodes = {node["id"] for node in data["nodes"] if not node["id"].startswith("group-")}
        assert nodes == {concept["id"] for concept in data["concepts"]}
        return {concept["name"] for concept in data["concepts"]}, {s["predicate"] for s in data["statements"]}

    return read


Shown = Callable[..., tuple[set[str], set[str]]]


@pytest.mark.parametrize(
    ("options", "concepts"),
    [
        ((), ALL),
        (("--concept", "glue"), {"GLUE", "RoBERTa"}),
        (("--concept", "GLUE", "--hops", "0"), {"GLUE"}),
        (("--concept", "GLUE", "--hops", "2"), {"GLUE", "RoBERTa", "BERT", "SQuAD"}),
        (("--concept", "GLUE", "--hops", "99"), ALL),
        (("--paper", "p2"), {"RoBERTa", "BERT", "GLUE", "SQuAD"}),
        (("--compare", "SQuAD", "GLUE"), {"SQuAD", "GLUE", "RoBERTa", "BERT"}),
        (("--type", "Dataset"), {"SQuAD", "GLUE"}),
        (("--type", "datasets", "--type", "METRIC"), {"SQuAD", "GLUE", "F1"}),
        (("--concept", "BERT", "--type", "Dataset"), {"BERT", "SQuAD"}),
        (("--concept", "BERT", "--relation", "uses"), {"BERT", "RoBERTa", "Transformers"}),
        (("--top", "2"), {"BERT", "SQuAD"}),
        (("--top", "99999999999999999999"), ALL),
        (("--min-support", "2"), {"BERT", "SQuAD"}),
        (("--year", "2019"), ALL - {"RoBERTa", "GLUE"}),
        (("--year", "2018:"), ALL - {"RoBERTa", "GLUE"}),
        (("--year", ":2019"), ALL - {"RoBERTa", "GLUE"}),
        (("--year", "2018:2020"), ALL - {"RoBERTa", "GLUE"}),
        (("--communities",), ALL),
    ],
    ids=" ".join,
)
def test_each_option_shows_its_part(shown: Shown, options: tuple[str, ...], concepts: set[str]) -> None:
    assert shown(*options)[0] == concepts


def test_relations_narrow_the_statements_down(shown: Shown) -> None:
    concepts, relations = shown("--relation", "used for", "--relation", "evaluatedOn")
    assert (concepts, relations) == (ALL, {"usedFor", "evaluatedOn"})


def test_communities_are_groups_that_hold_every_concept_once(view: View) -> None:
    _, path = view("--communities")
    groups = pages.read(path).data["groups"]
    assert sorted(index for group in groups for index in group["members"]) == list(range(len(ALL)))


def test_the_page_says_what_it_is_of(view: View) -> None:
    _, path = view("--type", "Method", "--relation", "uses", "--year", "2018:", "--title", "Ours & <theirs>")
    text = pages.read(path).text
    assert "Ours & <theirs>" in text
    assert "only Method; uses; papers of 2018 and later" in text
    _, path = view("--compare", "BERT", "GLUE")
    page = pages.read(path)
    assert "BERT and GLUE" in page.text and "only" not in page.text
    assert page.tags("body")[0]["data-centre"] == "compared"
    _, path = view("--paper", "p1")
    assert "BERT & <b>friends</b>" in pages.read(path).text


@pytest.mark.parametrize(
    ("options", "status", "sentence"),
    [
        (("--concept", "nonesuch"), 1, 'No concept is called "nonesuch". Look for it with: kg search TEXT'),
        (("--paper", "p9"), 1, "'p9': the graph has no paper with this id. See: kg papers"),
        (("--compare", "BERT", "nonesuch"), 1, 'No concept is called "nonesuch".'),
        (("--compare", "BERT", "Bert"), 2, "method/bert: both names are this concept's"),
        (("--concept", "BERT", "--paper", "p1"), 2, "ask for one of the three."),
        (("--hops", "2"), 2, "name one with --concept."),
        (("--concept", "BERT", "--hops", "-1"), 2, "-1 hops: a neighbourhood reaches 0 hops or more."),
        (("--type", "Animal"), 2, '"Animal" is no type of concept of the ontology'),
        (("--relation", "eats"), 2, '"eats" is no relation of the ontology'),
        (("--relation", "proposes"), 2, "'proposes' is no relation between concepts; those are"),
        (("--top", "0"), 2, "0 concepts: a page shows at least 1."),
        (("--min-support", "0"), 2, "0 papers: support is counted from 1."),
        (("--min-support", "99"), 1, "holds no concept (only in 99 papers or more)."),
        (("--paper", "p2", "--type", "Metric"), 1, "holds no concept (only Metric)."),
        (("--year", "2020:2018"), 2, "--year 2020:2018: the first year comes after the last."),
        (("--year", "18"), 2, "--year 18: give A:B, A: or :B, with years of four digits"),
        (("--year", ":"), 2, "--year :: give A:B"),
        (("--year", "1999"), 1, "No paper of the graph is of the years 1999: they are of 2019."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_bad_value_is_a_sentence(view: View, options: tuple[str, ...], status: int, sentence: str) -> None:
    result, path = view(*options)
    assert (result.exit_code, result.stdout) == (status, "")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert not path.exists()


def test_years_where_no_paper_has_one(view: View, tmp_path: Path) -> None:
    graph = tmp_path / "graph.sqlite"
    whole.write(Graph((Annotation(Document("p", "Text.")),)), graph)
    result, path = view("--year", "2018:", graph=graph)
    assert (result.exit_code, path.exists()) == (1, False)
    assert result.stderr == "No paper of the graph is of the years 2018 and later: none has a known year.\n"


def test_a_paper_without_concepts_is_said(view: View, tmp_path: Path) -> None:
    graph = tmp_path / "graph.sqlite"
    whole.write(Graph((Annotation(Document("p", "Text.")),)), graph)
    result, _ = view("--paper", "p", graph=graph)
    assert (result.exit_code, result.stderr) == (1, "p: no concept was found in this paper.\n")


def test_what_does_not_fit_is_counted(view: View) -> None:
    result, path = view("--top", "2")
    assert "2 concepts (5 more did not fit: --top N). Open it in a browser." in result.stderr
    assert "5 more are left out" in pages.read(path).text


def test_a_dash_is_standard_output(sample_path: Path) -> None:
    result = CliRunner().invoke(app, ["view", "--graph", str(sample_path), "-o", "-"])
    assert result.exit_code == 0
    assert result.stdout.startswith("<!DOCTYPE html>")
    assert result.stderr == "The page: 7 concepts. Open it in a browser.\n"
