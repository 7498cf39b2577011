r"""LaTeX's commands and braces, resolved from the inside out; pylatexenc knows the symbols."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from kg.read.lexicon import listed
from kg.read.tracked import Piece, Tracked, replace, sub

# Private characters that stand in for signs that are text, and for the end of a command before a letter.
OPEN, CLOSE, BACKSLASH, DOLLAR, _END = "\ue001", "\ue002", "\ue003", "\ue004", "\ue005"

_COMMENT = re.compile(r"^%+[ \t]?[A-Z][^\n]*(?:\n|$)", re.M)
_ESCAPED_BRACE = re.compile(r"(?<!\\)\\([{}])")
_DROPPED_WITH_ARGUMENT = re.compile(
    r"\s*\\(?:cite[a-zA-Z]*|nocite|citation|label|ref|eqref|autoref|cref|vspace|hspace|color|thanks|footnotemark|textcite"
    r"|parencite)\*?(?:\s*\[[^\[\]]*\])*\s*\{[^{}]*\}|\\(?:begin|end)\s*\{[^{}]*\}(?:\{[lcr|]*\}|\[[^\[\]]*\])?"
)
_BRACKETED_CITATION = re.compile(
    r"\s*[(\[]\s*(?:\\cite[a-zA-Z]*\*?(?:\s*\[[^\[\]]*\])*\s*\{[^{}]*\}[\s,;]*)+[)\]]"
)
_TWO_ARGUMENTS = (
    r"dfrac|tfrac|frac|nicefrac|sfrac|binom|textcolor|colorbox|href|underset|overset|stackrel|texorpdfstring"
)
_PAIR = re.compile(rf"\\({_TWO_ARGUMENTS})\s*\{{([^{{}}]*)\}}\s*\{{([^{{}}]*)\}}")
_PAIR_PENDING = re.compile(rf"\\(?:{_TWO_ARGUMENTS})\s*(?:\{{[^{{}}]*\}}\s*)?$")
_SHORT_FRACTION = re.compile(r"\\[dt]?frac\s*(\d)\s*(\d)")
_ACCENT = re.compile(
    r"\\(?:(['’\"`^~=.])|([cvuHkrbd])(?:\s+(?=[A-Za-z]\b)|(?=\s*\{))"
    r"|(tilde|widetilde|hat|widehat|bar|vec|dot|ddot|acute|grave|breve|check)"
    r"(?![A-Za-z])\s*)(?:\{\s*(\\?[A-Za-z]|[^\W\d_])\s*\}|(\\[ij](?![A-Za-z])|[^\W\d_]))"
)
SCRIPT = re.compile(r"([\^_])\{([^{}]*)\}")
COMPOUND = r"[\s+*/=(,:<>]|\\|.-"  # more than one term in a script
_GROUP = re.compile(r"(?:\\([A-Za-z]+)\*?\s*(?:\[([^\[\]{}]*)\])?\s*|([\^_])\s*)?\{([^{}]*)\}")
_DECLARATION = re.compile(
    r"\\(?:em|it|bf|rm|tt|sc|sf|sl|cal|itshape|bfseries|mathcal|mathbb|mathbf|mathrm|mathsf|mathit|mathscr|mathfrak|boldsymbol|bm|displaystyle"
    r"|textstyle|emph|textbf|textit|texttt|text|mbox|left|right|middle|[bB]igg?[lrm]?|limits|nolimits|small|large|footnotesize|scriptsize"
    r"|noindent|centering|xspace|ensuremath|smash|mathop|operatorname|protect|textsc|textrm|textsf|underline|textnormal"
    r"|mathtt|pmb|nonumber|tiny|normalsize|maketitle)(?![A-Za-z])\s*(?:(?<=left)\.|(?<=right)\.)?"
)
_BREAK = re.compile(r"\\(?:\\(?:\[[^\[\]]*\])?|(?:newline|par|item|quad|qquad|hfill)(?![A-Za-z])|[,;:> \n])")
_THIN_SPACE_IN_ABBREVIATION = re.compile(r"(?<=[a-z]\.)\\,(?=[a-z]\.)")
_NOTHING = re.compile(r"\\(?:[!/@]|-)")
_NORM = re.compile(r"\\\|")
_ESCAPE = re.compile(r"\\([%&#_\"'])")
_DEGREE = re.compile(r"\^\s*(?:\\circ(?![A-Za-z])|\{\s*\\circ\s*\})")
_ORDINAL = re.compile(r"(?<=\d)\^(?=(?:st|nd|rd|th)\b)")
_OPERAND = re.compile(r"\\|\d|[A-Za-z](?![A-Za-z])|[({|]")
_SET = re.compile(r"\s*[^\s,\\]{1,4}(?:\s*,\s*[^\s,\\]{1,4})+\s*")
_COMMAND_LAST = re.compile(r"\\[A-Za-z]+$")
_SYMBOL = re.compile(r"\\([A-Za-z]+)(\s*)")

_FUNCTIONS = listed(
    "log ln exp max min sup inf lim arg argmax argmin sin cos tan tanh det dim ker deg gcd Pr poly polylog "
    "mod bmod"
)
_FORMATS = (
    "text",
    "math",
    "operatorname",
    "under",
    "over",
    "wide",
    "tilde",
    "hat",
    "bar",
    "vec",
    "dot",
    "check",
)
_WORDS = {
    "ie": "i.e.", "eg": "e.g.", "etc": "etc.", "etal": "et al.", "wrt": "w.r.t.", "iid": "i.i.d.", "eps": "ε", "R": "R",
    "RR": "R", "reals": "R", "E": "E", "lVert": "‖", "rVert": "‖", "Vert": "‖", "lvert": "|", "rvert": "|", "vert": "|",
    "mid": "|", "ast": "*", "star": "*", "backslash": BACKSLASH, "textbackslash": BACKSLASH, "textasciitilde": "~",
    "top": "T", "epsilon": "ε", "prime": "'", "ldots": "...", "dots": "...", "cdots": "...",
    "dotsc": "...",
    "setminus": "∖", "colon": ":", "lbrace": OPEN, "rbrace": CLOSE, "bmod": "mod",
    "sim": "~", "LaTeX": "LaTeX", "TeX": "TeX",
    "i": "i", "j": "j",
}  # fmt: skip
# Corpora that lost their braces hold "\emphn" for "\emph{n}" and "\mathbbR" for "\mathbb{R}".
_LOST_BRACES = re.compile(
    r"(?:(emph|text(?:bf|it|tt|rm|sc)|math(?:bb|cal|bf|rm|sf|scr)(?=\w{1,6}$))(\w+)"
    r"|(sqrt|widetilde|tilde|widehat|hat|bar|boldsymbol|bm|cal|text)(\w{1,6}))$"
)


def without_commands(tracked: Tracked) -> Tracked:
    r"""The text with every command carried out or dropped and no brace left but those that were escaped.

    >>> from kg.read.tracked import begin
    >>> without_commands(begin(r"\frac{a+b}{c} of {\em all} \alpha")).text
    '(a+b)/c of all α'
    """
    tracked = replace(tracked, _COMMENT, "")
    tracked = sub(tracked, _ESCAPED_BRACE, lambda m: (OPEN if m.group(1) == "{" else CLOSE,))
    tracked = replace(tracked, _BRACKETED_CITATION, "")
    tracked = replace(tracked, _DROPPED_WITH_ARGUMENT, "")
    tracked = replace(tracked, _THIN_SPACE_IN_ABBREVIATION, "")
    tracked = replace(tracked, _NORM, "‖")
    tracked = replace(tracked, _DEGREE, "°")
    tracked = sub(tracked, _SHORT_FRACTION, lambda m: (m.span(1), "/", m.span(2)))
    before = None
    while before != tracked.text and "{" in tracked.text:
        before = tracked.text
        tracked = sub(tracked, _ACCENT, _accent)
        tracked = sub(tracked, _PAIR, _pair)
        tracked = sub(tracked, _GROUP, _group)
    if "\\" in tracked.text:
        tracked = sub(tracked, _ACCENT, _accent)
        tracked = replace(tracked, _NOTHING, "")
        tracked = replace(tracked, _BREAK, " ")
        tracked = replace(tracked, _DECLARATION, "")
        tracked = sub(tracked, _ESCAPE, lambda m: (m.span(1),))
        tracked = sub(tracked, _SYMBOL, _symbol)
    tracked = replace(tracked, _ORDINAL, "")
    return replace(tracked, re.compile(f"[{{}}{_END}]"), "")


def _accent(match: re.Match[str]) -> tuple[Piece, ...] | None:
    mark, letter_mark, word, braced, bare = match.groups()
    letter = braced or bare
    if mark and bare and not match.string[: match.start()][-1:].isalpha() and bare not in "AOUaoueEiIyn":
        return None
    if mark == '"' and bare and re.search(r'\\"(?!\w)', match.string[match.end() :]):
        return None  # quotation marks that were escaped once too often
    if word and len(letter) > 1:
        return (letter,)
    return (_pylatexenc(f"\\{(mark or letter_mark or word).replace('’', chr(39))}{{{letter}}}") or letter,)


def _pair(match: re.Match[str]) -> tuple[Piece, ...]:
    name, _, second = match.groups()
    if name.endswith("frac"):
        return (*bracketed(match, 2, r"[\s+\-/=±]"), "/", *bracketed(match, 3, r"[\s+\-/*=±]"))
    if name == "binom":
        return ("C(", match.span(2), ",", match.span(3), ")")
    if name == "texorpdfstring":
        return (match.span(2),)
    if name == "href" and not second.strip():
        return (match.span(2),)
    return (match.span(3),)


def _group(match: re.Match[str]) -> tuple[Piece, ...] | None:
    name, option, script, content = match.groups()
    before = match.string[max(0, match.start() - 400) : match.start()]
    if script:
        terms = bracketed(match, 4, COMPOUND)
        return (script, *terms, "" if len(terms) > 1 or not content[-1:].isalpha() else _END)
    # a command must not run into the letters after it when the brace between them goes
    end = (
        _END
        if _COMMAND_LAST.search(content) and match.string[match.end() : match.end() + 1].isalpha()
        else ""
    )
    if name is None and _SET.fullmatch(content):
        return (OPEN, match.span(4), CLOSE)
    start = _END if content[:1].isalpha() and _COMMAND_LAST.search(before) else ""
    if name is None:
        return None if _PAIR_PENDING.search(before) else (start, match.span(4), end)
    if re.fullmatch(_TWO_ARGUMENTS, name):
        return None
    if not content.strip() and not known(name):
        return (match.span(1),)
    if name in ("url", "path", "footnote"):
        glue = " " if before[-1:].isalnum() or name == "footnote" else ""
        return (glue, "(" if name == "footnote" else "", match.span(4), ")" if name == "footnote" else "")
    if name == "sqrt":
        return ("√", *bracketed(match, 4, r"[^\w]|.."))
    if name == "textsuperscript" and content.strip().isdigit():
        return ("^", match.span(4))
    if (
        name in _WORDS
        or name in _FUNCTIONS
        or ((symbol := known(name)) and not _takes_argument(name, symbol))
    ):
        gap = "" if content[:1] in "^_([" else " "
        return ((match.start(), match.end(1)), gap, match.span(4))
    kept: tuple[Piece, ...] = (start, match.span(4), end)
    if option and name == "item":
        return (" ", match.span(2), " ", *kept)
    return kept


def _takes_argument(name: str, symbol: str) -> bool:
    """Whether the command is one that formats its argument, not a symbol before a group."""
    return name.startswith(_FORMATS) or len(symbol) > 4 or unicodedata.combining(symbol[0]) != 0


def bracketed(match: re.Match[str], group: int, compound: str) -> tuple[Piece, ...]:
    """The group, in brackets if it holds more than one term."""
    span, content = match.span(group), match.group(group)
    whole = content.startswith("(") and content.endswith(")") and content.count("(") == 1
    if not whole and re.search(compound, content) and not re.fullmatch(r"\s*\\?\w+\s*", content):
        return ("(", span, ")")
    return (span,)


def _symbol(match: re.Match[str]) -> tuple[Piece, ...]:
    name, text = match.group(1), match.string
    before = text[match.start() - 1] if match.start() else " "
    after = text[match.end(1) : match.end(1) + 1]
    space: Piece = match.span(2)
    if name in _FUNCTIONS:
        return (" " if before.isalnum() or before == ")" else "", (match.start(1), match.end(1)), space)
    symbol = _WORDS.get(name) or known(name)
    if symbol and unicodedata.combining(symbol[0]):
        return ()  # an accent whose letter is no letter
    if symbol:
        relation = len(symbol) == 1 and unicodedata.category(symbol) == "Sm" and not before.isspace()
        if len(symbol) > 1 and symbol[0].isalpha() and after.isalpha():
            return (symbol, " ")
        return (symbol,) if relation and _OPERAND.match(text, match.end()) else (symbol, space)
    if lost := _LOST_BRACES.match(name):
        root = "√" if lost.group(3) == "sqrt" else ""
        return (root, (match.start(1) + max(lost.start(2), lost.start(4)), match.end(1)), space)
    if name[0] in "nrt" and name[1:2].isupper():  # a line break that was escaped twice
        return (" ", (match.start(1) + 1, match.end(1)), space)
    return ((match.start(1), match.end(1)), space)


@cache
def known(name: str) -> str:
    """The character of a symbol command, "" if pylatexenc knows none."""
    text = _pylatexenc(f"\\{name}")
    return "" if "%s" in text or text.strip() in ("", name) else text.strip()


@cache
def _pylatexenc(source: str) -> str:
    import logging

    from pylatexenc.latex2text import LatexNodes2Text

    logger = logging.getLogger("pylatexenc")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        return str(LatexNodes2Text(math_mode="text").latex_to_text(source)).strip()
    except Exception:  # whatever it makes of an odd command, the text must be read
        return ""
    finally:
        logger.setLevel(level)
