"""What is written is whole or absent, and what stood there stays until it is replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import OutputError
from kg.files import atomic, publish


@pytest.mark.parametrize("raised", [ValueError, KeyboardInterrupt])
def test_what_stood_there_stays_where_writing_fails(tmp_path: Path, raised: type[BaseException]) -> None:
    path = tmp_path / "a.txt"
    path.write_text("before", encoding="utf-8")
    with pytest.raises(raised), atomic(path) as temporary:
        temporary.write_text("half", encoding="utf-8")
        raise raised
    assert path.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_takes_the_place_of_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "model"
    for name in ("old", "new"):
        with atomic(path) as temporary:
            temporary.mkdir()
            (temporary / name).touch()
    assert [file.name for file in path.iterdir()] == ["new"]
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_cannot_be_replaced_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, temporary = tmp_path / "model", tmp_path / "made"
    for folder in (path, temporary):
        folder.mkdir()
    (path / "precious").touch()
    rename = Path.replace

    def failing(self: Path, target: Path) -> Path:
        if self == temporary:
            raise PermissionError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(OutputError, match="Permission denied"):
        publish(temporary, path)
    assert (path / "precious").is_file()


@pytest.mark.parametrize("place", [".", ".."])
def test_the_working_folder_is_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "precious").touch()
    monkeypatch.chdir(tmp_path / "inside")
    with pytest.raises(OutputError, match="Name the file"), atomic(Path(place)) as temporary:
        temporary.mkdir(exist_ok=True)
    assert [path.name for path in tmp_path.rglob("*")] == ["inside", "precious"]


def test_a_file_does_not_take_the_place_of_a_folder(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="is a folder"), atomic(tmp_path) as temporary:
        temporary.touch()
    assert tmp_path.is_dir()


def test_a_folder_made_for_nothing_goes_again(tmp_path: Path) -> None:
    with pytest.raises(ValueError), atomic(tmp_path / "new" / "a.txt"):
        raise ValueError
    assert list(tmp_path.iterdir()) == []
    with atomic(tmp_path / "new" / "a.txt") as temporary:
        temporary.touch()
    assert (tmp_path / "new" / "a.txt").exists()
