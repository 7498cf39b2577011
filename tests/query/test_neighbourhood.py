"""What stands around a concept: both directions, distances, filters, hubs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kg import store
from kg.errors import NotFoundError, UsageError
from kg.query.neighbourhood import Neighbourhood, neighbourhood
from kg.records import Annotation as Paper
from kg.records import Concept, Document, Evidence, Statement
from kg.store.beside import beside
from tests import whole
from tests.whole import Graph


def names(found: Neighbourhood) -> dict[str, int]:
    return {r.concept.name: r.distance for r in found.concepts}


def triples(found: Neighbourhood) -> set[tuple[str, str, str]]:
    return {(s.subject, s.predicate, s.object) for s in found.statements}


def test_neighbours_lie_in_both_directions_and_the_direction_is_kept(sample: store.Store) -> None:
    assert names(neighbourhood(sample, "SQuAD")) == {"BERT": 1, "RoBERTa": 1}
    found = neighbourhood(sample, "BERT")
    assert names(found) == {"SQuAD": 1, "RoBERTa": 1, "Transformers": 1, "F1": 1, "question answering": 1}
    assert ("method/roberta", "uses", "method/bert") in triples(found)
    assert ("method/bert", "evaluatedOn", "dataset/squad") in triples(found)


def test_the_proposing_paper_is_shown_and_mere_mentions_are_not(sample: store.Store) -> None:
    assert ("paper/p1", "proposes", "method/bert") in triples(neighbourhood(sample, "BERT"))
    assert "mentions" not in {s.predicate for s in neighbourhood(sample, "BERT").statements}
    asked = neighbourhood(sample, "BERT", relations=["mentions"])
    assert triples(asked) == {(f"paper/{p}", "mentions", "method/bert") for p in ("p1", "p2")}
    assert asked.concepts == ()


def test_papers_are_no_steps_on_the_way(sample: store.Store) -> None:
    found = neighbourhood(sample, "BERT", hops=5, relations=["mentions", "proposes"])
    assert found.concepts == ()


def test_hops(sample: store.Store) -> None:
    alone = neighbourhood(sample, "GLUE", hops=0)
    assert (alone.centre.name, alone.concepts, alone.statements) == ("GLUE", (), ())
    assert names(neighbourhood(sample, "GLUE", hops=2)) == {"RoBERTa": 1, "BERT": 2, "SQuAD": 2}
    assert names(neighbourhood(sample, "GLUE", hops=10**9))["F1"] == 3
    with pytest.raises(UsageError, match="-1"):
        neighbourhood(sample, "GLUE", hops=-1)


def test_evidence_comes_with_each_statement(sample: store.Store) -> None:
    (statement,) = neighbourhood(sample, "GLUE").statements
    assert [(e.paper, e.quote) for e in statement.evidence] == [
        ("p2", "RoBERTa is evaluated on GLUE and on SQuAD.")
    ]


def test_types_keep_concepts_and_the_way_may_lead_through_others(sample: store.Store) -> None:
    assert names(neighbourhood(sample, "BERT", types=["dataset"])) == {"SQuAD": 1}
    found = neighbourhood(sample, "GLUE", hops=2, types=["Datasets"])
    assert names(found) == {"SQuAD": 2}
    assert [r.concept.name for r in found.between] == ["RoBERTa"]


def test_relations_keep_statements(sample: store.Store) -> None:
    found = neighbourhood(sample, "BERT", relations=["evaluated on"])
    assert triples(found) == {("method/bert", "evaluatedOn", "dataset/squad")}


def test_what_the_ontology_lacks_is_refused(sample: store.Store) -> None:
    with pytest.raises(UsageError, match=r"Paperclip.*Dataset, Method, Metric, Task"):
        neighbourhood(sample, "BERT", types=["Paperclip"])
    with pytest.raises(UsageError, match=r"eats.*usedFor"):
        neighbourhood(sample, "BERT", relations=["eats"])
    with pytest.raises(NotFoundError):
        neighbourhood(sample, "nothing of the kind")


@pytest.fixture
def hub(tmp_path: Path) -> store.Store:
    """GLUE with 300 methods evaluated on it; method 7 in three papers, method 8 in two."""
    text = "It is evaluated on GLUE."
    papers = [Paper(Document(f"p{i}", text)) for i in range(3)]
    concepts = [Concept("dataset/glue", "GLUE", "Dataset")]
    statements = []
    for i in range(300):
        concepts.append(Concept(f"method/m{i:03}", f"M{i}", "Method"))
        support = {7: 3, 8: 2}.get(i, 1)
        evidence = tuple(Evidence(f"p{n}", 0, len(text), text) for n in range(support))
        statements.append(Statement(f"method/m{i:03}", "evaluatedOn", "dataset/glue", 0.5, evidence))
    whole.write(Graph(tuple(papers), tuple(concepts), tuple(statements)), tmp_path / "hub.sqlite")
    return store.Store(tmp_path / "hub.sqlite")


def test_a_hub_gives_its_best_supported_statements_and_says_what_it_left_out(hub: store.Store) -> None:
    with hub:
        found = neighbourhood(hub, "glue", limit=3)
        assert [s.subject for s in found.statements] == ["method/m007", "method/m008", "method/m000"]
        assert (len(found.concepts), found.left_out) == (3, 297)
        assert len(neighbourhood(hub, "GLUE").statements) == 100
        whole = neighbourhood(hub, "GLUE", limit=None)
        assert (len(whole.concepts), whole.left_out) == (300, 0)
        assert neighbourhood(hub, "GLUE", limit=0).left_out == 300
        with pytest.raises(UsageError):
            neighbourhood(hub, "GLUE", limit=-1)


def test_the_pages_of_a_hub_are_the_whole(hub: store.Store) -> None:
    with hub:
        everything = neighbourhood(hub, "GLUE", limit=None).statements
        pages = [neighbourhood(hub, "GLUE", limit=70, skip=skip) for skip in range(0, 300, 70)]
        assert tuple(s for page in pages for s in page.statements) == everything
        assert [page.left_out for page in pages] == [230, 160, 90, 20, 0]
        assert neighbourhood(hub, "GLUE", skip=300).statements == ()
        with pytest.raises(UsageError, match="after -1 others"):
            neighbourhood(hub, "GLUE", skip=-1)


@pytest.mark.parametrize("types", [None, ("Method",), ("Dataset", "Method")])
@pytest.mark.parametrize("predicates", [None, ("uses", "mentions"), ("proposes",), ("nothing",)])
def test_what_is_beside_a_concept_comes_in_the_order_of_all_that_touch_it(
    tmp_path: Path, types: tuple[str, ...] | None, predicates: tuple[str, ...] | None
) -> None:
    draw = random.Random(7)
    concepts = [Concept(f"method/{n}", n, "Method") for n in "abc"] + [Concept("dataset/d", "d", "Dataset")]
    ids = [c.id for c in concepts]
    triples = {
        (draw.choice(ids), draw.choice(("uses", "partOf", "subclassOf")), draw.choice(ids)) for _ in range(40)
    }
    triples |= {(f"paper/p{n}", draw.choice(("mentions", "proposes")), draw.choice(ids)) for n in range(9)}
    statements = tuple(Statement(*ends, draw.choice((0.25, 0.5))) for ends in sorted(triples))
    whole.write(
        Graph(concepts=tuple(sorted(concepts, key=lambda c: c.id)), statements=statements),
        tmp_path / "g.sqlite",
    )
    type_of = {c.id: c.type for c in concepts}
    with store.Store(tmp_path / "g.sqlite") as opened:
        for centre in ids:
            wanted = opened.incident([centre], predicates, without=() if predicates else ("mentions",))
            if types:
                wanted = [
                    s
                    for s in wanted
                    if type_of.get(({s.subject, s.object} - {centre} or {""}).pop()) in types
                ]
            for limit, skip in ((None, 0), (3, 0), (3, 2), (0, 0)):
                page = beside(opened, centre, predicates, types, limit, skip)
                assert page.of == len(wanted)
                assert list(page.statements) == wanted[skip : None if limit is None else skip + limit]
