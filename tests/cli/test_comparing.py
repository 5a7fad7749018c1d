"""Compare from the command line: its documents, its directory, and a run against an earlier one."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

import simulator.designs.lifecycle
import simulator.keeping.keeper
from simulator.cli import main
from simulator.keeping.parts import Part
from simulator.keeping.store import Store
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
    parts = {"pairings", "ratings", "cycles"}
    assert set(told) == {"schema", "experiment", *parts, "digest"}
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


def test_a_stopped_comparison_plays_no_table_again(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulator.designs.lifecycle, "drawn", lambda path, result: None)
    out, whole, played = tmp_path / "results", tmp_path / "whole", []
    assert call(*COMPARE, "--out", whole).code == 0
    commit = Store.commit

    def commit_and_stop(self: Store, part: Part) -> None:
        commit(self, part)
        played.append(part.table)
        if len(played) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(simulator.keeping.keeper, "COMMIT_SECONDS", 0.0)
    monkeypatch.setattr(Store, "commit", commit_and_stop)
    with pytest.raises(SystemExit) as end:
        main([*COMPARE, "--out", str(out)])
    assert end.value.code == 130
    kept = list(played)
    assert call("run", "--resume", out, "--quiet").code == 0
    assert set(played) == {0, 1, 2}
    assert not set(kept[:1]) & set(played[len(kept) :])
    assert digest_of(out) == digest_of(whole)


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
