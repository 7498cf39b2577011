"""curation.tsv: all corrections of a graph, read with what is wrong in it, and one more written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kg.curate.lines import COLUMNS, Correction, identity, parsed, written
from kg.errors import InputError, Problem, Report, UsageError, ignore
from kg.files import atomic, refuse_folder
from kg.wording import shortened

FILE = "curation.tsv"
"""The name of the file beside the graph."""

_HEAD = "\t".join(COLUMNS)


def read(path: Path, report: Report = ignore) -> tuple[Correction, ...]:
    """The corrections of a file in its order, each once; none where there is no file.

    A bad line is reported with its number and what to write, and the others count. Empty lines and those that
    begin with # say nothing.
    """
    return checked_together(_parsed(path, report), str(path), report)


def add(path: Path, correction: Correction) -> int | None:
    """Append the line for a correction; its number, None where the file has it already.

    The other lines stay as they are, byte for byte. Raises `InputError` where the line contradicts one that is there
    and `OutputError` where the file cannot be written.
    """
    refuse_folder(path)
    here = _parsed(path, ignore)
    if correction.says in {known.says for known in here}:
        return None
    problems: list[Problem] = []
    data = _bytes(path) or f"{_HEAD}\n".encode()
    if not data.endswith(b"\n"):
        data += b"\n"
    number = data.count(b"\n") + 1
    standing = checked_together(here, str(path), ignore)
    new = Correction(*_fields(correction), line=number)
    checked_together([*standing, new], str(path), problems.append)
    if problems:
        raise InputError(f"{path}: {problems[0].message}")
    try:
        line = written(correction).encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{path}: a name holds half a character (a lone surrogate); take it out.") from error
    with atomic(path.resolve()) as temporary:
        temporary.write_bytes(data + line + b"\n")
    return number


def checked_together(
    corrections: Iterable[Correction], source: str, report: Report
) -> tuple[Correction, ...]:
    """Those that are new and contradict none before: no circle of merges, no pair that is one and two at once."""
    kept: dict[tuple[str, ...], Correction] = {}
    pairs: dict[tuple[str, frozenset[str]], Correction] = {}
    into: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for c in corrections:
        if c.says in kept:
            continue
        if c.verb in ("merge", "accept"):
            start, end = (c.type, identity(c.name)), (c.type, identity(c.other))
            pair = c.type, frozenset((start[1], end[1]))
            if pair in pairs and pairs[pair].verb != c.verb:
                known = pairs[pair]
                fault = (
                    f"{c.verb} of two of which line {known.line} says {known.verb}; keep one of these lines."
                )
                report(Problem(source, fault, c.line))
                continue
            if c.verb == "merge" and _way(into, end, start):
                ends = f'"{shortened(c.name)}" into "{shortened(c.other)}"'
                fault = f"merge of {ends} closes a circle of merges; take it out, or one before it."
                report(Problem(source, fault, c.line))
                continue
            pairs.setdefault(pair, c)
            into.setdefault(start, []).append(end) if c.verb == "merge" else None
        kept[c.says] = c
    return tuple(kept.values())


def _way(
    into: dict[tuple[str, str], list[tuple[str, str]]], start: tuple[str, str], end: tuple[str, str]
) -> bool:
    """Whether merges lead from one name to another."""
    seen, open_ = {start}, [start]
    while open_:
        here = open_.pop()
        if here == end:
            return True
        fresh = [name for name in into.get(here, ()) if name not in seen]
        seen.update(fresh)
        open_ += fresh
    return False


def _parsed(path: Path, report: Report) -> list[Correction]:
    found = []
    for number, line in enumerate(_bytes(path).removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        try:
            text = line.decode().rstrip("\r")
            if text.strip() and not text.startswith("#") and text.rstrip().lower() != _HEAD:
                found.append(parsed(text, number))
        except UnicodeDecodeError:
            report(Problem(str(path), "it is not UTF-8; save the file as UTF-8.", number))
        except InputError as error:
            report(Problem(str(path), str(error), number))
    return found


def _bytes(path: Path) -> bytes:
    if path.is_dir():
        raise UsageError(f"{path}: is a folder. Name the file with the corrections.")
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return b""


def _fields(c: Correction) -> tuple[str, str, str, str, str]:
    return c.verb, c.type, c.name, c.other, c.paper
