"""The encoder at run time: windows, independence, damage."""

from __future__ import annotations

import itertools
import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import ResourceError
from kg.extract import nlp
from kg.extract.encoder import META, MODEL, OVERLAP, TOKENIZER, WINDOW, Encoder, windows
from kg.extract.pieces import Pieces
from kg.records import BREAK

SENTENCE = "We propose LERD , a model for emotion recognition , and test it on SEED-IV .".split()


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder(nlp.model_path())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the model to damage."""
    for name in (MODEL, TOKENIZER, META):
        shutil.copy(nlp.model_path() / name, tmp_path)
    return tmp_path


def text(lengths: list[int]) -> Pieces:
    """Words of so many pieces each, between marks 101 and 102; every piece is another."""
    starts = [1, *itertools.accumulate(lengths, initial=1)][1:]
    total = starts[-1] - 1
    return Pieces(
        (101, *range(1000, 1000 + total), 102),
        (0, *[1] * total, 0),
        tuple(s for s, n in zip(starts, lengths, strict=False) if n),
    )


@given(st.lists(st.sampled_from([1, 1, 1, 2, 7, 900]), max_size=1500))
def test_each_word_is_read_once_with_what_stands_around_it(lengths: list[int]) -> None:
    read = text(lengths)
    seen: list[int] = []
    for window in windows(read):
        ids, first = window.inputs["ids"], window.inputs["first"]
        assert len(ids) == len(window.inputs["shapes"]) <= WINDOW + 2
        assert (ids[0], ids[-1]) == (101, 102)
        assert ids[first].tolist() == [read.ids[read.first[word]] for word in window.words]
        inside = [p for p in first.tolist() if len(ids) == WINDOW + 2]
        before, after = ids[1] > 1000, ids[-2] < read.ids[-2]
        assert all(p > OVERLAP // 2 for p in inside if before) and all(
            p <= WINDOW - OVERLAP // 2 for p in inside if after
        )
        seen += window.words.tolist()
    assert seen == list(range(len(lengths)))


def test_no_window_answers_for_separators_and_spaces() -> None:
    assert [
        w.words.tolist() for w in windows(Pieces((101, 7, 102, 8, 102), (0, 1, 0, 1, 0), (1, 2, -1, 3)))
    ] == [[0, 3]]
    assert windows(Pieces((101, 102), (0, 0), ())) == []


def test_a_text_is_read_alike_in_any_company(encoder: Encoder) -> None:
    texts = [SENTENCE * n for n in (1, 3, 60)]
    alone = [next(encoder.read([(0, words)], "gold"))[1:] for words in texts]
    together = list(encoder.read(enumerate(texts * 5), "gold"))
    assert [n for n, _, _ in together] == list(range(15))
    assert all((rows == alone[n % 3][0]).all() for n, rows, _ in together)
    assert all((vectors == alone[n % 3][1]).all() for n, _, vectors in together)


@pytest.mark.parametrize(
    "words",
    [[], [" "], ["x" * 10_000], ["-" * 10_000], ["情感识别" * 500], ["\x00", "\ufffd"], [BREAK], ["%", "→"] * 50, ["[SEP]", "[MASK]"]],
)  # fmt: skip
def test_whatever_comes_has_a_row_a_word(encoder: Encoder, words: list[str]) -> None:
    ((_, rows, vectors),) = encoder.read([(None, words)], "gold")
    assert rows.shape == (len(words), len(encoder.heads["gold"].labels))
    assert vectors.shape[0] == len(words)
    assert np.isfinite(rows).all()
    assert np.isfinite(vectors).all()
    assert all(rows[n].argmax() == 0 for n, word in enumerate(words) if not word.strip())


def test_a_reader_that_stops_leaves_no_thread(encoder: Encoder) -> None:
    def endless() -> Iterator[tuple[None, list[str]]]:
        while True:
            yield None, SENTENCE

    before = threading.active_count()
    reading = encoder.read(endless(), "gold")
    next(reading)
    reading.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before


def test_a_fault_of_the_source_comes_through(encoder: Encoder) -> None:
    def broken() -> Iterator[tuple[None, list[str]]]:
        yield None, SENTENCE
        raise OSError("disc full")

    with pytest.raises(OSError, match="disc full"):
        list(encoder.read(broken(), "gold"))


@pytest.mark.parametrize("name", [MODEL, TOKENIZER, META])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(ResourceError, match=rf"{name}: cannot be read .*Install kg again"):
        Encoder(folder)


@pytest.mark.parametrize("name", [MODEL, TOKENIZER])
def test_one_wrong_bit_is_noticed(folder: Path, name: str) -> None:
    content = bytearray((folder / name).read_bytes())
    content[len(content) // 2] ^= 1
    (folder / name).write_bytes(content)
    with pytest.raises(ResourceError, match=f"{name}: is damaged"):
        Encoder(folder)


@pytest.mark.parametrize("meta", ["", "[]", "{}", '{"heads": {"gold": 1}, "sha256": {}}', "\udcff"])
def test_a_garbled_description_is_noticed(folder: Path, meta: str) -> None:
    (folder / META).write_text(meta, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(ResourceError, match=f"{META}: is damaged"):
        Encoder(folder)


def test_a_graph_that_is_none_is_a_sentence(folder: Path) -> None:
    from hashlib import sha256

    (folder / MODEL).write_bytes(b"nothing")
    meta = json.loads((folder / META).read_text(encoding="utf-8"))
    meta["sha256"][MODEL] = sha256(b"nothing").hexdigest()
    (folder / META).write_text(json.dumps(meta), encoding="utf-8")
    with pytest.raises(ResourceError, match="the model cannot be read"):
        Encoder(folder)
