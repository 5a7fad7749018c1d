"""Where results go: every kind of place, places without room, and what is not ours."""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import simulator.cli.session
import simulator.designs.lifecycle
import simulator.keeping.files
from tests.cli.conftest import Call, Outcome
from tests.cli.stopping import child, small_steps, tables

RUN = ("simulate", "greedy", "random", "--games", "120", "--quiet", "--threads", "1")


@pytest.fixture(autouse=True)
def _steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    small_steps(monkeypatch)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results that should be there, which tests leave alone."""
    out = tmp_path_factory.mktemp("places") / "whole"
    with pytest.MonkeyPatch.context() as patch:
        small_steps(patch)
        assert child([*RUN, "--save-games", "--out", out]) == 0
    return out


@pytest.fixture
def whole(played: Path, tmp_path: Path) -> Path:
    """The same once more, for a test to change."""
    shutil.copytree(played, tmp_path / "whole")
    return tmp_path / "whole"


def assert_one_line(outcome: Outcome, code: int, *told: str) -> None:
    """An exit code, and one line on stderr that holds some texts."""
    assert (outcome.code, outcome.err.count("\n")) == (code, 1)
    assert outcome.err.startswith("dominosim: ")
    assert all(text in outcome.err for text in told)


def here(folder: Path) -> str:
    """The folder one is in."""
    os.chdir(folder)
    return "."


def dangling(folder: Path) -> str:
    """By two links, the second of which leads to nothing yet."""
    (folder.parent / "one").symlink_to("two")
    (folder.parent / "two").symlink_to(folder.name)
    folder.rmdir()
    return str(folder.parent / "one")


PLACES: list[Callable[[Path], str]] = [
    here,
    dangling,
    lambda folder: f"{folder}/",
    lambda folder: os.path.relpath(folder),
    lambda folder: f"{folder}/../{folder.name}",
]


@pytest.mark.parametrize("place", PLACES)
def test_results_go_wherever_a_path_leads(
    call: Call, tmp_path: Path, whole: Path, place: Callable[[Path], str]
) -> None:
    folder = tmp_path / "deep" / "results"
    folder.mkdir(parents=True)
    out = place(folder)
    assert call(*RUN, "--save-games", "--out", out).code == 0
    assert tables(folder) == tables(whole)
    assert call(*RUN, "--save-games", "--out", out, "--force").code == 0
    assert call("run", "--resume", out, "--games", "150", "--quiet").code == 0
    assert call("verify", out, "--quiet").code == 0


def test_what_fails_leaves_no_new_folders(call: Call, tmp_path: Path) -> None:
    """Neither one above; and what was there stays."""
    (tmp_path / "there").mkdir()
    for out in ("a/b/c", "there", "there/new"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(simulator.designs.lifecycle, "sources_of", lambda *told: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                call(*RUN, "--out", out)
        assert [path.name for path in tmp_path.rglob("*")] == ["there"]


NOWHERE = [
    "loop",
    "file",
    "file/below",
    "/proc/dominosim",
    "/proc/self/dominosim/results",
    "n" * 300,
]


@pytest.mark.parametrize("out", NOWHERE)
def test_a_place_that_cannot_be_is_one_line(call: Call, tmp_path: Path, out: str) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "loop").symlink_to("loop")
    before = sorted(tmp_path.rglob("*"))
    assert_one_line(call(*RUN, "--out", out), 2, out)
    assert_one_line(call(*RUN, "--out", out, "--force"), 2, out)
    assert_one_line(call("run", "--resume", out), 2, out)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_a_folder_that_holds_something_else_is_left_alone(
    call: Call, tmp_path: Path, force: tuple[str, ...]
) -> None:
    folder = tmp_path / "mine"
    (folder / "figures").mkdir(parents=True)
    (folder / "report.html").write_text("mine")
    before = [path.stat().st_mtime_ns for path in (folder, *folder.rglob("*"))]
    assert_one_line(call(*RUN, "--out", folder, *force), 2, "holds no results of dominosim")
    assert_one_line(call("run", "--resume", folder), 2, str(folder))
    assert [path.stat().st_mtime_ns for path in (folder, *folder.rglob("*"))] == before


def test_a_users_file_among_results_is_left_alone(call: Call, whole: Path) -> None:
    (whole / "notes").mkdir()
    (whole / "notes" / "summary.csv").write_text("mine")
    assert call(*RUN, "--out", whole, "--force").code == 0
    assert call("run", "--resume", whole, "--games", "150", "--quiet").code == 0
    assert (whole / "notes" / "summary.csv").read_text() == "mine"
    assert not (whole / "games.parquet").exists()
    assert call("verify", whole, "--quiet").code == 0


def test_a_reader_that_has_seen_enough_costs_no_results(
    call: Call, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def head(result: object, session: object) -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    with monkeypatch.context() as patch:
        patch.setitem(simulator.cli.session._PRINTERS, "simulate", head)
        call(*RUN, "--save-games", "--out", "out")
    assert tables(Path("out")) == tables(whole)
    assert Path("out/manifest.json").exists()


# -- no room -----------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own of 256 KB where that can be had, else a folder in a full one."""
    folder = tmp_path / "small"
    folder.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)
    told = b"tmpfs", os.fsencode(folder), b"tmpfs", 0, b"size=256k"
    mounted = sys.platform == "linux" and libc.mount(*told) == 0
    yield folder
    if mounted:
        libc.umount2(os.fsencode(folder), 2)


class Room:
    """How much can still be written, as if the disk was full behind that."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.writes = 10**9
        original = simulator.keeping.files.os.fsync

        def fsync(handle: int) -> None:
            self.writes -= 1
            if self.writes < 0:
                raise OSError(28, "No space left on device")
            original(handle)

        patch.setattr(simulator.keeping.files.os, "fsync", fsync)


@pytest.mark.parametrize("save", [(), ("--save-games",)])
@pytest.mark.parametrize("writes", [0, 3, 4, 9, 14, 17, 25])
def test_a_disk_that_fills_up_costs_no_numbers(
    call: Call, whole: Path, monkeypatch: pytest.MonkeyPatch, writes: int, save: tuple[str, ...]
) -> None:
    """Numbers are printed, one line says why, and once there is room the run is completed."""
    numbers = call(*RUN).out.splitlines()
    with monkeypatch.context() as patch:
        Room(patch).writes = writes
        outcome = call(*RUN, *save, "--out", "out")
    if outcome.code == 2:
        assert writes < 4
        assert_one_line(outcome, 2, "No space left on device")
        assert not Path("out").exists()
        return
    assert outcome.out.splitlines()[:8] == numbers[:8]
    if outcome.code:
        assert outcome.code == 1
        assert 1 <= outcome.err.count("\n") <= 2
        assert "dominosim run --resume" in outcome.err.splitlines()[-1]
        again = call("run", "--resume", "out", "--quiet")
        assert (again.code, again.err) == (0, "")
    wanted = {name: data for name, data in tables(whole).items() if save or "parquet" not in name}
    assert tables(Path("out")) == wanted
    assert call("verify", "out", "--quiet").code == 0


@pytest.mark.parametrize("left", [0, 4, 32, 80])
def test_a_small_disk_is_as_any(call: Call, whole: Path, small: Path, left: int) -> None:
    """With so many KB of room on it."""
    filler = small / "filler"
    if small.is_mount():
        free = os.statvfs(small).f_bavail * os.statvfs(small).f_frsize
        filler.write_bytes(b"." * (free - left * 1024))
    out = small / "new" / "out"
    outcome = call(*RUN, "--save-games", "--out", out)
    assert "Traceback" not in outcome.err
    if outcome.code == 2:
        assert_one_line(outcome, 2, "No space left on device")
        assert not out.exists()
        filler.unlink()
        outcome = call(*RUN, "--save-games", "--out", out)
    elif outcome.code:
        assert outcome.code == 1
        assert "random" in outcome.out
        assert call("run", "--resume", out, "--quiet").code in (1, 2)
        filler.unlink()
        outcome = call("run", "--resume", out, "--quiet")
    assert (outcome.code, outcome.err) == (0, "")
    assert tables(out) == tables(whole)


@pytest.mark.parametrize("kilobytes", [0, 1, 3])
def test_files_that_may_not_be_long_are_one_line(call: Call, whole: Path, kilobytes: int) -> None:
    """As under `ulimit -f`, which is a signal unless one looks away; then there is room."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes * 1024, limits[1]))
        outcome = call(*RUN, "--save-games", "--out", "out")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)
    assert "Traceback" not in outcome.err
    if outcome.code == 2:
        assert_one_line(outcome, 2, "File too large")
        assert not Path("out").exists()
        return
    assert outcome.code == 1
    assert "random" in outcome.out
    assert "File too large" in outcome.err
    again = call("run", "--resume", "out", "--quiet")
    assert (again.code, again.err) == (0, "")
    assert tables(Path("out")) == tables(whole)


def test_a_report_that_cannot_be_drawn_costs_no_games(
    call: Call, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr("simulator.designs.pages.build_page", lambda directory, analysis: 1 / 0)
    outcome = call(*RUN, "--out", whole.parent / "out")
    assert_one_line(outcome, 1, "the report could not be drawn", "everything else is kept")
    kept = tables(whole.parent / "out")
    assert kept.items() <= tables(whole).items()
    assert "summary.csv" in kept
    assert call("verify", whole.parent / "out", "--quiet").code == 0
