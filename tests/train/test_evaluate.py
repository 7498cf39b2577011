"""`kg evaluate` with a model that is played, so that every figure can be counted by hand."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kg import extract
from kg.cli.app import app
from kg.cli.evaluate import evaluate
from kg.extract import nlp
from kg.extract.tagger import Scored
from kg.records import Document, Extraction, Figure, Mention, Relation
from kg.train import heads

METHOD, DATASET = {"type": "Method", "core": True}, {"type": "Dataset", "core": False}
ABSTRACTS = [
    {
        "id": "a",
        "title": "LERD",
        "text": "LERD beats BERT on DEAP.",
        "concepts": [
            METHOD | {"name": "LERD", "mentions": ["LERD"]},
            METHOD | {"name": "BERT", "mentions": ["BERT"]},
            DATASET | {"name": "DEAP", "mentions": ["DEAP"]},
        ],
        "triples": [["paper", "proposes", 0], [0, "evaluatedOn", 2]],
        "results": [],
    },
    {"id": "b", "title": None, "text": "We use BERT.", "concepts": [METHOD | {"name": "BERT", "mentions": ["BERT"]}]},
]  # fmt: skip
TRAIN = [
    {"id": "t", "text": "BERT on GLUE", "concepts": [METHOD | {"name": "BERT", "mentions": ["BERT"]}], "triples": []}
]  # fmt: skip
PAPERS = [
    {
        "id": "p",
        "source": "scierc",
        "sentences": [
            {
                "tokens": ["We", "use", "BERT", "on", "MS", "COCO"],
                "spans": [[2, 3, "Method"], [4, 6, "Material"]],
            },
            {"tokens": ["It", "parses"], "spans": [[0, 1, "Generic"], [1, 2, "Task"]]},
        ],
    }
]
SAID = {
    # In the title and the abstract: LERD right, BERT right, "DEAP." too long.
    "a": [("title", 0, 4, "Method", 0.95), ("text", 0, 4, "Method", 0.95), ("text", 11, 15, "Method", 0.85),
          ("text", 19, 24, "Dataset", 0.95)],
    # BERT of another type.
    "b": [("text", 7, 11, "Task", 0.55)],
}  # fmt: skip


def of_given(document: Document, given: Any) -> Extraction:
    """Of the names that gold gives, each is proposed and used by the next; a result is of the first, on the last."""
    shift = len(document.joined) - len(document.text)
    mentions = tuple(
        Mention(c.start, c.end, c.type, 1.0, c.rule, "title") if c.start < shift
        else Mention(c.start - shift, c.end - shift, c.type, 1.0, c.rule)
        for c in given
    )  # fmt: skip
    first = Figure(0, None, len(mentions) - 1, None, "84.8", "%", "absolute", "84.8%", 0, 9, 1.0, "figures")
    proposed = [Relation(None, "proposes", n, 0, 9, 1.0, "told") for n in range(len(mentions))]
    uses = [Relation(n, "uses", n - 1, 0, 9, 1.0, "told") for n in range(1, len(mentions))]
    return Extraction(document, mentions, (*proposed, *uses), results=(first,))


@pytest.fixture(autouse=True)
def played(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that says what is written above; of words it takes capitals for Methods, surely, and "parses" for a Task."""

    def extracted(documents: Iterable[Document], given: Any = None) -> Iterator[Extraction]:
        for document in documents:
            if given is not None:
                yield of_given(document, given[document.id])
                continue
            mentions = tuple(Mention(a, b, t, p, "tagger", part) for part, a, b, t, p in SAID[document.id])
            relations = (Relation(None, "proposes", 1, 0, 24, 0.9, "told"),) if document.id == "a" else ()
            yield Extraction(document, mentions, relations)

    def of_texts(texts: Iterable[str]) -> Iterator[list[Scored]]:
        for text in texts:
            start = text.index("BERT")
            yield [(start, start + 4, "Method", 0.9)]

    def of_words(texts: Iterable[Sequence[str]], head: str) -> Iterator[list[Scored]]:
        assert head == "gold"
        for words in texts:
            found = [(n, n + 1, "Method", 0.9) for n, word in enumerate(words) if word.isupper()]
            yield [*found, (len(words) - 1, len(words), "Task", 0.6)]

    monkeypatch.setattr(extract, "extract", extracted)
    monkeypatch.setattr(heads, "available", lambda: ("gold",))
    monkeypatch.setattr(heads, "of_texts", of_texts)
    monkeypatch.setattr(heads, "_of_words", of_words)


def write(path: Path, records: Iterable[Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    return write(tmp_path / "dev.jsonl", ABSTRACTS)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "scierc").mkdir()
    return write(tmp_path / "scierc" / "dev.jsonl", PAPERS)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["evaluate", *map(str, arguments)])


def judged(path: Path, *arguments: object) -> dict[str, Any]:
    result = run(path, "--json", *arguments)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)[str(path)]  # type: ignore[no-any-return]


def prf(found: dict[str, Any]) -> tuple[float, float, float]:
    return found["precision"], found["recall"], found["f1"]


def counts(found: dict[str, Any]) -> tuple[int, int, int]:
    return found["right"], found["predicted"], found["gold"]


def test_annotated_abstracts(dev: Path) -> None:
    found = judged(dev)
    assert (found["form"], found["head"], found["documents"], found["skipped"]) == (
        "annotated abstracts",
        "gold",
        2,
        0,
    )
    # Gold: LERD in title and abstract, BERT, DEAP; BERT in the second. Right: LERD twice, BERT.
    assert prf(found["mentions"]["micro"]) == pytest.approx((3 / 5, 3 / 5, 3 / 5))
    assert counts(found["mentions"]["Method"]) == (3, 3, 4)
    assert counts(found["mentions"]["Dataset"]) == (0, 1, 1)
    assert counts(found["mentions"]["Task"]) == (0, 1, 0)
    assert "Metric" not in found["mentions"]
    # The bare tagger sees title and abstract as one text: BERT in both, nothing else.
    assert prf(found["tagger"]["micro"]) == pytest.approx((1, 2 / 5, 4 / 7))
    # Concepts: "DEAP." folds to DEAP, so that three of the first are right; BERT the Task is right but for its type.
    assert counts(found["concepts"]["micro"]) == (3, 4, 4)
    assert counts(found["concepts"]["untyped"]) == (4, 4, 4)
    assert found["concepts"]["core_recall"] == pytest.approx(2 / 3)
    assert counts(found["triples"]["micro"]) == (1, 1, 2)
    assert prf(found["triples"]["proposes"]) == pytest.approx((1, 1, 1))
    assert "results" not in found
    assert found["agreement"] == {"concepts": 0.93, "triples": 0.81}
    assert found["floor"] is found["against"] is None


def test_the_scores_are_held_against_what_is_right(dev: Path) -> None:
    found = judged(dev)["reliability"]
    assert [(b["low"], b["mentions"], b["right"]) for b in found["bins"]] == [
        (0.5, 1, 0),
        (0.8, 1, 1),
        (0.9, 3, 2 / 3),
    ]
    assert found["error"] == pytest.approx((0.55 + 0.15 + 3 * (0.95 - 2 / 3)) / 5)
    assert (found["sure"], found["sure_mentions"]) == (2 / 3, 3)


def test_the_floor_is_a_dictionary_of_the_training_mentions(dev: Path, tmp_path: Path) -> None:
    write(tmp_path / "train.jsonl", TRAIN)
    floor = judged(dev)["floor"]
    # BERT and nothing else, in both abstracts.
    assert prf(floor["mentions"]["micro"]) == pytest.approx((1, 2 / 5, 4 / 7))
    assert counts(floor["concepts"]["micro"]) == (2, 2, 4)
    assert set(floor) == {"mentions", "concepts"}


def test_the_training_file_may_lie_elsewhere(dev: Path, tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    train = write(tmp_path / "far" / "known.jsonl", TRAIN)
    assert counts(judged(dev, "--train", train)["floor"]["mentions"]["micro"]) == (2, 2, 5)


def test_a_file_is_no_floor_of_itself(tmp_path: Path) -> None:
    assert judged(write(tmp_path / "train.jsonl", ABSTRACTS))["floor"] is None


def test_accepted_names_give_concepts_alone(tmp_path: Path) -> None:
    concepts = [{"id": "c1", "name": "LERD", "type": "Method", "core": True, "accept": ["LERD system"]}]
    record = {
        "id": "a",
        "title": "LERD",
        "text": "LERD beats BERT on DEAP.",
        "system": "LERD",
        "concepts": concepts,
    }
    found = judged(write(tmp_path / "seeds.jsonl", [record]))
    assert "mentions" not in found
    assert found["reliability"] is None
    assert counts(found["concepts"]["micro"]) == (1, 3, 1)
    assert found["concepts"]["systems_found"] == 1


def test_a_corpus_by_the_gold_head_in_the_corpus_s_names(corpus: Path) -> None:
    found = judged(corpus)
    assert (found["form"], found["head"], found["documents"]) == ("scierc", "gold", 1)
    # Said: BERT, MS, COCO as Methods, "parses" as a Task. Gold: BERT, MS COCO, parses; Generic is not judged.
    assert prf(found["mentions"]["micro"]) == pytest.approx((2 / 4, 2 / 3, 4 / 7))
    assert counts(found["mentions"]["Method"]) == (1, 3, 1)
    assert counts(found["mentions"]["Material"]) == (0, 0, 1)
    assert counts(found["mentions"]["Task"]) == (1, 1, 1)
    assert "concepts" not in found
    assert found["agreement"] is None


def test_triples_of_each_relation_and_with_gold_s_concepts_given(dev: Path) -> None:
    found = judged(dev)
    assert counts(found["triples"]["micro"]) == (1, 1, 2)
    assert counts(found["triples"]["proposes"]) == (1, 1, 1)
    assert counts(found["triples"]["evaluatedOn"]) == (0, 0, 1)
    assert "usedFor" not in found["triples"]
    # LERD (title and abstract), BERT and DEAP are proposed, and BERT in the second; BERT uses LERD, the one that the
    # ontology allows.
    assert counts(found["triples_given"]["micro"]) == (1, 5, 2)
    assert counts(found["triples_given"]["proposes"]) == (1, 4, 1)
    assert counts(found["triples_given"]["uses"]) == (0, 1, 0)


def test_results_with_gold_s_concepts_given(tmp_path: Path) -> None:
    result = {"value": "+84.8%", "kind": "absolute", "method": 0, "task": None, "dataset": 2, "metric": None}
    found = judged(write(tmp_path / "x.jsonl", [ABSTRACTS[0] | {"results": [result]}]))
    assert counts(found["results"]["value"]) == (0, 0, 1)
    assert counts(found["results_given"]["value"]) == counts(found["results_given"]["full"]) == (1, 1, 1)
    other = write(
        tmp_path / "y.jsonl", [ABSTRACTS[0] | {"results": [result | {"dataset": None, "method": 1}]}]
    )
    assert counts(judged(other)["results_given"]["full"]) == (0, 1, 1)


def test_relations_of_a_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = "We train graph networks ( GN ) on COCO".split()
    spans = [[2, 4, "Method"], [5, 6, "Method"], [8, 9, "Dataset"]]
    stated = [[5, 6, 2, 4, "Synonym-Of"], [2, 4, 8, 9, "Trained-With"]]
    sentence = {"tokens": tokens, "spans": spans, "relations": stated}
    path = write(tmp_path / "x.jsonl", [{"id": "p", "source": "scier", "sentences": [sentence]}])
    said = [(2, 4, "Method", 0.9), (5, 6, "Task", 0.9)]
    monkeypatch.setattr(heads, "_of_words", lambda texts, head: (said for _ in texts))
    monkeypatch.setattr(nlp, "corpus_model", lambda corpus: None)
    found = judged(path, "--predictions", tmp_path / "said.jsonl")
    assert set(found["relations"]) == set(found["relations_given"]) == {"Synonym-Of"}  # no other is predicted
    assert counts(found["relations"]["Synonym-Of"]) == (0, 1, 1)  # of another type
    assert counts(found["relations_given"]["Synonym-Of"]) == (1, 1, 1)
    (paper,) = map(json.loads, (tmp_path / "said.jsonl").read_text(encoding="utf-8").splitlines())
    assert paper["sentences"][0]["relations"] == [[5, 6, 2, 4, "Synonym-Of"]]


def test_a_dataset_of_the_gold_head_is_a_material(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "_of_words", lambda texts, head: ([(4, 6, "Dataset", 0.9)] for _ in texts))
    assert counts(judged(corpus)["mentions"]["Material"]) == (1, 1, 1)


def test_a_corpus_by_its_own_head_where_there_is_one(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def of_words(texts: Iterable[Sequence[str]], head: str) -> Iterator[list[Scored]]:
        asked.append(head)
        return ([(2, 3, "Method", 0.9), (6, 7, "Generic", 0.9)] for _ in texts)

    monkeypatch.setattr(heads, "available", lambda: ("gold", "scierc"))
    monkeypatch.setattr(heads, "_of_words", of_words)
    found = judged(corpus)
    assert (asked, found["head"]) == (["scierc"], "scierc")
    assert counts(found["mentions"]["micro"]) == (1, 1, 3)


def test_the_floor_of_a_corpus(corpus: Path) -> None:
    sentence = {"tokens": ["MS", "COCO", "parses"], "spans": [[0, 2, "Material"], [2, 3, "Method"]]}
    write(corpus.parent / "train.jsonl", [{"id": "t", "source": "scierc", "sentences": [sentence]}])
    assert counts(judged(corpus)["floor"]["mentions"]["micro"]) == (1, 2, 3)


def test_a_floor_of_another_form_is_refused(dev: Path, corpus: Path) -> None:
    result = run(dev, "--train", corpus)
    assert result.exit_code == 2
    assert "holds scierc" in result.stderr


def test_predictions_are_written_in_the_forms_of_the_contract(
    dev: Path, corpus: Path, tmp_path: Path
) -> None:
    out = tmp_path / "said.jsonl"
    assert run(dev, corpus, "--predictions", out).exit_code == 0
    first, second, paper = map(json.loads, out.read_text(encoding="utf-8").splitlines())
    assert [m["text"] for m in first["mentions"]] == ["LERD", "BERT", "DEAP."]
    assert {"id", "title", "text", "mentions", "concepts", "relations", "results"} <= set(first)
    assert second["id"] == "b"
    assert (paper["id"], paper["source"], paper["head"]) == ("p", "scierc", "gold")
    assert [s["tokens"] for s in paper["sentences"]] == [s["tokens"] for s in PAPERS[0]["sentences"]]  # type: ignore[index]
    assert paper["sentences"][0]["spans"][0] == [2, 3, "Method", 0.9]
    assert paper["sentences"][1]["spans"] == [[1, 2, "Task", 0.6]]


def test_predictions_compared_with_themselves_differ_by_nothing(
    dev: Path, corpus: Path, tmp_path: Path
) -> None:
    out = tmp_path / "said.jsonl"
    assert run(dev, corpus, "--predictions", out).exit_code == 0
    for path, names in ((dev, {"mentions", "concepts", "triples"}), (corpus, {"mentions"})):
        against = judged(path, "--against", out)["against"]
        assert set(against) == names
        assert {(d["f1"], d["low"], d["high"]) for d in against.values()} == {(0, 0, 0)}


def test_other_predictions_are_compared_pair_by_pair(dev: Path, tmp_path: Path) -> None:
    out = tmp_path / "said.jsonl"
    run(dev, "--predictions", out)
    first, second = map(json.loads, out.read_text(encoding="utf-8").splitlines())
    first["mentions"] = [m for m in first["mentions"] if m["text"] == "LERD"]
    write(out, [second, first])  # in any order
    against = judged(dev, "--against", out)["against"]
    # In the abstracts alone: 2 right of 4 said and 4 in gold, against 1 right of 2 said.
    assert against["mentions"]["f1"] == pytest.approx(2 * 2 / 8 - 2 * 1 / 6)
    assert against["concepts"]["f1"] == 0  # the concepts are still listed


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["{"], ":1: no prediction"),
        (["[]"], ":1: no prediction"),
        (['{"id": "a"}'], "what it says of a is not of the form of kg extract"),
        ([], "says nothing of a"),
    ],
)
def test_what_is_no_prediction_is_refused(dev: Path, tmp_path: Path, lines: list[str], said: str) -> None:
    (tmp_path / "other.jsonl").write_text("\n".join(lines), encoding="utf-8")
    result = run(dev, "--against", tmp_path / "other.jsonl")
    assert result.exit_code == 1
    assert said in result.stderr


def test_predictions_of_another_text_are_refused(dev: Path, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "said.jsonl"
    run(dev, corpus, "--predictions", out)
    text = out.read_text(encoding="utf-8")
    out.write_text(
        text.replace("beats BERT on", "beats GPT2 on").replace('"parses"', '"parsed"'), encoding="utf-8"
    )
    assert "says of a is not" in run(dev, "--against", out).stderr
    assert "says of p is not" in run(corpus, "--against", out).stderr
    assert run(dev, "--against", tmp_path / "none.jsonl").exit_code == 2


def test_the_lines_say_what_scored(dev: Path, tmp_path: Path) -> None:
    write(tmp_path / "train.jsonl", TRAIN)
    lines = run(dev).stdout.splitlines()
    assert lines[0].split("\t")[1:4] == ["annotated abstracts", "2 documents", "scored by the head: gold"]
    (row,) = [line.split("\t") for line in lines if line.startswith("concepts\tall")]
    assert row[2:5] == ["0.750", "0.750", "0.750"]
    assert row[6:] == ["4", "0.667", "0.93"]


def test_the_table_fits_100_columns(
    dev: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "train.jsonl", TRAIN)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "100")
    evaluate([dev])
    shown = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out).splitlines()
    assert max(map(len, shown)) <= 100
    assert len([line for line in shown if "concepts" in line and "0.750" in line]) == 1


def test_bad_lines_are_named_and_counted(dev: Path) -> None:
    with dev.open("a", encoding="utf-8") as stream:
        stream.write('{"id": "c"}\n')
    result = run(dev, "--json")
    assert result.exit_code == 0
    assert "dev.jsonl:3: neither an annotated abstract" in result.stderr
    assert json.loads(result.stdout)[str(dev)]["skipped"] == 1


def test_nothing_is_judged_before_all_files_are_read(dev: Path, tmp_path: Path) -> None:
    result = run(dev, write(tmp_path / "empty.jsonl", []))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "the file is empty" in result.stderr
