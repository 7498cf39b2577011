"""The answers in docs/security.md speak of files that there are."""

from __future__ import annotations

from tests import audit


def test_every_answer_is_about_a_file() -> None:
    known = audit.answered((audit.ROOT / "docs" / "security.md").read_text(encoding="utf-8"))
    assert known.total() > 10
    assert [file for file, _ in known if not (audit.ROOT / file).is_file()] == []
