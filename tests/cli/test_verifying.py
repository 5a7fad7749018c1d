"""Verified: whatever was changed of results is named, from wherever they are looked at."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.stopping import small_steps, tables

QUIET = ("--quiet", "--threads", "1")
MINE = """
from simulator.policy import place, policy
from beside import best

@policy("mine", summary="plays as greedy")
def mine(view, params):
    return place(view, best(view.playable))
"""
BESIDE = """
from simulator.policy import helper
from simulator.tiles import heaviest

@helper
def best(tiles):
    return heaviest(tiles)
"""


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The home directory is the one that we are in; policies have a module beside them."""
    small_steps(monkeypatch)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    Path("bots").mkdir()
    Path("bots/mine.py").write_text(MINE)
    Path("bots/beside.py").write_text(BESIDE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the results are that a test copies."""
    return tmp_path_factory.mktemp("verifying")


@pytest.fixture
def results(call: Call, folder: Path, tmp_path: Path) -> Path:
    """A comparison with a user's policy, in a place of its own."""
    if not (folder / "out").exists():
        line = ("compare", "bots/mine.py:mine", "random", "--games", "60", *QUIET)
        assert call(*line, "--out", folder / "out").code == 0
    shutil.copytree(folder / "out", tmp_path / "out")
    shutil.rmtree("bots")
    return tmp_path / "out"


EDITED = [
    "experiment.toml",
    "summary.csv",
    "matchups.csv",
    "tallies.parquet",
    "report.html",
    "figures/wins.svg",
    "policies/mine.py",
    "policies/beside.py",
    "parts/0000-0000000000000-0000000000030.part",
]


@pytest.mark.parametrize("name", EDITED)
def test_a_file_that_was_edited_or_is_missing_is_named(
    call: Call, results: Path, name: str
) -> None:
    with (results / name).open("a") as file:
        file.write("\n# 1,2\n")
    outcome = call("verify", results, *QUIET)
    assert (outcome.code, outcome.out) == (1, f"not verified: not as written: {name}\n")
    if name in ("experiment.toml", "policies/mine.py", "policies/beside.py"):
        return  # without these it cannot be played at all
    (results / name).unlink()
    outcome = call("verify", results, *QUIET)
    assert (outcome.code, outcome.out) == (1, f"not verified: not as written: {name}\n")


@pytest.mark.parametrize("name", ["figures/new.svg", "policies/new.py", "parts/new"])
def test_a_file_that_was_added_is_named(call: Call, results: Path, name: str) -> None:
    """Where files of the results are; beside them there may be others."""
    (results / "mine.txt").write_text("mine")
    assert call("verify", results, *QUIET).code == 0
    (results / name).write_text("new")
    outcome = call("verify", results, *QUIET)
    assert (outcome.code, outcome.out) == (1, f"not verified: not as written: {name}\n")


def test_a_policy_that_plays_otherwise_is_told(call: Call, results: Path) -> None:
    policy = results / "policies" / "beside.py"
    policy.write_text(policy.read_text().replace("heaviest", "lightest"))
    outcome = call("verify", results, *QUIET)
    assert outcome.code == 1
    told = "not as written: policies/beside.py; the source of bots/mine.py:mine has changed since"
    assert outcome.out.startswith(f"not verified: {told}; ")
    assert "the run gives sha256:" in outcome.out


@pytest.mark.parametrize("missing", ["policies/mine.py", "policies/beside.py"])
def test_a_policy_that_is_missing_is_one_line(call: Call, results: Path, missing: str) -> None:
    (results / missing).unlink()
    outcome = call("verify", results, *QUIET)
    assert outcome.code in (1, 2)
    assert outcome.err.splitlines()[-1].startswith("dominosim: ")
    assert "Traceback" not in outcome.err
    assert Path(missing).stem in outcome.err


def test_results_may_be_moved_and_looked_at_from_anywhere(
    call: Call, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even with signs in the path that mean something elsewhere."""
    moved = results.rename("moved: to ~.py")
    for place, path in ((".", "moved: to ~.py"), ("moved: to ~.py", "."), ("/", moved.resolve())):
        monkeypatch.chdir(place)
        assert call("verify", path, *QUIET).code == 0
        assert call("run", Path(path) / "experiment.toml", *QUIET, "--json").code == 0


NAMES = ["~/bots/mine.py", "bots/a:b/mine.py", "./bots/../bots/mine.py", "bots/x.py/mine.py"]


@pytest.mark.parametrize("name", NAMES)
def test_a_policy_may_be_named_by_any_path(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """With results that know it where the path leads nowhere any more."""
    file = Path(name).expanduser()
    if not file.exists():
        shutil.copytree("bots", file.parent)
    line = ("simulate", f"{name}:mine", "random", "--games", "60", *QUIET)
    assert call(*line, "--out", "out").code == 0
    shutil.rmtree("bots")
    monkeypatch.chdir("/")
    out = tmp_path / "out"
    assert call("verify", out, *QUIET).code == 0
    assert call("run", "--resume", out, "--games", "90", *QUIET).code == 0
    assert call("verify", out, *QUIET).code == 0
    assert call("run", out / "experiment.toml", *QUIET, "--out", tmp_path / "again").code == 0
    assert tables(out) == tables(tmp_path / "again")


def test_paths_in_an_experiment_are_relative_to_its_file(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("asked.toml").write_text('policies = ["bots/mine.py:mine", "random"]\ngames = 60\n')
    monkeypatch.chdir("/")
    out = tmp_path / "out"
    assert call("run", tmp_path / "asked.toml", *QUIET, "--out", out).code == 0
    monkeypatch.chdir(tmp_path)
    assert call("run", "./asked.toml", *QUIET, "--out", "again").code == 0
    assert tables(out) == tables(Path("again"))
    shutil.rmtree("bots")
    assert call("verify", "again", *QUIET).code == 0


def test_results_older_than_some_parameters_are_verified_and_shown(
    call: Call, results: Path
) -> None:
    path = results / "manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["rules"]["rounds"], manifest["rules"]["takes"]
    path.write_text(json.dumps(manifest))
    assert call("verify", results, *QUIET).code == 0
    assert call("report", results).code == 0
    assert "dashed: target 100" in (results / "report.html").read_text(encoding="utf-8")
