"""The gallery on a graph by hand: each query gives the rows that it promises, with and without values."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg import store
from kg.errors import NotFoundError, UsageError
from kg.export import iris, rdf
from kg.names import concept_id
from kg.query import engine
from kg.query.answer import Answer
from kg.query.bindings import assigned, bindings
from kg.query.gallery import example, examples
from kg.query.sparql import PREFIXES
from kg.records import Annotation, Concept, Document, Evidence, Result, Statement, paper_node
from tests import whole
from tests.whole import Graph

NAMES = {
    "Alpha": "Method", "Beta": "Method", "Gamma": "Method", "Family": "Method", "parsing": "Task", "tagging": "Task",
    "Trees": "Dataset", "Words": "Dataset", "F1": "Metric", "accuracy": "Metric",
}  # fmt: skip
ID = {name: concept_id(type_, name) for name, type_ in NAMES.items()}
YEARS = {"p1": 2001, "p2": 2003, "p3": 2005, "p0": 2000, "p4": None}
PROPOSES = {"p1": "Alpha", "p2": "Beta"}
MENTIONS = {"p0": ("Alpha", "Beta"), "p3": ("Alpha", "Beta", "Gamma"), "p4": ("Alpha", "Beta")}
STATED = {
    ("Alpha", "usedFor", "parsing"): ("p1", "p3"),
    ("Beta", "usedFor", "parsing"): ("p2",),
    ("Gamma", "usedFor", "parsing"): ("p3",),
    ("Beta", "usedFor", "tagging"): ("p2",),
    ("Alpha", "evaluatedOn", "Trees"): ("p1",),
    ("Beta", "evaluatedOn", "Trees"): ("p2",),
    ("Beta", "trainedOn", "Words"): ("p2",),
    ("Gamma", "evaluatedOn", "Words"): ("p3",),
    ("Words", "benchmarkFor", "tagging"): ("p2",),
    ("Words", "benchmarkFor", "parsing"): ("p2",),
    ("Alpha", "measuredBy", "F1"): ("p1",),
    ("Beta", "measuredBy", "F1"): ("p2",),
    ("Beta", "measuredBy", "accuracy"): ("p2",),
    ("Alpha", "subclassOf", "Family"): ("p1",),
}
RESULTS = (
    ("p1", "Alpha", "parsing", "Trees", "F1", "91.5", "%"),
    ("p2", "Beta", None, "Trees", "F1", "9.5", "%"),
    ("p2", "Beta", None, "Trees", "accuracy", "0.8", None),
)


def graph() -> Graph:
    """Five papers on three methods; the passage of paper p is "Text of p."."""

    def evidence(paper: str) -> Evidence:
        return Evidence(paper, 0, len(f"Text of {paper}."), f"Text of {paper}.")

    stated = [(ID[s], p, ID[o], papers) for (s, p, o), papers in STATED.items()]
    stated += [(paper_node(p), "proposes", ID[name], (p,)) for p, name in PROPOSES.items()]
    stated += [(paper_node(p), "mentions", ID[name], (p,)) for p, names in MENTIONS.items() for name in names]
    statements = (Statement(s, p, o, 0.8, tuple(map(evidence, papers))) for s, p, o, papers in stated)
    found = [
        Result(
            *(ID[e] if e else None for e in ends),
            value,
            unit,
            "absolute",
            f"{value} or so",
            0.9,
            evidence(paper),
        )
        for paper, *ends, value, unit in RESULTS
    ]
    papers = (
        Annotation(Document(p, f"Text of {p}.", year=year), results=tuple(r for r in found if r.paper == p))
        for p, year in sorted(YEARS.items())
    )
    support = {"Alpha": 5, "Beta": 4}
    concepts = (Concept(ID[name], name, type_, (), support.get(name, 1), 1) for name, type_ in NAMES.items())
    return Graph(
        tuple(papers),
        tuple(sorted(concepts, key=lambda c: c.id)),
        tuple(sorted(statements, key=lambda s: (s.subject, s.predicate, s.object))),
    )


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[store.Store]:
    path = tmp_path_factory.mktemp("gallery") / "graph.sqlite"
    whole.write(graph(), path)
    with store.Store(path) as found:
        yield found


@pytest.fixture(scope="module")
def loaded(opened: store.Store) -> ox.Store:
    filled = ox.Store()
    filled.extend(ox.Quad(*triple) for triple in rdf.triples(opened))
    return filled


def ask(opened: store.Store, loaded: ox.Store, name: str, *assignments: str) -> list[tuple[str, ...]]:
    """The rows of an example, each IRI by its last part, without the columns of what may be set."""
    known = bindings(assigned(assignments), opened, lambda id_: iris.node(id_).value, PREFIXES)
    answer = Answer(*engine.answer(loaded, example(name).query, PREFIXES, known))
    hidden = {n for n in example(name).parameters if f"{n}Name" in answer.variables}
    shown = [i for i, variable in enumerate(answer.variables) if variable not in hidden]
    cells = ([str(term or "").rsplit("#", 1)[-1].rsplit("/", 1)[-1] for term in row] for row in answer.rows)
    return [tuple(row[i] for i in shown) for row in cells]


ALPHA_BETA = ("Alpha", "p1", "Beta", "p2")
EXPECTED = {
    ("methods-for-a-task",): [
        ("parsing", "Alpha", "Trees"), ("parsing", "Beta", "Trees"), ("parsing", "Gamma", ""), ("tagging", "Beta", ""),
    ],
    ("methods-for-a-task", "task=Tagging"): [("tagging", "Beta", "")],
    ("datasets-by-methods",): [("Trees", "2", "1"), ("Words", "2", "1")],
    ("results-on-a-dataset",): [
        ("Trees", "F1", "91.5", "%", "absolute", "Alpha", "parsing", "p1", "91.5 or so"),
        ("Trees", "F1", "9.5", "%", "absolute", "Beta", "", "p2", "9.5 or so"),
        ("Trees", "accuracy", "0.8", "", "absolute", "Beta", "", "p2", "0.8 or so"),
    ],
    ("results-on-a-dataset", "dataset=trees", "metric=accuracy"): [
        ("Trees", "accuracy", "0.8", "", "absolute", "Beta", "", "p2", "0.8 or so")
    ],
    ("results-on-a-dataset", "dataset=words"): [],
    ("proposals-that-meet",): [(*ALPHA_BETA, "p3"), (*ALPHA_BETA, "p4")],
    ("bridges-between-tasks",): [
        ("parsing", "tagging", "Beta", "4"), ("parsing", "tagging", "Words", "1"),
        ("tagging", "parsing", "Beta", "4"), ("tagging", "parsing", "Words", "1"),
    ],
    ("bridges-between-tasks", "other=parsing"): [
        ("tagging", "parsing", "Beta", "4"), ("tagging", "parsing", "Words", "1"),
    ],
    ("evidence-for-a-statement", "subject=alpha", "relation=kg:usedFor"): [
        ("alpha", "usedFor", "parsing", "p1", "Text of p1."), ("alpha", "usedFor", "parsing", "p3", "Text of p3."),
    ],
    ("evidence-for-a-statement", "object=Family"): [("alpha", "subclassOf", "family", "p1", "Text of p1.")],
    ("metrics-by-task", "task=parsing"): [("parsing", "F1", "2"), ("parsing", "accuracy", "1")],
    ("metrics-by-task",): [
        ("parsing", "F1", "2"), ("parsing", "accuracy", "1"), ("tagging", "F1", "1"), ("tagging", "accuracy", "1"),
    ],
    ("what-a-paper-says", "paper=p1"): [
        ("p1", "", "proposes", "Alpha", "Text of p1."), ("p1", "Alpha", "evaluatedOn", "Trees", "Text of p1."),
        ("p1", "Alpha", "measuredBy", "F1", "Text of p1."), ("p1", "Alpha", "subclassOf", "Family", "Text of p1."),
        ("p1", "Alpha", "usedFor", "parsing", "Text of p1."),
    ],
    ("concepts-without-a-broader",): [
        ("Beta", "Method", "4"), ("Family", "Method", "1"), ("Gamma", "Method", "1"), ("parsing", "Task", "1"),
        ("tagging", "Task", "1"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("asked", list(EXPECTED), ids=" ".join)
def test_the_rows_are_the_right_ones(opened: store.Store, loaded: ox.Store, asked: tuple[str, ...]) -> None:
    assert ask(opened, loaded, *asked) == EXPECTED[asked]


def test_the_best_supported_statement_comes_first(opened: store.Store, loaded: ox.Store) -> None:
    rows = ask(opened, loaded, "most-supported-statements")
    assert rows[0] == ("Alpha", "usedFor", "parsing", "2", "0.8")
    assert len(rows) == len(STATED)


def test_each_example_is_described_and_tested() -> None:
    found = examples()
    assert len(found) == 10
    assert {e.name for e in found} == {asked[0] for asked in EXPECTED} | {"most-supported-statements"}
    for e in found:
        assert e.answers.endswith(".")
        assert e.query.isascii()
        assert all(f"?{name}" in e.query.split("WHERE")[0] for name in e.parameters)
    with pytest.raises(UsageError, match="--examples"):
        example("../kg")


def test_values_are_terms(opened: store.Store) -> None:
    def iri_of(id_: str) -> str:
        return f"http://e/{id_}"

    given = ('?a="x" y"', "$b=-5", "c=<http://e/é>", "d=kg:usedFor", "e=alphas", "paper=p1", 'f="')
    with pytest.raises(NotFoundError, match='No concept is called """'):
        bindings(assigned(given), opened, iri_of, PREFIXES)
    assert bindings(assigned(given[:-1]), opened, iri_of, PREFIXES) == {
        "a": ("string", 'x" y'),
        "b": ("integer", "-5"),
        "c": ("iri", "http://e/é"),
        "d": ("iri", PREFIXES["kg"] + "usedFor"),
        "e": ("iri", "http://e/method/alpha"),
        "paper": ("iri", "http://e/paper/p1"),
    }


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["task"], "sets nothing"), (["task="], "sets nothing"), (["a b=c"], "sets nothing"),
        (["task=parsing", "?task=tagging"], "set twice"),
    ],
)  # fmt: skip
def test_what_is_no_assignment_is_named(opened: store.Store, given: list[str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        bindings(assigned(given), opened, str, PREFIXES)


def test_an_unknown_concept_or_paper_is_named(opened: store.Store) -> None:
    with pytest.raises(NotFoundError, match="nearest names: parsing"):
        bindings(assigned(["task=parsin"]), opened, str, PREFIXES)
    with pytest.raises(NotFoundError, match="kg papers"):
        bindings(assigned(["paper=\udc80"]), opened, str, PREFIXES)


def test_a_name_that_two_concepts_bear_is_of_the_type_that_is_asked_for(tmp_path: Path) -> None:
    concepts = (Concept("method/x", "X", "Method", (), 9, 9), Concept("task/x", "X", "Task"))
    whole.write(Graph(concepts=concepts), tmp_path / "g.sqlite")
    with store.Store(tmp_path / "g.sqlite") as opened:
        assert bindings(assigned(["task=x", "any=x"]), opened, str, PREFIXES) == {
            "task": ("iri", "task/x"),
            "any": ("iri", "method/x"),
        }
