"""Confidence intervals from counts and sums.

Knows numbers only. The functions take scalars or arrays that broadcast against each other and
return float arrays (0-d for scalars). All observations are treated as independent; callers say
what an observation is.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Interval = tuple[Floats, Floats]


class Estimate(NamedTuple):
    """A value, the ends of its interval, and its standard error as observed (0 if all agree)."""

    value: float
    low: float
    high: float
    standard_error: float


def wilson(successes: ArrayLike, trials: ArrayLike, level: float = 0.95) -> Interval:
    """Score interval of a proportion.

    Parameters
    ----------
    successes, trials
        Counts, ``0 <= successes <= trials``.
    level
        Coverage, strictly between 0 and 1.

    Returns
    -------
    low, high
        Within [0, 1] and never of zero width: a clean sweep of n trials gives
        ``(n / (n + z**2), 1)``. No trials say nothing, hence (0, 1).

    Raises
    ------
    ValueError
        If a count is negative or not finite, successes exceed trials, or the level is outside
        (0, 1).

    References
    ----------
    Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference.
    Journal of the American Statistical Association 22, 209-212.

    Brown, L. D., Cai, T. T. and DasGupta, A. (2001). Interval estimation for a binomial
    proportion. Statistical Science 16, 101-133: why this interval and not the textbook one.
    """
    won, n = np.broadcast_arrays(_floats(successes), _floats(trials))
    if not np.all((won >= 0) & (won <= n) & np.isfinite(n)):
        raise ValueError("successes must lie between 0 and trials")
    z = normal_quantile(level)
    lost = n - won
    spread = np.divide(won * lost, n, out=np.zeros_like(n), where=n > 0)
    half = z * np.sqrt(spread + z * z / 4)
    low = (won + z * z / 2 - half) / (n + z * z)
    high = (won + z * z / 2 + half) / (n + z * z)
    # Exact by algebra; rounding errors must not push a clean sweep past the edge.
    return np.where(won == 0, 0.0, low), np.where(lost == 0, 1.0, high)


def wilson_difference(
    successes: ArrayLike,
    trials: ArrayLike,
    other_successes: ArrayLike,
    other_trials: ArrayLike,
    level: float = 0.95,
) -> Interval:
    """Interval of the difference of two independent proportions, the first minus the other.

    Returns
    -------
    low, high
        Within [-1, 1]; nan where either has no trials.

    Raises
    ------
    ValueError
        As `wilson`.

    References
    ----------
    Newcombe, R. G. (1998). Interval estimation for the difference between independent
    proportions: comparison of eleven methods. Statistics in Medicine 17, 873-890, method 10.
    """
    low, high = wilson(successes, trials, level)
    other_low, other_high = wilson(other_successes, other_trials, level)
    rate = ratio(successes, trials)
    other = ratio(other_successes, other_trials)
    below = np.hypot(rate - low, other_high - other)
    above = np.hypot(high - rate, other - other_low)
    return rate - other - below, rate - other + above


def mean_interval(
    total: ArrayLike, squares: ArrayLike, count: ArrayLike, level: float = 0.95
) -> Interval:
    """Normal interval of a mean, from the sum and the sum of squares of the observations.

    Parameters
    ----------
    total, squares
        Sum of the observations and sum of their squares.
    count
        Number of observations.
    level
        Coverage, strictly between 0 and 1.

    Returns
    -------
    low, high
        ``mean -+ z * sd / sqrt(count)`` with the unbiased variance; nan where count < 2. For the
        thousands of rounds and games met here the normal quantile is exact enough.

    Raises
    ------
    ValueError
        If the level is outside (0, 1).
    """
    mean = ratio(total, count)
    half = normal_quantile(level) * np.sqrt(_variance_of_mean(total, squares, count))
    return mean - half, mean + half


def mean_difference(
    total: ArrayLike,
    squares: ArrayLike,
    count: ArrayLike,
    other_total: ArrayLike,
    other_squares: ArrayLike,
    other_count: ArrayLike,
    level: float = 0.95,
) -> Interval:
    """Normal interval of the difference of two independent means, the first minus the other.

    Parameters and errors are those of `mean_interval`, twice; the variances may differ.

    Returns
    -------
    low, high
        nan where either count is below 2.
    """
    difference = ratio(total, count) - ratio(other_total, other_count)
    variance = _variance_of_mean(total, squares, count) + _variance_of_mean(
        other_total, other_squares, other_count
    )
    half = normal_quantile(level) * np.sqrt(variance)
    return difference - half, difference + half


def ratio(total: ArrayLike, count: ArrayLike) -> Floats:
    """``total / count`` as floats, nan where count is 0."""
    above, below = np.broadcast_arrays(_floats(total), _floats(count))
    result: Floats = np.full(above.shape, np.nan)
    np.divide(above, below, out=result, where=below != 0)
    return result


def _variance_of_mean(total: ArrayLike, squares: ArrayLike, count: ArrayLike) -> Floats:
    n = _floats(count)
    deviations = _floats(squares) - _floats(total) * ratio(total, count)
    # Cancellation can leave a tiny negative number where all observations are equal.
    return ratio(np.maximum(deviations, 0), np.where(n >= 2, n * (n - 1), 0))


def _floats(values: ArrayLike) -> Floats:
    # Before any arithmetic: squares of 64-bit sums do not fit 64-bit integers.
    return np.asarray(values, dtype=np.float64)


def normal_quantile(level: float) -> float:
    """Half the width, in standard errors, of a two-sided normal interval; level in (0, 1)."""
    if not 0 < level < 1:
        raise ValueError(f"level must lie strictly between 0 and 1, not {level}")
    return NormalDist().inv_cdf((1 + level) / 2)


def student_quantile(level: float, freedom: float) -> float:
    """As `normal_quantile`, of Student's distribution with so many degrees of freedom."""
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    normal_quantile(level)
    return float(stdtrit(freedom, (1 + level) / 2))
