from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from kg.records import Evidence, Mention
from kg.store import Store
from kg.view import facts, select
from tests import samples, whole

SPAN = st.tuples(st.integers(0, 40), st.integers(1, 8))


def told(parts: list[object]) -> str:
    return "".join(part if isinstance(part, str) else part[0] for part in parts)  # type: ignore[index]


@given(st.text(min_size=1, max_size=40), st.lists(SPAN, max_size=6), st.data())
def test_marking_neither_loses_nor_adds_a_character(
    text: str, spans: list[tuple[int, int]], data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    mentions = [(Mention(a, a + n, "Method", 1.0, "t"), f"c{i}") for i, (a, n) in enumerate(spans)]
    parts = facts.marked(Evidence("p", start, end, text[start:end]), mentions, {"c0": 0, "c1": 1, "c3": 2})
    assert told(parts) == text[start:end]


def test_a_mention_in_the_title_does_not_mark_the_abstract() -> None:
    mention = Mention(0, 4, "Method", 1.0, "t", part="title")
    assert facts.marked(Evidence("p", 0, 4, "BERT"), [(mention, "c")], {"c": 0}) == ["BERT"]


def test_statements_carry_the_sentence_with_both_ends_marked(sample: Store) -> None:
    told_facts = facts.collect(sample, select.choose(sample, select.Part(), 100))
    names = [concept["name"] for concept in told_facts["concepts"]]
    statement = next(s for s in told_facts["statements"] if s["predicate"] == "measuredBy")
    passage = told_facts["passages"][statement["passages"][0]]
    assert told(passage["parts"]) == "BERT is evaluated on SQuAD by F1."
    assert [(part[0], names[part[1]]) for part in passage["parts"] if isinstance(part, list)] == [
        ("BERT", "BERT"), ("SQuAD", "SQuAD"), ("F1", "F1"),
    ]  # fmt: skip
    paper = told_facts["papers"][passage["paper"]]
    assert paper == {"title": "BERT & <b>friends</b>", "year": 2019, "link": "https://doi.org/10.1000/xyz1"}


def test_a_concept_knows_who_proposes_it_and_where_it_is_named(sample: Store) -> None:
    told_facts = facts.collect(sample, select.choose(sample, select.Part(), 100))
    bert = next(c for c in told_facts["concepts"] if c["name"] == "BERT")
    assert [told_facts["papers"][p]["year"] for p in bert["proposedBy"]] == [2019]
    papers = {told_facts["papers"][told_facts["passages"][i]["paper"]]["title"] for i in bert["namedIn"]}
    assert papers == {"BERT & <b>friends</b>", "p2"}  # a paper without a title goes by its id
    assert all(not c["proposedBy"] for c in told_facts["concepts"] if c["name"] != "BERT")
    assert [c["proposals"] for c in told_facts["concepts"] if c["name"] in ("BERT", "GLUE")] == [0, 1]


def test_results_left_out_are_told(tmp_path: Path) -> None:
    whole.write(samples.graph(results=True), tmp_path / "graph.sqlite")
    with Store(tmp_path / "graph.sqlite") as opened:
        selection = select.choose(opened, select.Part(), 100)
        for most, told, more in ((1, 1, True), (99, 3, False)):
            concepts = facts.collect(opened, selection, most)["concepts"]
            albert = next(c for c in concepts if c["name"] == "ALBERT")
            assert (len(albert["results"]), albert["moreResults"]) == (told, more)


def test_only_web_addresses_become_links(sample: Store) -> None:
    document = samples.graph().papers[0].document
    unsafe = type(document)(id="x", text="t", url="javascript:alert(1)")
    assert facts._paper("x", unsafe)["link"] is None
    assert facts._paper("x", document)["link"] == "https://doi.org/10.1000/xyz1"


def test_passages_come_from_different_papers_first() -> None:
    evidence = [Evidence(p, i * 10, i * 10 + 5, "quote") for p in ("a", "b", "c") for i in range(9)]
    assert [e.paper for e in facts._spread(evidence, 4)] == ["a", "b", "c", "a"]
