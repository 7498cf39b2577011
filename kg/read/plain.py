"""Plain text and Markdown: abstracts parted by blank lines or headings, with the titles that stand before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from kg.errors import Problem, Report
from kg.read.raw import Raw

_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+(.*?)(?:[ \t]#+)?[ \t]*$")
_RULE = re.compile(r"[ \t]*(?:[-*_=][ \t]*){3,}$")
_UNDERLINE = re.compile(r"[ \t]*(?:=+|-{3,})[ \t]*$")
_LABEL = re.compile(r"\W*(?:abstract|summary|摘要)\W*$", re.I)
_COLLECTION = re.compile(
    r"\b(?:papers|abstracts|proceedings|posters|orals?|accepted|bibliography|reading list)\b|论文|摘要|列表",
    re.I,
)
_NAME = r"[A-Z][\w.'’-]*(?:\s+[A-Z][\w.'’-]*)*"
_NAMES = re.compile(
    rf"{_NAME}(?:\s*(?:,\s*and\s|[,;&|·•⋅∙]|\sand\s)\s*{_NAME})+[*_]*(?:\s*\((?:Oral|Poster|Spotlight)[^()]*\))?$"
)
_BYLINE = re.compile(
    r"(?:by|authors?|affiliations?|keywords?|venue|date|published|year|doi|url)\s*[:：]", re.I
)
_INLINE_LABEL = re.compile(r"[ \t]*[*_]{0,2}(?:abstract|summary|摘要)[*_]{0,2}\s*[:：—–]", re.I)
_TITLE_LABEL = re.compile(r"[ \t]*[*_]{0,2}title[*_]{0,2}\s*[:：][*_]{0,2}", re.I)
_SENTENCE = re.compile(r"(?:We|Our|In this|This (?:paper|work|article|study))\s|[-*+•]\s")
_MAX_TITLE_WORDS, _LONG_TITLE_WORDS, _MAX_TITLE_LENGTH = 25, 12, 220


@dataclass(frozen=True, slots=True)
class _Block:
    line: int
    text: str
    kind: Literal["heading", "title", "text"]


def records(name: str, text: str, report: Report) -> Iterator[Raw]:
    """One record an abstract.

    A short line without a full stop directly before an abstract is its title; the heading of the whole file
    ("ICML 2026 Papers") and those of its sections are not. Where most headings have one paragraph each, the
    paragraphs below one heading are one abstract.
    """
    blocks = _blocks(text)
    if not any(block.kind == "text" for block in blocks):
        blocks = [replace(block, kind="text") if block.kind == "title" else block for block in blocks]
    if blocks and blocks[-1].kind == "title" and len(blocks[-1].text.split()) > _LONG_TITLE_WORDS:
        blocks[-1] = replace(blocks[-1], kind="text")  # more likely an abstract without its full stop
    papers = _papers(blocks)
    titled = [paper for paper in papers if paper[0]]
    if papers and titled == papers[:1] and (len(papers) > 1 or _COLLECTION.search(papers[0][0].text)):  # type: ignore[union-attr]
        papers = [(None, papers[0][1]), *papers[1:]]
    for title, parts in papers:
        yield Raw(
            abstract="\n".join(part.text for part in parts),
            title=title.text if title else "",
            line=parts[0].line,
        )
    if blocks and blocks[-1].kind == "title":
        said = f"{blocks[-1].text[:60]!r} looks like a title, but no abstract follows; skipped."
        report(Problem(name, said, blocks[-1].line))


def _papers(blocks: list[_Block]) -> list[tuple[_Block | None, list[_Block]]]:
    """(title, paragraphs) of each abstract."""
    papers: list[tuple[_Block | None, list[_Block]]] = []
    below = [0]
    for block in blocks:
        if block.kind == "heading":
            below.append(0)
        elif block.kind == "text":
            below[-1] += 1
    headed = [count for count in below[1:] if count]
    whole_sections = len(headed) > 1 and sum(count == 1 for count in headed) * 2 >= len(headed)
    run: list[_Block] = []
    for block in blocks:
        title = papers[-1][0] if papers and not run else None
        if block.kind != "text":
            run.append(block)
        elif whole_sections and title is not None and title.kind == "heading":
            papers[-1][1].append(block)
        else:
            papers.append((_title(run), [block]))
            run = []
    return papers


def _title(run: list[_Block]) -> _Block | None:
    """Of the headings and short lines before an abstract its title: the last that is no author line."""
    named = [block for block in run if not _is_byline(block.text.strip("*_ "))]
    chosen = named or run
    return chosen[-1] if chosen else None


def _is_byline(text: str) -> bool:
    return bool(_BYLINE.match(text) or _NAMES.match(text))


def _blocks(text: str) -> list[_Block]:
    """Paragraphs and headings with the line that each begins on; rules and "Abstract" labels dropped."""
    lines = _without_front_matter(re.split(r"\r\n|\n|\r|\x0b|\x85|\u2028|\u2029", _page_breaks(text)))
    blocks: list[_Block] = []
    open_: list[str] = []
    begun = 0

    def close() -> None:
        if open_:
            blocks.extend(_paragraph(begun, open_.copy()))
            open_.clear()

    for number, line in enumerate(lines, 1):
        heading = _HEADING.match(line)
        if open_ and len(open_) == 1 and _UNDERLINE.match(line) and len(open_[0]) <= _MAX_TITLE_LENGTH:
            blocks.append(_Block(begun, open_.pop().strip(), "heading"))
        elif not line.strip() or _RULE.match(line) or _LABEL.match(line):
            close()
        elif heading:
            close()
            blocks.append(_Block(number, heading.group(1), "heading"))
        else:
            if not open_:
                begun = number
            open_.append(line)
    close()
    return [block for block in blocks if any(char.isalnum() for char in block.text)]


def _paragraph(line: int, lines: list[str]) -> Iterator[_Block]:
    """A paragraph as one block, or as a title and its abstract: a short first line over a long one, or over
    authors and a line that begins with "Abstract:"."""
    labelled = next((i for i, text in enumerate(lines[:6]) if _INLINE_LABEL.match(text)), 0)
    titled = next((i for i, text in enumerate(lines[:labelled]) if _TITLE_LABEL.match(text)), 0)
    if labelled and _is_title(lines[titled]):
        yield _Block(line + titled, _TITLE_LABEL.sub("", lines[titled]).strip(), "title")
        line, lines = line + labelled, lines[labelled:]
    if len(lines) > 1 and _is_title(lines[0]) and len(lines[1]) >= max(200, 2 * len(lines[0])):
        yield _Block(line, lines[0].strip(), "title")
        line, lines = line + 1, lines[1:]
    text = "\n".join(lines).strip()
    short = len(lines) <= 2 and (_is_title(text) or _is_byline(text.strip("*_ ")))
    yield _Block(line, text, "title" if short else "text")


def _is_title(text: str) -> bool:
    text = text.strip().strip("*_").strip()
    if _SENTENCE.match(text):
        return False
    cjk = sum("\u3040" <= char <= "\u9fff" for char in text)
    short = len(text) <= _MAX_TITLE_LENGTH and len(text.split()) <= _MAX_TITLE_WORDS and cjk <= 40
    return (
        short
        and text[-1:] not in (".", "。", ";", ",", "!", "！", ")", '"', "”")
        and not re.search(r"[.!?] [A-Z]", text)
    )


def _page_breaks(text: str) -> str:
    """Form feeds as blank lines, or as plain line ends where a sentence runs on over the page.

    One that stands inside a line before letters is left: it is what JSON makes of "\\frac".
    """
    text = re.sub(
        r"(?<=[^\s.!?])[ \t]*\r?\n?\f\s*(?=[a-z])", lambda m: "\n" if "\n" in m.group() else m.group(), text
    )
    return re.sub(r"\f(?![a-z])|(?<=\n)\f", "\n\n", text)


def _without_front_matter(lines: list[str]) -> list[str]:
    """Markdown's YAML header blanked, so that line numbers stay."""
    if lines and lines[0].strip() == "---":
        for end in range(1, min(len(lines), 60)):
            if lines[end].strip() in ("---", "..."):
                if all(re.match(r"\s*$|\s*[\w-]+:|\s+\S|- |#", line) for line in lines[1:end]):
                    return [""] * (end + 1) + lines[end + 1 :]
                break
    return lines
