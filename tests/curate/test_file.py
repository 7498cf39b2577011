"""curation.tsv: what is wrong is named with its line, what is right counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.curate import Correction, add, read
from kg.errors import InputError, OutputError, Problem, UsageError


def said(path: Path) -> tuple[list[tuple[str, str]], list[tuple[int | None, str, bool]]]:
    """The verbs and names of the lines that count, and what is reported."""
    problems: list[Problem] = []
    found = read(path, problems.append)
    return [(c.verb, c.name) for c in found], [(p.line, p.message, p.skipped) for p in problems]


def test_a_missing_file_holds_nothing_and_a_folder_is_refused(tmp_path: Path) -> None:
    assert said(tmp_path / "curation.tsv") == ([], [])
    with pytest.raises(UsageError, match="is a folder"):
        read(tmp_path)
    with pytest.raises(OutputError, match="is a folder"):
        add(tmp_path, Correction("reject", "Method", "A"))


def test_bad_lines_are_named_and_the_others_count(tmp_path: Path) -> None:
    path = tmp_path / "curation.tsv"
    path.write_bytes(
        b"\xef\xbb\xbfverb\ttype\tname\tother\tpaper\r\n# by hand\r\n\r\nmarge\tMethod\tA\tB\r\n"
        b"reject\tMethod\tA\r\nreject\tMethod\t\xff\nreject\tMethod\ta\nreject\tTask\tB"
    )
    found, problems = said(path)
    assert found == [("reject", "A"), ("reject", "B")]
    assert [(line, skipped) for line, _, skipped in problems] == [(4, True), (6, True)]
    assert "not UTF-8" in problems[1][1]


def test_a_circle_of_merges_is_broken_where_it_closes(tmp_path: Path) -> None:
    path = tmp_path / "c.tsv"
    path.write_text("merge\tMethod\tA\tB\nmerge\tMethod\tb\tC\nmerge\tTask\tC\tA\nmerge\tMethod\tC\tA\nmerge\tMethod\tD\tA\n", encoding="utf-8")  # fmt: skip
    found, problems = said(path)
    assert found == [("merge", "A"), ("merge", "b"), ("merge", "C"), ("merge", "D")]
    [(line, message, lost)] = problems
    assert (line, lost) == (4, True)
    assert message == 'merge of "C" into "A" closes a circle of merges; take it out, or one before it.'


def test_two_are_not_one_and_two_at_once(tmp_path: Path) -> None:
    path = tmp_path / "c.tsv"
    path.write_text("accept\tMethod\tA\tB\nmerge\tMethod\tB\ta\n", encoding="utf-8")
    assert said(path) == (
        [("accept", "A")],
        [(2, "merge of two of which line 1 says accept; keep one of these lines.", True)],
    )
    before = path.read_bytes()
    with pytest.raises(InputError, match="line 1 says accept"):
        add(path, Correction("merge", "Method", "A", "B"))
    assert path.read_bytes() == before


def test_a_line_is_appended_once_and_the_others_stay_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "new" / "curation.tsv"
    assert add(path, Correction("merge", "Method", "B", "A")) == 2
    assert add(path, Correction("merge", "Method", "b", "A")) is None
    assert path.read_bytes() == b"verb\ttype\tname\tother\tpaper\nmerge\tMethod\tB\tA\n"
    path.write_bytes(path.read_bytes() + b"# mine\r\nmarge\tx")  # no line end
    standing = path.read_bytes()
    assert add(path, Correction("reject", "Method", "C")) == 5
    assert path.read_bytes() == standing + b"\nreject\tMethod\tC\n"
    assert [p.name for p in path.parent.iterdir()] == ["curation.tsv"]
    with pytest.raises(InputError, match="half a character"):
        add(path, Correction("reject", "Method", "\ud800"))


def test_a_link_to_the_file_stays_a_link(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept.tsv", tmp_path / "curation.tsv"
    kept.write_text("reject\tMethod\tA\n", encoding="utf-8")
    link.symlink_to(kept)
    assert add(link, Correction("reject", "Method", "B")) == 2
    assert link.is_symlink() and kept.read_text(encoding="utf-8").endswith("reject\tMethod\tB\n")
