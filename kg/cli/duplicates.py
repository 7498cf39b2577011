"""`kg duplicates`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kg.cli import messages, output
from kg.cli.options import GRAPH, CurationFile, Form, GraphFile, Printed, opened
from kg.cli.progress import busy
from kg.query.duplicates import LIMIT
from kg.wording import count

if TYPE_CHECKING:
    from kg.query.duplicates import Duplicate, Duplicates
    from kg.records import Evidence
    from kg.store import Store


def duplicates(
    types: Annotated[
        list[str] | None,
        typer.Option("--type", metavar="TYPE", help="Only concepts of this type (repeatable)."),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=0, help="The most pairs; 0 for all.")] = LIMIT,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    form: Printed = Form.TABLE,
    curation: CurationFile = None,
    graph: GraphFile = GRAPH,
) -> None:
    """Pairs of concepts that may be one, best first, with a sentence for each.

    They have like names: spelling, word order, initials, a generic word more. Shared neighbours make a pair likelier,
    a paper that names both less so. Pairs that the corrections decide are left out: see kg curate.

    Examples:

      kg duplicates
      kg duplicates --type Dataset --limit 50
      kg duplicates --json
    """
    with opened(graph) as store:
        found = likely(store, curation or graph.parent, limit, types)
    if as_json or form is Form.JSON:
        output.as_json({"found": found.found, "pairs": [_plain(pair) for pair in found.pairs]})
        return
    columns = ("Score", "Type", "One", "Papers", "Other", "Papers", "Why", "One's sentence", "The other's")
    output.table(columns, map(_row, found.pairs))
    if len(found.pairs) < found.found:
        messages.note(f"{len(found.pairs):,} of {count(found.found, 'pair')}; --limit 0 shows all.")
    messages.note(
        "Decide with: kg curate --review" if found.pairs else "No two concepts are likely to be one."
    )


def likely(store: Store, curation: Path, limit: int, types: list[str] | None) -> Duplicates:
    """The pairs of a graph that its corrections (a file, or the folder of the usual one) leave open."""
    from kg import curate
    from kg.query.curation import decided
    from kg.query.duplicates import duplicates as find

    lines = curate.read(curation / curate.FILE if curation.is_dir() else curation)
    with busy("Comparing names …"):
        return find(store, limit or None, types, decided(lines))


def why(pair: Duplicate) -> str:
    """What speaks for the pair, and what against it."""
    parts = [f"{pair.how} {pair.alike:.2f}"]
    if pair.spelt != (pair.one.name, pair.other.name):
        parts.append(" / ".join(pair.spelt))
    if pair.neighbours:
        names = ", ".join(c.name for c in pair.shared) + (", …" if pair.neighbours > len(pair.shared) else "")
        parts.append(f"{count(pair.neighbours, 'shared neighbour')}: {names}")
    if pair.together:
        parts.append(f"named together in {count(pair.together, 'paper')}")
    return "; ".join(parts)


def _row(pair: Duplicate) -> tuple[object, ...]:
    one, other = pair.one, pair.other
    quotes = (evidence.quote if evidence else None for evidence in pair.evidence)
    return f"{pair.score:.2f}", one.type, one.name, one.papers, other.name, other.papers, why(pair), *quotes


def _plain(pair: Duplicate) -> dict[str, Any]:
    sides = zip((pair.one, pair.other), pair.spelt, pair.evidence, strict=True)
    return {
        "score": pair.score,
        "type": pair.one.type,
        "concepts": [
            {"id": c.id, "name": c.name, "papers": c.papers, "alike": name, "evidence": _passage(evidence)}
            for c, name, evidence in sides
        ],
        "how": pair.how,
        "alike": pair.alike,
        "shared": [{"id": c.id, "name": c.name} for c in pair.shared],
        "neighbours": pair.neighbours,
        "together": pair.together,
    }


def _passage(evidence: Evidence | None) -> dict[str, str] | None:
    return {"paper": evidence.paper, "quote": evidence.quote} if evidence else None
