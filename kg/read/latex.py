r"""LaTeX to text, character by character, so that what stays keeps its place; pylatexenc knows the symbols.

Braces are resolved from the inside out; mathematics becomes plain and readable: `$\mathcal{O}(n^{2})$` is O(n^2).
"""

from __future__ import annotations

import re

from kg.read.commands import (
    BACKSLASH,
    CLOSE,
    COMPOUND,
    DOLLAR,
    OPEN,
    SCRIPT,
    bracketed,
    known,
    without_commands,
)
from kg.read.tracked import Piece, Tracked, replace, sub

_LOST_T = re.compile(
    r"(?<![\w\\])(?=ext(?:it|bf|tt|sc|rm)\{)|(?<![A-Za-z\\])(?=imes[\s$\d])"
)  # "\t" taken for a tab
_PATH = re.compile(r"(?<![\w\\])[A-Za-z]:(?:\\[\w.\-]*\w)+\\?")
_SIGN = re.compile(
    r"\\[A-Za-z]{2,}|\\[%&#_{}$,]|\\['’\"`^~=.]\{?\\?[A-Za-z]|\{\\[A-Za-z]|\\[cvuHkroOlL]\b|\.\\ "
)
_MATHS = re.compile(r"\$\$(.{1,2000}?)\$\$|\$([^$]{1,800}?)\$|\\\((.{1,800}?)\\\)|\\\[(.{1,2000}?)\\\]", re.S)
_MONEY = re.compile(r"\d[\d,.]*(?:\s+[-–]?\s*[A-Za-z]{2,}|-[A-Za-z]{2,}|(?:[kKMB]|bn)\s)")
_COMMAND = re.compile(r"\\[A-Za-z]+\*?(?:\s*\{[^{}]*\})?")
_TWO_WORDS = re.compile(r"\b[A-Za-z]{3,}[,;.]?\s+[A-Za-z]{2,}")
_TIE = re.compile(r"(?<=[\w.,)\]}])~(?=[\w(\[\\$])")
_TIE_AFTER_STOP = re.compile(r"(?<=[A-Za-z]\.)~(?=\w|\(|\[)")
_QUOTES = re.compile(r"(?<![`\w])``(?!`)([^`]{1,400}?)(''|\"|”)(?!')")
_QUOTE = re.compile(r"(?<![`\w])`(?![`\s])([^`'\n]{1,200}?)'(?!['\w])")
_EM_DASH = re.compile(r"(?<![-\s])---(?![-\s])|(?<=\s)---(?=\s+\w)")
_EN_DASH = re.compile(r"(?<=[\w)\]”’%])--(?=[\w(\[“‘$\\])|(?<=\w\s)--(?=\s\w)")
_GLUED_BRACE = re.compile(r"(?<=[\w)-])\{([A-Za-z]+|[—–-])\}|\{([A-Za-z]+)\}(?=[\w-])")


def to_text(tracked: Tracked, braces: bool = False) -> Tracked:
    r"""The text without LaTeX. `braces` says that the field is LaTeX by its format (BibTeX), so every brace is markup.

    Money is no mathematics, "50% of" no comment, and a Windows path keeps its backslashes.

    >>> from kg.read.tracked import begin
    >>> to_text(begin(r"\textbf{S}pike: $\mathcal{O}(n^{2})$, $5 and $10, 9\%, $\beta$-VAE")).text
    'Spike: O(n^2), $5 and $10, 9%, β-VAE'
    """
    if ("ext" in tracked.text and "{" in tracked.text) or "imes" in tracked.text:
        tracked = replace(tracked, _LOST_T, "\\t")
    text = tracked.text
    if "\\" in text:
        tracked = sub(tracked, _PATH, _path)
        tracked = sub(tracked, re.compile(r"\\\$"), lambda _: (DOLLAR,))
    latex = braces or bool(_SIGN.search(tracked.text))
    if "$" in tracked.text or "\\(" in text or "\\[" in text:
        tracked, found = _without_delimiters(tracked)
        latex = latex or found
    tracked = _quotes_and_dashes(tracked, latex)
    if latex:
        tracked = without_commands(tracked)
    elif "{" in text:
        tracked = sub(tracked, _GLUED_BRACE, lambda m: (m.span(1), m.span(2)))
        tracked = sub(tracked, SCRIPT, lambda m: (m.span(1), *bracketed(m, 2, COMPOUND)))
    for stand_in, char in ((OPEN, "{"), (CLOSE, "}"), (DOLLAR, "$")):
        if stand_in in tracked.text:
            tracked = Tracked(tracked.text.replace(stand_in, char), tracked.origin)
    return tracked


def finish(tracked: Tracked) -> Tracked:
    """Give back the backslashes that were text; the last step, after Markdown."""
    return (
        Tracked(tracked.text.replace(BACKSLASH, "\\"), tracked.origin)
        if BACKSLASH in tracked.text
        else tracked
    )


def _path(match: re.Match[str]) -> tuple[Piece, ...] | None:
    """A Windows path with its backslashes put away; "f:\\mathbb" and "a:\\Delta" are none."""
    first = re.match(r"[A-Za-z]*", match.group()[3:])
    name = first.group() if first else ""
    if name.startswith(("math", "text", "emph", "frac", "left")) or (name and known(name)):
        return None
    return (match.group().replace("\\", BACKSLASH),)


def _without_delimiters(tracked: Tracked) -> tuple[Tracked, bool]:
    """Take the dollars (and brackets) off what is mathematics; whether there was any."""
    text = tracked.text
    spans: list[tuple[int, int, int, int]] = []
    position = 0
    while match := _MATHS.search(text, position):
        group = match.lastindex or 0
        if group == 2 and _is_money(match.group(2), text[match.end() : match.end() + 1]):
            position = match.start() + 1
            continue
        start, end = match.span(group)
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        spans.append((match.start(), match.end(), start, end))
        position = match.end()
    if not spans:
        return tracked, False
    parts: list[str] = []
    places: list[int] = []
    last = 0
    for outer, outer_end, start, end in spans:
        for a, b in ((last, outer), (start, end)):
            parts.append(text[a:b])
            places.extend(tracked.origin[a:b])
        last = outer_end
    parts.append(text[last:])
    places.extend(tracked.origin[last:])
    return Tracked("".join(parts), places), True


def _is_money(content: str, after: str) -> bool:
    """Whether what stands between two dollars is running text: "5 and ", or two plain words in a row."""
    if not content.strip() or (after.isdigit() and re.match(r"[^\\]*[\w][^\\]*$", content)):
        return True
    plain = _COMMAND.sub(" ", content)
    return bool(_MONEY.match(content) or _TWO_WORDS.search(plain) or re.match(r"\d.*\s$", content, re.S))


def _quotes_and_dashes(tracked: Tracked, latex: bool) -> Tracked:
    text = tracked.text
    if "`" in text:
        tracked = sub(tracked, _QUOTES, lambda m: ("“", m.span(1), "”"))
        tracked = sub(tracked, _QUOTE, lambda m: ("‘", m.span(1), "’"))
    if "--" in text:
        tracked = replace(tracked, _EM_DASH, "—")
        tracked = replace(tracked, _EN_DASH, "–")
    if "~" in text:
        tracked = replace(tracked, _TIE if latex else _TIE_AFTER_STOP, " ")
    return tracked
