"""`kg link`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kg.cli import messages, output
from kg.cli.options import GRAPH, Form, GraphFile, Printed, opened
from kg.errors import NotFoundError, UsageError
from kg.query import plain
from kg.records import Concept, Link
from kg.wording import count

if TYPE_CHECKING:
    from kg.align import Aligned

_LIMIT = 25


def link(
    vocabulary: Annotated[
        Path | None,
        typer.Option(
            "--vocabulary", metavar="FILE", help="A SKOS file in any RDF syntax, or the CSO's CSV; .gz too."
        ),
    ] = None,
    remove: Annotated[
        str | None, typer.Option("--remove", metavar="NAME", help="Take away the links to this vocabulary.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the links and change nothing.")] = False,
    limit: Annotated[
        int, typer.Option("--limit", min=0, help="The most links in a table; 0 for all.")
    ] = _LIMIT,
    form: Printed = Form.TABLE,
    graph: GraphFile = GRAPH,
) -> None:
    """Link the graph's concepts to another vocabulary's, by their labels; without options, say which are linked.

    Each link is an exactMatch or a closeMatch with its reason. What is ambiguous is left out and counted. Linking
    again replaces the links to that vocabulary. Nothing is sent anywhere.

    Examples:

      kg link --vocabulary cso.csv --dry-run
      kg link --vocabulary thesaurus.ttl.gz
      kg link --remove thesaurus
    """
    if vocabulary and remove is not None:
        raise UsageError("--vocabulary adds links and --remove takes them away; give one of them.")
    if vocabulary:
        _add(graph, vocabulary, dry_run, limit, form)
    elif remove is not None:
        _remove(graph, remove, dry_run)
    else:
        _list(graph, form)


def _add(graph: Path, vocabulary: Path, dry_run: bool, limit: int, form: Form) -> None:
    """Find the links, put them into the graph, print them."""
    from kg.align import align
    from kg.store.links import set_links

    with opened(graph) as store:
        found = align(store, vocabulary, messages.report)
        concepts = {c.id: c for c in store.concepts(link.concept for link in found.links)}
    if not found.links:
        labels = count(found.labels, "label")
        raise NotFoundError(
            f"{vocabulary}: nothing among its {labels} fits; the graph is as it was. {_left(found)}".rstrip()
        )
    if not dry_run:
        set_links(graph, found.vocabulary, found.links)
    if form is Form.JSON:
        output.as_json(_plain(found, concepts))
    else:
        shown = found.links[: limit or None]
        rows = (_row(link, concepts[link.concept]) for link in shown)
        output.table(("Concept", "Type", "Match", "Label", "IRI", "Reason"), rows)
        if len(shown) < len(found.links):
            messages.note(f"{len(shown):,} of {count(len(found.links), 'link')}; --limit 0 shows all.")
    exact, close = found.matches.values()
    messages.note(f"{found.vocabulary}: {exact:,} exact, {close:,} close. {_left(found)}".rstrip())
    messages.note(
        "Nothing was changed."
        if dry_run
        else "kg show and kg export give them from now on; a new kg build makes a graph without links."
    )


def _left(found: Aligned) -> str:
    reasons = "; ".join(f"{why}: {number:,}" for why, number in found.reasons.items())
    return f"{count(len(found.left), 'concept')} left without a link ({reasons})." if reasons else ""


def _row(link: Link, concept: Concept) -> tuple[str, ...]:
    return concept.name, concept.type, link.relation, link.label, link.iri, link.reason


def _plain(found: Aligned, concepts: dict[str, Concept]) -> dict[str, Any]:
    return {
        "vocabulary": found.vocabulary,
        "labels": found.labels,
        "matches": found.matches,
        "links": [
            {"concept": one.concept, "name": concepts[one.concept].name} | plain.link(one)
            for one in found.links
        ],
        "reasons": found.reasons,
        "left": [
            {"concept": one.concept.id, "label": one.label, "reason": one.why, "iris": list(one.iris)}
            for one in found.left
        ],
    }


def _remove(graph: Path, name: str, dry_run: bool) -> None:
    """Take the links of one vocabulary out of the graph."""
    from kg.store.links import set_links

    with opened(graph) as store:
        linked = Counter(link.vocabulary for link in store.links())
    if name not in linked:
        names = f"Linked are: {', '.join(sorted(linked))}." if linked else "None is linked."
        raise NotFoundError(f'No vocabulary "{name}" is linked to the graph. {names}')
    if not dry_run:
        set_links(graph, name, [])
    done = "would be taken away" if dry_run else "taken away"
    messages.note(f"{name}: {count(linked[name], 'link')} {done}.")


def _list(graph: Path, form: Form) -> None:
    """The vocabularies that the graph is linked to, with the number of links."""
    with opened(graph) as store:
        counts = Counter((link.vocabulary, link.relation) for link in store.links())
    names = sorted({vocabulary for vocabulary, _ in counts})
    rows = [(name, counts[name, "exactMatch"], counts[name, "closeMatch"]) for name in names]
    if form is Form.JSON:
        output.as_json(
            [{"vocabulary": name, "exactMatch": exact, "closeMatch": close} for name, exact, close in rows]
        )
    elif rows:
        output.table(("Vocabulary", "Exact", "Close"), rows)
    else:
        messages.note("The graph is linked to no vocabulary. Link it with: kg link --vocabulary FILE")
