"""Files appear whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reports.page.files import write_folder, write_whole


def test_a_file_replaces_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")
    write_whole(path, "new\nläuft")
    assert path.read_bytes() == "new\nläuft".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud800")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_rename_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("no")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(PermissionError):
        write_whole(tmp_path / "report.html", "new")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_replaces_the_old_one(tmp_path: Path) -> None:
    folder = tmp_path / "figures"
    write_folder(folder, {"a.svg": b"1", "b.svg": b"2"})
    write_folder(folder, {"b.svg": b"3"})
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"b.svg": b"3"}
    assert list(tmp_path.iterdir()) == [folder]


def test_a_failed_folder_leaves_the_old_one(tmp_path: Path) -> None:
    folder = tmp_path / "figures"
    write_folder(folder, {"a.svg": b"1"})
    with pytest.raises(OSError, match="nowhere"):
        write_folder(folder, {"b.svg": b"2", "nowhere/c.svg": b"3"})
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"a.svg": b"1"}
    assert list(tmp_path.iterdir()) == [folder]


def test_a_swap_that_fails_puts_the_old_folder_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "figures"
    write_folder(folder, {"a.svg": b"1"})
    rename = os.rename

    def refuse(source: Path, target: Path) -> None:
        if (Path(source) / "b.svg").exists():
            raise PermissionError("no")
        rename(source, target)

    monkeypatch.setattr(os, "rename", refuse)
    with pytest.raises(PermissionError):
        write_folder(folder, {"b.svg": b"2"})
    assert [path.name for path in folder.iterdir()] == ["a.svg"]
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_files_are_as_readable_as_any_other(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("")
    write_whole(tmp_path / "report.html", "")
    write_folder(tmp_path / "figures", {})
    assert (tmp_path / "report.html").stat().st_mode == plain.stat().st_mode
    (tmp_path / "ordinary").mkdir()
    assert (tmp_path / "figures").stat().st_mode == (tmp_path / "ordinary").stat().st_mode
