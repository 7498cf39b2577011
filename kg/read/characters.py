"""Single characters: LaTeX that JSON decoded to controls, mojibake, ligatures, invisible characters, NFC."""

from __future__ import annotations

import re
import unicodedata

from kg.read.lexicon import common
from kg.read.tracked import Piece, Tracked, replace, sub

_LETTER = {"\b": "b", "\f": "f", "\t": "t", "\r": "r", "\n": "n", "\v": "v", "\a": "a"}
# What is left of a command after JSON took "\b", "\f", "\t", "\r" or "\n" of it for a control character.
# Backspace and form feed are never meant; after white space only what is no English word counts anywhere ...
_REST = re.compile(
    "[\b](?:eta|ar|f|ig[gl]?|oldsymbol|inom|egin|m|ullet|mod|ot)(?![A-Za-z])"
    "|[\f](?:rac|orall|ootnote|lat|box)(?![A-Za-z])"
    r"|\t(?:heta|imes|ext(?:bf|it|rm|tt|sc|sf)?(?=\{)|ilde(?=[\s{])|frac|riangle|exttt(?=\{))(?![A-Za-z])"
    r"|\r(?:ightarrow)(?![A-Za-z])|\n(?:abla|eq)(?![A-Za-z])"
)
# ... and the others only inside $...$.
_REST_IN_MATHS = re.compile(
    r"\t(?:au|o|op)(?![A-Za-z])|\r(?:ho|ight|angle|m|ceil|floor)(?![A-Za-z])|\n(?:u|e|ot|i)(?![A-Za-z])"
)
_UTF8_AS_LATIN1 = re.compile("[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_UTF8_AS_CP1252 = re.compile(
    "â€[\u2018-\u203a\u02dc\u0153\u0178\u2122\u00a6\u00a2\u00b0\u00ba\x80-\x9f]|Ã[\u00a0-\u00bf]|Â[\u00a0-\u00bf]"
)
_SIGN_OF_MOJIBAKE = re.compile("[\x80-\x9f]|â€")
_C1 = re.compile("[\x80-\x84\x86-\x9f]")
# A soft hyphen at a line end, as PDF readers leave it: U+00AD, glyph 173, or U+0002 inside a word.
_SOFT_HYPHEN_AT_END = re.compile(
    "(?:\u00ad[ \t]*(?:\r\n?|\n)|\\(cid:173\\))\\s*(?=\\w)|(?<=[a-z])\x02(?=[a-z])"
)
_GLYPH = re.compile(r"([^\W\d_]*)\(cid:(\d{1,5})\)([^\W\d_]*)")
_TEX_GLYPHS = {
    "11": "ff", "12": "fi", "13": "fl", "14": "ffi", "15": "ffl", "96": "l", "0": "-", "147": "“", "148": "”",
    "22": "µ", "246": "ö", "2": "fi",
}  # fmt: skip
_LIGATURE = re.compile("[\ufb00-\ufb06]")
# Joiners (U+200C, U+200D) carry meaning in Indic and Arabic script and in emoji, nowhere else.
_INVISIBLE = re.compile(
    "[\u200b\u200e\u200f\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069]|(?<![\u0590-\u1fff\u2190-\U0010ffff])[\u200c\u200d]"
)
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f\ud800-\udfff\ufffe\uffff]")
_LOST = re.compile("\ufffd+")


def restore_latex(tracked: Tracked) -> Tracked:
    r"""Put back the backslash of a command whose first letter JSON decoded to a control character.

    >>> from kg.read.tracked import begin
    >>> restore_latex(begin("a $\beta$-VAE")).text
    'a $\\beta$-VAE'
    """

    def back(match: re.Match[str]) -> tuple[Piece, ...]:
        control = match.group()[0]
        return ("\\" + _LETTER[control], (match.start() + 1, match.end()))

    tracked = sub(tracked, _REST, back)
    if "$" not in tracked.text:
        return tracked
    whole = tracked.text
    return sub(tracked, _REST_IN_MATHS, lambda m: back(m) if whole.count("$", 0, m.start()) % 2 else None)


def repair(tracked: Tracked) -> Tracked:
    """Mojibake decoded, ligatures spelt out, soft hyphens, invisible and control characters removed.

    >>> from kg.read.tracked import begin
    >>> repair(begin("e\ufb03cient Deep\x01Walk\u200b")).text
    'efficient DeepWalk'
    """
    if not tracked.text.isascii():
        if _SIGN_OF_MOJIBAKE.search(tracked.text):
            tracked = sub(tracked, _UTF8_AS_LATIN1, lambda m: _decoded(m.group(), "latin-1"))
            tracked = sub(tracked, _UTF8_AS_CP1252, lambda m: _decoded(m.group(), "cp1252"))
            tracked = sub(tracked, _C1, lambda m: (m.group().encode("latin-1").decode("cp1252", "ignore"),))
        tracked = sub(tracked, _LIGATURE, lambda m: (unicodedata.normalize("NFKC", m.group()),))
        tracked = replace(tracked, _INVISIBLE, "")
        tracked = replace(tracked, _LOST, "")
    if any(mark in tracked.text for mark in ("\u00ad", "\x02", "(cid:")):
        tracked = replace(tracked, _SOFT_HYPHEN_AT_END, "-\n")
        tracked = replace(tracked, re.compile("\u00ad"), "")
        tracked = sub(tracked, _GLYPH, _glyph)
    return replace(tracked, _CONTROL, "")


def _decoded(mojibake: str, codec: str) -> tuple[Piece, ...] | None:
    try:
        return (b"".join(c.encode("latin-1" if c < "\xa0" else codec) for c in mojibake).decode("utf-8"),)
    except UnicodeError:
        return None


def _glyph(match: re.Match[str]) -> tuple[Piece, ...]:
    """A glyph that a PDF reader could not name: the ligature that makes a word, else by its number in TeX's fonts."""
    left, number, right = match.groups()
    usual = _TEX_GLYPHS.get(number, "")
    fitting = [form for form in ("fi", "ff", "fl", "ffi", "ffl") if (left + form + right).lower() in common()]
    if fitting:
        return (match.span(1), usual if usual in fitting else fitting[0], match.span(3))
    return (match.span(1), usual if left or right else " ", match.span(3))


def compose(tracked: Tracked) -> Tracked:
    """NFC, one cluster of a base and its marks at a time."""
    text = tracked.text
    if unicodedata.is_normalized("NFC", text):
        return tracked
    parts: list[str] = []
    places: list[int] = []
    start = 0
    for end in range(1, len(text) + 1):
        if end < len(text) and _continues(text[end]):
            continue
        old = text[start:end]
        new = unicodedata.normalize("NFC", old)
        parts.append(new)
        places.extend(tracked.origin[start:end] if new == old else [tracked.origin[start]] * len(new))
        start = end
    return Tracked("".join(parts), places)


def _continues(char: str) -> bool:
    """Whether NFC may join the character to the one before it: a mark, or a vowel or final of Hangul."""
    return (
        unicodedata.combining(char) != 0 or "\u1160" <= char <= "\u11ff" or unicodedata.category(char) == "Mc"
    )
