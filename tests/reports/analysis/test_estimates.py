"""Estimates by hand, from tallies to the columns of matchups.csv."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from reports.analysis.comparison import Analysis
from reports.analysis.estimates import chain_of, estimates
from reports.results.comparison import Comparison
from reports.results.tallies import COLUMNS
from reports.statistics.clustered import clustered_wilson
from reports.statistics.measures import win_rate
from tests.reports.hand import LOST, SHARED, SWEPT, comparison_of

NAMES = [
    *("matchup", "first", "second", "drawn", "games", "groups", "alike", "estimator"),
    *("win_rate", "win_rate_low", "win_rate_high", "points_per_round", "points_low"),
    *("points_high", "rounds_won", "rounds_won_low", "rounds_won_high", "standard_error"),
    *("effective_games", "variance_factor", "difference", "p_value"),
    *("games_win_rate", "games_low", "games_high", "games_standard_error"),
    *("games_effective_games", "rounds_win_rate", "rounds_low", "rounds_high"),
    *("rounds_standard_error", "rounds_effective_games", "p_adjusted", "difference_adjusted"),
]


def test_a_pairing_by_hand() -> None:
    comparison = comparison_of(["a", "b"], [[SWEPT, SHARED, SHARED]], drawn=1)
    (row,) = estimates(comparison).to_dict("records")
    assert sorted(row) == sorted(NAMES)
    assert (row["first"], row["second"], row["games"], row["groups"]) == ("a", "b", 6, 3)
    assert row["win_rate"] == pytest.approx(48 / 72)
    assert row["points_per_round"] == pytest.approx(100 / 49)
    assert row["rounds_won"] == pytest.approx(26 / 49)
    assert row["drawn"] == 1
    # Group means are 1, 1/2, 1/2: their variance is 1/12, that of the mean a third of it.
    assert row["standard_error"] == pytest.approx(1 / 6)
    assert row["effective_games"] == 3  # 2/9 over 1/36 is 8, but three groups cannot tell
    assert row["estimator"] == "games"
    assert np.isnan(row["rounds_win_rate"])
    assert not row["difference"]


def test_rows_are_the_pairings_in_order() -> None:
    comparison = comparison_of(["a", "b", "c"], [[SWEPT] * 9, [SHARED] * 9, [LOST, SWEPT] * 9])
    table = estimates(comparison)
    assert table["first"].tolist() == ["a", "a", "b"]
    assert table["second"].tolist() == ["b", "c", "c"]
    assert table["alike"].tolist() == [False, True, False]
    assert table["win_rate"].tolist() == [1.0, 0.5, 0.5]
    assert table["difference"].tolist() == [True, False, False]
    # A clean sweep of nine groups: McNemar's test, z = 3; the others say nothing.
    assert table["p_value"].tolist() == pytest.approx([0.0027, 1, 1], abs=1e-4)
    assert table["p_adjusted"].tolist() == pytest.approx([0.0081, 1, 1], abs=1e-4)


def chained(estimator: str | None = None) -> Comparison:
    rounds = pd.DataFrame(
        [
            ("paired", 40, 30, 30),
            ("paired", -35, -20, 20),
            ("first", 25, 0, 4),
            ("second", -9, 0, 3),
        ],
        columns=["kind", "row", "column", "count"],
    )
    rounds = rounds.assign(matchup=0, groups=6)[list(COLUMNS)]
    options = {} if estimator is None else {"estimator": estimator}
    return comparison_of(["a", "b"], [[SWEPT, SHARED, LOST] * 2], rounds=rounds, **options)


def test_the_estimator_asked_for_is_used_and_both_are_told() -> None:
    rows = {name: estimates(chained(name)).iloc[0] for name in ("games", "rounds", "best")}
    for name in ("games", "rounds"):
        assert rows[name]["estimator"] == name
        assert rows[name]["win_rate"] == rows[name][f"{name}_win_rate"]
        assert rows[name]["win_rate_low"] == rows[name][f"{name}_low"]
    for column in ("games_win_rate", "rounds_win_rate"):
        assert len({row[column] for row in rows.values()}) == 1
    widths = {n: rows["best"][f"{n}_high"] - rows["best"][f"{n}_low"] for n in ("games", "rounds")}
    assert rows["best"]["estimator"] == min(widths, key=widths.__getitem__)


def test_rounds_come_from_the_score_chain() -> None:
    chain = chain_of(chained(), 0)
    assert chain is not None
    assert chain.rounds == 107
    row = estimates(chained("rounds")).iloc[0]
    assert row["win_rate"] == pytest.approx(chain.win_rate)
    assert row["standard_error"] == pytest.approx(chain.standard_error)


def test_without_a_chain_rounds_fall_back_on_games() -> None:
    comparison = comparison_of(["a", "b"], [[SWEPT, SHARED]], estimator="rounds")
    assert estimates(comparison)["estimator"].tolist() == ["games"]


def test_tables_have_a_row_a_policy(analyses: dict[str, Analysis]) -> None:
    for name, sides in (("tables", 3), ("of-four", 4), ("goat", 4)):
        analysis = analyses[name]
        table = analysis.estimates
        assert len(table) == sides * len(analysis.comparison.tables)
        assert table.groupby("matchup")["win_rate"].sum().tolist() == pytest.approx(
            [1.0] * len(analysis.comparison.tables)
        )
        for row in table.to_dict("records"):
            assert analysis.comparison.tables[row["matchup"]][row["place"]] == row["policy"]
            moments = analysis.comparison.tallies.moments(row["matchup"])
            assert row["win_rate"] == win_rate(moments, row["place"]).value


def test_the_level_is_that_of_every_interval(comparisons: dict[str, Comparison]) -> None:
    table = estimates(comparisons["games-only"], level=0.8)
    moments = comparisons["games-only"].tallies.moments(0)
    assert table["win_rate_low"].iloc[0] == win_rate(moments, 0, 0.8).low
    with pytest.raises(ValueError, match="level must lie"):
        estimates(comparisons["games-only"], level=1)


def test_an_estimate_agrees_with_the_games_that_were_won(
    comparisons: dict[str, Comparison],
) -> None:
    for name in ("two", "six", "pairs"):
        table = estimates(comparisons[name]).set_index("matchup")
        players = comparisons[name].players
        first = players[players["seat"] == 0].set_index("matchup")
        rate = (first["wins"] + first["drawn_games"] / 2) / first["games"]
        assert table["games_win_rate"].tolist() == pytest.approx(rate.tolist())
        lead = first["lead_sum"] / first["rounds"]
        assert table["points_per_round"].tolist() == pytest.approx(lead.tolist())


def test_small_comparisons_have_honest_intervals() -> None:
    low, high = clustered_wilson(1.0, 0.0, 1.0)
    row = estimates(comparison_of(["a", "b"], [[SWEPT]])).iloc[0]
    assert (row["win_rate_low"], row["win_rate_high"]) == pytest.approx((low, high))
    assert not row["difference"]


def test_no_chain_is_worked_out_for_a_fixed_number_of_rounds() -> None:
    comparison = chained()
    assert chain_of(comparison, 0) is not None
    comparison.manifest["rules"]["rounds"] = 10
    assert chain_of(comparison, 0) is None
    assert list(estimates(comparison)["estimator"]) == ["games"]


def test_no_chain_is_worked_out_for_a_far_target() -> None:
    """It would need room for every score of both sides, and time for every step from each."""
    comparison = chained()
    comparison.manifest["rules"]["target"] = 1_001
    assert chain_of(comparison, 0) is None
    assert list(estimates(comparison)["estimator"]) == ["games"]
