"""Estimates of a comparison: four groups by hand, published intervals, independent computation."""

from __future__ import annotations

import json
import math

import numpy as np
import pandas as pd
import pytest
from scipy import optimize, stats

from reports.statistics.clustered import clustered_wilson, equivalent_games
from reports.statistics.intervals import wilson
from reports.statistics.measures import (
    alike,
    effective_games,
    points_per_round,
    rounds_won,
    variance_factor,
    win_rate,
    win_rate_difference,
)
from reports.statistics.multiplicity import adjust_for_all, holm
from reports.statistics.pairings import compare_pair, compare_table
from reports.statistics.score_chain import score_chain
from tests.reports.synthetic import TARGET, Deals, Ints, moments, pair_moments, play

Z = 1.959963984540054

# Four groups of two games: credit, points and rounds won of A and B, rounds.
FOUR = moments(
    np.array(
        [
            [24, 0, 200, 100, 8, 4, 13],
            [12, 12, 150, 160, 6, 7, 14],
            [12, 12, 140, 120, 5, 5, 10],
            [0, 24, 90, 220, 4, 8, 13],
        ]
    )
)

# Three groups of three games at a table of three; the first policy wins 2, 1, 3 of them.
THREE = moments(
    np.array(
        [
            [24, 12, 0, 130, 80, 60, 5, 3, 2, 11],
            [12, 12, 12, 90, 90, 90, 4, 4, 4, 12],
            [36, 0, 0, 190, 30, 50, 7, 1, 1, 10],
        ]
    )
)


def score_interval(successes: float, trials: float) -> tuple[float, float]:
    low, high = wilson(successes, trials)
    return float(low), float(high)


def test_four_groups_by_hand() -> None:
    # Shares of the groups 1, 1/2, 1/2, 0: variance of their mean (1/4 + 1/4) / (3 * 4) = 1/24.
    rate = win_rate(FOUR)
    assert (rate.value, rate.standard_error) == pytest.approx((0.5, math.sqrt(1 / 24)))
    assert rate.low == pytest.approx(1 - rate.high)
    # p (1 - p) / variance = 6 games' worth by eight games; the cap n**2 / 4 is 4 games.
    assert effective_games(FOUR) == 4
    assert variance_factor(FOUR) == 0.5
    # The lead is 100, -10, 20, -130 in 13, 14, 10, 13 rounds: -20 / 50.
    points = points_per_round(FOUR)
    assert points.value == pytest.approx(-0.4)
    # Deviations 100 + 5.2, -10 + 5.6, 20 + 4, -130 + 5.2.
    squares = 105.2**2 + 4.4**2 + 24**2 + 124.8**2
    assert points.standard_error == pytest.approx(math.sqrt(4 / 3 * squares) / 50)
    # Plus four times the points of one game, 1180 / 8, squared; Student's t of 3 degrees.
    half = stats.t.ppf(0.975, 3) * math.sqrt(4 / 3 * (squares + 4 * 147.5**2)) / 50
    assert (points.low, points.high) == pytest.approx((-0.4 - half, -0.4 + half))
    # 23 of 50 rounds; deviations 8 - 5.98, 6 - 6.44, 5 - 4.6, 4 - 5.98.
    won = rounds_won(FOUR)
    squares = 2.02**2 + 0.44**2 + 0.4**2 + 1.98**2
    assert won.value == pytest.approx(0.46)
    assert won.standard_error == pytest.approx(math.sqrt(4 / 3 * squares) / 50)


def test_three_groups_of_three_by_hand() -> None:
    # Shares 2/3, 1/3, 1: mean 2/3, variance of the mean (1/9 + 1/9) / (2 * 3) = 1/27.
    rate = win_rate(THREE)
    assert (rate.value, rate.standard_error) == pytest.approx((2 / 3, math.sqrt(1 / 27)))
    # 2/9 / (1/27) = 6 games, but three groups are worth three at most.
    assert effective_games(THREE) == 3
    shrunk = 3 * (Z / stats.t.ppf(0.975, 2)) ** 2
    assert rate[1:3] == pytest.approx(score_interval(2 / 3 * shrunk, shrunk))
    # The first takes 410 points, the others 400, so on average 200: 210 more in 33 rounds.
    assert points_per_round(THREE).value == pytest.approx(210 / 33)
    assert win_rate_difference(THREE, 0, 1).value == pytest.approx(2 / 3 - 2 / 9)
    rows = compare_table(THREE)
    assert [row["win_rate"] for row in rows] == pytest.approx([2 / 3, 2 / 9, 1 / 9])
    assert sum(row["points_per_round"] for row in rows) == pytest.approx(0)
    assert [row["games"] for row in rows] == [9, 9, 9]


@pytest.mark.parametrize(
    ("wins", "losses", "groups", "low", "high"),
    [
        # Fagerland, Lydersen and Laake (2014), Recommended tests and confidence intervals for
        # paired binomial proportions, Statistics in Medicine 33: airway hyper-responsiveness.
        (1, 7, 21, -0.517, -0.026),
        # By algebra: a clean sweep (n - z^2) / (n + z^2); no difference seen z^2 / (n + z^2).
        (10, 0, 10, 0.44493, 1.0),
        (0, 0, 100, -0.036993, 0.036993),
    ],
)
def test_differences_agree_with_published_ones(
    wins: int, losses: int, groups: int, low: float, high: float
) -> None:
    lead = win_rate_difference(pair_moments(wins, groups - wins - losses, losses))
    assert lead[1:3] == pytest.approx((low, high), abs=5e-4)


@pytest.mark.parametrize(("wins", "losses", "groups"), [(3, 0, 40), (30, 12, 60), (450, 2, 500)])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_ends_are_where_the_score_test_is_just_significant(
    wins: int, losses: int, groups: int, level: float
) -> None:
    """The likeliest trinomial of a given difference is found by search instead of algebra."""
    splits = groups - wins - losses
    lead = win_rate_difference(pair_moments(wins, splits, losses), level=level)
    for end in lead[1:3]:
        lowest = max(0.0, -end) + 1e-12

        def surprise(down: float, end: float = end) -> float:
            chances = np.array([down + end, 1 - 2 * down - end, down])
            return float(-np.array([wins, splits, losses]) @ np.log(np.maximum(chances, 1e-300)))

        bounds = (lowest, (1 - end) / 2 - 1e-12)
        down = optimize.minimize_scalar(
            surprise, bounds=bounds, method="bounded", options={"xatol": 1e-11}
        ).x
        score = (lead.value - end) / math.sqrt((2 * down + end - end**2) / groups)
        assert abs(score) == pytest.approx(stats.norm.isf((1 - level) / 2), abs=1e-3)


@pytest.mark.parametrize("groups", [1, 2, 10, 1000, 10**6])
def test_clean_sweeps_have_one_proper_end(groups: int) -> None:
    swept = pair_moments(1, 0, 0) * groups
    rate = win_rate(swept)
    assert rate == pytest.approx((1.0, groups / (groups + Z**2), 1.0, rate[3]), nan_ok=True)
    assert win_rate(swept, 1)[:3] == pytest.approx((0.0, 0.0, 1 - rate.low))
    assert effective_games(swept) == groups
    assert variance_factor(swept) == 0.5
    won = rounds_won(swept)
    assert (won.low, won.high) == pytest.approx((groups / (groups + Z**2), 1.0))


@pytest.mark.parametrize("groups", [2, 10, 1000, 10**6])
def test_policies_that_decide_alike_do_not_differ(groups: int) -> None:
    same = pair_moments(0, 1, 0) * groups
    assert alike(same)
    row = compare_pair(same)
    assert row["alike"]
    assert not row["difference"]
    assert (row["win_rate"], row["points_per_round"], row["p_value"]) == (0.5, 0, 1)
    assert row["win_rate_high"] == pytest.approx(0.5 + Z**2 / 2 / (groups + Z**2))
    assert row["win_rate_low"] == pytest.approx(0.5 - Z**2 / 2 / (groups + Z**2))
    # As if in four more groups ten points each had gone one way, in 2 n rounds.
    freedom = stats.t.ppf(0.975, groups - 1) * math.sqrt(groups / (groups - 1))
    assert row["points_high"] == pytest.approx(freedom * 20 / (2 * groups))
    assert row["effective_games"] == max(groups, groups**2 / 4)
    assert json.loads(json.dumps({k: v for k, v in row.items() if k[:7] != "rounds_"}))


def test_alike_needs_equal_points_and_credit_in_every_group() -> None:
    assert not alike(FOUR)
    assert not alike(pair_moments(1, 5, 1))
    assert not alike(moments(np.array([[12, 12, 50, 60, 1, 1, 2], [12, 12, 60, 50, 1, 1, 2]])))
    assert alike(moments(np.array([[12, 12, 12, 5, 5, 5, 1, 1, 1, 3]])))
    assert not alike(moments(np.array([[12, 12, 12, 5, 5, 6, 1, 1, 1, 3]])))
    assert not alike(np.zeros((8, 8), dtype=np.int64))


def test_no_groups_say_nothing() -> None:
    empty = np.zeros((8, 8), dtype=np.int64)
    assert win_rate(empty)[1:3] == (0, 1)
    assert win_rate_difference(empty)[1:3] == (-1, 1)
    assert rounds_won(empty)[1:3] == (0, 1)
    assert math.isnan(points_per_round(empty).high)
    assert math.isnan(variance_factor(empty))
    assert not compare_pair(empty)["difference"]
    assert win_rate(np.zeros((11, 11), dtype=np.int64), 2)[1:3] == (0, 1)


def test_one_group_has_intervals_of_shares_only() -> None:
    one = pair_moments(0, 1, 0)
    assert win_rate(one)[1:3] == pytest.approx(
        (0.5 - Z**2 / 2 / (1 + Z**2), 0.5 + 0.39673), abs=1e-5
    )
    assert math.isnan(points_per_round(one).low)
    low, high = rounds_won(one)[1:3]
    assert 0 < low < 0.5 < high < 1


def test_drawn_games_are_divided() -> None:
    # 24, 18, 12, 6 of 24: two groups hold a draw. The shares 1, 3/4, 1/2, 1/4 vary by 5/48.
    credit = np.array([24, 18, 12, 6] * 50)
    rest = np.tile([50, 40, 5, 4, 10], (200, 1))
    rate = win_rate(moments(np.column_stack([credit, 24 - credit, rest])))
    error = math.sqrt(5 / 16 / 4 * 200 / 199 / 200)
    assert (rate.value, rate.standard_error) == pytest.approx((0.625, error))
    assert rate[1:3] == pytest.approx((0.625 - Z * error, 0.625 + Z * error), abs=0.002)


def test_groups_that_vary_less_than_any_mixture_of_sweeps() -> None:
    # Three quarters in every group: no more precise than independent games would be.
    rest = np.tile([50, 40, 5, 4, 10], (100, 1))
    table = moments(np.column_stack([np.full(100, 18), np.full(100, 6), rest]))
    low, high = win_rate(table)[1:3]
    games = score_interval(150, 200)
    assert games[0] - 0.02 < low < 0.75 < high < games[1] + 0.02
    assert high - low > 0.05


def test_ratios_agree_with_their_jackknife() -> None:
    played = play(Deals.draw(0.2), 2000, np.random.default_rng(2))
    vectors, n = played.vectors, 2000
    for estimate, above in (
        (points_per_round(played.moments), vectors[:, 2] - vectors[:, 3]),
        (rounds_won(played.moments), vectors[:, 4]),
    ):
        rounds = vectors[:, 6]
        without = (above.sum() - above) / (rounds.sum() - rounds)
        error = math.sqrt((n - 1) / n * np.sum((without - without.mean()) ** 2))
        assert estimate.value == pytest.approx(above.sum() / rounds.sum())
        assert estimate.standard_error == pytest.approx(error, rel=2e-3)


def test_the_variance_factor_is_that_of_independent_games() -> None:
    rng = np.random.default_rng(3)
    for correlation, low, high in ((0.0, 0.95, 1.05), (0.5, 0.63, 0.7), (-0.4, 1.55, 1.8)):
        both = 0.36 + 0.24 * correlation
        neither = 0.16 + 0.24 * correlation
        counts = rng.multinomial(20_000, [both, 1 - both - neither, neither])
        # A group's mean has (1 + correlation) / 2 of a game's variance: worth 1 / (1 + c) each.
        assert low < variance_factor(pair_moments(*counts)) < high


def test_sums_of_a_billion_groups_are_exact() -> None:
    rate = win_rate(FOUR * 10**8)
    assert rate.standard_error == pytest.approx(math.sqrt(1 / 8 / (4 * 10**8)))
    assert points_per_round(FOUR * 10**8).value == pytest.approx(-0.4)
    assert rate.high - rate.low == pytest.approx(2 * Z * rate.standard_error, rel=1e-6)


def test_shares_never_leave_0_and_1_and_have_a_width() -> None:
    for units in (1.0, 3.0, 1e9):
        for share in (0.0, 1e-9, 0.5, 1.0):
            for variance in (0.0, 1e-30, share * (1 - share)):
                low, high = clustered_wilson(share, variance, units)
                assert 0 <= low <= share <= high <= 1
                assert low < high
    assert clustered_wilson(0.5, math.nan, 0) == (0, 1)


def test_clustered_wilson_is_wilson_where_games_are_independent() -> None:
    share, games = 0.3, 10_000
    interval = clustered_wilson(share, share * (1 - share) / games, games / 2)
    assert interval == pytest.approx(score_interval(3000, 10_000), abs=1e-5)
    assert equivalent_games(share, share * (1 - share) / games, games / 2) == pytest.approx(games)


def test_a_row_shows_both_estimators_and_chooses_the_tighter() -> None:
    played = play(Deals.draw(0.05), 1000, np.random.default_rng(4))
    chain = score_chain(played.paired, played.first, played.second, TARGET)
    row = compare_pair(played.moments, chain)
    assert row["estimator"] == "rounds"
    assert row["win_rate"] == row["rounds_win_rate"] == chain.win_rate
    assert row["games_win_rate"] == win_rate(played.moments).value
    assert row["effective_games"] > row["games_effective_games"]
    assert row["variance_factor"] == pytest.approx(row["effective_games"] / 2000)
    assert row["difference"] == (row["p_value"] < 0.05)
    forced = compare_pair(played.moments, chain, estimator="games")
    assert (forced["estimator"], forced["win_rate"]) == ("games", row["games_win_rate"])
    assert forced["win_rate_low"] == row["games_low"]
    alone = compare_pair(played.moments)
    assert alone["estimator"] == "games"
    assert math.isnan(alone["rounds_win_rate"])
    assert list(alone) == list(row)
    json.dumps({**row, "rounds": None}, allow_nan=False)


def test_p_values_fit_the_intervals() -> None:
    for wins in range(0, 60, 3):
        row = compare_pair(pair_moments(wins, 60, 25))
        assert row["difference"] == (row["p_value"] < 0.05)
    # McNemar's chi squared is (40 - 25)**2 / 65.
    row = compare_pair(pair_moments(40, 35, 25))
    assert row["p_value"] == pytest.approx(stats.chi2.sf(225 / 65, 1))


def test_holm_by_hand() -> None:
    # In order 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1, and never below an earlier one.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == pytest.approx([1, 1])
    assert holm([]).size == 0


def test_all_pairings_are_adjusted_together() -> None:
    rows = [compare_pair(pair_moments(w, 60, 40)) for w in (40, 62, 90)]
    table = adjust_for_all(pd.DataFrame(rows))
    assert table["difference"].tolist() == [False, True, True]
    # Of 62 against 40, 0.029 alone, twice that among three.
    assert table["difference_adjusted"].tolist() == [False, False, True]
    assert table["p_adjusted"].tolist() == pytest.approx(holm(table["p_value"]))
    assert adjust_for_all(table, 0.9)["difference_adjusted"].tolist() == [False, True, True]


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros((8, 7), dtype=np.int64),
        np.zeros((9, 9), dtype=np.int64),
        np.zeros((5, 5), dtype=np.int64),
        np.zeros((8, 8)),
        np.triu(FOUR),
        FOUR + np.eye(8, dtype=np.int64)[[1]] + np.eye(8, dtype=np.int64)[:, [1]],
        -FOUR,
    ],
)
def test_impossible_moments_are_refused(wrong: Ints) -> None:
    with pytest.raises(ValueError, match="moments"):
        win_rate(wrong)


def test_senseless_requests_are_refused() -> None:
    with pytest.raises(ValueError, match="no policy 2"):
        win_rate(FOUR, 2)
    with pytest.raises(ValueError, match="two policies"):
        compare_pair(THREE)
    with pytest.raises(ValueError, match="needs a score chain"):
        compare_pair(FOUR, estimator="rounds")
    for level in (0, 1, 95):
        with pytest.raises(ValueError, match="level"):
            compare_pair(FOUR, level=level)
        with pytest.raises(ValueError, match="level"):
            compare_table(THREE, level)
