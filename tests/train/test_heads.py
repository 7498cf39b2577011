"""The shipped tagger over a corpus's own tokens."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kg.errors import UsageError
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


def test_a_head_that_is_not_there_is_refused() -> None:
    assert heads.head_for("nobody's") == "gold"
    with pytest.raises(UsageError, match="no head 'nobody'"):
        list(heads.of_papers([paper("We")], "nobody"))
