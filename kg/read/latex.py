r"""LaTeX to text, character by character, so that what stays keeps its place; pylatexenc knows the symbols.

Braces are resolved from the inside out; mathematics becomes plain and readable: `$\mathcal{O}(n^{2})$` is O(n^2).
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from kg.read.lexicon import listed
from kg.read.tracked import Piece, Tracked, replace, sub

_OPEN, _CLOSE, _BACKSLASH, _DOLLAR, _END = (
    "\ue001",
    "\ue002",
    "\ue003",
    "\ue004",
    "\ue005",
)  # stand in for characters that are text

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
_SCRIPT = re.compile(r"([\^_])\{([^{}]*)\}")
_COMPOUND = r"[\s+*/=(,:<>]|\\|.-"  # more than one term in a script
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
_TIE = re.compile(r"(?<=[\w.,)\]])~(?=[\w(\[\\$])")
_TIE_AFTER_STOP = re.compile(r"(?<=[A-Za-z]\.)~(?=\w|\(|\[)")
_QUOTES = re.compile(r"(?<![`\w])``(?!`)([^`]{1,400}?)(''|\"|”)(?!')")
_QUOTE = re.compile(r"(?<![`\w])`(?![`\s])([^`'\n]{1,200}?)'(?!['\w])")
_EM_DASH = re.compile(r"(?<![-\s])---(?![-\s])|(?<=\s)---(?=\s+\w)")
_EN_DASH = re.compile(r"(?<=[\w)\]”’%])--(?=[\w(\[“‘$\\])|(?<=\w\s)--(?=\s\w)")
_GLUED_BRACE = re.compile(r"(?<=[\w)-])\{([A-Za-z]+|[—–-])\}|\{([A-Za-z]+)\}(?=[\w-])")

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
    "mid": "|", "ast": "*", "star": "*", "backslash": _BACKSLASH, "textbackslash": _BACKSLASH, "textasciitilde": "~",
    "top": "T", "epsilon": "ε", "prime": "'", "ldots": "...", "dots": "...", "cdots": "...",
    "dotsc": "...",
    "setminus": "∖", "colon": ":", "lbrace": _OPEN, "rbrace": _CLOSE, "bmod": "mod",
    "sim": "~", "LaTeX": "LaTeX", "TeX": "TeX",
    "i": "i", "j": "j",
}  # fmt: skip
# Corpora that lost their braces hold "\emphn" for "\emph{n}" and "\mathbbR" for "\mathbb{R}".
_LOST_BRACES = re.compile(
    r"(?:(emph|text(?:bf|it|tt|rm|sc)|math(?:bb|cal|bf|rm|sf|scr)(?=\w{1,6}$))(\w+)"
    r"|(sqrt|widetilde|tilde|widehat|hat|bar|boldsymbol|bm|cal|text)(\w{1,6}))$"
)


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
        tracked = sub(tracked, re.compile(r"\\\$"), lambda _: (_DOLLAR,))
    latex = braces or bool(_SIGN.search(tracked.text))
    if "$" in tracked.text or "\\(" in text or "\\[" in text:
        tracked, found = _without_delimiters(tracked)
        latex = latex or found
    tracked = _quotes_and_dashes(tracked, latex)
    if latex:
        tracked = _without_commands(tracked)
    elif "{" in text:
        tracked = sub(tracked, _GLUED_BRACE, lambda m: (m.span(1), m.span(2)))
        tracked = sub(tracked, _SCRIPT, lambda m: (m.span(1), *_bracketed(m, 2, _COMPOUND)))
    for stand_in, char in ((_OPEN, "{"), (_CLOSE, "}"), (_DOLLAR, "$")):
        if stand_in in tracked.text:
            tracked = Tracked(tracked.text.replace(stand_in, char), tracked.origin)
    return tracked


def finish(tracked: Tracked) -> Tracked:
    """Give back the backslashes that were text; the last step, after Markdown."""
    return (
        Tracked(tracked.text.replace(_BACKSLASH, "\\"), tracked.origin)
        if _BACKSLASH in tracked.text
        else tracked
    )


def _path(match: re.Match[str]) -> tuple[Piece, ...] | None:
    """A Windows path with its backslashes put away; "f:\\mathbb" and "a:\\Delta" are none."""
    first = re.match(r"[A-Za-z]*", match.group()[3:])
    name = first.group() if first else ""
    if name.startswith(("math", "text", "emph", "frac", "left")) or (name and _known(name)):
        return None
    return (match.group().replace("\\", _BACKSLASH),)


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


def _without_commands(tracked: Tracked) -> Tracked:
    tracked = replace(tracked, _COMMENT, "")
    tracked = sub(tracked, _ESCAPED_BRACE, lambda m: (_OPEN if m.group(1) == "{" else _CLOSE,))
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
        return (*_bracketed(match, 2, r"[\s+\-/=±]"), "/", *_bracketed(match, 3, r"[\s+\-/*=±]"))
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
        bracketed = _bracketed(match, 4, _COMPOUND)
        return (script, *bracketed, "" if len(bracketed) > 1 or not content[-1:].isalpha() else _END)
    # a command must not run into the letters after it when the brace between them goes
    end = (
        _END
        if _COMMAND_LAST.search(content) and match.string[match.end() : match.end() + 1].isalpha()
        else ""
    )
    if name is None and _SET.fullmatch(content):
        return (_OPEN, match.span(4), _CLOSE)
    start = _END if content[:1].isalpha() and _COMMAND_LAST.search(before) else ""
    if name is None:
        return None if _PAIR_PENDING.search(before) else (start, match.span(4), end)
    if re.fullmatch(_TWO_ARGUMENTS, name):
        return None
    if not content.strip() and not _known(name):
        return (match.span(1),)
    if name in ("url", "path", "footnote"):
        glue = " " if before[-1:].isalnum() or name == "footnote" else ""
        return (glue, "(" if name == "footnote" else "", match.span(4), ")" if name == "footnote" else "")
    if name == "sqrt":
        return ("√", *_bracketed(match, 4, r"[^\w]|.."))
    if name == "textsuperscript" and content.strip().isdigit():
        return ("^", match.span(4))
    if (
        name in _WORDS
        or name in _FUNCTIONS
        or ((symbol := _known(name)) and not _takes_argument(name, symbol))
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


def _bracketed(match: re.Match[str], group: int, compound: str) -> tuple[Piece, ...]:
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
    symbol = _WORDS.get(name) or _known(name)
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
def _known(name: str) -> str:
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
