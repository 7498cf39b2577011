"""Where the input lies: files, folders, globs and standard input, as openable things in a fixed order."""

from __future__ import annotations

import glob
import gzip
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, cast

from kg.errors import Problem, Report, UsageError

STDIN = "-"
BUILT = frozenset(
    (
        "graph.sqlite", "annotations.jsonl", "graph.ttl", "graph.graphml", "graph.html", "manifest.json",
        "extracted.sqlite",
    )
)  # fmt: skip
"""What `kg build` leaves in a folder: no sources for the next build, unless somebody names them."""
CURATION = "curation.tsv"
"""What people correct beside it: no source either."""
SUFFIXES = {
    ".txt": "text", ".text": "text", ".md": "text", ".markdown": "text", ".jsonl": "jsonl", ".ndjson": "jsonl",
    ".jsonlines": "jsonl", ".json": "json", ".csv": "csv", ".tsv": "csv", ".tab": "csv", ".bib": "bibtex",
    ".bibtex": "bibtex", ".ris": "ris",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Source:
    """A file by the name the user knows it under; `path` is None for standard input, `named` if it was named itself."""

    name: str
    path: Path | None
    named: bool = True

    @property
    def suffix(self) -> str:
        """The file's suffix in lower case, without `.gz`."""
        path = Path(self.name)
        if path.suffix.lower() == ".gz":
            path = path.with_suffix("")
        return path.suffix.lower()


def expand(named: Iterable[str | Path], report: Report) -> list[Source]:
    """All files behind the names, in order, each once.

    Raises `UsageError` for a name behind which there is nothing.
    """
    found: list[Source] = []
    seen: set[str] = set()
    for name in named:
        for source in _behind(name, report):
            real = os.path.realpath(source.path) if source.path else STDIN
            if real in seen:
                report(Problem(source.name, "named twice; read once.", skipped=False))
                continue
            seen.add(real)
            found.append(source)
    return found


def _behind(name: str | Path, report: Report) -> Iterator[Source]:
    if str(name) == STDIN:
        yield Source(STDIN, None)
        return
    path = Path(name)
    if path.is_dir():
        yield from _inside(path, report)
    elif path.exists() or path.is_symlink():
        yield Source(show(path), path)
    else:
        # Path.glob takes no absolute pattern
        matches = sorted(glob.glob(str(name), recursive=True)) if glob.has_magic(str(name)) else []  # noqa: PTH207
        if not matches:
            raise UsageError(
                f"{show(path)}: no such file or folder. Name files, folders, globs or - for standard input."
            )
        for match in map(Path, matches):
            if match.is_dir():
                yield from _inside(match, report)
            else:
                yield Source(show(match), match)


def _inside(folder: Path, report: Report) -> Iterator[Source]:
    """The files below a folder, sorted by path; hidden ones are left out, and what `kg build` made."""

    def unreadable(error: OSError) -> None:
        report(
            Problem(show(Path(error.filename or folder)), f"cannot be listed ({error.strerror}); skipped.")
        )

    paths = [
        Path(parent) / file
        for parent, files in _walk(folder, unreadable)
        for file in _sources(files)
        if not file.startswith(".") and _is_file(Path(parent) / file, report)
    ]
    if not paths:
        report(
            Problem(
                show(folder),
                "the folder holds no file that kg reads (txt, md, json, jsonl, csv, tsv, bib, ris).",
            )
        )
    for path in sorted(paths, key=lambda path: path.parts):
        yield Source(show(path), path, named=False)


def _walk(folder: Path, onerror: Callable[[OSError], None]) -> Iterator[tuple[str, list[str]]]:
    """Each folder that is not hidden with the names of its files."""
    for parent, folders, files in os.walk(folder, onerror=onerror):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield parent, files


def _is_file(path: Path, report: Report) -> bool:
    """Whether it is a file; a pipe that lies in a folder would be waited for without end."""
    try:
        mode = path.stat().st_mode
    except OSError:  # named when it is opened
        return True
    if stat.S_ISREG(mode):
        return True
    report(Problem(show(path), "a pipe, a socket or a device, not a file; skipped."))
    return False


def _sources(files: list[str]) -> list[str]:
    """The files of a folder without those that a build left there.

    >>> _sources(["a.txt", "manifest.json"]), _sources(["a.txt", CURATION, *BUILT])
    (['a.txt', 'manifest.json'], ['a.txt'])
    """
    ours = BUILT | {CURATION}
    return [file for file in files if file not in ours] if BUILT.issubset(files) else files


def show(path: Path) -> str:
    """A path as text that can be written anywhere, with forward slashes."""
    return os.fsencode(path.as_posix()).decode("utf-8", "backslashreplace")


@contextmanager
def open_(source: Source, stdin: BinaryIO | None) -> Iterator[IO[bytes]]:
    """The bytes of a source, decompressed if they are gzip's; can be rewound.

    Raises `OSError` where it cannot be opened.
    """
    with ExitStack() as opened:
        raw: IO[bytes] = (
            (stdin or sys.stdin.buffer)
            if source.path is None
            else opened.enter_context(source.path.open("rb"))
        )
        if source.path is None or not raw.seekable():
            raw = opened.enter_context(_rewindable(raw))
        compressed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        if compressed:
            raw = cast(IO[bytes], opened.enter_context(gzip.GzipFile(fileobj=raw, mode="rb")))
        yield raw


def _rewindable(stream: IO[bytes]) -> IO[bytes]:
    """A copy of a pipe that can be read from the beginning again; beyond 64 MiB it lies on disk."""
    copy = tempfile.SpooledTemporaryFile(max_size=64 << 20)  # noqa: SIM115
    shutil.copyfileobj(stream, copy)
    copy.seek(0)
    return cast(IO[bytes], copy)
