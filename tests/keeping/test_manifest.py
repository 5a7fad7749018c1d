"""The manifest: a hash of every file that is not made from the others."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from simulator.errors import ResultsError
from simulator.keeping.manifest import changed_files, machine, read_manifest, write_manifest

TOLD = {"digest": "sha256:0", "policies": []}


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A directory with files of every kind."""
    for name in ("summary.csv", "games.parquet/0.parquet", "figures/wins.svg", "tables/0.npz"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    for name in ("report.html", "checkpoint.npz", "manifest.json"):
        (tmp_path / name).write_text(name)
    write_manifest(tmp_path, TOLD, leave_out=("checkpoint.npz", "tables"))
    return tmp_path


def test_files_stand_with_their_hashes(directory: Path) -> None:
    """By the path in the directory, as `sha256sum` says them."""
    manifest = json.loads((directory / "manifest.json").read_text())
    names = ["games.parquet/0.parquet", "summary.csv"]
    wanted = {name: f"sha256:{hashlib.sha256(name.encode()).hexdigest()}" for name in names}
    assert manifest == {**TOLD, "files": wanted}
    assert read_manifest(directory) == manifest


def test_changed_and_missing_files_are_found(directory: Path) -> None:
    manifest = read_manifest(directory)
    (directory / "report.html").unlink()
    (directory / "mine.txt").write_text("a file of the user's own")
    assert changed_files(directory, manifest) == []
    (directory / "summary.csv").write_text("changed")
    (directory / "games.parquet" / "0.parquet").unlink()
    assert changed_files(directory, manifest) == ["games.parquet/0.parquet", "summary.csv"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"digest": "sha256:0"}', '{"policies": []}'])
def test_a_damaged_manifest_is_told(directory: Path, text: str) -> None:
    (directory / "manifest.json").write_text(text)
    with pytest.raises(ResultsError, match=r"manifest\.json is damaged"):
        read_manifest(directory)


def test_it_begins_with_the_machine() -> None:
    told = machine()
    assert list(told) == ["schema", "dominosim", "python", "numpy", "numba", "platform"]
    assert all(told.values())
