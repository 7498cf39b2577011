"""The shipped tagger over a corpus's own tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import pytest
import spacy

from kg.errors import UsageError
from kg.extract import nlp, tagger
from kg.extract.encoder import Head, Rows
from kg.train import heads
from kg.train.forms import Paper, Sentence


def paper(*sentences: str) -> Paper:
    return Paper("p", "scier", tuple(Sentence(tuple(s.split("|")), ()) for s in sentences))


def test_each_sentence_has_its_own_spans_in_its_own_tokens() -> None:
    words = "We|use|BERT|.", "|\n\n| |\x00|BERT|is|a|language|model|."
    long = paper(*words * 10)  # more than the tagger reads at once
    (empty, found, nothing) = heads.of_papers([Paper("e", "scier", ()), long, paper("")], "gold")
    assert (empty, nothing) == ([], [[]])
    assert len(found) == len(long.sentences)
    for sentence, spans in zip(long.sentences, found, strict=True):
        assert all(0 <= start < end <= len(sentence.tokens) for start, end, *_ in spans)
        assert all(one[1] <= other[0] for one, other in pairwise(spans))
        assert ("BERT", "Method") in {(" ".join(sentence.tokens[a:b]), t) for a, b, t, _ in spans}


def test_the_names_of_the_corpus() -> None:
    sentence = Sentence(tuple("We evaluate on the SQuAD dataset .".split()), ())
    for form, name in (("scier", "Dataset"), ("scierc", "Material")):
        ((spans,),) = heads.of_papers([Paper("p", form, (sentence,))], "gold")
        assert [type_ for *_, type_, _ in spans] == [name]


class Played:
    """An encoder of two heads, sure of one word each."""

    heads: ClassVar = {
        name: Head(("O", f"B-{type_}", f"I-{type_}"), calibration=((0.0, 0.0), (1.0, 0.8)))
        for name, type_ in (("gold", "Dataset"), ("scierc", "Generic"))
    }

    def read(self, texts: Iterable[tuple[Any, Sequence[str]]], head: str) -> Iterator[tuple[Any, Rows, Rows]]:
        for item, words in texts:
            wanted = "SQuAD" if head == "gold" else "It"
            yield (
                item,
                np.array([[-40, 40, -40] if word == wanted else [40, -40, -40] for word in words], "f4"),
                np.zeros((len(words), 2), "f4"),
            )


def test_an_encoder_has_a_head_a_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    pipeline = spacy.blank("en")
    component: Any = tagger.EncoderTagger(Played())  # type: ignore[arg-type]
    monkeypatch.setattr(pipeline, "get_pipe", lambda name: component)
    monkeypatch.setattr(nlp, "load", lambda: pipeline)
    assert heads.available() == ("gold", "scierc")
    assert (heads.head_for("scierc"), heads.head_for("scier")) == ("scierc", "gold")
    judged = Paper("p", "scierc", (Sentence(("It", "", "is"), ()), Sentence(("on", "SQuAD"), ())))
    assert list(heads.of_papers([judged], "gold")) == [[[], [(1, 2, "Material", 0.8)]]]
    assert list(heads.of_papers([judged], "scierc")) == [[[(0, 1, "Generic", 0.8)], []]]


def test_a_head_that_is_not_there_is_refused() -> None:
    assert heads.head_for("nobody's") == "gold"
    with pytest.raises(UsageError, match="no head 'nobody'"):
        list(heads.of_papers([paper("We")], "nobody"))
