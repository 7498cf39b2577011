"""Values that every format can carry: text without forbidden characters, finite numbers, strict JSON."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any, TextIO

# What XML 1.0 forbids, and the other control characters and lone surrogates, which readers refuse or mangle.
_ILLEGAL = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NEWLINE = re.compile("\r\n?|[\v\f\x1c-\x1e\x85]")
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_UNSAFE_IN_ID = re.compile("[%\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff\ud800-\udfff]")


def legal(text: str) -> str:
    r"""`text` without the characters that no format can carry, its line ends as "\n".

    >>> legal("Deep\x01Walk\r\n")
    'DeepWalk\n'
    """
    return _ILLEGAL.sub("", _NEWLINE.sub("\n", text))


def legal_in_place(text: str) -> str:
    r"""The same for text that offsets refer to: as long as before, each forbidden character replaced.

    >>> legal_in_place("a\x01b\rc")
    'a�b c'
    """
    return _ILLEGAL.sub("\ufffd", text.replace("\r", " "))


def one_line(text: str) -> str:
    r"""Legal text with each line end, Unicode's too, as one space.

    >>> one_line('First line\r\n"Second" line')
    'First line "Second" line'
    """
    return legal(" ".join(text.splitlines()))


def identifier(id_: str) -> str:
    r"""An id with control characters (and "%") percent-encoded: different ids stay different.

    >>> identifier("paper/a\nb 1")
    'paper/a%0Ab 1'
    """
    return _UNSAFE_IN_ID.sub(
        lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogatepass")), id_
    )


def number(value: float) -> float | None:
    """A score to four decimals; None for NaN and the infinities, which no format but Python's knows.

    >>> number(0.123456), number(float("nan"))
    (0.1235, None)
    """
    return round(value, 4) if math.isfinite(value) else None


def dumps(value: Any) -> str:
    r"""One line of strict JSON that is UTF-8 encodable and safe to split into lines.

    >>> dumps({"text": "Δ\u2028"})
    '{"text":"Δ\\u2028"}'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _ESCAPED.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return "\ufffd" if 0xD800 <= code < 0xE000 else f"\\u{code:04x}"


def write_array(stream: TextIO, items: Iterable[str]) -> None:
    """Write a JSON array of ready-made items, one a line.

    >>> import sys
    >>> write_array(sys.stdout, ["1", "2"])
    [
    1,
    2
    ]
    """
    separator = "[\n"
    for item in items:
        stream.write(separator + item)
        separator = ",\n"
    stream.write("[]" if separator == "[\n" else "\n]")
