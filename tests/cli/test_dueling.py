"""Duel and plan from the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.test_output import strict


def test_duel_json_is_the_contract(call: Call) -> None:
    outcomes = [call("duel", "greedy", "random", "--json", "-q", "--threads", n) for n in "12"]
    assert outcomes[0].out == outcomes[1].out
    told = strict(outcomes[0].out)
    keys = {"schema", "policies", "decision", "games", "win_rate", "low", "high", "digest"}
    assert set(told) == keys
    assert told["policies"] == ["greedy", "random"]
    assert told["decision"] == "first"
    assert told["low"] > 0.5  # type: ignore[operator]


def test_policies_that_decide_alike_are_equivalent(call: Call) -> None:
    """Greedy and a hoarder-free twin of it: the duel ends, and soon."""
    line = ("duel", "draw-eagerly", "greedy", "--set", "draw=never", "--json", "--quiet")
    told = strict(call(*line).out)
    assert told["decision"] == "equivalent"
    assert told["win_rate"] == pytest.approx(0.5, abs=1e-12)
    assert told["games"] < 20_000  # type: ignore[operator]


def test_a_duel_that_may_not_go_on_is_undecided(call: Call) -> None:
    for option in ("--max-games", "--games"):
        told = strict(call("duel", "greedy", "random", option, "20", "--json", "-q").out)
        assert told["decision"] == "undecided"
        assert told["games"] == 20


def test_precision_alone_ends_when_the_interval_is_narrow(call: Call) -> None:
    told = strict(call("duel", "greedy", "random", "--precision", "0.05", "--json", "-q").out)
    assert told["high"] - told["low"] <= 0.05  # type: ignore[operator]


def test_a_duel_is_kept_and_verified(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "duel"
    assert call("duel", "greedy", "random", "--quiet", "--out", out).code == 0
    assert {"decision.json", "duel.csv", "experiment.toml", "manifest.json"} <= {
        path.name for path in out.iterdir()
    }
    assert json.loads((out / "decision.json").read_text())["decision"] == "first"
    assert call("verify", out, "--quiet").code == 0
    assert call("duel", "greedy", "random", "-q", "--baseline", out, "--fail-below", "0").code == 0


def test_plan_says_how_many_games(call: Call) -> None:
    """For a fixed number of independent games by hand: (1.96 + 1.645)^2 p (1 - p) / 0.01^2."""
    line = ("plan", "greedy", "random", "--resolve", "0.01", "--pilot", "2000", "--quiet")
    outcome = call(*line)
    assert outcome.code == 0
    won = float(re.search(r"wins ([\d.]+) %", outcome.out)[1]) / 100  # type: ignore[index]
    games = int(re.search(r"independent games +([\d,]+)", outcome.out)[1].replace(",", ""))  # type: ignore[index]
    assert games == pytest.approx(3.6049**2 * won * (1 - won) / 0.01**2, rel=0.01)
