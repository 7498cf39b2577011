"""Files that predictions are judged on, in either form of `../shared/README.md`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kg.errors import InputError, Problem, Report, UsageError
from kg.train.forms import Abstract, Fault, Paper, parse


@dataclass(frozen=True, slots=True)
class Annotated:
    """The good lines of a file, all of one form; the others were `skipped`."""

    path: Path
    abstracts: tuple[Abstract, ...] = ()
    papers: tuple[Paper, ...] = ()
    skipped: int = 0

    @property
    def form(self) -> str:
        """ "annotated abstracts", or the name of the corpus."""
        return (self.abstracts or self.papers)[0].form


def read(path: Path, report: Report) -> Annotated:
    """The documents of a JSON Lines file; a line at fault is reported and left out.

    The first good line says of which form the file is. Raises `UsageError` for a missing file and `InputError`
    where no line is good.
    """
    documents: list[Abstract | Paper] = []
    faults: list[tuple[int, str]] = []
    seen: set[str] = set()
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            document = parse(line, str(path), number, report)
            if documents and document.form != documents[0].form:
                raise Fault(f"of the form {document.form}, in a file of the form {documents[0].form}")
            if document.id in seen:
                raise Fault(f'the id "{document.id}" a second time')
        except Fault as fault:
            faults.append((number, str(fault)))
        else:
            documents.append(document)
            seen.add(document.id)
    if not documents:
        first = f"{path}:{faults[0][0]}: {faults[0][1]}" if faults else f"{path}: the file is empty"
        raise InputError(
            f'{first}. Each line is to be an annotated abstract ("id", "text", "concepts") or a document of a corpus'
            ' ("id", "source", "sentences").'
        )
    for number, what in faults:
        report(Problem(str(path), f"{what}; the line was skipped.", number))
    abstracts = tuple(d for d in documents if isinstance(d, Abstract))
    return Annotated(path, abstracts, tuple(d for d in documents if isinstance(d, Paper)), len(faults))


def _lines(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().split(b"\n")
    except OSError as error:
        raise UsageError(
            f"{path}: cannot be read ({error.strerror}). Name a file of annotated text."
        ) from error
