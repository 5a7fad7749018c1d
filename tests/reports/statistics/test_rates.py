"""Statistics of six rows computed by hand: two single players, and two pairs."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from reports.statistics.effects import blocked_gains, opening_effect
from reports.statistics.rates import one_matchup, sides, summarise

Z = 1.959963984540054

# Matchup 0, four games of ten rounds in all. Seat 0 takes 10, 20, 30, 40 by going out and 6 in a
# blocked round, seat 1 takes 5, 15, 25 and 4; one round is void. Seat 0 opens the rounds with
# 10, 20, 6 for itself, 5 for the other and the void one, seat 1 opens the rest.
# Final scores 30:5, 6:19, 30:25, 40:0; seat 0 opens the first and second game.
ALONE = {
    **{"games": [4, 4], "rounds": [10, 10], "blocked_rounds": [3, 3], "void_rounds": [1, 1]},
    **{"drawn_games": [0, 0], "wins": [3, 1], "goats": [0, 0]},
    **{"score_sum": [106, 49], "score_squares": [3436, 1011]},
    **{"rounds_won": [5, 4], "rounds_won_out": [4, 3], "rounds_won_blocked": [1, 1]},
    **{"rounds_won_target": [0, 0], "points_out": [100, 45], "points_blocked": [6, 4]},
    **{"points_play": [0, 0], "round_squares": [3036, 891]},
    **{"lead_sum": [57, -57], "lead_squares": [3927, 3927]},
    **{"turns": [60, 58], "passes": [3, 5], "tiles_drawn": [12, 20]},
    **{"tiles_drawn_by_choice": [0, 9], "games_opened": [2, 2], "games_opened_won": [1, 0]},
    **{"rounds_opened": [5, 5], "rounds_opened_won": [3, 3]},
    **{"opened_lead_sum": [31, -26], "opened_lead_squares": [561, 3366]},
}

# Matchup 1, two games of four rounds in all, one of the games drawn. Seats 0 to 3 open a round
# each: side 0 takes 8, side 1 takes 5, side 1 takes 7 (blocked), side 0 takes 12.
PAIRS = {
    **{"games": [2] * 4, "rounds": [4] * 4, "blocked_rounds": [1] * 4, "void_rounds": [0] * 4},
    **{"drawn_games": [1] * 4, "wins": [1, 0] * 2, "goats": [0] * 4},
    **{"score_sum": [20, 12] * 2, "score_squares": [202, 90] * 2},
    **{"rounds_won": [2, 2] * 2, "rounds_won_out": [2, 1] * 2, "rounds_won_blocked": [0, 1] * 2},
    **{"rounds_won_target": [0] * 4, "points_out": [20, 5] * 2, "points_blocked": [0, 7] * 2},
    **{"points_play": [0] * 4, "round_squares": [208, 74] * 2},
    **{"lead_sum": [8, -8] * 2, "lead_squares": [282, 282] * 2},
    **{"turns": [10, 11, 12, 13], "passes": [1, 0, 2, 1], "tiles_drawn": [2, 0, 4, 6]},
    **{"tiles_drawn_by_choice": [1, 0, 0, 3], "games_opened": [1, 1, 0, 0]},
    **{"games_opened_won": [1, 0, 0, 0], "rounds_opened": [1] * 4},
    **{"rounds_opened_won": [1, 1, 0, 0], "opened_lead_sum": [8, 5, -7, -12]},
    "opened_lead_squares": [64, 25, 49, 144],
}

GAINS = pd.DataFrame(
    [
        (0, 0, 0, "a", "gain_blocked", 6, 1),
        (0, 1, 1, "b", "gain_blocked", 4, 1),
        (1, 1, pd.NA, "b + d", "gain_blocked", 7, 1),
    ],
    columns=["matchup", "side", "seat", "policy", "metric", "value", "count"],
)


@pytest.fixture
def six_rows() -> pd.DataFrame:
    alone = pd.DataFrame({"matchup": 0, "seat": [0, 1], "side": [0, 1], "policy": ["a", "b"]})
    pairs = pd.DataFrame({"matchup": 1, "seat": range(4), "side": [0, 1] * 2, "policy": [*"abcd"]})
    return pd.concat(
        [alone.assign(**ALONE), pairs.assign(**PAIRS)],
        ignore_index=True,
    )


def half_width(variance: float, count: int) -> float:
    return float(Z * (variance / count) ** 0.5)


def test_rates_and_means_by_hand(six_rows: pd.DataFrame) -> None:
    first = summarise(six_rows).iloc[0]
    assert first["win_rate"] == 3 / 4
    assert first["fair_share"] == 1 / 2
    assert first["blocked_rate"] == 3 / 10
    assert first["void_rate"] == 1 / 10
    assert first["round_win_rate"] == 5 / 10
    assert first["blocked_win_rate"] == 1 / 3
    assert first["goat_rate"] == 0
    assert first["mean_score"] == 26.5
    assert first["points_per_round"] == 10.6
    assert first["lead_per_round"] == 5.7
    assert first["drawn_per_round"] == 1.2
    assert first["drawn_by_choice_per_round"] == 0
    assert first["turns_per_round"] == 6
    assert first["passes_per_round"] == 0.3


def test_intervals_by_hand(six_rows: pd.DataFrame) -> None:
    first = summarise(six_rows).iloc[0]
    # Wilson for 3 of 4: centre (3 + z^2/2)/(4 + z^2), half width z sqrt(3/4 + z^2/4)/(4 + z^2).
    centre, half = (3 + Z**2 / 2) / (4 + Z**2), Z * (0.75 + Z**2 / 4) ** 0.5 / (4 + Z**2)
    assert first["win_rate_low"] == pytest.approx(centre - half)
    assert first["win_rate_high"] == pytest.approx(centre + half)
    # Scores 30, 6, 30, 40: deviations 3.5, -20.5, 3.5, 13.5 from 26.5, their squares 627 in all.
    half = half_width(627 / 3, 4)
    assert first["mean_score_low"] == pytest.approx(26.5 - half)
    assert first["mean_score_high"] == pytest.approx(26.5 + half)
    half = half_width((3927 - 57**2 / 10) / 9, 10)
    assert first["lead_per_round_low"] == pytest.approx(5.7 - half)
    assert first["lead_per_round_high"] == pytest.approx(5.7 + half)


def test_opening_splits_rounds_and_games(six_rows: pd.DataFrame) -> None:
    first, second = summarise(six_rows).iloc[0], summarise(six_rows).iloc[1]
    assert first["opened_round_win_rate"] == 3 / 5
    assert first["other_round_win_rate"] == 2 / 5
    assert first["opened_lead_per_round"] == 31 / 5
    assert first["other_lead_per_round"] == 26 / 5
    assert second["opened_lead_per_round"] == -26 / 5
    assert first["opened_win_rate"] == 1 / 2
    assert first["other_win_rate"] == 1
    half = half_width((561 - 31**2 / 5) / 4, 5)
    assert first["opened_lead_per_round_high"] == pytest.approx(6.2 + half)


def test_leads_are_against_the_mean_of_the_others() -> None:
    # Three sides, one round: 12, 0, 3 points, so leads of 10.5, -7.5, -3 points.
    counts = {name: [0, 0, 0] for name in ALONE}
    counts |= {"games": [1] * 3, "rounds": [1] * 3, "lead_sum": [21, -15, -6]}
    players = pd.DataFrame({"matchup": 0, "seat": range(3), "side": range(3), "policy": "a"})
    table = summarise(players.assign(**counts))
    assert table["lead_per_round"].tolist() == [10.5, -7.5, -3.0]


def test_pairs_have_a_fair_share_of_decided_games(six_rows: pd.DataFrame) -> None:
    pairs = summarise(six_rows).iloc[2:]
    assert pairs["fair_share"].tolist() == [1 / 4] * 4
    assert pairs["win_rate"].tolist() == [1 / 2, 0, 1 / 2, 0]


def test_a_clean_sweep_keeps_a_width() -> None:
    sweep = {name: [0, 0] for name in ALONE} | {"games": [50, 50], "wins": [50, 0]}
    players = pd.DataFrame({"matchup": 0, "seat": [0, 1], "side": [0, 1], "policy": "a"})
    table = summarise(players.assign(**sweep))
    assert table["win_rate_high"].tolist() == [1, pytest.approx(Z**2 / (50 + Z**2))]
    assert table["win_rate_low"].tolist() == [pytest.approx(50 / (50 + Z**2)), 0]


def test_what_was_not_observed_is_unknown(six_rows: pd.DataFrame) -> None:
    row = summarise(six_rows).iloc[4]  # a partner who never opened a game
    assert np.isnan(row["opened_win_rate"])
    assert (row["opened_win_rate_low"], row["opened_win_rate_high"]) == (0, 1)
    assert np.isnan(row["opened_lead_per_round_low"])  # one round is too few


def test_wider_levels_are_wider(six_rows: pd.DataFrame) -> None:
    narrow, wide = summarise(six_rows, 0.5).iloc[0], summarise(six_rows, 0.99).iloc[0]
    for name in ("win_rate", "lead_per_round"):
        assert wide[f"{name}_low"] < narrow[f"{name}_low"] < narrow[name]


def test_summarise_leaves_its_argument_alone_and_can_be_repeated(six_rows: pd.DataFrame) -> None:
    before = six_rows.copy()
    once = summarise(six_rows)
    pd.testing.assert_frame_equal(six_rows, before)
    pd.testing.assert_frame_equal(summarise(once), once)


def test_partners_become_one_row(six_rows: pd.DataFrame) -> None:
    table = sides(six_rows)
    assert table[["matchup", "side"]].to_numpy().tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert table["policy"].tolist() == ["a", "b", "a + c", "b + d"]
    assert table["seat"].tolist() == [0, 1, pd.NA, pd.NA]
    pair = table.iloc[2]
    assert (pair["wins"], pair["rounds_won"]) == (1, 2)  # of the side, not added up
    assert (pair["tiles_drawn"], pair["rounds_opened"]) == (6, 2)  # of both partners
    assert pair["opened_round_win_rate"] == 1 / 2
    assert pair["opened_lead_per_round"] == (8 - 7) / 2
    assert pair["other_lead_per_round"] == (8 - 1) / 2


def test_opening_effect_by_hand(six_rows: pd.DataFrame) -> None:
    table = opening_effect(six_rows)
    assert len(table) == 4
    first = table.iloc[0]
    assert first["round_win_rate_effect"] == pytest.approx(3 / 5 - 2 / 5)
    assert first["win_rate_effect"] == -1 / 2
    assert first["lead_per_round_effect"] == pytest.approx(6.2 - 5.2)
    opened, other = (561 - 31**2 / 5) / 4 / 5, (3366 - 26**2 / 5) / 4 / 5
    assert first["lead_per_round_effect_low"] == pytest.approx(1 - Z * (opened + other) ** 0.5)
    assert first["round_win_rate_effect_low"] < 0 < first["round_win_rate_effect_high"]


def test_blocked_gains_by_hand(six_rows: pd.DataFrame) -> None:
    table = blocked_gains(six_rows, GAINS)
    assert table["points_per_blocked_round"].tolist() == [2, 4 / 3, 0, 7]
    assert table["points_per_blocked_gain"].tolist() == pytest.approx(
        [6, 4, np.nan, 7], nan_ok=True
    )
    # Seat 0 took 6, 0, 0 in the three blocked rounds: variance 12.
    half = half_width(12, 3)
    assert table["points_per_blocked_round_low"].iloc[0] == pytest.approx(2 - half)


def test_rounds_that_reach_the_target_are_won() -> None:
    counts = {name: [0, 0] for name in ALONE} | {"games": [2, 2], "rounds": [10, 10]}
    counts |= {"rounds_won": [4, 3], "rounds_won_target": [2, 1], "rounds_opened": [5, 5]}
    counts |= {"rounds_opened_won": [5, 2]}
    players = pd.DataFrame({"matchup": 0, "seat": [0, 1], "side": [0, 1], "policy": "a"})
    table = summarise(players.assign(**counts))
    assert table["round_win_rate"].tolist() == [0.6, 0.4]
    assert table["other_round_win_rate"].tolist() == [0.2, 0.4]


def test_several_matchups_are_told_apart(six_rows: pd.DataFrame) -> None:
    with pytest.raises(ValueError, match="select one matchup"):
        one_matchup(six_rows)
    assert len(one_matchup(six_rows[six_rows["matchup"] == 1])) == 4
