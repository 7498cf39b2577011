"""The graph as people corrected it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import ontology
from kg.curate import Correction, apply
from kg.curate.lines import parsed
from kg.errors import Problem, Report, ignore
from kg.names import concept_id
from kg.records import PAPER, Annotation, Concept, Document, Evidence, Linked, Mention, Result, Statement
from tests.whole import Graph, assembled

TYPES = {
    "NAS": "Method", "neural architecture search": "Method", "Bert": "Method", "RoBERTa": "Method",
    "SQuAD": "Method", "CCL": "Method", "approach": "Method", "LLM": "Method", "large language model": "Method",
    "question answering": "Task", "GLUE": "Dataset", "F1": "Metric",
}  # fmt: skip
SLOTS = ("Method", "Task", "Dataset", "Metric")


def paper(id_: str, text: str, relations: Iterable[tuple[str, str, str]] = (), **other: str) -> Annotation:
    """A paper whose mentions are the names of `TYPES` (or `other`) wherever they stand, each name a concept of its own.

    Relations hold in the first sentence that names both ends; a figure after a name makes a result of it.
    """
    types = TYPES | other
    sentences = [Evidence(id_, m.start(), m.end(), m[0]) for m in re.finditer(r"[^. ][^.]*\.", text)]
    mentions = sorted(
        (
            Mention(m.start(), m.end(), type_, 0.9, "tagger")
            for name, type_ in types.items()
            for m in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)
        ),
        key=lambda m: m.start,
    )
    spelt = [text[m.start : m.end] for m in mentions]
    ids = {name: concept_id(types[name], name) for name in spelt}
    found: dict[tuple[str, str, str], list[Evidence]] = {}
    for m, name in zip(mentions, spelt, strict=True):
        place = next(s for s in sentences if s.start <= m.start < s.end)
        found.setdefault((PAPER, "mentions", ids[name]), []).append(place)
    for subject, predicate, object_ in relations:
        place = next(s for s in sentences if object_ in s.quote and (subject == PAPER or subject in s.quote))
        found[ids.get(subject, PAPER), predicate, ids[object_]] = [place]
    results = [
        Result(
            *(ids[n] if m.type == t else None for t in SLOTS), "7", None, "absolute", "7", 0.5, sentences[0]
        )
        for m, n in zip(mentions, spelt, strict=True)
        if text[m.end : m.end + 2] == " 7"
    ]
    concepts = [Concept(i, n, types[n], (), 1, spelt.count(n)) for n, i in ids.items()]
    return Annotation(
        Document(id_, text),
        tuple(mentions),
        tuple(ids[name] for name in spelt),
        tuple(sorted(concepts, key=lambda c: c.id)),
        tuple(
            Statement(*ends, 0.5, tuple(sorted(set(at), key=lambda e: e.start)))
            for ends, at in sorted(found.items())
        ),
        results=tuple(results),
    )


def linked(papers: Iterable[Annotation]) -> Graph:
    """The graph of papers that spell each concept in one way."""
    papers = sorted(papers, key=lambda p: p.document.id)
    concepts: dict[str, Concept] = {}
    for p in papers:
        for c in p.concepts:
            known = concepts.get(c.id)
            concepts[c.id] = (
                replace(c, papers=known.papers + 1, mentions=known.mentions + c.mentions) if known else c
            )
    return assembled(papers, as_linked(Graph((), tuple(concepts[id_] for id_ in sorted(concepts)))), ())


def as_linked(graph: Graph) -> Linked:
    """A graph as the linker's, whose papers need not be linked."""
    return Linked(graph.concepts, graph.merges, {}, lambda paper: paper)


def applied(graph: Graph, parts: Sequence[Correction], report: Report = ignore) -> Graph:
    """The graph with these corrections."""
    found = apply(as_linked(graph), graph.papers, parts, "curation.tsv", report)
    return assembled(graph.papers, found, ())


PAPERS = (
    paper("p1", "We train Bert on GLUE. Bert beats RoBERTa. SQuAD is easy.", [
        (PAPER, "proposes", "Bert"), ("Bert", "evaluatedOn", "GLUE"), ("Bert", "comparedWith", "RoBERTa")]),
    paper("p2", "Bert is used for question answering on SQuAD. SQuAD 7 is reported. Our approach is SQuAD.", [
        ("Bert", "usedFor", "question answering"), ("SQuAD", "usedFor", "question answering")]),
    paper("p3", "An LLM answers. The large language model is no LLM but an approach.", [("LLM", "uses", "large language model")]),
    paper("p4", "CCL is evaluated on GLUE.", [("CCL", "evaluatedOn", "GLUE")]),
    paper("p5", "CCL is a curriculum on SQuAD.", [("CCL", "evaluatedOn", "SQuAD")], SQuAD="Dataset"),
)  # fmt: skip
GRAPH = linked(PAPERS)


def corrected(*lines: str, graph: Graph = GRAPH) -> tuple[Graph, list[Problem]]:
    """The graph with these lines (cells split by bars), and what is reported."""
    problems: list[Problem] = []
    parts = [parsed(line.replace("|", "\t"), n) for n, line in enumerate(lines, 1)]
    found = applied(graph, parts, problems.append)
    consistent(found)
    return found, problems


def consistent(graph: Graph) -> None:
    """What every graph keeps: ends that are there, allowed types, counts and quotes that are right, order."""
    by_id = {c.id: c for c in graph.concepts}
    assert list(by_id) == sorted(by_id) and len(by_id) == len(graph.concepts)
    ends = [(s.subject, s.predicate, s.object) for s in graph.statements]
    assert ends == sorted(set(ends))
    types = {id_: c.type for id_, c in by_id.items()} | {
        f"paper/{p.document.id}": "Paper" for p in graph.papers
    }
    assert all(ontology.load().allows(types[s], p, types[o]) and s != o for s, p, o in ends)
    mentioned: dict[str, list[str]] = {}
    for p in graph.papers:
        assert [c.id for c in p.concepts] == sorted(set(p.concept_of))
        for mention, id_ in zip(p.mentions, p.concept_of, strict=True):
            assert mention.type == by_id[id_].type
            mentioned.setdefault(id_, []).append(p.document.id)
        for s in p.statements:
            assert (
                s.subject if s.subject != "paper" else f"paper/{p.document.id}",
                s.predicate,
                s.object,
            ) in ends
        for r in p.results:
            for type_, end in zip(SLOTS, r.ends, strict=True):
                assert end is None or by_id[end].type == type_
    for id_, c in by_id.items():
        assert (c.mentions, c.papers) == (len(mentioned[id_]), len(set(mentioned[id_])))
        assert c.name not in c.aliases and list(c.aliases) == sorted(set(c.aliases))
        edges = [{m.name, m.other} for m in graph.merges if m.concept == id_ and m.name != m.other]
        assert set().union(*edges) == ({c.name, *c.aliases} if c.aliases else set())
        assert len(edges) == len(c.aliases)
    assert {m.concept for m in graph.merges} <= by_id.keys()
    for s in graph.statements:
        assert s.evidence
        for e in s.evidence:
            text = next(p.document for p in graph.papers if p.document.id == e.paper).part(e.part)
            assert text[e.start : e.end] == e.quote


def node(graph: Graph, name: str, type_: str = "Method") -> Concept:
    [found] = [c for c in graph.concepts if c.type == type_ and name in (c.name, *c.aliases)]
    return found


def stated(graph: Graph, predicate: str = "") -> set[tuple[str, str, str]]:
    names = {c.id: c.name for c in graph.concepts}
    return {
        (names.get(s.subject, s.subject), s.predicate, names[s.object])
        for s in graph.statements
        if s.predicate == predicate or (not predicate and s.predicate != "mentions")
    }


def test_no_line_leaves_the_graph_itself() -> None:
    given = as_linked(GRAPH)
    assert apply(given, GRAPH.papers, ()) is given
    consistent(GRAPH)


def test_a_merge_is_one_node_under_the_second_name() -> None:
    graph, problems = corrected("merge|Method|LLM|large language model")
    found = node(graph, "LLM")
    assert (found.id, found.name, found.aliases, found.papers, found.mentions) == (
        "method/large-language-model", "large language model", ("LLM",), 1, 3,
    )  # fmt: skip
    assert len(graph.concepts) == len(GRAPH.concepts) - 1
    [problem] = problems
    assert "1 statement between concepts that are now one" in problem.message and not problem.skipped


def test_merges_are_followed_to_their_end_in_any_order() -> None:
    lines = ["merge|Method|LLM|Bert", "merge|Method|Bert|RoBERTa"]
    one, _ = corrected(*lines)
    other, _ = corrected(*reversed(lines))
    assert one == other
    assert node(one, "RoBERTa").aliases == ("Bert", "LLM")
    assert [(m.name, m.other, m.rule, m.note) for m in one.merges] == [
        ("Bert", "RoBERTa", "curated", "merge, Method, Bert, RoBERTa"),
        ("LLM", "Bert", "curated", "merge, Method, LLM, Bert"),
    ]
    assert ("RoBERTa", "evaluatedOn", "GLUE") in stated(one)
    assert not any(p == "comparedWith" for _, p, _ in stated(one))


def test_a_retype_joins_its_namesake_and_drops_what_no_longer_fits() -> None:
    graph, problems = corrected("retype|Method|SQuAD|Dataset")
    found = node(graph, "SQuAD", "Dataset")
    assert (found.id, found.papers) == ("dataset/squad", 3)
    assert not any(c.name == "SQuAD" and c.type == "Method" for c in graph.concepts)
    assert ("CCL", "evaluatedOn", "SQuAD") in stated(graph)
    assert not {s for s in stated(graph) if s[0] == "SQuAD"}
    [problem] = problems
    assert (problem.source, problem.line, problem.skipped) == ("curation.tsv", 1, False)
    assert problem.message == (
        "the new type does not allow 2 relations, which went: SQuAD usedFor question answering; "
        "paper/p2 reports a result of SQuAD."
    )
    assert not graph.results


def test_a_retype_of_what_has_no_namesake_and_of_one_paper() -> None:
    graph, _ = corrected("retype|Method|approach|Task")
    assert node(graph, "approach", "Task").id == "task/approach"
    graph, _ = corrected("retype|Method|CCL|Dataset|p5")
    assert (node(graph, "CCL").papers, node(graph, "CCL", "Dataset").papers) == (1, 1)


def test_a_split_by_spelling() -> None:
    merged, _ = corrected("merge|Method|LLM|large language model")
    graph, problems = corrected("split|Method|large language model|LLM", graph=merged)
    assert (node(graph, "LLM").name, node(graph, "LLM").aliases) == ("LLM", ())
    assert node(graph, "large language model").aliases == ()
    assert problems == []
    # Of the two names the one that stays is the other, even where the first was the concept's.
    graph, _ = corrected("split|Method|LLM|large language model", graph=merged)
    assert {node(graph, n).name for n in ("LLM", "large language model")} == {"LLM", "large language model"}


def test_a_split_of_one_paper() -> None:
    graph, problems = corrected("split|Method|CCL|curriculum contrastive learning|p5")
    new = node(graph, "curriculum contrastive learning")
    assert (new.id, new.papers, new.aliases) == ("method/curriculum-contrastive-learning", 1, ("CCL",))
    assert ("curriculum contrastive learning", "evaluatedOn", "SQuAD") in stated(graph)
    assert ("CCL", "evaluatedOn", "GLUE") in stated(graph)
    assert problems == []
    graph, _ = corrected("split|Method|CCL|CCL|p5")
    assert sorted(c.papers for c in graph.concepts if c.name == "CCL") == [1, 1]
    graph, _ = corrected("split|Method|CCL|RoBERTa|p5")  # into one that is there
    assert node(graph, "RoBERTa").papers == 2


def test_a_split_divides_what_one_paper_says_by_its_sentences() -> None:
    one = linked([paper("q", "Bert runs on GLUE. NAS is for question answering.", [
        ("Bert", "evaluatedOn", "GLUE"), ("NAS", "usedFor", "question answering")])])  # fmt: skip
    merged, _ = corrected("merge|Method|NAS|Bert", graph=one)
    assert ("Bert", "usedFor", "question answering") in stated(merged)
    graph, _ = corrected("split|Method|Bert|NAS", graph=merged)
    assert stated(graph) == stated(one)
    assert stated(graph, "mentions") == stated(one, "mentions")


def test_a_rename_keeps_the_id_and_the_old_name() -> None:
    graph, _ = corrected("rename|Method|Bert|BERT")
    assert (node(graph, "BERT").id, node(graph, "BERT").name, node(graph, "BERT").aliases) == ("method/bert", "BERT", ("Bert",))  # fmt: skip
    graph, problems = corrected("rename|Method|Bert|RoBERTa", "reject|Method|approach")
    assert node(graph, "Bert").name == "Bert"
    assert not any(c.name == "approach" for c in graph.concepts)
    [problem] = problems
    assert (problem.line, problem.skipped) == (1, True)
    assert problem.message == (
        '"RoBERTa" is the name of another Method; to make them one write: merge, Method, Bert, RoBERTa. '
        "The line has no effect."
    )


def test_a_reject_takes_all_that_is_said_of_it() -> None:
    graph, _ = corrected("reject|Method|SQuAD")
    assert not any(c.name == "SQuAD" and c.type == "Method" for c in graph.concepts)
    assert node(graph, "SQuAD", "Dataset").papers == 1
    graph, _ = corrected("reject|Method|CCL||p5")
    assert node(graph, "CCL").papers == 1


def test_an_accepted_pair_stays_two_whatever_the_linker_does() -> None:
    assert corrected("accept|Method|Bert|RoBERTa") == (GRAPH, [])
    merged, _ = corrected("merge|Method|LLM|large language model")
    graph, _ = corrected("accept|Method|large language model|LLM", graph=merged)
    assert node(graph, "LLM").id != node(graph, "large language model").id


@pytest.mark.parametrize(
    ("line", "said", "lost"),
    [
        ("merge|Method|Nobody|Bert", 'no Method is called "Nobody".', False),
        ("merge|Method|Bert|GLUE", '"GLUE" is a Dataset here, no Method, and concepts of two types', True),
        ("merge|Method|Bert|GLUE", "retype, Dataset, GLUE, Method.", True),
        ("split|Method|Bert|CCL|p9", 'no paper has the id "p9".', False),
        ("reject|Method|Bert||p4", 'the paper "p4" names no Method called "Bert".', False),
        ("split|Method|Bert|Bert", "has no other name", True),
        ("split|Method|Bert|Elmo", '"Elmo" is no name of "Bert"', True),
    ],
)
def test_a_line_that_does_not_apply_is_reported_and_the_graph_stays(line: str, said: str, lost: bool) -> None:
    graph, problems = corrected(line)
    assert graph == GRAPH
    [problem] = problems
    assert said in problem.message and problem.message.endswith("The line has no effect.")
    assert (problem.line, problem.skipped) == (1, lost)


def test_lines_speak_of_what_the_lines_before_left() -> None:
    graph, problems = corrected(
        "rename|Method|Bert|BERT base", "merge|Method|RoBERTa|BERT base", "retype|Method|BERT base|Task", "reject|Task|RoBERTa",
    )  # fmt: skip
    assert not {c.name for c in graph.concepts} & {"Bert", "RoBERTa", "BERT base"}
    assert problems == []


def test_names_that_several_bear_are_told_by_ids() -> None:
    twice, _ = corrected("split|Method|CCL|CCL|p5")
    ids = sorted(c.id for c in twice.concepts if c.name == "CCL")
    graph, [problem] = corrected("reject|Method|CCL", graph=twice)
    assert graph == twice
    assert all(id_ in problem.message for id_ in ids)
    graph, problems = corrected(f"reject|Method|{ids[1]}", graph=twice)
    assert [c.id for c in graph.concepts if c.name == "CCL"] == ids[:1] and not problems


def test_what_is_inferred_follows_its_concepts() -> None:
    names = "deep graph parser", "graph parser", "wide graph parser", "chart", "wide chart"
    text = f"{', '.join(names)}."
    other = dict.fromkeys(names, "Method")
    given = linked([paper(id_, text, **other) for id_ in ("q1", "q2")])
    usual = {
        ("deep graph parser", "subclassOf", "graph parser"),
        ("wide graph parser", "subclassOf", "graph parser"),
    }
    assert stated(given, "subclassOf") == usual
    for line, expected in {
        "merge|Method|graph parser|chart": {(one, "subclassOf", "chart") for one, *_ in usual},
        "merge|Method|deep graph parser|chart": {
            ("chart", "subclassOf", "graph parser"),
            ("wide graph parser", "subclassOf", "graph parser"),
        },
        "merge|Method|deep graph parser|graph parser": usual
        - {("deep graph parser", "subclassOf", "graph parser")},
        "retype|Method|graph parser|Task": set(),
        "reject|Method|graph parser": set(),
        "rename|Method|graph parser|tree parser": {(one, "subclassOf", "tree parser") for one, *_ in usual},
    }.items():
        found = applied(given, [parsed(line.replace("|", "\t"), 1)])
        assert stated(found, "subclassOf") == expected, line
        assert all(s.inferred for s in found.statements if s.predicate == "subclassOf")


def test_reasons_stay_as_far_as_they_hold_and_lines_give_the_rest() -> None:
    two = applied(GRAPH, [parsed("merge\tMethod\tLLM\tlarge language model")])
    [why] = two.merges
    old = replace(why, rule="dominant long form", papers=1, paper="p3", note="")
    given = replace(two, merges=(old,))
    kept = applied(given, [parsed("merge\tMethod\tlarge language model\tBert")]).merges
    assert [(m.concept, m.name, m.other, m.rule) for m in kept] == [
        ("method/bert", "LLM", "large language model", "dominant long form"),
        ("method/bert", "large language model", "Bert", "curated"),
    ]
    [apart] = applied(given, [parsed("split\tMethod\tLLM\tLLM\tp3")]).merges
    assert (apart.name, apart.other, apart.note) == ("LLM", "LLM", "split, Method, LLM, LLM, p3")
    assert applied(given, [parsed("reject\tMethod\tLLM")]).merges == ()


LINES = [
    "merge|Method|LLM|large language model",
    "rename|Method|Bert|BERT",
    "retype|Method|SQuAD|Dataset",
    "reject|Method|approach",
    "split|Method|CCL|curriculum contrastive learning|p5",
    "rename|Task|question answering|QA",
]


@settings(max_examples=15, deadline=None)
@given(st.permutations(LINES), st.permutations(PAPERS))
def test_the_order_of_independent_lines_and_of_papers_does_not_matter(
    lines: list[str], papers: list[Annotation]
) -> None:
    assert corrected(*lines, graph=linked(papers))[0] == corrected(*LINES)[0]


VERBS = st.sampled_from(["merge", "split", "rename", "retype", "reject", "accept"])
NAMES = st.sampled_from([*TYPES, "Nobody", "method/bert", "∇"])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(VERBS, NAMES, NAMES, st.sampled_from(["", "p1", "p2", "p5", "p9"])), max_size=8),
    st.randoms(),
)
def test_any_lines_leave_a_consistent_graph(
    made: list[tuple[str, str, str, str]], chance: random.Random
) -> None:
    lines = []
    for number, (verb, name, other, where) in enumerate(made, 1):
        type_ = chance.choice(["Method", "Dataset", "Task"])
        other = {"retype": chance.choice(["Metric", "Task"]), "reject": ""}.get(verb, other)
        where = where if verb in ("split", "retype", "reject") else ""
        if other != type_:
            lines.append(Correction(verb, type_, name, other, where, number))
    once = applied(GRAPH, lines)
    consistent(once)
    assert applied(GRAPH, lines) == once
