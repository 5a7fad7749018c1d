"""Intervals against published figures and against scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from reports.statistics.intervals import (
    mean_difference,
    mean_interval,
    ratio,
    wilson,
    wilson_difference,
)

# Newcombe (1998), Two-sided confidence intervals for the single proportion: comparison of seven
# methods, table I, score method; and the familiar 0, 5 and 10 of 10.
PUBLISHED = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
    (0, 10, 0.0000, 0.2775),
    (5, 10, 0.2366, 0.7634),
    (10, 10, 0.7225, 1.0000),
]

# Newcombe (1998), Interval estimation for the difference between independent proportions:
# comparison of eleven methods, table II, method 10.
PUBLISHED_DIFFERENCES = [
    (56, 70, 48, 80, 0.0524, 0.3339),
    (9, 10, 3, 10, 0.1705, 0.8090),
    (6, 7, 2, 7, 0.0582, 0.8062),
    (5, 56, 0, 29, -0.0381, 0.1926),
    (0, 10, 0, 20, -0.1611, 0.2775),
    (10, 10, 0, 20, 0.6791, 1.0000),
]


@pytest.mark.parametrize(("won", "trials", "low", "high"), PUBLISHED)
def test_wilson_agrees_with_published_figures(
    won: int, trials: int, low: float, high: float
) -> None:
    assert wilson(won, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_wilson_agrees_with_scipy(level: float) -> None:
    for trials in (1, 7, 100, 12345):
        for won in {0, 1, trials // 3, trials - 1, trials}:
            interval = stats.binomtest(won, trials).proportion_ci(level, method="wilson")
            assert wilson(won, trials, level) == pytest.approx(tuple(interval), abs=1e-12)


def test_wilson_is_never_of_zero_width_nor_outside_0_and_1() -> None:
    trials = np.array([1, 2, 10, 1000, 10**6, 10**9])
    for won in (np.zeros_like(trials), trials):
        low, high = wilson(won, trials)
        assert np.all(low >= 0)
        assert np.all(high <= 1)
        assert np.all(high > low)
    low, high = wilson(trials, trials)
    assert np.all(high == 1)


def test_wilson_without_trials_says_nothing() -> None:
    low, high = wilson([0, 1], [0, 2])
    assert (low[0], high[0]) == (0, 1)
    assert 0 < low[1] < high[1] < 1


@pytest.mark.parametrize(("won", "trials"), [(-1, 3), (4, 3), (0, -1), (np.nan, 3), (1, np.inf)])
def test_wilson_refuses_impossible_counts(won: float, trials: float) -> None:
    with pytest.raises(ValueError, match="successes"):
        wilson(won, trials)


@pytest.mark.parametrize("level", [0, 1, -0.5, 95])
def test_levels_outside_0_and_1_are_refused(level: float) -> None:
    with pytest.raises(ValueError, match="level"):
        wilson(1, 2, level)
    with pytest.raises(ValueError, match="level"):
        mean_interval(1, 1, 2, level)


@pytest.mark.parametrize(("a", "n", "b", "m", "low", "high"), PUBLISHED_DIFFERENCES)
def test_differences_agree_with_published_figures(
    a: int, n: int, b: int, m: int, low: float, high: float
) -> None:
    assert wilson_difference(a, n, b, m) == pytest.approx((low, high), abs=5e-5)


def test_difference_without_trials_is_unknown() -> None:
    assert np.isnan(wilson_difference(0, 0, 1, 2)).all()


def test_mean_interval_by_hand() -> None:
    # 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squared deviations 32, variance 32/7, of the mean 4/7.
    low, high = mean_interval(40, 232, 8)
    half = 1.959963984540054 * (4 / 7) ** 0.5
    assert (low, high) == pytest.approx((5 - half, 5 + half))


def test_mean_interval_agrees_with_scipy() -> None:
    values = np.random.default_rng(1).integers(-50, 80, 500)
    expected = stats.norm.interval(0.9, values.mean(), stats.sem(values))
    assert mean_interval(values.sum(), (values**2).sum(), 500, 0.9) == pytest.approx(expected)


def test_mean_interval_needs_two_observations() -> None:
    low, high = mean_interval([0, 5, 10], [0, 25, 60], [0, 1, 2])
    assert np.isnan(low).tolist() == [True, True, False]
    assert np.isnan(high).tolist() == [True, True, False]


def test_sums_beyond_64_bit_squares_do_not_overflow() -> None:
    games = 10**8
    # Half of the games 40 points, half 60: mean 50, standard deviation 10.
    low, high = mean_interval(50 * games, 2600 * games, games)
    assert (low + high) / 2 == pytest.approx(50)
    assert high - low == pytest.approx(2 * 1.95996398 * 10 / games**0.5, rel=1e-6)


def test_equal_observations_do_not_make_a_negative_variance() -> None:
    low, high = mean_interval(0.1 * 3, 3 * 0.1**2, 3)
    assert low <= high


def test_mean_difference_by_hand() -> None:
    # 1, 3 (mean 2, variance of the mean 1) and 4, 4, 10 (mean 6, variance of the mean 4).
    low, high = mean_difference(4, 10, 2, 18, 132, 3)
    half = 1.959963984540054 * 5**0.5
    assert (low, high) == pytest.approx((-4 - half, -4 + half))


def test_ratio_of_nothing_is_unknown() -> None:
    assert ratio([1, 0], [2, 0]) == pytest.approx([0.5, np.nan], nan_ok=True)
