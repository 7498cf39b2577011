"""Markup and debris out of a text, before any offset exists, with a map back to where each character stood."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from kg.read import characters, html, hyphens, latex, markdown
from kg.read.tracked import Tracked, begin, breakpoints, replace, sub

_MARKUP = re.compile(r"[\\$<&*_`#~{}\[^]|--|- | -|  |\(cid:|''")
_CITATION = re.compile(
    r"(?<![_^])(?<=[\w.,;:)\]%”’\"])\[[1-9]\d{0,2}(?:\s*[,;–-]\s*[1-9]\d{0,2})*\](?![\[({])"
)
_NOTE_MARK = re.compile(r"(?<=[A-Za-z)\]][.,;:])(?:\^\d{1,2}|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})(?=\s|$)")
_LINE_END = re.compile("\r\n?|[\x0b\x0c\x1c-\x1e\u2028\u2029]")
_BLANKS = re.compile(r"[^\S\n]{2,}")
_EMPTY_LINES = re.compile(r"(?:\n ?){3,}")
_SPACE = re.compile(r"\s+")
_ENDS = re.compile(r"^\s+|\s+$")
_LABEL = re.compile(r"^\s*(?:abstract|summary|摘要)\s*(?:[:：.—–]|-\s|\n)\s*", re.I)
_LATEX_AS_CONTROL = re.compile("[\b\f\t\r\n]")


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A clean text, the map back (`Document.offsets`), and what a reader of the report should know of it."""

    text: str
    offsets: tuple[tuple[int, int], ...] = ()
    notes: tuple[str, ...] = ()


def clean(text: str, braces: bool = False) -> Cleaned:
    r"""NFC text without LaTeX, Markdown, HTML, citation marks, control characters or divided words, on one line.

    `braces` says that every brace is markup, as in BibTeX.

    >>> clean("**Deep**\x01Walk on 50\\% of BERT.[12]We").text
    'DeepWalk on 50% of BERT. We'
    >>> clean(r"\textbf{S}pike").offsets
    ((0, 8), (1, 10))
    """
    if _is_clean(text):
        return Cleaned(text)
    tracked = begin(text)
    notes = []
    if _LATEX_AS_CONTROL.search(text):
        tracked = characters.restore_latex(tracked)
        if tracked.text != text:
            notes.append(
                "LaTeX was decoded as control characters (write \\\\beta in JSON); restored where it was clear"
            )
    tracked = _lines(tracked)
    if "<" in tracked.text or "&" in tracked.text:
        tracked = replace(html.to_text(tracked), _BLANKS, " ")
    if "\ufffd" in tracked.text:
        notes.append("characters that an earlier conversion had lost (U+FFFD) were removed")
    if not tracked.text.isprintable() or not tracked.text.isascii() or "(cid:" in tracked.text:
        before = tracked
        tracked = characters.repair(tracked)
        if any(unicodedata.category(c) == "Cc" and not c.isspace() for c in before.text):
            notes.append("control characters were removed")
    if braces or any(mark in tracked.text for mark in ("\\", "$", "{", "`", "--", "~")):
        tracked = latex.to_text(tracked, braces)
    if any(mark in tracked.text for mark in "*_`#[<\\\n"):
        tracked = latex.finish(markdown.to_text(tracked))
    tracked = latex.finish(tracked)
    tracked = _without_citations(tracked)
    tracked = replace(tracked, _BLANKS, " ")
    tracked = hyphens.join(tracked)
    tracked = _on_one_line(tracked)
    tracked = characters.compose(tracked)
    return Cleaned(tracked.text, breakpoints(tracked), tuple(notes))


def _lines(tracked: Tracked) -> Tracked:
    """Line ends of every kind as a line feed, and no long runs of white space, which patterns would be slow on."""
    tracked = replace(tracked, _LINE_END, "\n")
    tracked = replace(tracked, _BLANKS, " ")
    return replace(tracked, _EMPTY_LINES, "\n\n")


def _is_clean(text: str) -> bool:
    """Whether no step can have anything to do: true of most abstracts, and quick."""
    return (
        not _MARKUP.search(text)
        and text.isprintable()
        and text == text.strip()
        and (text.isascii() or (max(text) < "\ufb00" and unicodedata.is_normalized("NFC", text)))
        and not _LABEL.match(text)
    )


def _without_citations(tracked: Tracked) -> Tracked:
    """Numeric marks that stand glued to a word go; "Seq[2]Seq" and "x[0]" stay."""
    text = tracked.text
    if "[" in text:

        def mark(match: re.Match[str]) -> tuple[str] | None:
            before, after = text[match.start() - 1], text[match.end() : match.end() + 1]
            if after.isalnum() or after == "-":
                return None if before.isalnum() else (" ",)
            return ("",)

        tracked = sub(tracked, _CITATION, mark)
    if "^" in text or not text.isascii():
        tracked = replace(tracked, _NOTE_MARK, "")
    return tracked


def _on_one_line(tracked: Tracked) -> Tracked:
    """White space runs become one space, none is left at the ends, nor a leading "Abstract:"."""
    tracked = replace(tracked, _LABEL, "")
    if " ".join(tracked.text.split()) == tracked.text:
        return tracked
    tracked = sub(tracked, _SPACE, lambda m: None if m.group() == " " else (" ",))
    return replace(tracked, _ENDS, "")
