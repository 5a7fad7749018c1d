"""An earlier run to compare with: what it has to be, and what has changed since."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import simulator.designs.lifecycle
from simulator import compare, duel
from simulator.designs.baseline import Baseline, read_baseline
from simulator.designs.experiment import ask
from simulator.designs.lifecycle import start
from simulator.errors import DominosimError
from tests.cli.conftest import Call

PAIR = ("greedy", "random")
RUNS = {
    "compare": ("compare", ["greedy", "random", "lightest"], 200, {}, {"estimator": "games"}),
    "three": ("compare", ["greedy", "random", "lightest"], 12, {}, {"players": 3}),
    "fifty": ("compare", ["greedy", "random"], 20, {"target": 50}, {}),
    "duel": ("duel", ["greedy", "random"], 10_000, {}, {}),
    "simulate": ("simulate", ["greedy", "random"], 10, {}, {}),
}


def asked(name: str, *policies: str, **changes: Any) -> Any:
    """The experiment of a run, with other policies or options."""
    design, usual, games, overrides, options = RUNS[name]
    options = {**options, **changes}
    return ask(design, policies or usual, games, 0, "draw", overrides, **options)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A results directory of every run."""
    folder = tmp_path_factory.mktemp("baselines")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulator.designs.lifecycle, "drawn", lambda path, result: None)
        for name in RUNS:
            experiment = asked(name)
            start(experiment, experiment.policies, out=folder / name)
    return {name: folder / name for name in RUNS}


def change_of(baseline: Baseline, result: Any) -> dict[str, Any]:
    """The only change there is."""
    (row,) = baseline.changes(result).to_dict("records")
    return dict(row)


@pytest.mark.parametrize(
    ("now", "before", "told"),
    [
        (asked("compare"), "duel", "was made by duel; compare needs a baseline of compare"),
        (asked("duel"), "compare", "was made by compare; duel needs a baseline of duel"),
        (asked("duel"), "simulate", "was made by simulate"),
        (asked("simulate"), "compare", "simulate compares no pairs of policies"),
        (asked("three"), "compare", "tables of 3 have none"),
        (asked("compare"), "three", "was played with players = 3, this run with 2"),
        (asked("compare"), "fifty", "was played with target = 50, this run with 100"),
        (asked("compare", "greedy", "hoarder"), "compare", "has none of these pairings"),
        (asked("duel", "greedy", "lightest"), "duel", "it is of greedy, random"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    kept: dict[str, Path], now: Any, before: str, told: str
) -> None:
    with pytest.raises(DominosimError, match=told) as caught:
        read_baseline(now, kept[before])
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("damage", ["decision.json", "manifest.json"])
def test_a_damaged_baseline_is_refused(kept: dict[str, Path], tmp_path: Path, damage: str) -> None:
    shutil.copytree(kept["duel"], tmp_path / "duel")
    (tmp_path / "duel" / damage).write_text("{}")
    with pytest.raises(DominosimError, match=damage):
        read_baseline(asked("duel"), tmp_path / "duel")


def test_the_same_run_has_not_changed(kept: dict[str, Path]) -> None:
    """Whatever the seatings, and the estimator of then: games are estimated as is asked now."""
    experiment = asked("compare", *PAIR, seatings="all", estimator="best")
    result = compare(PAIR, 200, seatings="all")
    row = change_of(read_baseline(experiment, kept["compare"]), result)
    assert (row["first"], row["second"], row["change"]) == ("greedy", "random", 0)
    assert row["low"] == pytest.approx(-row["high"])
    assert row["low"] < 0


def test_a_pairing_in_the_other_order_is_turned(kept: dict[str, Path]) -> None:
    """Random is first now, and all is told from its side."""
    baseline = read_baseline(asked("compare", *PAIR[::-1]), kept["compare"])
    assert baseline.common == (("random", "greedy"),)
    then, now = (compare(pair, 200, estimator="games") for pair in (PAIR, PAIR[::-1]))
    row = change_of(baseline, now)
    assert row["win_rate_before"] == pytest.approx(1 - then.matchups.win_rate[0])
    assert row["change"] == pytest.approx(now.matchups.win_rate[0] - row["win_rate_before"])
    assert row["low"] < row["change"] < row["high"]


def test_a_duel_in_the_other_order_is_turned(kept: dict[str, Path]) -> None:
    """The farthest ends of the intervals, that of then turned round, that of now chosen."""
    baseline = read_baseline(asked("duel", *PAIR[::-1]), kept["duel"])
    then = json.loads((kept["duel"] / "decision.json").read_text())
    played = duel(PAIR[::-1], 200)
    now = replace(played, ending=replace(played.ending, win_rate=0.2, low=0.1, high=0.4))
    row = change_of(baseline, now)
    assert row["win_rate_before"] == pytest.approx(1 - then["win_rate"])
    assert row["low"] == pytest.approx(0.1 - (1 - then["low"]))
    assert row["high"] == pytest.approx(0.4 - (1 - then["high"]))


def test_it_is_read_before_the_run_takes_its_place(call: Call, tmp_path: Path) -> None:
    """And refused before a game is played; so is a gate that no pairing of the first could shut."""
    out = tmp_path / "run"
    line = ("compare", "greedy", "lightest", "--games", "100", "--out", out)
    assert call(*line, "--quiet").code == 0
    told = ("compare", "lightest", "greedy", "--games", "400", "--out", out, "--force")
    outcome = call(*told, "--baseline", out, "--fail-below", "-0.5")
    assert outcome.code == 0
    rates = re.search(r"win rate (\S+) before, (\S+) now", outcome.err)
    assert rates is not None
    assert rates[1] != rates[2]
    gate = ("--baseline", out, "--fail-below", "-0.5")
    refused = call("compare", "random", "greedy", "lightest", "--games", "1e9", *gate)
    assert refused.code == 2
    assert refused.err.startswith("dominosim: --fail-below is about random")
    refused = call("duel", "greedy", "lightest", *gate)
    assert (refused.code, refused.err.count("\n"), refused.out) == (2, 1, "")


def test_a_changed_source_is_said(kept: dict[str, Path], call: Call, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    source = (
        "from simulator.policy import place, policy\nfrom simulator.tiles import heaviest\n"
        '@policy("mine", summary="mine")\ndef mine(view, params):\n'
        "    return place(view, heaviest(view.playable))\n"
    )
    file.write_text(source)
    line = ("duel", f"{file}:mine", "random", "--games", "40", "--json")
    assert call(*line, "--out", tmp_path / "before").code == 0
    told = f"the source of {file}:mine has changed since {tmp_path / 'before'}\n"
    assert told not in call(*line, "--baseline", tmp_path / "before").err
    file.write_text(source.replace("heaviest(view.playable)", "heaviest(view.playable | 0)"))
    assert told in call(*line, "--baseline", tmp_path / "before").err
