"""Elements written one after the other, escaped: what GraphML and GEXF share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from kg.files import atomic


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


def _attributes(attributes: Mapping[str, str] | None) -> str:
    return "".join(f" {name}={quoteattr(value)}" for name, value in (attributes or {}).items())
