"""Results directories: complete, repeatable, verified, resumed, and never half-written."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pandas as pd
import pytest

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
    "parts",
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


@pytest.mark.parametrize("file", ["summary.csv", "report.html", "experiment.toml", "parts"])
def test_verify_sees_a_changed_file(results: Path, call: Call, file: str) -> None:
    """And says so first, on stderr, before it plays."""
    path = next((results / "parts").iterdir()) if file == "parts" else results / file
    with path.open("a") as edited:
        edited.write("# 0,2\n")
    outcome = call("verify", results, "--quiet")
    assert outcome.code == 1
    name = path.relative_to(results)
    assert outcome.out == f"not verified: not as written: {name}\n"
    assert outcome.err == f"dominosim: not as written: {name}\n"


def test_verify_says_what_else_has_changed(results: Path, call: Call) -> None:
    """Versions and the engine; that alone is no fault."""
    manifest = json.loads((results / "manifest.json").read_text())
    manifest["numba"] = "0.1"
    manifest["identity"]["engine"] = "0" * 64
    (results / "manifest.json").write_text(json.dumps(manifest))
    outcome = call("verify", results, "--quiet")
    assert outcome.code == 0
    assert "it was made with numba 0.1, now " in outcome.err
    assert "another version of the engine" in outcome.err


def test_verify_says_how_many_games_it_played(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "results"
    assert call("duel", "greedy", "random", "--quiet", "--out", out).code == 0
    games = json.loads((out / "decision.json").read_text())["games"]
    assert games < 10_000
    assert call("verify", out).out.startswith(f"verified: {games:,} games again give ")


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
    assert {path.name for path in results.iterdir()} == FILES | {"mine.txt"}
    assert (results / "mine.txt").read_text() == "old"
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
    assert "'late.py:late' (seat 1) draws, but no tile is left to draw" in outcome.err
    left = {path.name for path in tmp_path.iterdir()} - {"__pycache__"}
    assert left == {"late.py"}
    again = outcome.err.split("see dominosim ")[1].split()
    replayed = call(*again)
    assert replayed.code == 1
    assert replayed.out.startswith("Game ")
    assert "draws, but no tile is left to draw" in replayed.err


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
