"""`read`: sources, encodings, broken files, duplicates and ids."""

from __future__ import annotations

import gzip
import io
import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.errors import Problem, UsageError
from kg.read import read
from kg.records import Document
from kg.settings import READ

A = "We train BERT on SQuAD."
B = "GPT-2 is evaluated on LAMBADA."

Reading = tuple[list[Document], list[Problem]]


@pytest.fixture
def reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Reading]:
    """Write the files into an empty folder and read them (or the sources named) from inside it."""
    monkeypatch.chdir(tmp_path)

    def run(files: dict[str, str | bytes], *sources: str) -> Reading:
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        problems: list[Problem] = []
        return list(read(sources or tuple(files), problems.append)), problems

    return run


def _texts(documents: list[Document]) -> list[str]:
    return [document.text for document in documents]


# --- sources ---


def test_folder_is_read_recursively_in_order_without_hidden_files(reading: Callable[..., Reading]) -> None:
    files = {"d/b.txt": B, "d/a/z.txt": A, "d/.hidden.txt": "Not this one.", "d/.git/x.txt": "Nor this."}
    documents, problems = reading(files, "d")
    assert [(d.source, d.text) for d in documents] == [("d/a/z.txt", A), ("d/b.txt", B)]
    assert problems == []


def test_glob_that_the_shell_left_is_expanded(reading: Callable[..., Reading]) -> None:
    documents, _ = reading({"x/2.txt": B, "x/1.txt": A, "x/3.md": "Other text."}, "x/*.txt")
    assert [d.source for d in documents] == ["x/1.txt", "x/2.txt"]


def test_files_of_one_name_in_two_folders_are_two(reading: Callable[..., Reading]) -> None:
    documents, _ = reading({"b/t.txt": A, "a/t.txt": B}, "b", "a")
    assert [(d.source, d.text) for d in documents] == [("b/t.txt", A), ("a/t.txt", B)]
    assert len({d.id for d in documents}) == 2


def test_missing_path_is_a_usage_error_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(A)
    with pytest.raises(UsageError, match=r"missing\.txt: no such file"):
        read([tmp_path / "a.txt", tmp_path / "missing.txt"])
    with pytest.raises(UsageError, match=r"\*\.bib: no such file"):
        read([str(tmp_path / "*.bib")])


def test_file_that_vanishes_is_a_problem(tmp_path: Path) -> None:
    for name, text in (("a.txt", A), ("b.txt", B)):
        (tmp_path / name).write_text(text)
    problems: list[Problem] = []
    documents = read([tmp_path / "a.txt", tmp_path / "b.txt"], problems.append)
    (tmp_path / "a.txt").unlink()
    assert _texts(list(documents)) == [B]
    assert len(problems) == 1 and problems[0].skipped and "cannot be read" in problems[0].message


def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(A)
    os.mkfifo(tmp_path / "b.txt")
    problems: list[Problem] = []
    assert _texts(list(read([tmp_path], problems.append))) == [A]
    assert [str(problem) for problem in problems] == [
        f"{tmp_path / 'b.txt'}: a pipe, a socket or a device, not a file; skipped."
    ]


def test_standard_input_is_sniffed() -> None:
    for data in (A.encode(), json.dumps({"abstract": A}).encode(), gzip.compress(A.encode())):
        assert _texts(list(read(["-"], stdin=io.BytesIO(data)))) == [A]


def test_gzip_of_every_format_and_a_torn_one(reading: Callable[..., Reading]) -> None:
    lines = "".join(
        json.dumps({"id": str(i), "abstract": f"Text number {i * 7919} of many."}) + "\n" for i in range(5000)
    )
    whole = gzip.compress(lines.encode())
    documents, problems = reading(
        {"a.csv.gz": gzip.compress(f"title,abstract\nT,{A}\n".encode()), "torn.jsonl.gz": whole[:-200]}
    )
    assert documents[0].text == A
    assert 0 < len(documents) - 1 <= 5000
    assert [p.source for p in problems] == ["torn.jsonl.gz"] and problems[0].skipped


def test_one_file_named_twice_is_read_once(reading: Callable[..., Reading]) -> None:
    documents, problems = reading({"a.txt": A}, "a.txt", ".")
    assert _texts(documents) == [A]
    assert len(problems) == 1 and not problems[0].skipped


# --- bytes ---


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"]
)
@pytest.mark.parametrize("name", ["a.txt", "a.jsonl", "a.csv"])
def test_unicode_encodings(reading: Callable[..., Reading], encoding: str, name: str) -> None:
    text = "We compare naïve Bayes with β-VAE on 中文 data."
    content = {
        "a.txt": text,
        "a.jsonl": json.dumps({"abstract": text}, ensure_ascii=False),
        "a.csv": f"Id,Abstract\n1,{text}\n",
    }
    documents, problems = reading({name: (content[name] + "\r\n").encode(encoding)})
    assert _texts(documents) == [text]
    assert problems == []


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            "We compare naïve Bayes – “FID” – on CelebA.".encode("cp1252"),
            "We compare naïve Bayes – “FID” – on CelebA.",
        ),
        ("β-VAE on naïve data".encode() + b" caf\xe9.", "β-VAE on naïve data café."),
        (
            "我们提出了一种新的图神经网络方法用于节点分类任务，实验表明效果显著优于基线。".encode("gb18030")
            * 3,
            "我们提出了一种新的图神经网络方法",
        ),
    ],
)
def test_old_encodings_are_guessed_with_a_note(
    reading: Callable[..., Reading], data: bytes, expected: str
) -> None:
    documents, problems = reading({"old.txt": data, "ok.txt": A})
    assert documents[0].text.startswith(expected) and "\ufffd" not in documents[0].text
    assert documents[1].text == A
    assert [(p.source, p.skipped) for p in problems] == [("old.txt", False)]


def test_line_ends_of_every_kind_give_the_same_papers(reading: Callable[..., Reading]) -> None:
    text = "We propose graph\nattention networks.\n\n\nGloVe uses\nSVD.\n"
    expected = ["We propose graph attention networks.", "GloVe uses SVD."]
    for number, end in enumerate(("\n", "\r\n", "\r")):
        documents, _ = reading({f"{number}.txt": text.replace("\n", end)})
        assert _texts(documents) == expected
    lines = f'{{"abstract": "{A}"}}\r{{"abstract": "{B}"}}\r'
    assert _texts(reading({"cr.jsonl": lines})[0]) == [A, B]


def test_binary_files_are_named_and_skipped(reading: Callable[..., Reading]) -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as opened:
        opened.writestr("a.txt", A)
    files = {
        "a.pdf": b"%PDF-1.7\n%\xe2\xe3",
        "b.txt": archive.getvalue(),
        "c.png": b"\x89PNG\r\n\x1a\n\0\0",
        "d.bin": bytes(range(32)) * 9,
        "e.txt": A,
    }
    documents, problems = reading(files)
    assert _texts(documents) == [A]
    assert [p.source for p in problems] == ["a.pdf", "b.txt", "c.png", "d.bin"]
    assert all(p.skipped for p in problems)
    for problem, what in zip(problems, ("PDF", "zip", "PNG", "binary"), strict=True):
        assert what in problem.message


def test_control_bytes_do_not_make_a_text_binary(reading: Callable[..., Reading]) -> None:
    documents, problems = reading({"c.txt": b"Deep\x01Walk learns node embeddings.\x00 We evaluate it.\n"})
    assert _texts(documents) == ["DeepWalk learns node embeddings. We evaluate it."]
    assert len(problems) == 1 and not problems[0].skipped


@pytest.mark.parametrize("content", [b"", b" \n\r\n\t", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_empty_files_are_reported(reading: Callable[..., Reading], content: bytes) -> None:
    for name in ("e.txt", "e.jsonl", "e.csv", "e.bib"):
        documents, problems = reading({name: content})
        assert documents == []
        assert [(p.source, p.skipped) for p in problems] == [(name, True)]


@pytest.mark.parametrize(
    ("name", "content"), [("h.csv", "title,abstract\n"), ("l.json", "[]"), ("l.jsonl", "[]\n[]\n")]
)
def test_a_file_without_records_is_reported(reading: Callable[..., Reading], name: str, content: str) -> None:
    documents, problems = reading({name: content})
    assert documents == []
    assert [str(problem) for problem in problems] == [f"{name}: no abstract found in it; skipped."]


def test_folder_without_anything_readable_says_so(reading: Callable[..., Reading]) -> None:
    documents, problems = reading({"d/.keep": "", "e/style.css": "body { color: red }"}, "d", "e")
    assert documents == []
    assert [p.source for p in problems] == ["d", "e/style.css"]


def test_line_beyond_the_limit_is_passed_over(reading: Callable[..., Reading]) -> None:
    long = b'{"id": "long", "abstract": "' + b"x" * (READ.max_line + 10) + b'"}\n'
    documents, problems = reading(
        {
            "l.jsonl": json.dumps({"abstract": A}).encode()
            + b"\n"
            + long
            + json.dumps({"abstract": B}).encode()
        }
    )
    assert [(d.text, d.line) for d in documents] == [(A, 1), (B, 3)]
    assert [(p.line, p.skipped) for p in problems] == [(2, True)]


def test_overlong_abstract_is_cut_and_reported(reading: Callable[..., Reading]) -> None:
    documents, problems = reading({"l.jsonl": json.dumps({"id": "b", "abstract": "word " * 100_000})})
    assert READ.max_abstract - 1000 < len(documents[0].text) <= READ.max_abstract
    assert [(p.line, p.skipped) for p in problems] == [(1, True)] and "cut" in problems[0].message


# --- identity ---


def test_one_doi_in_three_spellings_is_one_paper(reading: Callable[..., Reading]) -> None:
    lines = [
        {"id": "https://doi.org/10.1000/ABC.1", "title": "Same paper", "abstract": A},
        {"id": "p2", "title": "Same Paper.", "abstract": A + " More.", "doi": "10.1000/abc.1"},
        {"id": "p3", "title": "Same paper", "abstract": B, "DOI": "doi:10.1000/abc.1 "},
    ]
    documents, problems = reading({"d.jsonl": "\n".join(map(json.dumps, lines))})
    assert [(d.id, d.doi) for d in documents] == [("https://doi.org/10.1000/ABC.1", "10.1000/abc.1")]
    assert [(p.line, p.skipped) for p in problems] == [(2, False), (3, False)]
    assert all("d.jsonl:1" in p.message for p in problems)


def test_versions_on_arxiv_are_one_paper(reading: Callable[..., Reading]) -> None:
    lines = [
        {"id": "arXiv:1901.00001v1", "title": "Other", "abstract": A},
        {"id": "1901.00001v3", "title": "Other", "abstract": B},
        {"title": "Other", "abstract": "Third.", "url": "http://arxiv.org/abs/1901.00001"},
        {"title": "Other one", "abstract": "Another.", "externalIds": {"ArXiv": "1901.00002"}},
    ]
    documents, _ = reading({"d.jsonl": "\n".join(map(json.dumps, lines))})
    assert [d.id for d in documents] == ["arXiv:1901.00001v1", "arXiv:1901.00002"]


def test_equal_content_is_one_paper_and_names_both_places(reading: Callable[..., Reading]) -> None:
    documents, problems = reading({"a.txt": A, "b.txt": A + "\r\n"})
    assert [d.source for d in documents] == ["a.txt"]
    assert str(problems[0]).startswith("b.txt:1: ") and "a.txt:1" in problems[0].message


def test_one_id_for_two_papers_keeps_both_whatever_the_order_of_others(
    reading: Callable[..., Reading],
) -> None:
    first, second = (
        {"id": "k", "title": "First", "abstract": A},
        {"id": "k", "title": "Second", "abstract": B},
    )
    third = {"id": "k", "title": "Third", "abstract": "GloVe uses SVD."}
    one, problems = reading({"d.jsonl": "\n".join(map(json.dumps, (first, second, third)))})
    other, _ = reading({"d.jsonl": "\n".join(map(json.dumps, (first, third, second)))})
    assert one[0].id == "k" and one[1].id.startswith("k~") and len({d.id for d in one}) == 3
    assert {d.title: d.id for d in one} == {d.title: d.id for d in other}
    assert "'k'" in problems[0].message and problems[0].line == 2 and not problems[0].skipped


def test_a_doi_shared_by_unlike_papers_keeps_both(reading: Callable[..., Reading]) -> None:
    lines = [
        {"title": "Attention for birds", "abstract": A, "doi": "10.1000/p"},
        {"title": "Graphs in chemistry", "abstract": B, "doi": "10.1000/p"},
    ]
    documents, problems = reading({"d.jsonl": "\n".join(map(json.dumps, lines))})
    assert len(documents) == 2 and len({d.id for d in documents}) == 2
    assert all(not p.skipped for p in problems)


def test_record_without_an_id_gets_a_hash_of_its_content(reading: Callable[..., Reading]) -> None:
    lines = [{"id": "", "title": "No id", "abstract": A}, {"title": "No id", "abstract": B}]
    documents, _ = reading({"d.jsonl": "\n".join(map(json.dumps, lines))})
    assert (
        all(len(d.id) == 12 and int(d.id, 16) >= 0 for d in documents) and documents[0].id != documents[1].id
    )


def test_what_is_cut_from_a_record_is_said(reading: Callable[..., Reading]) -> None:
    record = {
        "id": "x" * 301,
        "abstract": "We train.",
        "authors": ["A B"] * 5001,
        "keywords": [str(n) for n in range(501)],
    }
    (document,), problems = reading({"a.json": json.dumps(record)})
    assert (len(document.id), len(document.authors), len(document.keywords)) == (12, 5000, 500)
    assert [str(p).split(": ", 1)[1] for p in problems if not p.skipped] == [
        f"the id {'x' * 40!r}… has 301 characters; the paper gets another.",
        "the paper has 5,001 authors; the first 5,000 were kept.",
        "the paper has 501 keywords; the first 500 were kept.",
    ]


def test_record_without_abstract_is_kept_by_its_title_and_without_both_skipped(
    reading: Callable[..., Reading],
) -> None:
    lines = [
        {"id": "W2", "title": "Only", "abstract": None},
        {"id": "z", "title": "", "abstract": " "},
        {"id": "s", "title": "***"},
    ]
    documents, problems = reading({"d.jsonl": "\n".join(map(json.dumps, lines))})
    assert [(d.id, d.title, d.text) for d in documents] == [("W2", "Only", "")]
    assert [(p.line, p.skipped) for p in problems] == [(1, False), (2, True), (3, True)]


@pytest.mark.parametrize(
    ("given", "published", "year"),
    [
        ({"published": "2019-06-30"}, "2019-06-30", 2019),
        ({"published": "2019-06-30T12:00:00Z", "year": "2018"}, "2019-06-30T12:00:00Z", 2018),
        ({"date": "2019-06"}, "2019-06", 2019),
        ({"published": "June 2019"}, None, 2019),
        ({"published": "2019-02-30"}, None, 2019),
        ({"year": 2019}, None, 2019),
        ({"year": "2019.0"}, None, 2019),
        ({"year": None}, None, None),
        ({"year": "in press"}, None, None),
        ({"issued": {"date-parts": [[2019, 6, 2]]}}, "2019-06-02", 2019),
    ],
)
def test_dates(
    reading: Callable[..., Reading], given: dict[str, object], published: str | None, year: int | None
) -> None:
    documents, problems = reading({"d.jsonl": json.dumps({"abstract": A} | given)})
    assert (documents[0].published, documents[0].year) == (published, year)
    assert len(problems) == (1 if "published" in given and published is None else 0)


def test_only_web_addresses_are_kept(reading: Callable[..., Reading]) -> None:
    documents, _ = reading({"d.jsonl": json.dumps({"abstract": A, "url": "javascript:alert(1)"})})
    assert documents[0].url is None


# --- real files ---


@pytest.mark.shared
def test_an_address_or_doi_is_without_half_a_character(reading: Callable[..., Reading]) -> None:
    record = {"abstract": A, "url": "https://e.org/a\ud800\x01b", "doi": "10.1000/a\udfffb"}
    (document,), _ = reading({"a.jsonl": json.dumps(record)})
    assert (document.url, document.doi) == ("https://e.org/ab", "10.1000/ab")


def test_the_real_seeds(shared: Path) -> None:
    problems: list[Problem] = []
    documents = list(read([shared / "seeds"], problems.append))
    by_file = [
        sum(d.source.endswith(p.name) for d in documents) for p in sorted((shared / "seeds").glob("*.txt"))
    ]
    assert by_file == [19, 19]
    assert problems == []
    assert all(d.title is None and len(d.text.split()) > 80 for d in documents)
    assert not any(mark in d.text for d in documents for mark in ("\\", "**", "$", "``", "论文"))


@pytest.mark.shared
def test_the_gold_files_text_is_the_abstract(shared: Path) -> None:
    documents = list(read([shared / "gold" / "dev.jsonl"]))
    assert len(documents) == 50 and all(d.title and d.text for d in documents)
