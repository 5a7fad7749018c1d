"""Sentences claim what the intervals hold and no more."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd

from reports.results.matchups import Results
from reports.statistics.rates import sides
from reports.words.matchups import verdict
from tests.reports.sampled_matchups import RULES


def table(*rows: tuple[float, float, float], fair: float, games: int = 1000) -> pd.DataFrame:
    columns: dict[str, Any] = {
        "side": range(len(rows)),
        "seat": range(len(rows)),
        "policy": list("abcd")[: len(rows)],
        **{"games": games, "fair_share": fair, "goats": 0},
    }
    rates = pd.DataFrame(rows, columns=["win_rate", "win_rate_low", "win_rate_high"])
    return rates.assign(**columns)


def test_a_clear_winner_is_named_with_its_rate() -> None:
    said = verdict(table((0.54, 0.51, 0.57), (0.46, 0.43, 0.49), fair=0.5), RULES)
    assert said.headline == "seat 0 · a wins 54.0 % of 1,000 games"
    assert said.details == [
        "seat 0 · a: wins 54.0 % (51.0 to 57.0 %), clearly above the fair share of 50 %.",
        "seat 1 · b: wins 46.0 % (43.0 to 49.0 %), clearly below the fair share of 50 %.",
    ]


def test_an_interval_that_holds_the_fair_share_is_not_clear() -> None:
    said = verdict(table((0.52, 0.49, 0.55), (0.48, 0.45, 0.51), fair=0.5), RULES)
    assert said.headline == "No clear difference in 1,000 games"
    assert all("not clearly different from" in sentence for sentence in said.details)


def test_two_winners_are_not_ranked() -> None:
    rows = [(0.4, 0.38, 0.42), (0.38, 0.36, 0.4), (0.22, 0.2, 0.24)]
    said = verdict(table(*rows, fair=1 / 3), RULES)
    assert said.headline == "seat 0 · a and seat 1 · b win clearly above the fair share"
    assert "33.33 %" in said.details[0]


def test_a_single_loser_is_named() -> None:
    rows = [(0.35, 0.32, 0.38), (0.35, 0.32, 0.38), (0.3, 0.27, 0.33)]
    said = verdict(table(*rows, fair=1 / 3), RULES)
    assert said.headline == "seat 2 · c wins clearly below the fair share"


def said_of(results: Results) -> str:
    said = verdict(sides(results.players), results.manifest["rules"])
    return "\n".join([said.headline, *said.details])


def test_losers_are_called_by_their_name_where_points_are_penalties(
    loaded: dict[str, Results],
) -> None:
    goats, trains, two = (said_of(loaded[name]) for name in ("goat", "trains", "two"))
    assert goats.count("; the goat in ") == trains.count("; last in ") == 4
    assert not re.search("last|goat", two)
    assert "goat" not in trains


def test_a_fixed_number_of_rounds_is_told() -> None:
    even = table((0.52, 0.49, 0.55), (0.48, 0.45, 0.51), fair=0.5)
    said = verdict(even, RULES | {"rounds": 7})
    assert said.headline == "No clear difference in 1,000 games of 7 rounds"
    assert verdict(even, RULES | {"rounds": 1}).headline.endswith("1,000 games of 1 round")
