"""Runs that are stopped, at whatever moment and however: gone on with, they end the same."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import simulator.designs.lifecycle
from tests.cli.conftest import Call
from tests.cli.stopping import KILLED, child, small_steps, tables

LINES = {
    "simulate": ("simulate", "greedy", "random", "--games", "100", "--save-games"),
    "compare": ("compare", "greedy", "random", "hoarder", "--games", "100"),
    "duel": ("duel", "greedy", "hoarder:spare=0", "--max-games", "200", "--margin", "0.001"),
}
QUIET = ("--quiet", "--json", "--threads", "1")
STEPS = [
    ("simulate", 29),
    ("compare", 67),
    ("duel", 17),
    *(pytest.param(design, 1, marks=pytest.mark.slow) for design in LINES),
]
"""Designs, and which of the changes of files are tried: every 29th, every one, ..."""
MANY = 10_000


@pytest.fixture(autouse=True)
def _steps(monkeypatch: pytest.MonkeyPatch) -> None:
    small_steps(monkeypatch)


@pytest.fixture
def played(tmp_path: Path, call: Call) -> Callable[[Sequence[str]], Path]:
    """Makes the results of a run that nothing stops."""

    def made(line: Sequence[str], name: str = "whole") -> Path:
        assert call(*line, *QUIET, "--out", tmp_path / name).code == 0
        return tmp_path / name

    return made


Played = Callable[..., Path]


def digest_of(directory: Path) -> str:
    """The digest that a results directory states."""
    return str(json.loads((directory / "manifest.json").read_text())["digest"])


def assert_same(directory: Path, whole: Path) -> None:
    """Digest and tables are the same, and nothing else is left."""
    assert digest_of(directory) == digest_of(whole)
    assert tables(directory) == tables(whole)
    assert not (directory / ".unfinished").exists()


def is_begun(out: Path) -> bool:
    """Whether there is a run to go on with."""
    unfinished = out / ".unfinished"
    return (unfinished / "run.json").exists() or (unfinished / "manifest.json").exists()


def go_on(call: Call, line: Sequence[str | Path], out: Path) -> None:
    """Go on with a run if there is one, else begin again."""
    if is_begun(out) or (out / "manifest.json").exists():
        line = ["run", "--resume", out, *QUIET]
    outcome = call(*line)
    assert (outcome.code, outcome.err) == (0, "")


# -- by kill -9, at every change of a file -----------------------------------------------------


@pytest.mark.parametrize(("design", "step"), STEPS)
def test_a_run_that_is_killed_at_any_change_of_a_file_ends_the_same(
    tmp_path: Path, call: Call, played: Played, design: str, step: int
) -> None:
    """And so does going on, which is sometimes killed as well."""
    reference, out = played(LINES[design]), tmp_path / "out"
    line = [*LINES[design], *QUIET, "--out", out]
    for at in range(1, MANY, step):
        code = child(line, stop=at)
        if at % 4 == 0 and is_begun(out):
            child(["run", "--resume", out, *QUIET], stop=1 + at * 7 % 23)
        go_on(call, line, out)
        assert_same(out, reference)
        shutil.rmtree(out)
        if code != KILLED:
            break
    assert code == 0
    assert at > 40


@pytest.mark.parametrize(("design", "step"), STEPS)
def test_a_run_that_is_interrupted_at_any_change_of_a_file_ends_the_same(
    tmp_path: Path, call: Call, played: Played, design: str, step: int
) -> None:
    """As by Ctrl-C: the program ends by itself, with its exit code."""
    reference, out = played(LINES[design]), tmp_path / "out"
    line = [*LINES[design], *QUIET, "--out", out]
    for at in range(1, MANY, step):
        code = child(line, stop=at, interrupt=True)
        go_on(call, line, out)
        assert_same(out, reference)
        shutil.rmtree(out)
        if code != 130:
            break
    assert code == 0
    assert at > 40


@pytest.mark.parametrize(("design", "step"), STEPS)
def test_a_finished_run_stays_until_more_games_are_played(
    tmp_path: Path, call: Call, played: Played, design: str, step: int
) -> None:
    games = LINES[design][-1 if design == "compare" else 4]
    before = played([part.replace(games, "60") for part in LINES[design]], "before")
    reference, out = played(LINES[design]), tmp_path / "out"
    line = ["run", "--resume", out, "--games", games, *QUIET]
    for at in range(1, MANY, step):
        shutil.copytree(before, out)
        code = child(line, stop=at)
        if (out / "manifest.json").exists() and not (
            out / ".unfinished" / "manifest.json"
        ).exists():
            assert digest_of(out) in (digest_of(before), digest_of(reference))
            whole = before if digest_of(out) == digest_of(before) else reference
            assert tables(out).items() >= tables(whole).items()
        outcome = call(*line)
        assert (outcome.code, outcome.err) == (0, "")
        assert_same(out, reference)
        shutil.rmtree(out)
        if code != KILLED:
            break
    assert code == 0
    assert at > 20


@pytest.mark.parametrize("step", [31, pytest.param(1, marks=pytest.mark.slow)])
def test_old_results_stay_whole_until_new_ones_are_complete(
    tmp_path: Path, call: Call, played: Played, step: int
) -> None:
    """With a file of the user's own beside them, which stays in any case."""
    old, new = played(LINES["simulate"], "old"), played(LINES["duel"], "new")
    (old / "mine.txt").write_text("mine")
    out = tmp_path / "out"
    for at in range(1, MANY, step):
        shutil.copytree(old, out)
        code = child([*LINES["duel"], *QUIET, "--out", out, "--force"], stop=at)
        if (out / "manifest.json").exists() and digest_of(out) == digest_of(old):
            assert tables(out).items() >= tables(old).items()
        if is_begun(out) or digest_of(out) == digest_of(new):
            go_on(call, (), out)
        if digest_of(out) != digest_of(old):
            assert (out / "mine.txt").read_text() == "mine"
            (out / "mine.txt").unlink()
            assert_same(out, new)
        shutil.rmtree(out)
        if code != KILLED:
            break
    assert code == 0
    assert at > 20


@pytest.mark.parametrize("step", [31, pytest.param(1, marks=pytest.mark.slow)])
def test_a_merge_that_is_killed_ends_the_same(
    tmp_path: Path, call: Call, played: Played, step: int
) -> None:
    reference, out = played(LINES["simulate"]), tmp_path / "out"
    shards = [tmp_path / "one", tmp_path / "two"]
    for number, shard in enumerate(shards, 1):
        line = ["run", reference / "experiment.toml", "--shard", f"{number}/2", "--save-games"]
        assert call(*line, *QUIET, "--out", shard).code == 0
    kept = [tables(shard) for shard in shards]
    for at in range(1, MANY, step):
        code = child(["merge", *shards, "--out", out, *QUIET], stop=at)
        go_on(call, ["merge", *shards, "--out", out, *QUIET], out)
        assert_same(out, reference)
        shutil.rmtree(out)
        if code != KILLED:
            break
    assert code == 0
    assert at > 20
    assert [tables(shard) for shard in shards] == kept


# -- by signals, whenever they come ------------------------------------------------------------

PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # which background jobs ignore
import simulator.designs.lifecycle
import simulator.keeping.keeper
simulator.designs.lifecycle.drawn = lambda path, result: None
simulator.keeping.keeper.COMMIT_SECONDS = 0.0
from simulator.cli import main
main()
"""
SIGNALS = {signal.SIGKILL: -signal.SIGKILL, signal.SIGTERM: 143, signal.SIGINT: 130}
"""And how the program ends."""
LONG = {
    "simulate": ("simulate", "greedy", "random", "--games", "900k", "--save-games"),
    "compare": ("compare", "greedy", "random", "hoarder", "--games", "100k"),
    "duel": ("duel", "greedy", "hoarder:spare=0", "--games", "300k", "--precision", "0.0001"),
}


def stopped(line: Sequence[str | Path], out: Path, sent: signal.Signals, seconds: float) -> int:
    """The exit code of the program, to which a signal is sent so long after its first part."""
    command = [sys.executable, "-c", PROGRAM, *map(str, line), "--quiet", "--threads", "1"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    parts = out / ".unfinished" / "parts"
    before = set(parts.glob("*"))
    while process.poll() is None and set(parts.glob("*")) == before:
        time.sleep(0.01)
    time.sleep(seconds)
    process.send_signal(sent)
    return process.wait()


def test_a_run_is_gone_on_with_after_any_signal(
    tmp_path: Path, call: Call, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After one of each, one after the other."""
    monkeypatch.undo()
    monkeypatch.setattr(simulator.designs.lifecycle, "drawn", lambda path, result: None)
    line, out = LONG["simulate"], tmp_path / "out"
    reference = played(line)
    asked = [*line, "--out", out]
    for sent, code in SIGNALS.items():
        assert stopped(asked, out, sent, 0.05) == code
        assert not (out / "manifest.json").exists()
        asked = ["run", "--resume", out]
    go_on(call, asked, out)
    assert_same(out, reference)


@pytest.mark.slow
@pytest.mark.parametrize("design", LONG)
@pytest.mark.parametrize("seed", range(7))
def test_a_run_is_gone_on_with_after_a_signal_at_a_random_moment(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch, design: str, seed: int
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(simulator.designs.lifecycle, "drawn", lambda path, result: None)
    chance, out = random.Random(f"{design} {seed}"), tmp_path / "out"
    assert call(*LONG[design], *QUIET, "--out", tmp_path / "whole").code == 0
    asked: list[str | Path] = [*LONG[design], "--out", out]
    while not (out / "manifest.json").exists():
        stopped(asked, out, chance.choice(list(SIGNALS)), chance.uniform(0, 4))
        asked = ["run", "--resume", out]
    go_on(call, asked, out)
    assert_same(out, tmp_path / "whole")
