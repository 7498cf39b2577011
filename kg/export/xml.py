"""Elements written one after the other, escaped: what GraphML and GEXF share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from xml.sax.saxutils import quoteattr

from kg.files import atomic

_SPECIAL = re.compile('[&<>"\n\r\t]')


class Writer:
    """An XML file being written, two blanks deeper for each open element."""

    def __init__(self, path: Path) -> None:
        self._stream = path.open("w", encoding="utf-8", newline="\n")
        self._depth = 0
        self._stream.write('<?xml version="1.0" encoding="UTF-8"?>\n')

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    @contextmanager
    def element(self, name: str, attributes: Mapping[str, str] | None = None) -> Iterator[None]:
        """An element around all that is written inside the block."""
        self._line(f"<{name}{_attributes(attributes)}>")
        self._depth += 1
        yield
        self._depth -= 1
        self._line(f"</{name}>")

    def leaf(self, name: str, attributes: Mapping[str, str] | None = None, text: str | None = None) -> None:
        """An element with text only, or empty."""
        end = "/>" if text is None else f">{escape(text)}</{name}>"
        self._line(f"<{name}{_attributes(attributes)}{end}")

    def leaves(self, found: Iterable[tuple[str, str, str]]) -> None:
        """Elements with text only, each as what stands before its text, the text, and what stands after it: see
        `around`."""
        blanks = "  " * self._depth
        self._stream.writelines(f"{blanks}{before}{escape(text)}{after}\n" for before, text, after in found)

    def _line(self, text: str) -> None:
        self._stream.write(f"{'  ' * self._depth}{text}\n")


@contextmanager
def writing(path: Path) -> Iterator[Writer]:
    """A `Writer` of the file at `path`, which is whole or, if the block fails, as it was."""
    with atomic(path) as temporary:
        writer = Writer(temporary)
        try:
            yield writer
        finally:
            writer.close()


def around(name: str, attributes: Mapping[str, str]) -> tuple[str, str]:
    """What stands before and after the text of an element: written once for the thousands that differ in it alone.

    >>> around("data", {"key": "a"})
    ('<data key="a">', '</data>')
    """
    return f"<{name}{_attributes(attributes)}>", f"</{name}>"


def escape(text: str) -> str:
    """Text without markup.

    >>> escape("a < b & c")
    'a &lt; b &amp; c'
    """
    return text.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")


def _attributes(attributes: Mapping[str, str] | None) -> str:
    return "".join([f" {name}={_quoted(value)}" for name, value in (attributes or {}).items()])


def _quoted(value: str) -> str:
    return quoteattr(value) if _SPECIAL.search(value) else f'"{value}"'
