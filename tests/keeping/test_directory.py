"""A directory in progress: published whole, and nothing touched that is not a result's."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from simulator.errors import ResultsError
from simulator.keeping.directory import RunDirectory, read_directory
from simulator.keeping.parts import Part
from simulator.keeping.store import Store

TOLD = {"digest": "sha256:0", "policies": []}
RUN = {"started": "2001-02-03T04:05:06+00:00", "identity": {"policies": []}}


def begin(directory: RunDirectory, asked: bytes = b"asked") -> None:
    """Begin a run, with a user's policy and one part."""
    directory.begin({"experiment.toml": asked, "policies/mine.py": b"mine"}, RUN, True)
    store = Store(directory.parts, "", lambda message: None)
    store.commit(Part(0, 0, 1, np.zeros(1, np.int64)))


def publish(directory: RunDirectory, name: str = "a.csv") -> None:
    """Write a table and the manifest, and publish all."""
    directory.write({name: pd.DataFrame({"x": [1]})})
    directory.write_manifest(TOLD)
    directory.publish()


def names(path: Path) -> set[str]:
    """What a directory holds."""
    return set(os.listdir(path))


def test_it_is_published_whole(tmp_path: Path) -> None:
    with RunDirectory(tmp_path / "new" / "results") as directory:
        begin(directory)
        assert names(directory.target) == {".unfinished"}
        publish(directory)
    target = tmp_path / "new" / "results"
    wanted = {"experiment.toml", "policies", "parts", "games.parquet", "a.csv", "manifest.json"}
    assert names(target) == wanted
    file, manifest = read_directory(target)
    assert file.read_text() == "asked"
    files = ["a.csv", "experiment.toml", "parts/0000-0000000000000-0000000000001.part"]
    assert sorted(manifest["files"]) == [*files, "policies/mine.py"]


def test_new_results_take_the_place_of_old_ones(tmp_path: Path) -> None:
    """Of files that are not theirs none is touched, and old results stay until then."""
    with RunDirectory(tmp_path / "results") as directory:
        begin(directory)
        publish(directory, "old.csv")
    (tmp_path / "results" / "notes.txt").write_text("mine")
    with RunDirectory(tmp_path / "results") as directory:
        assert directory.is_finished
        assert not directory.is_begun
        begin(directory, b"asked again")
        assert (tmp_path / "results" / "old.csv").exists()
        assert read_directory(tmp_path / "results")[0].read_text() == "asked"
        publish(directory, "new.csv")
    found = names(tmp_path / "results")
    assert {"new.csv", "notes.txt"} <= found
    assert not found & {"old.csv", ".unfinished"}
    assert read_directory(tmp_path / "results")[0].read_text() == "asked again"


@pytest.mark.parametrize("moves", range(7))
def test_a_stop_while_it_is_published_is_made_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    """After so many files have their place; old results are there before."""
    with RunDirectory(tmp_path / "results") as directory:
        begin(directory, b"old")
        publish(directory)
    left = [moves]
    rename = os.rename

    def stopping(source: Path, place: Path) -> None:
        if left[0] == 0:
            raise KeyboardInterrupt
        left[0] -= 1
        rename(source, place)

    monkeypatch.setattr(os, "rename", stopping)
    with suppress(KeyboardInterrupt), RunDirectory(tmp_path / "results") as directory:
        begin(directory, b"new")
        publish(directory)
    monkeypatch.undo()
    with RunDirectory(tmp_path / "results") as directory:
        assert directory.is_finished
    file, manifest = read_directory(tmp_path / "results")
    assert file.read_text() == "new"
    assert {name.partition("/")[0] for name in manifest["files"]} <= names(tmp_path / "results")
    assert ".unfinished" not in names(tmp_path / "results")


def test_of_a_run_in_which_nothing_was_played_nothing_stays(tmp_path: Path) -> None:
    def fails(path: Path, played: bool) -> None:
        with RunDirectory(path) as directory:
            if played:
                begin(directory)
            else:
                directory.begin({"experiment.toml": b"asked"}, {}, False)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails(tmp_path / "nothing", played=False)
    with pytest.raises(ZeroDivisionError):
        fails(tmp_path / "something", played=True)
    assert names(tmp_path) == {"something"}
    assert names(tmp_path / "something") == {".unfinished"}
    with RunDirectory(tmp_path / "something") as directory:
        assert directory.is_begun
        assert directory.read() == RUN


def test_a_folder_that_holds_no_results_is_refused_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text("mine")
    with pytest.raises(ResultsError, match="holds no results of dominosim"):
        RunDirectory(tmp_path)
    assert names(tmp_path) == {"report.html"}
    with pytest.raises(ResultsError, match="is a file"):
        RunDirectory(tmp_path / "report.html")


def test_a_second_writer_is_refused_at_once(tmp_path: Path) -> None:
    with RunDirectory(tmp_path / "results") as directory:
        begin(directory)
        with pytest.raises(ResultsError, match="another process is writing"):
            RunDirectory(tmp_path / "results")
    with RunDirectory(tmp_path / "results") as again:
        assert again.is_begun


def test_links_are_followed_once(tmp_path: Path) -> None:
    """To a link, to a folder, to nothing; what they lead to is written, and they stay."""
    (tmp_path / "first").symlink_to("second")
    (tmp_path / "second").symlink_to("there")
    with RunDirectory(tmp_path / "first") as directory:
        begin(directory)
        publish(directory)
    assert (tmp_path / "first").is_symlink()
    assert "manifest.json" in names(tmp_path / "there")
    (tmp_path / "round").symlink_to("round")
    with pytest.raises(ResultsError):
        RunDirectory(tmp_path / "round")


def test_an_unfinished_run_is_no_result(tmp_path: Path) -> None:
    with RunDirectory(tmp_path / "results") as directory:
        begin(directory)
    with pytest.raises(ResultsError, match="is unfinished: dominosim run --resume"):
        read_directory(tmp_path / "results")


def test_what_is_published_is_on_the_disk_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file and folder, so that a power cut leaves no manifest of what is not there."""
    settled, fsync, rename = set[int](), os.fsync, os.rename
    missing = list[str]()

    def settling(handle: int) -> None:
        settled.add(os.fstat(handle).st_ino)
        fsync(handle)

    def moving(source: Path, place: Path) -> None:
        inside = source.rglob("*") if source.is_dir() else ()
        missing.extend(str(path) for path in (source, *inside) if path.stat().st_ino not in settled)
        rename(source, place)

    monkeypatch.setattr(os, "fsync", settling)
    monkeypatch.setattr(os, "rename", moving)
    with RunDirectory(tmp_path / "results") as directory:
        begin(directory)
        publish(directory)
    assert missing == []
    assert (tmp_path / "results").stat().st_ino in settled
