"""Markdown to text: emphasis, code, links, headings and bullets, where they are surely markup."""

from __future__ import annotations

import re

from kg.read.tracked import Piece, Tracked, replace, sub

_IMAGE_OR_LINK = re.compile(
    r"!?\[([^\[\]\n]{0,300})\]\((<?[^()\s<>]*[./#][^()\s<>]*>?)(?:\s+\"[^\"\n]*\")?\)"
)
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^\s<>]+)>")
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", re.M)
_CODE = re.compile(r"(?<![`\w\\])(`+)([^`\n]{1,200}?)\1(?!`)")
_BOLD = re.compile(r"(?<![\\*\d^_])\*\*(?=[^\s*])([^*]{1,400}?)(?<=[^\s*])\*\*(?!\*)")
_BOLD_UNDERSCORE = re.compile(r"(?<!\w)__(?=[^\s_])([^\n]{1,400}?)(?<=[^\s_])__(?!\w)")
# Emphasis opens after a space or a bracket only: "A* search ... B* tree", "x^*", "p-value*" are no markup.
_STAR = re.compile(r"(?<![^\s(\[{\"'“‘*/—–-])\*(?=[^\s*])([^*\n]{1,300}?)(?<=[^\s*])\*(?!\*)")
_UNDERSCORE = re.compile(
    r"(?<![^\s(\[{\"'“‘*/—–-])_(?=[^\s_])([^_\n{}^\\]{1,300}?)(?<=[^\s_])_(?=[\s.,;:!?)\]}\"'”’*/—–-]|$)"
)
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(.*?)(?:[ \t]#+)?[ \t]*$", re.M)
_BULLET = re.compile(r"^[ \t]*([*+\u2022]|-)[ \t]+(?=\S)", re.M)
_ESCAPED = re.compile(r"\\([*`\[\]()!+.>-])")


def to_text(tracked: Tracked) -> Tracked:
    """The text without Markdown's marks; signs that only look like marks stay.

    >>> from kg.read.tracked import begin
    >>> to_text(begin("**LERD** has *r* = 0.89, uses A* search and snake_case, [code](https://a.b)")).text
    'LERD has r = 0.89, uses A* search and snake_case, code'
    """
    text = tracked.text
    if "](" in text:
        tracked = sub(tracked, _IMAGE_OR_LINK, _inner)
    if "<http" in text or "<mailto" in text:
        tracked = sub(tracked, _AUTOLINK, _inner)
    if "`" in text:
        tracked = replace(tracked, _FENCE, "")
        tracked = sub(tracked, _CODE, lambda m: (m.span(2),))
    if "*" in text:
        tracked = sub(tracked, _BOLD, _inner)
        tracked = sub(tracked, _STAR, _inner)
    if "_" in text:
        tracked = sub(
            tracked,
            _BOLD_UNDERSCORE,
            lambda m: None if m.group(1).islower() and m.group(1).isidentifier() else _inner(m),
        )
        tracked = sub(tracked, _UNDERSCORE, _inner)
    if "#" in text:
        tracked = sub(tracked, _HEADING, _inner)
    if "\n" in text and len(_BULLET.findall(tracked.text)) > 1:
        tracked = replace(tracked, _BULLET, "")
    if "\\" in text:
        tracked = sub(tracked, _ESCAPED, _inner)
    return tracked


def _inner(match: re.Match[str]) -> tuple[Piece, ...]:
    return (match.span(1),)
