"""Texts and files as nobody should write them, and as people do."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable

from hypothesis import strategies as st

_PIECES = (
    "We propose ", "LERD", " (", ")", "[", "]", ", ", ". ", "BERT-based ", "large language models", " (LLMs)",
    "CIFAR-10", " outperforms ", " is evaluated on ", "F1 score", "\n", "\n\n", "\r\n", "\r", "--", "'", '"', "中文",
    "。", "😀", "👩\u200d🔬", "é", "e\u0301", "x" * 260, "unlike ", " and ", "84.8%", "from 3 to 5", "$x_1$", "-", "–",
    "e.g., ", "et al. ", "GLUE", "\u2028", "\u0301", "\\textbf{", "\\frac{1}{2}", "\\alpha", "{", "}", "\\", "$",
    "^", "_", "**", "`", "# ", "[3,4]", "<b>", "</b>", "<p>", "&lt;", "&#1114112;", "&amp;", "<", ">", "~", "\x00",
    "\x01", "\x08eta", "\x0c", "\x1b[31m", "\x7f", "\x85", "\u200b", "\u202e", "\ufb01", "\ufeff", "\ufffd", "\ufffe",
    "\ud800", "\udfff", "(cid:12)", "http://a.b/c_d", "10.1000/x", "1e999", "9" * 40, "½", "ß", "İ", "ǆ", "\t",
    "@article{", "TY  - JOUR\n", "AB  - ", "ER  - \n", "%PDF", "---\n", "Abstract: ", ",", ";", "null", "{}", "[[",
)  # fmt: skip

texts = st.lists(st.sampled_from(_PIECES), max_size=40).map("".join) | st.text(max_size=200)
"""Text with markup, signs of formats, controls and half characters."""

_FIELDS = ("title", "abstract", "id", "doi", "year", "authors", "keywords", "url", "published", "venue")
_values = texts | st.none() | st.integers() | st.floats() | st.lists(texts, max_size=3)
_records = st.dictionaries(st.sampled_from(_FIELDS), _values, max_size=6)


def _table(delimiter: str) -> Callable[[list[dict[str, object]]], str]:
    def write(records: list[dict[str, object]]) -> str:
        out = io.StringIO()
        rows = csv.DictWriter(out, _FIELDS, delimiter=delimiter)
        rows.writeheader()
        rows.writerows(records)
        return out.getvalue()

    return write


def _bibtex(records: list[dict[str, object]]) -> str:
    return "\n".join(
        f"@article{{k{n},\n" + "".join(f"  {field} = {{{value}}},\n" for field, value in record.items()) + "}"
        for n, record in enumerate(records)
    )


def _ris(records: list[dict[str, object]]) -> str:
    tags = {"title": "TI", "abstract": "AB", "doi": "DO", "year": "PY", "authors": "AU", "keywords": "KW"}
    return "".join(
        "TY  - JOUR\n"
        + "".join(f"{tags.get(field, 'N1')}  - {value}\n" for field, value in record.items())
        + "ER  - \n"
        for record in records
    )


_WRITERS: dict[str, Callable[[list[dict[str, object]]], str]] = {
    ".json": json.dumps,
    ".jsonl": lambda records: "\n".join(map(json.dumps, records)),
    ".csv": _table(","),
    ".tsv": _table("\t"),
    ".bib": _bibtex,
    ".ris": _ris,
    ".txt": lambda records: "\n\n".join(str(value) for record in records for value in record.values()),
    ".md": lambda records: "\n\n".join(f"# {r.get('title')}\n\n{r.get('abstract')}" for r in records),
}
_ENCODINGS = ("utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-32-le", "cp1252", "gb18030")


@st.composite
def files(draw: st.DrawFn) -> tuple[str, bytes]:
    """A suffix and the bytes of a file: one that a writer made, then damaged, or none that makes sense."""
    suffix = draw(st.sampled_from(sorted(_WRITERS)))
    if draw(st.integers(0, 9)) == 0:
        return suffix, draw(st.binary(max_size=300) | texts.map(lambda t: t.encode("utf-8", "replace")))
    text = _WRITERS[suffix](draw(st.lists(_records, min_size=1, max_size=4)))
    errors = draw(st.sampled_from(["replace", "ignore"]))
    data = bytearray(text.encode(draw(st.sampled_from(_ENCODINGS)), errors))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 20))] = draw(st.binary(max_size=6))
    if draw(st.integers(0, 7)) == 0:
        packed = gzip.compress(bytes(data), 1)
        return suffix + ".gz", packed[: draw(st.integers(1, len(packed)))]
    if draw(st.booleans()):
        suffix = draw(st.sampled_from(sorted(_WRITERS)))  # a name that belies what is in it
    return suffix, bytes(data)
