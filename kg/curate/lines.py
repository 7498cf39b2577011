"""One correction a line: what a line of curation.tsv may say, read and written."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kg import names, ontology
from kg.errors import InputError
from kg.wording import shortened

COLUMNS = ("verb", "type", "name", "other", "paper")
"""The cells of a line; the last ones may be missing."""

_FORMULA = ("=", "+", "-", "@")  # a spreadsheet computes a cell that begins so


class Verb(NamedTuple):
    """What `other` holds under a verb ("" where it holds nothing), and whether one paper may be named."""

    other: str
    of_paper: bool


VERBS = {
    "merge": Verb("the name that it is the same as", False),
    "split": Verb("the name of what is apart from it", True),
    "rename": Verb("the new name", False),
    "retype": Verb("the type that it is of", True),
    "reject": Verb("", True),
    "accept": Verb("the name of what is rightly another", False),
}


@dataclass(frozen=True, slots=True)
class Correction:
    """One line: a verb, the concept by type and name (or id), what else the verb needs, perhaps one paper's id.

    `line` is where it stands in its file.
    """

    verb: str
    type: str
    name: str
    other: str = ""
    paper: str = ""
    line: int | None = None

    @property
    def says(self) -> tuple[str, ...]:
        """What two lines share that say the same; the spelling counts only where it is what they set."""
        other = self.other if self.verb in ("rename", "split") else identity(self.other)
        return self.verb, self.type, identity(self.name), other, self.paper


def identity(name: str) -> str:
    """What tells a name from others: its key, or the name itself where it has no letter or digit.

    >>> identity("Fine-Tuning") == identity("finetuning"), identity("∇")
    (True, '∇')
    """
    return names.key(name) or name


def parsed(text: str, line: int | None = None) -> Correction:
    r"""The correction that a line of the file holds. Raises `InputError` that says what is wrong with it.

    >>> parsed("merge\tMethod\tLLM\tlarge language model").other
    'large language model'
    """
    try:
        cells = next(csv.reader([text], delimiter="\t"), [])
    except csv.Error as error:
        raise InputError(f"it cannot be read as tab-separated cells ({error}).") from error
    return checked([_unguarded(" ".join(cell.split())) for cell in cells], line)


def checked(cells: Sequence[str], line: int | None = None) -> Correction:
    """The correction of these cells. Raises `InputError` for an unknown verb or type, or a cell too many or too few.

    >>> checked(["retype", "method", "SQuAD", "datasets"])
    Correction(verb='retype', type='Method', name='SQuAD', other='Dataset', paper='', line=None)
    """
    cells = list(cells)
    while cells and not cells[-1]:
        cells.pop()
    form = ", ".join(COLUMNS)
    if len(cells) > len(COLUMNS):
        raise InputError(f"{len(cells)} cells, and a line has at most {len(COLUMNS)}: {form}.")
    verb, type_, name, other, paper = (*cells, *[""] * (len(COLUMNS) - len(cells)))
    if verb not in VERBS:
        tabs = "" if len(cells) > 1 else ", with tabs between the cells"
        raise InputError(f'"{shortened(verb)}" is no verb; write one of {", ".join(VERBS)}{tabs}.')
    wanted = VERBS[verb]
    if not name:
        raise InputError(f"{verb} says of which concept by its type and name: write {form}.")
    type_ = _type(type_)
    if wanted.other and not other:
        raise InputError(f'{verb} "{shortened(name)}" lacks its fourth cell: write there {wanted.other}.')
    if other and not wanted.other:
        raise InputError(
            f'{verb} takes one name; take "{shortened(other)}" out (a paper goes into the fifth cell).'
        )
    if paper and not wanted.of_paper:
        raise InputError(f'{verb} holds in all papers; take "{shortened(paper)}" out of the fifth cell.')
    if verb == "retype":
        other = _type(other)
        if other == type_:
            raise InputError(f'"{shortened(name)}" is to become a {other}, which it is; write another type.')
    if verb in ("merge", "accept"):
        _two_of_one_type(verb, type_, name, other)
    return Correction(verb, type_, name, other, paper, line)


def written(correction: Correction) -> str:
    r"""The line of the file, without its end: `parsed` gives the same back.

    >>> written(Correction("reject", "Method", "=approach"))
    "reject\tMethod\t'=approach"
    """
    cells = [correction.verb, correction.type, correction.name, correction.other, correction.paper]
    while not cells[-1]:
        cells.pop()
    stream = io.StringIO()
    csv.writer(stream, delimiter="\t", lineterminator="").writerow(
        [_guarded(" ".join(cell.split())) for cell in cells]
    )
    return stream.getvalue()


def _type(written: str) -> str:
    known = {names.key(name): name for name in ontology.load().types}
    if names.key(written) not in known:
        raise InputError(
            f'"{shortened(written)}" is no type of concept; write one of {", ".join(known.values())}.'
        )
    return known[names.key(written)]


def _two_of_one_type(verb: str, type_: str, name: str, other: str) -> None:
    """Raise `InputError` where the two are one name, or ids of two types."""
    if identity(name) == identity(other):
        raise InputError(
            f'{verb} of "{shortened(name)}" with "{shortened(other)}", which are spellings of one name; '
            "write two names, or take the line out."
        )
    for one in (name, other):
        kind, slash, _ = one.partition("/")
        if slash and kind in {t.lower() for t in ontology.load().types} - {type_.lower()}:
            raise InputError(
                f'{verb} of two types: "{shortened(one)}" is no {type_}; write ids of one type, '
                "or a line with retype before it."
            )


def _guarded(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(_FORMULA) else cell
