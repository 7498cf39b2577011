"""The short form: some hundred inputs, and work counted while sizes double."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.errors import Problem
from kg.read import read
from kg.records import Document
from kg.settings import READ
from tests.fuzz import checks, growth, inputs


@settings(max_examples=200, deadline=None)
@given(inputs.texts, st.booleans())
def test_cleaning(text: str, braces: bool) -> None:
    checks.cleaning(text, braces)


@settings(max_examples=150, deadline=None)
@given(inputs.files())
def test_reading(file: tuple[str, bytes]) -> None:
    checks.reading(*file)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(inputs.texts, st.none() | inputs.texts), min_size=1, max_size=4))
def test_all_of_it(papers: list[tuple[str, str | None]]) -> None:
    lines = [json.dumps({"id": str(n), "abstract": a, "title": t}) for n, (a, t) in enumerate(papers)]
    checks.extraction(checks.reading(".jsonl", "\n".join(lines).encode()))
    checks.extraction([Document(str(n), a, title=t) for n, (a, t) in enumerate(papers)])


@pytest.mark.parametrize("unit", growth.UNITS.values(), ids=list(growth.UNITS))
@pytest.mark.parametrize("stage", growth.STAGES)
def test_work_doubles_with_the_size(stage: str, unit: str) -> None:
    # Of more than 80 names the pairs are cut: double the sizes beyond that.
    small, large = (
        growth.calls(growth.STAGES[stage], unit * (size // len(unit))) for size in (8_000, 16_000)
    )
    assert large <= 2.3 * small + 500


def test_one_broken_record_of_thousands_is_named(tmp_path_factory: pytest.TempPathFactory) -> None:
    lines = [json.dumps({"id": str(n), "abstract": f"Net{n} is evaluated on GLUE."}) for n in range(3000)]
    lines[1233] = '{"id": "broken", "abstract": "We'
    path = tmp_path_factory.mktemp("broken") / "many.jsonl"
    path.write_text("\n".join(lines))
    problems: list[Problem] = []
    assert [int(document.id) for document in read([path], problems.append)] == [
        *range(1233),
        *range(1234, 3000),
    ]
    assert [(p.source, p.line, p.skipped) for p in problems] == [(str(path), 1234, True)]


ODD = {
    "two megabytes": "We test BERT on GLUE. " * 91_000,
    "no full stop": "word " * 50_000,
    "one token": "aB3-" * 2_500,
    "one huge token": "x" * 2_000_000,
    "Chinese": "我们提出一种新的方法用于图像分类。" * 20_000,
    "emoji": "\U0001f600" * 200_000,
    "controls": "\x01\x02a" * 100_000,
    "empty": "",
}


@pytest.mark.parametrize("name", ODD)
def test_odd_abstracts_are_cut_at_the_limit_and_that_is_said(
    name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = ODD[name]
    path = tmp_path_factory.mktemp("odd") / "odd.jsonl"
    records = [{"id": "a", "abstract": "We use BERT."}, {"id": "odd", "title": "Odd", "abstract": text}]
    path.write_text("\n".join(map(json.dumps, [*records, {"id": "c", "abstract": "We use GPT-2."}])))
    problems: list[Problem] = []
    documents = list(read([path], problems.append))
    assert [document.id for document in documents] == ["a", "odd", "c"]
    assert len(documents[1].text) <= READ.max_abstract
    said = [str(p) for p in problems if p.skipped]
    if len(text) <= READ.max_abstract:
        assert said == []
    else:
        assert len(said) == 1 and said[0].startswith(
            f"{path}:2: the abstract has {len(text):,} characters; cut"
        )
        assert said[0].endswith(f"as {READ.max_abstract:,} are the limit.")
    if text.startswith("We"):
        assert documents[1].text.endswith("GLUE.")
    if text.startswith("word"):
        assert documents[1].text.endswith("word")
    if text.startswith("我"):
        assert documents[1].text.endswith("。")
