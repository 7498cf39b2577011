"""The shipped seed corpus: its form, and that it keeps the papers' figures but not their wording."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

SEEDS = Path(__file__).resolve().parent.parent / "seeds" / "icml2026.jsonl"
LINES = SEEDS.read_text(encoding="utf-8").splitlines()
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in LINES]

LONGEST_RUN = 8  # words in a row that a retelling may share with its source: long names reach that


def test_there_are_38_papers_in_order() -> None:
    assert [record["id"] for record in RECORDS] == [f"icml2026-{number:02d}" for number in range(1, 39)]
    assert len({record["title"] for record in RECORDS}) == 38


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["id"])
def test_form(record: dict[str, Any]) -> None:
    assert list(record) == ["id", "title", "abstract", "venue", "year"]
    assert (record["venue"], record["year"]) == ("ICML", 2026)
    assert 80 <= len(record["abstract"].split()) <= 200
    for text in (record["title"], record["abstract"]):
        assert text == " ".join(text.split()), "one line, single spaces"
        assert not re.search(r"[\\${}*`<>]|https?:", text), "plain text: no mark-up, no addresses"
    assert record["abstract"].endswith(".")


def test_lines_are_as_json_writes_them() -> None:
    assert [json.dumps(record, ensure_ascii=False) for record in RECORDS] == LINES
    assert SEEDS.read_bytes().endswith(b"\n") and b"\r" not in SEEDS.read_bytes()


def test_long_forms_stand_before_their_abbreviations() -> None:
    """A few that the abbreviation finder has to pair, some with several on one paper."""
    for number, phrase in (
        (2, "neural theorem proving (NTP)"),
        (6, "Re-parameterizable Vision-Language Integration (Rep-VLI)"),
        (18, "Bundle Uplift Optimization with Pruned Lagrangian-based Relaxation (BUOPLR)"),
        (22, "Box Thirding (B3)"),
        (36, "Support-Preserving Action Rectification (SPAR)"),
    ):
        assert phrase in RECORDS[number - 1]["abstract"]


def originals(shared: Path) -> list[str]:
    """The source abstracts in the order of the ids, their mark-up, addresses and "(1)" counters gone."""
    paragraphs: list[str] = []
    for path in sorted((shared / "seeds").glob("*.txt")):
        _heading, *abstracts = re.split(r"\n\s*\n", path.read_text(encoding="utf-8").strip())
        paragraphs += abstracts
    return [plain(text) for text in paragraphs]


def plain(text: str) -> str:
    text = re.sub(r"https?://\S+|\\href\{[^}]*\}|\(\d\)", " ", text)
    text = re.sub(r"\\[a-z]+\{|[\\${}*`]", "", text)
    return re.sub(r"-{2,}|[‐‑–−]", "-", text).replace("—", " ")


def figures(text: str) -> set[str]:
    return set(re.findall(r"\d+(?:[.,]\d+)*(?:%|[kMB]\b)?", text))


def runs(text: str, length: int) -> set[tuple[str, ...]]:
    """Every run of `length` words, without regard to case and punctuation."""
    words = re.findall(r"\w+(?:[-'.@]\w+)*", text.casefold())
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


def test_figures_are_kept_and_none_invented(shared: Path) -> None:
    sources = originals(shared)
    assert len(sources) == len(RECORDS)
    for record, source in zip(RECORDS, sources, strict=True):
        assert figures(record["abstract"]) == figures(source), record["id"]


def test_no_wording_is_taken_over(shared: Path) -> None:
    for record, source in zip(RECORDS, originals(shared), strict=True):
        common = runs(record["abstract"], LONGEST_RUN + 1) & runs(source, LONGEST_RUN + 1)
        assert not common, (record["id"], common)
