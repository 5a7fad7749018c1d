"""Going on with a run: what has changed, what is damaged, and to more games."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simulator.keeping.directory import RunDirectory
from tests.cli.conftest import Call, Outcome
from tests.cli.stopping import child, small_steps, tables

QUIET = ("--quiet", "--json", "--threads", "1")
MINE = """
from simulator.policy import DRAW, place, policy
from simulator.tiles import heaviest

@policy("mine", summary="plays as greedy; at fault once it is far ahead, if it should")
def mine(view, params):
    if FAULT and view.scores[view.seat] > 90 and not view.may_draw:
        return DRAW
    return place(view, heaviest(view.playable))
"""
GOOD = f"FAULT = False\n{MINE}"
LINES = {
    "simulate": ("simulate", "greedy", "random", "--games", "{games}", "--save-games"),
    "compare": ("compare", "greedy", "random", "hoarder", "--games", "{games}"),
    "duel": ("duel", "greedy", "hoarder:spare=0", "--games", "{games}", "--margin", "0.001"),
}


@pytest.fixture(autouse=True)
def _steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    small_steps(monkeypatch)
    monkeypatch.chdir(tmp_path)


def manifest_of(directory: Path) -> dict[str, Any]:
    """What a results directory tells."""
    return dict(json.loads((directory / "manifest.json").read_text()))


def assert_one_line(outcome: Outcome, code: int, *told: str) -> None:
    """An exit code, and one line on stderr that holds some texts."""
    assert (outcome.code, outcome.err.count("\n")) == (code, 1)
    assert outcome.err.startswith("dominosim: ")
    assert all(text in outcome.err for text in told)


Stop = Callable[..., Path]


@pytest.fixture
def stopped(tmp_path: Path, call: Call) -> Stop:
    """Begins a run and kills it when some of it is played."""

    def stop(*line: str | Path, name: str = "out", at: int = 30) -> Path:
        out = tmp_path / name
        child([*line, *QUIET, "--out", out], stop=at)
        assert list((out / ".unfinished" / "parts").glob("*.part"))
        assert not list(out.glob("**/manifest.json"))
        return out

    return stop


def kept(out: Path) -> set[str]:
    """What is kept of a run that was stopped, but for the lock."""
    unfinished = out / ".unfinished"
    files = {path.relative_to(unfinished).as_posix() for path in unfinished.rglob("*")}
    return files - {"lock"}


# -- policies that have changed ----------------------------------------------------------------


def test_a_run_goes_on_with_the_policies_that_it_was_begun_with(call: Call, stopped: Stop) -> None:
    """Whatever became of their file since, and wherever one is."""
    Path("mine.py").write_text(GOOD)
    line = ("simulate", "greedy", "mine.py:mine", "--games", "200")
    assert call(*line, *QUIET, "--out", "whole").code == 0
    for number, change in enumerate((GOOD.replace("heaviest", "lightest"), "def (", None)):
        Path("mine.py").write_text(GOOD)
        out = stopped(*line, name=str(number))
        if change is None:
            Path("mine.py").unlink()
        else:
            Path("mine.py").write_text(change)
        outcome = call("run", "--resume", out, *QUIET)
        assert outcome.code == 0
        assert ("mine.py has changed since" in outcome.err) is (change is not None)
        assert tables(out) == tables(Path("whole"))
        assert manifest_of(out)["digest"] == manifest_of(Path("whole"))["digest"]


@pytest.mark.parametrize(
    ("change", "code", "told"),
    [
        (GOOD.replace("place(view, heaviest(view.playable))", "DRAW"), 2, "has changed"),
        ("def (", 1, "mine.py"),
        (None, 2, "mine.py"),
    ],
)
def test_a_run_whose_copy_of_a_policy_has_changed_is_kept_as_it_is(
    call: Call, stopped: Stop, change: str | None, code: int, told: str
) -> None:
    Path("mine.py").write_text(GOOD)
    out = stopped("simulate", "greedy", "mine.py:mine", "--games", "200")
    copy = out / ".unfinished" / "policies" / "mine.py"
    assert copy.read_text() == GOOD
    if change is None:
        copy.unlink()
    else:
        copy.write_text(change)
    before = kept(out)
    assert_one_line(call("run", "--resume", out, *QUIET), code, told)
    assert kept(out) - {"policies/__pycache__"} == before
    copy.write_text(GOOD)
    assert call("run", "--resume", out, *QUIET).code == 0


def test_a_policy_at_fault_takes_away_no_run_that_is_kept(call: Call, stopped: Stop) -> None:
    """And of a finished one only that it should have more games."""
    Path("mine.py").write_text(f"FAULT = True\n{MINE}")
    line = ("simulate", "greedy", "mine.py:mine", "--seed", "3")
    first = call(*line, "--games", "1M", *QUIET)
    assert_one_line(first, 1, "draws, but no tile is left to draw")
    late = int(first.err.split("--game ")[1].split()[0])
    assert late > 2
    assert call(*line, "--games", str(late), *QUIET, "--out", "out").code == 0
    before = tables(Path("out"))
    outcome = call("run", "--resume", "out", "--games", str(late + 200), *QUIET)
    assert_one_line(outcome, 1, "draws, but no tile is left to draw")
    assert tables(Path("out")) == before
    assert not Path("out/.unfinished").exists()


# -- the same directory again ------------------------------------------------------------------


def test_a_stopped_run_is_replaced_only_by_force(call: Call, stopped: Stop) -> None:
    out = stopped("simulate", "greedy", "random", "--games", "200")
    before = kept(out)
    again = ("simulate", "greedy", "greedy", "--games", "50", *QUIET, "--out", out)
    assert_one_line(call(*again), 2, f"dominosim run --resume {out}", "--force")
    assert kept(out) == before
    assert call(*again, "--force").code == 0
    assert manifest_of(out)["games"] == 50
    assert not (out / ".unfinished").exists()


@pytest.mark.parametrize("how", ["again", "force", "resume", "batch"])
def test_a_second_writer_is_refused_at_once(call: Call, stopped: Stop, how: str) -> None:
    """The first is not harmed; who was killed holds nothing back."""
    out = stopped("simulate", "greedy", "random", "--games", "200")
    assert (out / ".unfinished" / "lock").exists()
    again = ("simulate", "greedy", "greedy", "--games", "50", *QUIET, "--out", out)
    lines = {
        "again": again,
        "force": (*again, "--force"),
        "resume": ("run", "--resume", out, *QUIET),
    }
    with RunDirectory(out):
        before = kept(out)
        if how == "batch":
            shutil.copy(out / ".unfinished" / "experiment.toml", "out.toml")
            shutil.copy(out / ".unfinished" / "experiment.toml", "b.toml")
            outcome = call("run", "out.toml", "b.toml", "--out", out.parent, *QUIET)
            assert outcome.code == 1
            assert "another process is writing" in outcome.out
        else:
            assert_one_line(call(*lines[how]), 2, "another process is writing")
        assert kept(out) == before
    assert call("run", "--resume", out, *QUIET).code == 0


# -- damage ------------------------------------------------------------------------------------


def cut(path: Path) -> None:
    """Half of a file."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    """A bit of a file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def empty(path: Path) -> None:
    """Nothing in a file."""
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [cut, flip, empty, Path.unlink])
def test_damaged_parts_are_played_again(
    call: Call, stopped: Stop, damage: Callable[[Path], None]
) -> None:
    """And those of another run."""
    whole = stopped("simulate", "greedy", "random", "--games", "200", "--seed", "1", name="other")
    assert call("run", "--resume", whole, *QUIET).code == 0
    line = ("simulate", "greedy", "random", "--games", "200", "--seed", "2")
    assert call(*line, *QUIET, "--out", "whole").code == 0
    out = stopped(*line)
    part = max((out / ".unfinished" / "parts").glob("*.part"))
    damage(part)
    shutil.copy(
        next((whole / "parts").iterdir()), part.with_name("0000-0000000000150-0000000000200.part")
    )
    outcome = call("run", "--resume", out, *QUIET)
    assert outcome.code == 0
    lines = outcome.err.splitlines()
    assert len(lines) == (1 if damage is Path.unlink else 2)
    assert all("damaged or of another run; its games are played again" in line for line in lines)
    assert tables(out) == tables(Path("whole"))


@pytest.mark.parametrize("damage", [cut, empty, Path.unlink])
def test_damaged_rows_are_played_again(
    call: Call, stopped: Stop, damage: Callable[[Path], None]
) -> None:
    line = [part.format(games=200) for part in LINES["simulate"]]
    assert call(*line, *QUIET, "--out", "whole").code == 0
    for folder in ("games.parquet", "pieces"):
        out = stopped(*line, name=folder, at=60)
        damage(min((out / ".unfinished" / folder).glob("*.parquet")))
        outcome = call("run", "--resume", out, *QUIET)
        assert outcome.code == 0
        assert outcome.err.count("\n") == (0 if damage is Path.unlink else 1)
        assert tables(out) == tables(Path("whole"))


RUN_DAMAGE = ["", "{", "[]", "null", '{"identity": 1}', '{"started": "now", "identity": {}}']


@pytest.mark.parametrize("text", RUN_DAMAGE)
def test_a_damaged_description_of_a_run_is_one_line(call: Call, stopped: Stop, text: str) -> None:
    out = stopped("simulate", "greedy", "random", "--games", "200")
    for name in ("run.json", "experiment.toml"):
        path = out / ".unfinished" / name
        good = path.read_bytes()
        path.write_text(text)
        before = kept(out)
        assert_one_line(call("run", "--resume", out, *QUIET), 2, name)
        assert kept(out) == before
        path.write_bytes(good)
    assert call("run", "--resume", out, *QUIET).code == 0
    manifest = out / "manifest.json"
    manifest.write_text(text)
    assert_one_line(call("run", "--resume", out, "--games", "300", *QUIET), 2, "manifest.json")
    again = ("simulate", "greedy", "random", "--games", "50", *QUIET, "--out", out, "--force")
    assert call(*again).code == 0
    assert manifest_of(out)["games"] == 50


def test_a_manifest_leads_nowhere_else(call: Call, tmp_path: Path) -> None:
    """Only what is in the directory is removed, whatever names are told."""
    (tmp_path / "mine.txt").write_text("mine")
    line = ("simulate", "greedy", "random", "--games", "50", *QUIET, "--out", "out")
    assert call(*line).code == 0
    told = manifest_of(Path("out"))
    told["files"] |= {"../mine.txt": "", "/etc": "", ".": "", ".unfinished/lock": ""}
    Path("out/manifest.json").write_text(json.dumps(told))
    assert call(*line, "--force").code == 0
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_a_finished_directory_that_is_damaged_is_mended(call: Call) -> None:
    line = [part.format(games=100) for part in LINES["simulate"]]
    assert call(*line, *QUIET, "--out", "whole").code == 0
    shutil.copytree("whole", "out")
    flip(next(Path("out/parts").iterdir()))
    empty(Path("out/summary.csv"))
    outcome = call("run", "--resume", "out", *QUIET)
    assert_one_line(outcome, 0, "is damaged or of another run")
    assert tables(Path("out")) == tables(Path("whole"))
    assert call("verify", "out", "--quiet").code == 0


# -- times -------------------------------------------------------------------------------------


def test_times_are_those_of_all_legs(call: Call, stopped: Stop) -> None:
    out = stopped("simulate", "greedy", "random", "--games", "200")
    run = out / ".unfinished" / "run.json"
    told = json.loads(run.read_text()) | {"started": "2001-02-03T04:05:06+00:00"}
    run.write_text(json.dumps(told))
    with pytest.MonkeyPatch.context() as patch:  # a leg of an hour
        hours = iter(range(0, 10**9, 3600)).__next__
        patch.setattr("simulator.designs.playing.monotonic", hours)
        child(["run", "--resume", out, *QUIET], stop=16)
    assert call("run", "--resume", out, *QUIET).code == 0
    manifest = manifest_of(out)
    assert manifest["started"] == "2001-02-03T04:05:06+00:00"
    assert manifest["elapsed_seconds"] > 3600


# -- more games --------------------------------------------------------------------------------


@pytest.mark.parametrize("design", LINES)
def test_more_games_are_as_one_run(call: Call, design: str) -> None:
    """However they are cut; fewer are refused."""

    def line(games: int) -> list[str]:
        return [part.format(games=games) for part in LINES[design]]

    assert call(*line(240), *QUIET, "--out", "whole").code == 0
    for cuts in ((30, 240), (2, 100, 240)):
        out = Path("-".join(map(str, cuts)))
        assert call(*line(cuts[0]), *QUIET, "--out", out).code == 0
        for games in cuts[1:]:
            outcome = call("run", "--resume", out, "--games", str(games), *QUIET)
            assert (outcome.code, outcome.err) == (0, "")
        assert manifest_of(out)["digest"] == manifest_of(Path("whole"))["digest"]
        assert tables(out) == tables(Path("whole"))
        outcome = call("run", "--resume", out, "--games", "238", *QUIET)
        assert_one_line(outcome, 2, "240 games are played already; --games 238 is fewer")
    assert call("verify", out, "--quiet").code == 0


def test_a_stopped_comparison_is_gone_on_with_to_fewer_games(call: Call, stopped: Stop) -> None:
    """To more than any table has, if all tables together have more."""
    line = ["compare", "greedy", "random", "hoarder", "--games"]
    assert call(*line, "100", *QUIET, "--out", "whole").code == 0
    out = stopped(*line, "80", at=22)
    outcome = call("run", "--resume", out, "--games", "100", *QUIET)
    assert (outcome.code, outcome.err) == (0, "")
    assert tables(out) == tables(Path("whole"))


@pytest.mark.parametrize("design", LINES)
def test_games_are_added_until_it_is_precise(call: Call, design: str) -> None:
    line = [part.format(games=50) for part in LINES[design]]
    assert call(*line, *QUIET, "--out", "out").code == 0
    outcome = call("run", "--resume", "out", "--precision", "0.2", *QUIET)
    assert (outcome.code, outcome.err) == (0, "")
    games = manifest_of(Path("out"))["games"]
    assert games > 50
    again = call("run", "--resume", "out", "--precision", "0.2", *QUIET)
    assert again.code == 0
    assert manifest_of(Path("out"))["games"] == games
    assert call("verify", "out", "--quiet").code == 0


def test_a_duel_that_is_decided_stays_so(call: Call) -> None:
    line = ("duel", "greedy", "random", "--games", "4000", *QUIET)
    assert call(*line, "--out", "out").code == 0
    before = json.loads(Path("out/decision.json").read_text())
    assert before["decision"] == "first"
    assert before["games"] < 3000
    assert call("run", "--resume", "out", "--games", "5000", *QUIET).code == 0
    assert json.loads(Path("out/decision.json").read_text()) == before
    outcome = call("run", "--resume", "out", "--games", str(before["games"] - 2), *QUIET)
    assert_one_line(outcome, 2, "games are played already")
    assert json.loads(Path("out/decision.json").read_text()) == before
