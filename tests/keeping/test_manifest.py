"""The manifest: a hash of every file of the results."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from simulator.errors import ResultsError
from simulator.keeping.manifest import (
    changed_files,
    machine,
    read_manifest,
    vouch_again,
    write_manifest,
)

TOLD = {"digest": "sha256:0", "policies": []}


NAMES = ("figures/wins.svg", "games.parquet/0.parquet", "report.html", "summary.csv")


def sha256(text: str) -> str:
    """As `sha256sum` says it."""
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A directory with files of every kind, and two that are not of the results."""
    for name in (*NAMES, "notes.txt", ".unfinished/run.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    write_manifest(
        tmp_path, TOLD, ("summary.csv", "games.parquet", "figures", "report.html", "policies")
    )
    return tmp_path


def test_files_stand_with_their_hashes(directory: Path) -> None:
    manifest = json.loads((directory / "manifest.json").read_text())
    assert manifest == {**TOLD, "files": {name: sha256(name) for name in NAMES}}
    assert read_manifest(directory) == manifest


def test_changed_missing_and_added_files_are_found(directory: Path) -> None:
    """What is added counts in a folder of the results only."""
    manifest = read_manifest(directory)
    (directory / "mine.txt").write_text("a file of the user's own")
    assert changed_files(directory, manifest) == []
    (directory / "summary.csv").write_text("changed")
    (directory / "games.parquet" / "0.parquet").unlink()
    (directory / "figures" / "new.svg").write_text("added")
    wanted = ["figures/new.svg", "games.parquet/0.parquet", "summary.csv"]
    assert changed_files(directory, manifest) == wanted


def test_new_files_are_vouched_for_again(directory: Path) -> None:
    (directory / "report.html").write_text("new")
    (directory / "figures" / "wins.svg").unlink()
    (directory / "figures" / "new.svg").write_text("added")
    (directory / "summary.csv").write_text("changed")
    vouch_again(directory, read_manifest(directory), ("report.html", "figures"))
    manifest = read_manifest(directory)
    assert manifest["files"]["report.html"] == sha256("new")
    assert [name for name in manifest["files"] if "figures" in name] == ["figures/new.svg"]
    assert changed_files(directory, manifest) == ["summary.csv"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"digest": "sha256:0"}', '{"policies": []}'])
def test_a_damaged_manifest_is_told(directory: Path, text: str) -> None:
    (directory / "manifest.json").write_text(text)
    with pytest.raises(ResultsError, match=r"manifest\.json is damaged"):
        read_manifest(directory)


def test_it_begins_with_the_machine() -> None:
    told = machine()
    assert list(told) == ["schema", "dominosim", "python", "numpy", "numba", "platform"]
    assert all(told.values())
