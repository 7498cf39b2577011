"""Files of annotated text, and what is said of those that are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kg.errors import InputError, Problem, UsageError
from kg.train.annotated import Annotated, read

ABSTRACT = {
    "id": "a1",
    "title": "LERD for EEG",
    "text": r"We propose \textbf{LERD}. LERD-large beats LERDs on DEAP.",
    "concepts": [
        {"name": "LERD", "type": "Method", "core": True, "mentions": ["LERD", r"\textbf{LERD}"]},
        {"name": "LERD-large", "type": "Method", "core": False, "mentions": ["LERD-large"]},
        {"name": "DEAP", "type": "Dataset", "core": True, "mentions": ["DEAP"]},
    ],
    "triples": [["paper", "proposes", 0], [1, "evaluatedOn", 2]],
    "results": [{"method": 0, "task": None, "dataset": 2, "metric": None, "value": "3", "unit": "%", "kind": "improvement"}],
}  # fmt: skip
PAPER = {
    "id": "p1",
    "source": "tdmsci",
    "sentences": [{"tokens": ["F1", "on", "MS", "COCO"], "spans": [[0, 1, "METRIC"], [2, 4, "DATASET"]]}],
}


def file(folder: Path, *lines: Any) -> Path:
    path = folder / "file.jsonl"
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    path.write_text(text, encoding="utf-8")
    return path


def with_(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return record | changes


def found(path: Path) -> tuple[Annotated, list[Problem]]:
    problems: list[Problem] = []
    return read(path, problems.append), problems


def test_an_abstract_has_its_mentions_in_title_and_text(tmp_path: Path) -> None:
    annotated, problems = found(file(tmp_path, ABSTRACT))
    (abstract,) = annotated.abstracts
    assert problems == []
    assert annotated.form == "annotated abstracts"
    assert abstract.joined == "LERD for EEG\n\nWe propose LERD. LERD-large beats LERDs on DEAP."
    assert abstract.joined[abstract.shift :] == abstract.document.text
    assert abstract.spans is not None
    assert [(abstract.joined[a:b], t) for a, b, t in abstract.spans] == [
        ("LERD", "Method"), ("LERD", "Method"), ("LERD-large", "Method"), ("DEAP", "Dataset")
    ]  # fmt: skip
    assert abstract.expected.triples == {("paper", "proposes", 0), (1, "evaluatedOn", 2)}
    (figure,) = abstract.expected.results
    assert (figure.value, figure.kind, figure.ends) == ("3", "improvement", (0, 2, None, None))


def test_accepted_names_are_no_mentions(tmp_path: Path) -> None:
    concepts = [
        {"id": "c1", "name": "LERD", "type": "Method", "core": True, "accept": ["LERD", "the LERD model"]}
    ]
    record = with_(
        ABSTRACT, concepts=concepts, triples=[["paper", "proposes", "c1"]], results=[], system="LERD"
    )
    (abstract,) = found(file(tmp_path, record))[0].abstracts
    assert abstract.spans is None
    assert abstract.expected.concepts[0].forms == {"lerd", "lerd model"}
    assert abstract.expected.system == "lerd"


def test_a_corpus_has_its_types_by_our_names(tmp_path: Path) -> None:
    annotated, _ = found(file(tmp_path, PAPER))
    assert annotated.form == "tdmsci"
    assert annotated.papers[0].sentences[0].spans == ((0, 1, "Metric"), (2, 4, "Dataset"))


def test_a_token_may_be_empty(tmp_path: Path) -> None:
    (paper,) = found(
        file(tmp_path, with_(PAPER, sentences=[{"tokens": ["", " ", "F1"], "spans": [[2, 3, "METRIC"]]}]))
    )[0].papers
    assert paper.sentences[0].tokens == ("", " ", "F1")


def test_of_scierc_the_types_that_are_no_concepts_are_left_out(tmp_path: Path) -> None:
    spans = [[0, 1, "Generic"], [1, 2, "OtherScientificTerm"], [2, 3, "Material"], [2, 4, "Task"]]
    record = {"id": "p", "source": "scierc", "sentences": [{"tokens": list("abcd"), "spans": spans}]}
    (paper,) = found(file(tmp_path, record))[0].papers
    assert paper.sentences[0].spans == ((2, 3, "Material"), (2, 4, "Task"))


def test_a_mention_that_is_not_there_is_noted(tmp_path: Path) -> None:
    concept = {"name": "GPT", "type": "Method", "core": True, "mentions": ["GPT"]}
    annotated, problems = found(file(tmp_path, with_(ABSTRACT, concepts=[*ABSTRACT["concepts"], concept])))  # type: ignore[misc]
    assert len(annotated.abstracts) == 1
    ((line, message, skipped),) = [(p.line, p.message, p.skipped) for p in problems]
    assert (line, skipped) == (1, False)
    assert '"GPT" does not stand in the text' in message


def sentence(*spans: Any, tokens: Any = ("a", "b")) -> dict[str, Any]:
    return with_(PAPER, id="bad", sentences=[{"tokens": list(tokens), "spans": list(spans)}])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{broken", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("[1]", "neither an annotated abstract"),
        ("null", "neither an annotated abstract"),
        ({"id": "bad", "text": "no concepts"}, "neither an annotated abstract"),
        (with_(PAPER, id=7), '"id" that is a string'),
        (with_(PAPER, id="bad", source=None), '"source" that is a string'),
        (with_(PAPER, id="bad", sentences={}), '"sentences" that is a list'),
        (with_(PAPER, id="bad", sentences=["words"]), "sentence 0: no JSON object"),
        (sentence([1, 3, "TASK"]), 'the span [1, 3, "TASK"] in a sentence of 2 tokens'),
        (sentence([-1, 1, "TASK"]), "in a sentence of 2 tokens"),
        (sentence([1, 1, "TASK"]), "in a sentence of 2 tokens"),
        (sentence([0, True, "TASK"]), "[start, end, type] was expected"),
        (sentence([0, 1]), "[start, end, type] was expected"),
        (sentence("0-1"), "[start, end, type] was expected"),
        (sentence(tokens=["a", 5]), "a token that is no string"),
        (sentence(tokens=["a", "\ud800"]), "half of a character"),
        (PAPER, 'the id "p1" a second time'),
        (with_(PAPER, id="bad", source="scier"), "of the form scier, in a file of the form tdmsci"),
        (ABSTRACT, "of the form annotated abstracts, in a file of the form tdmsci"),
    ],
)
def test_a_bad_line_of_a_corpus_is_named_skipped_and_counted(tmp_path: Path, line: Any, said: str) -> None:
    annotated, problems = found(file(tmp_path, PAPER, line, with_(PAPER, id="p2")))
    assert [paper.id for paper in annotated.papers] == ["p1", "p2"]
    assert annotated.skipped == 1
    (problem,) = problems
    assert (problem.line, problem.skipped) == (2, True)
    assert said in problem.message


CONCEPT = {"name": "LERD", "type": "Method", "core": True, "mentions": ["LERD"]}


def concepts(**changes: Any) -> dict[str, Any]:
    concept = {k: v for k, v in (CONCEPT | changes).items() if v is not ...}
    return with_(ABSTRACT, id="bad", concepts=[concept], triples=[], results=[])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (with_(ABSTRACT, id="bad", text="", title=None), 'neither "title" nor "text"'),
        (with_(ABSTRACT, id="bad", concepts={}), '"concepts" that is a list'),
        (with_(ABSTRACT, id="bad", concepts=[5]), "concept 0: no JSON object"),
        (concepts(type="Model"), 'the type "Model", where one of Method, Task, Dataset, Metric was expected'),
        (concepts(name=None), 'concept 0: no "name" that is a string'),
        (concepts(core="yes"), '"core" that is a truth value'),
        (concepts(mentions="LERD"), '"mentions" that is a list'),
        (concepts(mentions=[5]), "a form that is no string"),
        (concepts(mentions=...), 'neither "mentions" nor "accept"'),
        (concepts(id=[1]), "the id [1]"),
        (with_(ABSTRACT, id="bad", triples=[["paper", "proposes", 3]]), "of whose ends one is no concept"),
        (with_(ABSTRACT, id="bad", triples=[["paper", 0]]), "[head, relation, tail] was expected"),
        (with_(ABSTRACT, id="bad", results=[{"value": "3", "kind": "large"}]), 'a result of kind "large"'),
        (
            with_(ABSTRACT, id="bad", results=[{"value": "3", "kind": "absolute", "method": 9}]),
            "one is no concept",
        ),
        (with_(ABSTRACT, id="bad", system=5), '"system" that is a string'),
    ],
)
def test_a_bad_abstract_is_named_skipped_and_counted(tmp_path: Path, line: Any, said: str) -> None:
    annotated, problems = found(file(tmp_path, ABSTRACT, line))
    assert [abstract.id for abstract in annotated.abstracts] == ["a1"]
    assert annotated.skipped == 1
    lost = [problem for problem in problems if problem.skipped]
    assert any(said in problem.message for problem in lost)
    assert {problem.line for problem in lost} == {2}


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "file.jsonl").write_bytes(data)
    with pytest.raises(InputError, match=r"file\.jsonl(: the file is empty|:1: not valid JSON)"):
        found(tmp_path / "file.jsonl")


@pytest.mark.parametrize(
    "data", [b"id,text\n1,We use BERT.\n", b"\x00\xff\xfe" * 99, b"[]", b'{"id": 1}\n' * 3]
)
def test_a_file_of_neither_form_is_refused_in_one_sentence(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "file.jsonl").write_bytes(data)
    problems: list[Problem] = []
    with pytest.raises(InputError, match=r"file\.jsonl:1: .* Each line is to be an annotated abstract"):
        read(tmp_path / "file.jsonl", problems.append)
    assert problems == []


def test_a_missing_file_and_a_folder_are_wrong_usage(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(UsageError, match="cannot be read"):
            found(path)
