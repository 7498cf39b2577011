"""Files that are whole or absent: written beside their place, then moved over it in one step."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kg.errors import OutputError


@contextmanager
def atomic(path: Path) -> Iterator[Path]:
    """A temporary path beside `path` to write a file or a folder to; moved to `path` if the block succeeds.

    On any exception, an interrupt included, nothing is left behind and what stood at `path` stays.
    Raises `OutputError` where the folder cannot be written, or `path` ("." or "..") has no name to be given.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with atomic(Path(folder) / "a.txt") as temporary:
    ...         _ = temporary.write_text("whole", encoding="utf-8")
    ...     (Path(folder) / "a.txt").read_text(encoding="utf-8")
    'whole'
    """
    if path.name in ("", ".."):
        raise OutputError(f"{path}: is a place, not a name. Name the file or folder to be written.")
    with staging(path.parent) as folder:
        temporary = folder / path.name
        yield temporary
        publish(temporary, path)


@contextmanager
def staging(parent: Path, prefix: str = ".kg-") -> Iterator[Path]:
    """A hidden folder inside `parent`, its name begun with `prefix`, gone when the block ends; so is `parent` if it was
    made and stays empty.
    """
    made = not parent.exists()
    try:
        parent.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
    except OSError as error:
        raise OutputError(
            f"{parent}: cannot be written ({error.strerror}). Choose another folder."
        ) from error
    try:
        yield folder
    except OSError as error:
        # A write below the staging folder that fails (disk full) is the output's fault; anything else is not ours.
        if error.filename is None or str(error.filename).startswith(str(folder)):
            raise OutputError(f"{parent}: writing failed ({error.strerror or error}).") from error
        raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if made:
            with suppress(OSError):  # not empty: something was published
                parent.rmdir()


def publish(temporary: Path, path: Path) -> None:
    """Move what was written at `temporary` over `path`, on the same file system.

    A folder that stood at `path` is moved aside first, beside `temporary`, and put back if that fails.
    """
    if not temporary.is_dir():
        refuse_folder(path)
    replaced = temporary.with_name(f"{path.name}.replaced")
    try:
        if path.is_dir() and not path.is_symlink():
            path.replace(replaced)
        temporary.replace(path)
    except OSError as error:
        if replaced.is_dir():
            replaced.replace(path)
        raise OutputError(f"{path}: cannot be replaced ({error.strerror}).") from error


def refuse_folder(path: Path) -> None:
    """Raise `OutputError` if a folder stands where a file is to be written."""
    if path.is_dir():
        raise OutputError(f"{path}: is a folder, and a file was to be written there. Name a file.")
