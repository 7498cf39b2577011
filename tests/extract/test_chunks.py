"""Documents are read in chunks, each in a memory zone of spaCy's that nothing outlives."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from kg import extract as extraction
from kg.extract import extract, nlp
from kg.records import Document
from kg.settings import EXTRACT

WORDS = ("BERT", "SQuAD", "ResNet", "CIFAR-10")


def documents(number: int, letter: str = "x") -> list[Document]:
    return [
        Document(f"{letter}{n}", f"{WORDS[n % 4]} and Zq{letter}{n}w are seen.", title="On BERT")
        for n in range(number)
    ]


@pytest.fixture
def vocab() -> Iterator[set[str]]:
    """The words that spaCy knows before; afterwards it knows no more."""
    store = nlp.load().vocab.strings
    before = set(store)
    yield before
    assert set(store) == before
    assert not nlp.load().vocab.in_memory_zone


def test_new_words_are_forgotten_and_the_order_stays(vocab: set[str]) -> None:
    given = documents(3 * EXTRACT.first_chunk + 5)
    found = list(extract(given))
    assert [each.document for each in found] == given
    assert not any(word in vocab for word in ("Zqx0w", "Zqx28w"))
    assert {each.document.part(m.part)[m.start : m.end] for each in found for m in each.mentions} >= {"BERT"}


@pytest.mark.usefixtures("vocab")
def test_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    given = documents(20)
    whole = list(extract(given))
    monkeypatch.setattr(extraction, "_chunks", lambda all_: ([each] for each in all_))
    assert list(extract(given)) == whole


@pytest.mark.usefixtures("vocab")
def test_two_readers_take_turns_and_one_that_is_left_leaves_nothing_open() -> None:
    one, other = extract(documents(12, "a")), extract(documents(12, "b"))
    pairs = [(next(one), next(other)) for _ in range(10)]
    assert [(a.document.id, b.document.id) for a, b in pairs] == [(f"a{n}", f"b{n}") for n in range(10)]
    one.close()
    assert [each.document.id for each in other] == ["b10", "b11"]


@pytest.mark.usefixtures("vocab")
def test_a_reader_may_feed_another_and_threads_take_turns() -> None:
    again = extract(each.document for each in extract(documents(10)))
    found: dict[str, list[str]] = {}
    threads = [
        threading.Thread(target=lambda name=name: found.update({name: ids(documents(10, name))}))
        for name in "cd"
    ]
    for thread in threads:
        thread.start()
    assert [each.document.id for each in again] == [f"x{n}" for n in range(10)]
    for thread in threads:
        thread.join()
    assert found == {name: [f"{name}{n}" for n in range(10)] for name in "cd"}


def ids(given: list[Document]) -> list[str]:
    return [each.document.id for each in extract(given)]


def test_the_first_is_there_before_many_are_read() -> None:
    taken = []

    def counted() -> Iterator[Document]:
        for document in documents(100):
            taken.append(document)
            yield document

    next(extract(counted()))
    assert len(taken) == EXTRACT.first_chunk


def test_a_chunk_ends_behind_a_huge_text() -> None:
    huge = Document("huge", "word " * (EXTRACT.chunk_characters // 4))
    chunks = extraction._chunks([*documents(1), huge, *documents(2)])
    assert [len(chunk) for chunk in chunks] == [2, 2]
    lengths = [len(chunk) for chunk in extraction._chunks(documents(8 * EXTRACT.chunk))]
    assert lengths[:3] == [8, 16, 32] and max(lengths) == EXTRACT.chunk


@pytest.mark.usefixtures("vocab")
def test_a_fault_on_the_way_closes_the_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("as a test may")

    with monkeypatch.context() as patched:
        patched.setattr(extraction, "_extraction", fail)
        with pytest.raises(RuntimeError, match="as a test may"):
            next(extract(documents(1)))
    assert ids(documents(1)) == ["x0"]
