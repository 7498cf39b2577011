"""The templates: every value is escaped, and every address made here."""

from __future__ import annotations

from functools import cache
from typing import Any
from urllib.parse import urlencode

from fastapi.responses import HTMLResponse

from kg import ontology
from kg.export.iris import segment
from kg.records import PAPER_PREFIX, Document, Statement
from kg.wording import count

_DOTS = (".", "..")


def page(name: str, status: int = 200, /, **values: Any) -> HTMLResponse:
    """The template of that name as an answer."""
    return HTMLResponse(_environment().get_template(f"{name}.html").render(values), status)


def node_url(node: str) -> str:
    """The page of a concept or of a paper, by its node's id; a path as in the graph's IRIs.

    >>> node_url("method/c#"), node_url("paper/a/b?"), node_url("paper/..")
    ('/concept/method/c%23', '/paper/a%2Fb%3F', '/paper?id=..')
    """
    if node.startswith(PAPER_PREFIX):
        id_ = node.removeprefix(PAPER_PREFIX)
        return f"/paper?{urlencode({'id': id_})}" if id_ in _DOTS or not id_ else f"/paper/{segment(id_)}"
    return f"/concept/{'/'.join(map(segment, node.split('/')))}"


def statement_url(statement: Statement) -> str:
    """The page of a statement with all its evidence."""
    ends = {"subject": statement.subject, "predicate": statement.predicate, "object": statement.object}
    return f"/statement?{urlencode(ends)}"


def outward(document: Document) -> str | None:
    """Where the paper is found on the web, if that is a web address.

    >>> outward(Document("p", "", url="javascript:alert(1)")) is None
    True
    """
    link = f"https://doi.org/{document.doi}" if document.doi else document.url
    return link if link and link.startswith(("https://", "http://")) else None


@cache
def _environment() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("kg.serve"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        count=count,
        node_url=node_url,
        statement_url=statement_url,
        outward=outward,
        urlencode=urlencode,
        relations=ontology.load().relations,
        PAPER=PAPER_PREFIX,
    )
    return made
