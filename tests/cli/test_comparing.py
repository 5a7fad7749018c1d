"""Compare, duel, plan and diverge from the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandas as pd
import pytest

from simulator.cli import main
from simulator.keeping.directory import KeptTables
from tests.cli.conftest import Call
from tests.cli.test_output import strict
from tests.cli.test_results import digest_of

COMPARE = ("compare", "greedy", "random", "hoarder", "--games", "400", "--seed", "4", "--quiet")
PAIRING = {
    "policies", "games", "win_rate", "win_rate_low", "win_rate_high", "points_per_round",
    "points_low", "points_high", "estimator", "variance_factor", "effective_games", "difference",
}  # fmt: skip
RATING = {"policy", "rating", "low", "high", "group", "probability_best"}


def test_compare_json_is_the_contract(call: Call) -> None:
    outcome = call(*COMPARE, "--json")
    assert outcome.code == 0
    assert outcome.err == ""
    told = strict(outcome.out)
    assert set(told) == {"schema", "experiment", "pairings", "ratings", "cycles", "digest"}
    pairings, ratings = told["pairings"], told["ratings"]
    assert isinstance(pairings, list)
    assert isinstance(ratings, list)
    named = [pairing["policies"] for pairing in pairings]
    assert named == [["greedy", "random"], ["greedy", "hoarder"], ["random", "hoarder"]]
    for pairing in pairings:
        assert set(pairing) == PAIRING
        assert pairing["games"] == 400
        assert pairing["win_rate_low"] < pairing["win_rate"] < pairing["win_rate_high"]
        assert pairing["difference"] is (
            not pairing["win_rate_low"] <= 0.5 <= pairing["win_rate_high"]
        )
    assert all(set(rating) == RATING for rating in ratings)
    assert {rating["policy"] for rating in ratings} == {"greedy", "random", "hoarder"}


def test_tables_of_three_have_an_entry_a_policy(call: Call) -> None:
    told = strict(call(*COMPARE, "--players", "3", "--json").out)
    tables = told["tables"]
    assert isinstance(tables, list)
    assert "pairings" not in told
    assert [entry["policy"] for entry in tables] == ["greedy", "random", "hoarder"]
    assert sum(entry["win_rate"] for entry in tables) == pytest.approx(1)


def test_games_as_estimator_count_wins(call: Call) -> None:
    """The win rate is the plain share of the 400 games, half a game for a drawn one."""
    told = strict(call(*COMPARE, "--estimator", "games", "--json").out)
    for pairing in told["pairings"]:  # type: ignore[attr-defined]
        assert pairing["estimator"] == "games"
        assert pairing["win_rate"] * 800 == pytest.approx(round(pairing["win_rate"] * 800))


def test_the_result_does_not_depend_on_threads(call: Call) -> None:
    digests = {strict(call(*COMPARE, "--threads", n, "--json").out)["digest"] for n in "12"}
    assert len(digests) == 1


def test_a_comparison_is_kept_verified_and_repeated(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "results"
    assert call(*COMPARE, "--out", out).code == 0
    kept = {path.name for path in out.iterdir()}
    assert {"experiment.toml", "manifest.json", "matchups.csv", "report.html"} <= kept
    assert "tables" not in kept
    matchups = pd.read_csv(out / "matchups.csv")
    assert list(zip(matchups["first"], matchups["second"], strict=True)) == [
        ("greedy", "random"),
        ("greedy", "hoarder"),
        ("random", "hoarder"),
    ]
    assert call("verify", out, "--quiet").out.startswith("verified: ")
    told = strict(call("run", out / "experiment.toml", "--json", "--quiet").out)
    assert told["digest"] == digest_of(out)
    page = (out / "report.html").read_bytes()
    assert call("report", out).code == 0
    assert (out / "report.html").read_bytes() == page


def test_a_stopped_comparison_goes_on_with_the_tables_that_are_left(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, whole, played = tmp_path / "results", tmp_path / "whole", []
    assert call(*COMPARE, "--out", whole).code == 0
    save = KeptTables.save

    def save_and_stop(self: KeptTables, index: int, table: object) -> None:
        save(self, index, table)  # type: ignore[arg-type]
        played.append(index)
        if len(played) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(KeptTables, "save", save_and_stop)
    with pytest.raises(SystemExit) as end:
        main([*COMPARE, "--out", str(out)])
    assert end.value.code == 130
    assert not out.exists()
    assert call("run", "--resume", out, "--quiet").code == 0
    assert played == [0, 1, 2]
    assert digest_of(out) == digest_of(whole)
    assert (out / "report.html").exists()


def test_a_baseline_makes_a_regression_an_exit_code(call: Call, tmp_path: Path) -> None:
    """Greedy has not changed; a lightest that is called mine.py:mine in both runs has."""
    source = (
        "from simulator.policy import place, policy\nfrom simulator.tiles import {0}\n"
        '@policy("mine", summary="mine")\ndef mine(view, params):\n'
        "    return place(view, {0}(view.playable))\n"
    )
    mine, before = tmp_path / "mine.py", tmp_path / "before"
    mine.write_text(source.format("heaviest"))
    line = ("compare", f"{mine}:mine", "random", "--games", "2k", "--quiet")
    assert call(*line, "--out", before).code == 0
    same = ("--baseline", before, "--fail-below", "-0.02")
    assert call(*line, *same).code == 0
    mine.write_text(source.format("lightest"))
    assert call(*line, *same).code == 1
    loud = call(*line[:-1], "--baseline", before)
    assert loud.code == 0
    assert re.search(r"win rate 0\.6\d+ before, 0\.3\d+ now, -0\.\d+", loud.err)


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


def test_diverge_names_the_first_difference(call: Call) -> None:
    line = ("diverge", "greedy", "lightest", "--games", "60", "--quiet")
    told = strict(call(*line, "--json").out)
    rows = told["divergences"]
    assert isinstance(rows, list)
    kinds = {row["kind"]: row["count"] for row in rows if row["first"] == ""}
    assert set(kinds) == {"other tile"}
    detail = next(row for row in rows if row["first"] != "")
    command = detail["replays"][0][0].split()
    replayed = call(*command[1:])
    assert replayed.code == 0
    assert detail["first"].replace("plays", "plays") in replayed.out
    text = call(*line).out
    assert "other tile" in text
    assert "dominosim replay greedy lightest" in text


def test_policies_that_never_part(call: Call) -> None:
    line = ("diverge", "greedy", "draw-eagerly", "--set", "draw=never", "--games", "20", "-q")
    assert "decide alike in all of 20 rounds" in call(*line).out


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("compare greedy", "a comparison takes 2 to 40 policies; one is named"),
        ("compare greedy greedy", "'greedy' is named twice"),
        ("compare greedy random --players 3", "a table of 3"),
        ("compare greedy random --anchor lightest", "the anchor 'lightest' is not compared"),
        ("compare greedy random --fail-below 0", "add --baseline DIR"),
        ("compare greedy random --baseline nowhere", "no results directory nowhere"),
        ("duel greedy greedy", "'greedy' is named twice"),
        ("duel greedy", "'policies' takes 2 values"),
        ("duel greedy random --margin 0.7", "margin is a number above 0 and below 0.5"),
        ("duel greedy random --max-games 0", "games is a whole number from 1"),
        ("plan greedy random --resolve 0", "margin is a number above 0"),
    ],
)
def test_senseless_requests(call: Call, line: str, told: str) -> None:
    outcome = call(*line.split())
    assert outcome.code == 2
    assert told in outcome.err
    assert outcome.err.count("\n") == 1
    assert outcome.out == ""
