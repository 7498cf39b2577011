"""HTML, JATS and MathML to text: known tags go, then entities are decoded, so that "&lt;mask&gt;" stays "<mask>"."""

from __future__ import annotations

import html
import re

from kg.read.lexicon import listed
from kg.read.tracked import Piece, Tracked, replace, sub

_INLINE = listed(
    "a abbr acronym alternatives b bdi bdo big cite code em emphasis ext-link font formula i inline-formula "
    "italic bold kbd mark monospace named-content overline roman sans-serif sc scp small span strike strong "
    "styled-content sub sup tt u underline uri var xref math mrow mi mn mo ms mtext msub msup msubsup mfrac "
    "msqrt mroot mstyle mover munder munderover mfenced mspace mtable mtr mtd mpadded mphantom semantics "
    "tex-math"
)
_BLOCK = listed(
    "abstract article blockquote body br caption center dd disp-formula div dl dt h1 h2 h3 h4 h5 h6 head hr "
    "html label li list list-item ol p para paragraph pre sec section simple-para table tbody td th thead "
    "title tr ul abstracttext"
)
_NAME = r"(?:jats|mml|m|ce|xhtml|html)?:?([A-Za-z][A-Za-z0-9-]*)"
_ATTRIBUTES = r"""(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))*"""
_TAG = re.compile(rf"<(/?){_NAME}{_ATTRIBUTES}\s*(/?)>")
_COMMENT = re.compile(r"<!--(?:(?!<!--).)*?-->|<!\[CDATA\[|\]\]>|<\?xml[^<>]*\?>|<!DOCTYPE[^<>]*>", re.S)
_DROPPED = re.compile(
    r"<(script|style|(?:mml:)?annotation(?:-xml)?)\b[^<>]*>(?:(?!<\1\b).)*?</\1\s*>", re.S | re.I
)
_TEX_TWIN = re.compile(r"<((?:jats:)?tex-math)\b[^<>]*>(?:(?!<\1).)*?</\1\s*>", re.S)
_SECTION_TITLE = re.compile(r"<((?:jats:)?title|label)\b[^<>]*>\s*([^<>]{0,80}?)\s*</\1>", re.I)
_HEADS = listed(
    "abstract summary background introduction context motivation objective objectives aim aims purpose goal "
    "method methods methodology approach design setting materials results result findings conclusion "
    "conclusions discussion significance limitations keywords availability contact funding"
)
_SUP = re.compile(r"<((?:jats:)?sup)>\s*([+\u2212-]?\s*\d+)\s*</\1>")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SPACED_TAG = re.compile(r"</?(?:script|style)\b[^<>]*>", re.I)


def to_text(tracked: Tracked) -> Tracked:
    """The text without tags and with its entities decoded.

    Block tags part words, inline tags join them; "p < 0.05", "A<B" and "<mask>" are no tags. Superscript numbers
    become "^2". Heads of sections ("Methods") are dropped.

    >>> from kg.read.tracked import begin
    >>> to_text(begin("<jats:p>A <jats:italic>Bi</jats:italic>LSTM, p &lt; 0.05</jats:p>")).text.strip()
    'A BiLSTM, p < 0.05'
    """
    if "<" in tracked.text:
        tracked = _without_tags(tracked)
    if "&" in tracked.text:
        tracked = sub(tracked, _ENTITY, _entity)
    return tracked


def _without_tags(tracked: Tracked) -> Tracked:
    tracked = replace(tracked, _COMMENT, "")
    tracked = replace(tracked, _DROPPED, " ")
    tracked = replace(tracked, _SPACED_TAG, " ")
    if "tex-math" in tracked.text and "math>" in tracked.text.replace("tex-math>", ""):
        tracked = replace(tracked, _TEX_TWIN, "")  # the same formula stands there as MathML
    tracked = sub(tracked, _SECTION_TITLE, _section_title)
    tracked = sub(tracked, _SUP, lambda m: ("^", m.span(2)))
    # A lone "<b>" in running text is more likely a sign than a tag: an inline tag needs its other half.
    opened, closed = (
        {match.group(2).lower() for match in _TAG.finditer(tracked.text) if bool(match.group(1)) is closing}
        for closing in (False, True)
    )

    def tag(match: re.Match[str]) -> tuple[Piece, ...] | None:
        slash, name, alone = match.group(1), match.group(2).lower(), match.group(3)
        if name in _BLOCK:
            return (" ",)
        return () if name in _INLINE and (alone or name in (opened if slash else closed)) else None

    return sub(tracked, _TAG, tag)


def _section_title(match: re.Match[str]) -> tuple[Piece, ...]:
    words = re.findall(r"[a-z]+", match.group(2).lower())
    if not words or (len(words) <= 4 and all(w in _HEADS or w in ("and", "the", "of") for w in words)):
        return (" ",)
    return (" ", match.span(2), "" if match.group(2)[-1] in ".:!?" else ".", " ")


def _entity(match: re.Match[str]) -> tuple[Piece, ...] | None:
    decoded = html.unescape(match.group())
    return None if decoded == match.group() else (decoded,)
