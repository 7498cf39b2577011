"""A page for a frame: what a notebook shows below a cell, and what other pages show beside their text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from kg.records import Concept, Statement
from kg.store import Store
from kg.view import facts, network, page, select
from kg.view.select import Selection


def drawn(store: Store, selection: Selection, title: str, results: int = facts.RESULTS) -> str:
    """The page of a selection as a string, with at most `results` results of each concept."""
    built = network.build(selection)
    told = facts.collect(store, selection, results)
    return page.render(title, selection, built, told, network.library())


def around(store: Store, centre: Concept, near: Iterable[Concept], statements: Iterable[Statement]) -> str:
    """The frame of a neighbourhood that is known already."""
    title = f"{centre.name} and its neighbourhood"
    return framed(drawn(store, select.around(centre, near, statements), title), title)


def framed(text: str, title: str, height: int = 560) -> str:
    """A page inside an element of another: its scripts run, and reach nothing of the page around it.

    >>> framed("<p>", "A & B")[:47]
    '<iframe title="A &amp; B" sandbox="allow-script'
    """
    return (
        f'<iframe title="{escape(title)}" sandbox="allow-scripts allow-popups allow-downloads" '
        f'width="100%" height="{height}" '
        f'style="border: 1px solid #8884; border-radius: 8px" srcdoc="{escape(text)}"></iframe>'
    )
