"""Results from text to what they are of; the names are given by hand, the classifier of numbers is the shipped one."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from kg.errors import ResourceError
from kg.extract import introduced, nlp, pairs, reported, results, sentences
from kg.extract.candidates import Candidate
from kg.extract.pairs import Reading
from kg.records import Figure, Relation

NAMES = {
    "Method": ("FooNet-S", "FooNet-L", "FooNet", "BERT", "transfer learning"),
    "Task": ("question answering", "parsing", "3D classification", "action recognition"),
    "Dataset": ("SQuAD", "GLUE", "ImageNet"),
    "Metric": ("accuracy", "F1", "latency", "memory usage", "AUC", "EM"),
}
START = "We propose FooNet, a method for question answering. "


def reading(text: str) -> Reading:
    """A paper with the names above wherever they stand."""
    types = {name: type_ for type_, found in NAMES.items() for name in found}
    pattern = re.compile("|".join(sorted(map(re.escape, types), key=len, reverse=True)))
    mentions = [Candidate(m.start(), m.end(), types[m[0]], 0.9, "tagger") for m in pattern.finditer(text)]
    return pairs.read(text, 0, sentences.spans(text), mentions, [], introduced.find(text, 0))


def find(text: str) -> list[Figure]:
    paper = reading(text)
    new = [i for i, m in enumerate(paper.mentions) if text[m.start : m.end] == "FooNet"]
    stated = [Relation(None, "proposes", new[0], 0, 10, 0.9, "told")] if new else []
    return results.find(paper, stated, nlp.figure_weights(), nlp.end_weights())


def ends(text: str, figure: Figure) -> tuple[str | None, ...]:
    """The names of its ends, in the order method, task, dataset, metric."""
    mentions = reading(text).mentions
    found = (figure.method, figure.task, figure.dataset, figure.metric)
    return tuple(None if i is None else text[mentions[i].start : mentions[i].end] for i in found)


def test_a_result_has_all_that_the_sentence_says() -> None:
    text = START + "FooNet achieves an accuracy of 84.8% on SQuAD."
    (figure,) = find(text)
    assert (figure.value, figure.unit, figure.kind, figure.written) == ("84.8", "%", "absolute", "84.8%")
    assert ends(text, figure) == ("FooNet", "question answering", "SQuAD", "accuracy")
    assert text[figure.start : figure.end] == "FooNet achieves an accuracy of 84.8% on SQuAD."
    assert 0.5 < figure.score <= 1


def test_lists_go_in_step() -> None:
    text = START + "FooNet improves accuracy by 82.50% and 74.82% on SQuAD and GLUE, respectively."
    assert [(f.value, ends(text, f)[2]) for f in find(text)] == [("82.50", "SQuAD"), ("74.82", "GLUE")]
    text = START + "FooNet-S and FooNet-L achieve 84.4% and 85.3% accuracy on ImageNet."
    assert [(f.value, ends(text, f)[0]) for f in find(text)] == [("84.4", "FooNet-S"), ("85.3", "FooNet-L")]
    text = (
        START
        + "Extensive experiments show consistent gains (+6.1% 3D classification, +2.1% action recognition)."
    )
    assert [(f.value, f.kind, ends(text, f)[1]) for f in find(text)] == [
        ("6.1", "improvement", "3D classification"), ("2.1", "improvement", "action recognition")
    ]  # fmt: skip


def test_each_number_binds_to_the_metric_beside_it() -> None:
    text = START + "On SQuAD, FooNet achieves an F1 of 92.5 and an AUC of 81.3%."
    assert [(f.value, ends(text, f)[3]) for f in find(text)] == [("92.5", "F1"), ("81.3", "AUC")]
    text = START + "FooNet achieves 4.5% higher accuracy and a 2.3× reduction in latency."
    assert [(f.value, f.kind, ends(text, f)[3]) for f in find(text)] == [
        ("4.5", "improvement", "accuracy"), ("2.3", "reduction", "latency")
    ]  # fmt: skip
    text = START + "FooNet achieves an accuracy of 91.0% on SQuAD and 85.2% on GLUE."
    assert [(f.value, ends(text, f)[2]) for f in find(text)] == [("91.0", "SQuAD"), ("85.2", "GLUE")]


def test_a_range_is_two_results_and_a_change_is_the_new_figure() -> None:
    text = START + "FooNet outperforms the baselines by 3.92–11.94% in accuracy."
    assert [(f.value, f.unit, f.kind) for f in find(text)] == [
        ("3.92", "%", "improvement"), ("11.94", "%", "improvement")
    ]  # fmt: skip
    text = START + "FooNet improves the accuracy on SQuAD from 41.1% to 43.2%."
    assert [(f.value, f.kind) for f in find(text)] == [("43.2", "absolute")]


def test_what_a_method_is_compared_with_is_not_whose_result_it_is() -> None:
    text = START + "Compared with BERT, FooNet improves accuracy by 4.5%."
    assert [ends(text, f)[0] for f in find(text)] == ["FooNet"]
    text = START + "Our method outperforms BERT by 4.5% in accuracy."
    assert [ends(text, f)[0] for f in find(text)] == ["FooNet"]


@pytest.mark.parametrize(
    "sentence",
    [
        "We collect 12,000 images from 35 categories.",
        "It has 7B parameters and is trained for 3 days on 8 GPUs.",
        "We evaluate GPT-4 and ResNet-50 with top-1 and 5-shot prompts.",
        "The dataset contains 1.5 million samples annotated by 20 users.",
        "It was introduced in 2019 and extended in 2021.",
        "There are two steps: 1) parsing; 2) question answering.",
        "We study 3D data in 4 languages.",
        "The benchmark is six times larger than GLUE.",
        "FooNet outperforms BERT, which is 7× bigger.",
        "It needs a negligible increase in trainable parameters (0.001%).",
        "It adds only 0.5% more parameters.",
    ],
)
def test_sizes_years_counts_and_names_are_no_results(sentence: str) -> None:
    assert find(START + sentence) == []


def test_the_title_and_names_hold_no_result() -> None:
    text = "95% confidence for parsing"
    paper = pairs.read(f"{text}\n\nNo more.", len(text), sentences.spans(f"{text}\n\nNo more."), [], [], [])
    assert results.find(paper, [], nlp.figure_weights(), nlp.end_weights()) == []
    assert find(START + "FooNet achieves an accuracy of FooNet-S.") == []


def test_what_is_no_plain_number_is_kept_as_written() -> None:
    (figure,) = find(START + f"FooNet improves accuracy by {'9' * 60}% on SQuAD.")
    assert (figure.value, figure.unit, figure.written) == (None, "%", "9" * 60 + "%")


def test_time_is_linear() -> None:
    def cost(times: int) -> float:
        text = "FooNet gains 3.5% accuracy on SQuAD and 2 on GLUE " * times
        start = time.process_time()
        find(text)
        return time.process_time() - start

    cost(2)
    assert cost(400) < 40 * max(cost(40), 0.01)


def test_weights_that_are_missing_or_damaged_are_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.npz", tmp_path / "bad.npz"):
        (tmp_path / "bad.npz").write_bytes(b"no zip")
        with pytest.raises(ResourceError, match=r"model of results cannot be read.*Install kg again"):
            reported.load(path)
