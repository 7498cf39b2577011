"""`kg curate`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli import messages, output
from kg.cli.duplicates import likely, why
from kg.cli.options import GRAPH, CurationFile, GraphFile, opened
from kg.errors import InputError, UsageError
from kg.query.duplicates import LIMIT
from kg.wording import count

if TYPE_CHECKING:
    from rich.console import Console

    from kg.curate import Correction
    from kg.query.duplicates import Duplicate

_CHOICES = {
    "m": "merge the first into the second",
    "r": "the second into the first",
    "a": "accept them as two",
    "s": "skip",
    "q": "quit",
}


def curate(
    verb: Annotated[
        str | None,
        typer.Argument(metavar="VERB", help="merge, split, rename, retype, reject or accept."),
    ] = None,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The concept, in any spelling, or an id.")] = "",
    other: Annotated[
        str,
        typer.Argument(metavar="OTHER", help="What it is merged with, split into, renamed or retyped to."),
    ] = "",
    type_: Annotated[
        str | None,
        typer.Option("--type", metavar="TYPE", help="The concept's type, where names leave it open."),
    ] = None,
    paper: Annotated[
        str, typer.Option("--paper", metavar="ID", help="Split, retype or reject in this paper alone.")
    ] = "",
    review: Annotated[
        bool, typer.Option("--review", help="Decide on the likely duplicates one by one.")
    ] = False,
    limit: Annotated[
        int, typer.Option("--limit", min=0, help="The most pairs to review; 0 for all.")
    ] = LIMIT,
    curation: CurationFile = None,
    graph: GraphFile = GRAPH,
) -> None:
    """Write a correction down: one line of curation.tsv beside the graph, which every kg build applies from then on.

    [b]merge[/b] NAME OTHER: the two are one, called OTHER. [b]split[/b] NAME OTHER: what is spelt OTHER, or with
    --paper all that this paper calls NAME, is a concept OTHER of its own. [b]rename[/b] NAME OTHER. [b]retype[/b] NAME
    TYPE. [b]reject[/b] NAME: it is no concept. [b]accept[/b] NAME OTHER: the two are rightly two. Without a verb, the
    lines.

    Examples:

      kg curate merge "ConvNet" "convolutional neural network"
      kg curate retype SQuAD Dataset --type Method
      kg curate split CCL "curriculum contrastive learning" --paper p7
      kg curate --review --type Method
    """
    from kg.curate import FILE

    path = curation or graph.parent / FILE
    if review and verb is not None:
        raise UsageError(f"--review asks what to do; leave out {verb}.")
    if review:
        _review(graph, path, limit, [type_] if type_ else None)
    elif verb is None:
        _list(path)
    else:
        _add(graph, path, verb, name, other, paper, type_)


def _add(graph: Path, path: Path, verb: str, name: str, other: str, paper: str, type_: str | None) -> None:
    """Check the correction against the graph, and write its line."""
    from kg.curate.lines import VERBS
    from kg.query.curation import correction

    if verb not in VERBS:
        raise UsageError(f'"{verb}" is no verb; there are {", ".join(VERBS)}.')
    if not name or bool(other) != bool(VERBS[verb].other):
        needed = f"NAME and OTHER: {VERBS[verb].other}" if VERBS[verb].other else "NAME alone"
        raise UsageError(f"kg curate {verb} takes {needed}.")
    with opened(graph) as store:
        found = correction(store, verb, name, other, paper, type_)
    if _write(path, found):
        messages.note("The next kg build applies it.")


def _write(path: Path, correction: Correction) -> bool:
    """Write the line, say where it stands; whether it is new."""
    from kg import curate

    said = ", ".join(
        filter(None, (*correction.says[:2], correction.name, correction.other, correction.paper))
    )
    number = curate.add(path, correction)
    messages.note(f"{path}:{number}: {said}." if number else f"{path}: has the line already: {said}.")
    return number is not None


def _list(path: Path) -> None:
    """The lines that count; what is wrong with the others goes to standard error."""
    from kg import curate

    lines = curate.read(path, messages.report)
    rows = ((c.line, c.verb, c.type, c.name, c.other, c.paper) for c in lines)
    if lines:
        output.table(("Line", "Verb", "Type", "Name", "Other", "Paper"), rows)
    else:
        messages.note(
            f"{path}: holds no corrections. Write one with: kg curate VERB NAME, or kg curate --review"
        )


def _review(graph: Path, path: Path, limit: int, types: list[str] | None) -> None:
    """Show each likely pair, ask, and write down what is decided at once."""
    from rich.console import Console

    from kg.curate import Correction
    from kg.query.curation import reference

    console = Console(stderr=True, highlight=False)
    done: Counter[str] = Counter()
    with opened(graph) as store:
        found = likely(store, path, limit, types)
        for number, pair in enumerate(found.pairs, 1):
            _show(console, pair, f"{number} of {len(found.pairs)}")
            answer = _ask(console)
            if answer == "q":
                break
            one, other = (reference(store, concept) for concept in (pair.one, pair.other))
            verb = {"m": "merge", "r": "merge", "a": "accept"}.get(answer, "skip")
            if answer == "r":
                one, other = other, one
            if verb != "skip":
                try:
                    _write(path, Correction(verb, pair.one.type, one, other))
                except InputError as error:  # it contradicts a line that was decided before
                    messages.error(str(error))
                    continue
            done[verb] += 1
    if not found.pairs:
        messages.note("No two concepts are likely to be one that the corrections leave open.")
        return
    left = f"{count(len(found.pairs) - done['merge'] - done['accept'], 'pair')} left open"
    messages.note(f"{done['merge']} merged, {done['accept']} accepted as two, {left}. kg build applies them.")


def _show(console: Console, pair: Duplicate, place: str) -> None:
    """Both sides of a pair: name, papers, other names, a sentence."""
    from rich.text import Text

    console.print(
        Text(f"\n{place}  {pair.one.type}  score {pair.score:.2f}  {messages.printable(why(pair))}")
    )
    for label, concept, evidence in zip("12", (pair.one, pair.other), pair.evidence, strict=True):
        line = Text(f"  {label}  ").append(messages.printable(concept.name), style="bold")
        aliases = f", also {', '.join(concept.aliases)}" if concept.aliases else ""
        line.append(f"  {count(concept.papers, 'paper')}{messages.printable(aliases)}", style="dim")
        console.print(line)
        if evidence:
            console.print(Text(messages.printable(f"     {evidence.paper}: {evidence.quote}"), style="dim"))


def _ask(console: Console) -> str:
    """One of `_CHOICES`; the end of the input quits."""
    from rich.prompt import Prompt

    told = ", ".join(f"{key} {what}" for key, what in _CHOICES.items())
    try:
        return Prompt.ask(told, console=console, choices=list(_CHOICES), default="s", show_choices=False)
    except EOFError:
        return "q"
