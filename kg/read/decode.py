"""Bytes to text: byte order marks, UTF-8, UTF-16 and UTF-32 without mark, else the likeliest old encoding."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from kg.settings import READ

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC = (
    (b"%PDF", "a PDF file; extract its text first, for example with pdftotext"),
    (b"PK\x03\x04", "a zip archive (or an Office file); unpack it first"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"BZh", "a bzip2 archive; unpack it first"),
    (b"\xfd7zXZ", "an xz archive; unpack it first"),
    (b"7z\xbc\xaf", "a 7z archive; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive; unpack it first"),
    (b"PAR1", "a Parquet file; export it as CSV or JSON Lines"),
    (b"\xd0\xcf\x11\xe0", "an old Office file; save it as CSV or text"),
    (b"{\\rtf", "a rich text file; save it as plain text"),
)


_FOREIGN = (
    (r"<\?xml\b", "an XML file"),
    (r"PMID- ?\d", "a PubMed (MEDLINE) export"),
    (r"%0 \w", "an EndNote export"),
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text, and a note if the encoding had to be guessed."""

    text: str
    note: str = ""


def binary(head: bytes) -> str:
    """What a file that is no text looks like, by its first bytes; "" for text.

    >>> binary(b"%PDF-1.7"), binary("We train β-VAE".encode("utf-16"))
    ('a PDF file; extract its text first, for example with pdftotext', '')
    """
    for magic, what in _MAGIC:
        if head.startswith(magic):
            return what
    if wide(head):
        return ""
    odd = sum(byte < 9 or 13 < byte < 27 or 27 < byte < 32 for byte in head)
    return "a binary file" if odd * 10 > len(head) else ""


def foreign(text: str) -> str:
    """What a text of a format that kg does not read looks like, by its beginning; "" for any other.

    >>> foreign("PMID- 123\\nOWN - NLM"), foreign("We train BERT.")
    ('a PubMed (MEDLINE) export', '')
    """
    start = text.lstrip("\ufeff \t\r\n")
    return next((what for pattern, what in _FOREIGN if re.match(pattern, start)), "")


def wide(head: bytes) -> str:
    """The encoding by byte order mark, or by the zeros that UTF-16 and UTF-32 leave in Latin text; "" for others."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    count = len(head) // 4
    if count < 2 or head.count(0) * 4 < len(head):
        return ""
    zeros = [head[offset : count * 4 : 4].count(0) / count for offset in range(4)]
    if min(zeros[1:]) > 0.9 and zeros[0] < 0.1:
        return "utf-32-le"
    if min(zeros[:3]) > 0.9 and zeros[3] < 0.1:
        return "utf-32-be"
    if min(zeros[1], zeros[3]) > 0.7 and max(zeros[0], zeros[2]) < 0.1:
        return "utf-16-le"
    if min(zeros[0], zeros[2]) > 0.7 and max(zeros[1], zeros[3]) < 0.1:
        return "utf-16-be"
    return ""


def decode(data: bytes) -> Decoded:
    """The text of a whole file or line; never with U+FFFD for what could not be decoded.

    >>> decode(b"na\\xefve").text
    'naïve'
    """
    encoding = wide(data[: READ.sample]) or "utf-8"
    for mark, _ in _MARKS:
        if data.startswith(mark):
            data = data[len(mark) :]
            break
    try:
        return Decoded(data.decode(encoding))
    except UnicodeDecodeError:
        pass
    if encoding != "utf-8":
        return Decoded(
            data.decode(encoding, "ignore"),
            f"not valid {encoding.upper()}; what is broken in it was left out",
        )
    return _guess(data)


def _guess(data: bytes) -> Decoded:
    """UTF-8 with a few stray bytes, a Western file (cp1252), or what charset-normalizer takes it for."""
    escaped = data.decode("utf-8", "surrogateescape")
    stray = sum("\udc80" <= char <= "\udcff" for char in escaped)
    real = sum(char > "\x7f" for char in escaped) - stray
    if real >= stray:
        mixed = "".join(
            _western(bytes([ord(c) - 0xDC00])) if "\udc80" <= c <= "\udcff" else c for c in escaped
        )
        return Decoded(mixed, "not wholly UTF-8; stray bytes were read as Windows-1252")
    alone = len(re.findall(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])", data))
    if stray * 8 <= len(data) or (stray * 3 <= len(data) and alone * 2 > stray):
        return Decoded(_western(data), "not UTF-8; read as Windows-1252 (Western European)")
    import charset_normalizer

    best = charset_normalizer.from_bytes(data[:200_000]).best()
    if best is not None and best.encoding not in ("utf_8", "ascii"):
        try:
            return Decoded(data.decode(best.encoding), f"not UTF-8; read as {best.encoding}")
        except (UnicodeDecodeError, LookupError):
            pass
    return Decoded(_western(data), "not UTF-8; read as Windows-1252 (Western European)")


def _western(data: bytes) -> str:
    """Windows-1252, the five bytes that it leaves open as Latin-1 controls (which cleaning removes)."""
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return "".join(bytes([b]).decode("cp1252", "ignore") or chr(b) for b in data)
