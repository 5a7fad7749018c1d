"""Results directories: complete, repeatable, verified, resumed, and never half-written."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

import simulator.keeping.directory
from simulator import Matchup, rules_for
from simulator.cli import main
from simulator.transcript import transcript
from strategies import policies
from tests.cli.conftest import Call

LINE = ("simulate", "greedy", "hoarder", "--games", "2000", "--seed", "5", "--quiet")
FILES = {
    "distributions.csv",
    "experiment.toml",
    "figures",
    "manifest.json",
    "report.html",
    "summary.csv",
}


def digest_of(directory: Path) -> str:
    """The digest that a results directory states."""
    return str(json.loads((directory / "manifest.json").read_text())["digest"])


@pytest.fixture(scope="module")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A results directory of a small run, which tests leave alone."""
    out = tmp_path_factory.mktemp("small_run") / "results"
    with pytest.raises(SystemExit) as end:
        main([*LINE, "--out", str(out)])
    assert not end.value.code
    return out


@pytest.fixture
def results(small_run: Path, tmp_path: Path) -> Path:
    """The same directory once more, for a test to change."""
    shutil.copytree(small_run, tmp_path / "results")
    return tmp_path / "results"


def test_a_directory_holds_what_was_asked_and_what_came_of_it(small_run: Path, call: Call) -> None:
    results = small_run
    assert {path.name for path in results.iterdir()} == FILES
    assert [path.name for path in results.parent.iterdir()] == ["results"]
    told = json.loads(call(*LINE, "--json").out)
    assert digest_of(results) == told["digest"]
    summary = pd.read_csv(results / "summary.csv")
    assert list(summary.wins) == [player["wins"] for player in told["players"]]
    distributions = pd.read_csv(results / "distributions.csv")
    scores = distributions[distributions.metric == "score"].groupby("seat")["count"].sum()
    assert list(scores) == [2000, 2000]
    assert (results / "report.html").read_text().count("<svg") >= 5


def test_the_experiment_file_repeats_the_run(results: Path, call: Call) -> None:
    told = json.loads(call("run", results / "experiment.toml", "--json", "--quiet").out)
    assert told["digest"] == digest_of(results)


def test_verify_proves_it_and_sees_a_change(results: Path, call: Call) -> None:
    outcome = call("verify", results, "--quiet", "--threads", "1")
    assert outcome.code == 0
    assert outcome.out == f"verified: 2,000 games again give {digest_of(results)}\n"
    manifest = results / "manifest.json"
    manifest.write_text(manifest.read_text().replace("sha256:", "sha256:0", 1))
    outcome = call("verify", results, "--quiet")
    assert outcome.code == 1
    assert outcome.out.startswith("not verified: ")


def test_verify_sees_a_changed_file(results: Path, call: Call) -> None:
    with (results / "summary.csv").open("a") as file:
        file.write("0,2\n")
    (results / "report.html").write_text("of no account: it is built from the other files")
    outcome = call("verify", results, "--quiet")
    assert outcome.code == 1
    assert outcome.out.startswith("not verified: not as written: summary.csv; it was made by ")


def test_report_builds_the_same_page_again(results: Path, call: Call) -> None:
    before = (results / "report.html").read_bytes()
    (results / "report.html").unlink()
    assert call("report", results).code == 0
    assert (results / "report.html").read_bytes() == before


@pytest.mark.parametrize("command", ["report", "verify"])
@pytest.mark.parametrize("damage", ["experiment.toml", "manifest.json"])
@pytest.mark.parametrize("content", [None, "{", ""])
def test_a_damaged_directory_is_told_in_one_line(
    results: Path, call: Call, command: str, damage: str, content: str | None
) -> None:
    if content is None:
        (results / damage).unlink()
    else:
        (results / damage).write_text(content)
    outcome = call(command, results)
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert damage in outcome.err


@pytest.mark.parametrize("damage", ["summary.csv", "distributions.csv"])
def test_a_report_of_damaged_tables_is_refused(results: Path, call: Call, damage: str) -> None:
    text = (results / damage).read_text()
    (results / damage).write_text(text[: len(text) // 2])
    before = (results / "report.html").read_bytes()
    outcome = call("report", results)
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert damage in outcome.err
    assert (results / "report.html").read_bytes() == before


def test_rows_of_games_are_the_games(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "results"
    assert call(*LINE, "--out", out, "--save-games").code == 0
    rows = pd.read_parquet(out / "games.parquet")
    assert list(rows.game) == list(range(2000))
    assert set(rows.seed) == {5}
    summary = pd.read_csv(out / "summary.csv")
    assert [(rows.winner == seat).sum() for seat in (0, 1)] == list(summary.wins)
    matchup = Matchup(rules_for("draw", 2), policies("greedy", "hoarder"))
    for game in (0, 999, 1999):
        told = list(transcript(matchup, 5, game))
        ended = [event for event in told if event["event"] == "round"]
        row = rows.iloc[game]
        assert row.first_opener == told[1]["opener"]
        assert row["rounds"] == len(ended)
        assert row.blocked_rounds == sum(e["outcome"] in ("blocked", "void") for e in ended)
        assert [row.score_0, row.score_1] == told[-1]["scores"]
        assert [row.winner] == told[-1]["winners"]


def test_force_replaces_what_was_there(results: Path, call: Call) -> None:
    (results / "mine.txt").write_text("old")
    outcome = call("simulate", "greedy", "greedy", "--games", "100", "--out", results, "--force")
    assert outcome.code == 0
    assert {path.name for path in results.iterdir()} == FILES
    assert json.loads((results / "manifest.json").read_text())["games"] == 100


# -- policies at fault -------------------------------------------------------------------------

LATE = """
from simulator.policy import DRAW, place, policy
from simulator.tiles import heaviest

@policy("late", summary="plays as greedy, but draws where it may not once it is far ahead")
def late(view, params):
    if view.scores[view.seat] > 97 and not view.may_draw:
        return DRAW
    return place(view, heaviest(view.playable))
"""


def test_a_policy_at_fault_leaves_no_files(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("late.py").write_text(LATE)
    line = ("simulate", "greedy", "late.py:late", "--games", "1M", "--quiet")
    outcome = call(*line, "--out", "results", "--save-games")
    assert outcome.code == 1
    assert outcome.err.count("\n") == 1
    assert "'late.py:late' (seat 1) draws where it may not" in outcome.err
    left = {path.name for path in tmp_path.iterdir()} - {"__pycache__"}
    assert left == {"late.py"}
    again = outcome.err.split("see dominosim ")[1].split()
    replayed = call(*again)
    assert replayed.code == 1
    assert replayed.out.startswith("Game ")
    assert "draws where it may not" in replayed.err


def test_a_policy_that_does_not_compile_leaves_no_files(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.py").write_text(LATE.replace("heaviest(view.playable)", "heavyest(view.playable)"))
    outcome = call("simulate", "greedy", "bad.py:late", "--out", "results", "--quiet")
    assert outcome.code == 1
    assert outcome.err.count("\n") == 1
    assert "heavyest" in outcome.err
    assert {path.name for path in tmp_path.iterdir()} - {"__pycache__"} == {"bad.py"}


# -- interruption ------------------------------------------------------------------------------


CAREFUL = (
    "import sys, simulator.keeping.checkpoint as c; c.CHECKPOINT_SECONDS = 0.0\n"
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from simulator.cli import main; main(sys.argv[1:])"
)


def started(*line: str | Path) -> subprocess.Popen[str]:
    """The program as a process of its own, with a checkpoint after every block."""
    command = [sys.executable, "-c", CAREFUL, *map(str, line)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def wait_for(path: Path) -> None:
    """Wait until a file is there."""
    for _ in range(2400):  # two minutes: a busy machine may first have to compile
        if path.exists():
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} did not appear")


def test_ctrl_c_keeps_what_was_played_and_resume_goes_on(call: Call, tmp_path: Path) -> None:
    out, whole = tmp_path / "results", tmp_path / "whole"
    games = ("--games", "400k", "--seed", "3", "--quiet", "--threads", "1")
    line = ("simulate", "greedy", "greedy", *games)
    assert call(*line, "--out", whole).code == 0
    process = started(*line, "--out", out, "--save-games")
    wait_for(tmp_path / ".results.partial" / "checkpoint.npz")
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert time.monotonic() - sent < 2
    assert f"go on with: dominosim run --resume {out}" in told
    assert not out.exists()
    assert call("report", out).code == 2
    outcome = call("run", "--resume", out, "--quiet")
    assert outcome.code == 0
    assert digest_of(out) == digest_of(whole)
    rows = pd.read_parquet(out / "games.parquet", columns=["game"])
    assert list(rows.game) == list(range(400_000))
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_killed_run_goes_on_from_its_checkpoint(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "results"
    line = ("simulate", "greedy", "greedy", "--games", "400k", "--quiet", "--threads", "1")
    process = started(*line, "--out", out)
    wait_for(tmp_path / ".results.partial" / "checkpoint.npz")
    process.kill()
    process.communicate()
    assert not out.exists()
    assert call("run", "--resume", out, "--quiet").code == 0
    told = json.loads(call(*line, "--json").out)
    assert digest_of(out) == told["digest"]


def test_a_damaged_checkpoint_is_told(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulator.keeping.directory.RunDirectory, "finish", lambda self: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        main([*LINE, "--out", str(tmp_path / "results")])
    monkeypatch.undo()
    (tmp_path / ".results.partial" / "checkpoint.npz").write_bytes(b"PK")
    outcome = call("run", "--resume", tmp_path / "results")
    assert outcome.code == 2
    assert "damaged" in outcome.err
    assert outcome.err.count("\n") == 1
