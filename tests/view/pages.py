"""Reads a page as a browser would: its elements, its references, its scripts and its data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

_REFERENCES = {"src", "href", "srcset", "action", "formaction", "data", "poster", "xlink:href", "manifest"}


@dataclass
class Page(HTMLParser):
    """What `html.parser` makes of a page."""

    source: str
    elements: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        HTMLParser.__init__(self, convert_charrefs=True)
        self._inside = ""
        self.feed(self.source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside = tag
        if tag == "script":
            self.scripts.append("")
        if tag == "style":
            self.styles.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            self.scripts[-1] += data
        elif self._inside == "style":
            self.styles[-1] += data
        else:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    @property
    def data(self) -> dict[str, Any]:
        """The JSON block, decoded."""
        types = [attributes.get("type") for tag, attributes in self.elements if tag == "script"]
        decoded: dict[str, Any] = json.loads(self.scripts[types.index("application/json")])
        return decoded

    @property
    def policy(self) -> str:
        values = [
            a.get("content") for _, a in self.elements if a.get("http-equiv") == "Content-Security-Policy"
        ]
        assert len(values) == 1
        return values[0] or ""

    def tags(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.elements if tag == name]

    def outward(self) -> Iterator[str]:
        """References that leave the page: everything but a fragment whose target is here."""
        targets = {attributes.get("id") for _, attributes in self.elements}
        for _, attributes in self.elements:
            for name, value in attributes.items():
                if name in _REFERENCES and not (value or "").startswith("#"):
                    yield f"{name}={value}"
                elif name in _REFERENCES and unquote((value or "")[1:]) not in targets:
                    yield f"{name}={value} (no such place)"


def read(path: Path) -> Page:
    return Page(path.read_bytes().decode("utf-8"))
