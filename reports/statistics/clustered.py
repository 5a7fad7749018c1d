"""Intervals of shares and differences whose observations come in groups.

Knows means and variances over groups. No interval has zero width, none of a share leaves [0, 1],
and the extremes are bounded thus:

- A clean sweep of n groups says as much as n games: nothing shows that games of one deal differ.
- Where groups hardly differ, so that the variance is near zero without a sweep, an estimate is
  worth n**2 / 4 games at most: about one more group that differs may have gone unseen.
"""

from __future__ import annotations

import math

from reports.statistics.intervals import normal_quantile, student_quantile, wilson


def equivalent_games(share: float, variance: float, units: float) -> float:
    """Independent games that would give a share this variance, bounded (module's docstring).

    Parameters
    ----------
    share, variance
        Estimate in [0, 1] and the estimated variance of the estimate.
    units
        Number of groups, or what stands for it.
    """
    if not 0 < share < 1 or not variance >= 0:  # a sweep, or too few groups for a variance
        return units
    most = max(units, units * units / 4)
    return min(share * (1 - share) / variance, most) if variance else most


def clustered_wilson(
    share: float, variance: float, units: float, level: float = 0.95
) -> tuple[float, float]:
    """Wilson's interval at the effective number of games, for shares of clustered observations.

    Parameters are those of `equivalent_games`. The variance being estimated from units - 1
    degrees of freedom, the number is multiplied by (z / t)**2.

    References
    ----------
    Korn, E. L. and Graubard, B. I. (1998). Confidence intervals for proportions with small
    expected number of positive counts estimated from survey data. Survey Methodology 24, 193-201.

    Franco, C., Little, R. J. A., Louis, T. A. and Slud, E. V. (2019). Comparative study of
    confidence intervals for proportions in complex sample surveys. Journal of Survey Statistics
    and Methodology 7, 334-364: Wilson's among those that serve.
    """
    if not units > 0:
        return 0.0, 1.0
    games = equivalent_games(share, variance, units)
    if 0 < share < 1 and units > 1:
        games *= (normal_quantile(level) / student_quantile(level, units - 1)) ** 2
    low, high = wilson(share * games, games, level)
    return float(low), float(high)


def paired_score(
    mean: float, square: float, units: float, most: float, z: float
) -> tuple[float, float]:
    """Tango's interval of a mean in [-1, 1] from its first two moments, at a normal quantile z.

    -1, 0 and 1 with these moments need square >= abs(mean). Otherwise the groups vary less than
    any such mixture: they count as up to `most` observations each, with square = abs(mean).
    """
    if square < abs(mean):
        spread = square - mean * mean
        least = abs(mean) - mean * mean
        units *= min(most, least / spread) if spread > 0 else most
        square = abs(mean)
    up, down = (square + mean) / 2, (square - mean) / 2
    return -_upper_limit(down, up, units, z), _upper_limit(up, down, units, z)


def _upper_limit(up: float, down: float, units: float, z: float) -> float:
    """Where the score statistic of a difference reaches -z, given the shares of +1 and -1."""
    low, high = up - down, 1.0
    for _ in range(64):
        middle = (low + high) / 2
        # The share of -1 that is most likely if this is the difference.
        b = (2 - up + down) * middle - up - down
        c = down * middle * (1 - middle)
        root = math.sqrt(b * b + 8 * c)
        likely = 2 * c / (b + root) if b > 0 else (root - b) / 4
        variance = (2 * likely + middle * (1 - middle)) / units
        if (middle - up + down) ** 2 > z * z * variance:
            high = middle
        else:
            low = middle
    return high
