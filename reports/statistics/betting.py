"""Testing by betting: how rich those become who bet against a mean, group by group.

Knows counts of the results of groups and nothing else. A group is two games on the same deals with
the seats swapped; its result counts the half-wins of the first policy, 0 to 4, so its win rate is a
quarter of the result.

For every candidate mean m a gambler bets on each group x with odds that are fair if m is the mean:
a share b of the capital turns into b (x / 4) / m, the rest is kept. If m is the mean, the capital
is a nonnegative martingale and reaches c times what it was at the start with probability at most 1
/ c, ever (Ville). The capital is split evenly over 24 constant shares that halve every second step,
the hedged grid Kelly of Waudby-Smith and Ramdas with a geometric grid: counts of the five results
are all it needs, and it reaches 3.5 standard errors to each side at any size from a thousand to ten
million groups. If a *resolution* is named, four fifths of the capital follow the bet that is best
where the mean is that far from m (resolution / variance, the variance estimated from earlier
groups): 2.8 standard errors where the interval reaches that far, 3.9 at other sizes.

References
----------
Waudby-Smith, I. and Ramdas, A. (2024). Estimating means of bounded random variables by betting.
Journal of the Royal Statistical Society B 86, 1-27.

Ville, J. (1939). Etude critique de la notion de collectif. Gauthier-Villars.
"""

from __future__ import annotations

from math import log

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.statistics.intervals import Floats

Counts = NDArray[np.int64]


RATES: Floats = np.arange(5) / 4
LARGEST_SHARE = 0.9
TUNED = 0.8  # of the capital, where a resolution is named
_SHARES: Floats = LARGEST_SHARE * 2.0 ** (-np.arange(24) / 2)
_HALVINGS = 32  # bounds to 1e-9


def log_wealth(parts: Counts, bets: Floats | None, mean: Floats) -> Floats:
    """Logarithm of the capital of those who bet that the mean is larger.

    Falls as `mean` grows, for any results: each factor ``1 - b + b (x / 4) / mean`` does.

    Parameters
    ----------
    parts
        Results under each bet, (..., bets, 5).
    bets
        The tuned bets per point of the win rate, (bets,), or None: the grid alone.
    mean
        Candidates, (...).
    """
    # 1e-300: where no game was won, the search for the bound comes down to 0.
    gains = RATES / np.maximum(mean, 1e-300)[..., None, None] - 1
    logs = np.log1p(_SHARES[:, None] * gains) * parts.sum(axis=-2, keepdims=True)
    grid = logs.sum(axis=-1)
    largest = grid.max(axis=-1, keepdims=True)
    mixed: Floats = largest[..., 0] + np.log(np.exp(grid - largest).sum(axis=-1) / len(_SHARES))
    if bets is None:
        return mixed
    shares = np.minimum(bets * mean[..., None], LARGEST_SHARE)
    tuned = (np.log1p(shares[..., None] * gains) * parts).sum(axis=(-1, -2))
    capital: Floats = np.logaddexp(mixed + log(1 - TUNED), tuned + log(TUNED))
    return capital


def lower_bounds(parts: Counts, bets: Floats | None, threshold: float) -> Floats:
    """The mean at which the log capital of those who bet on more falls below the threshold.

    Found by halving between 0 and the observed rate, so it is never above that; of the last two
    candidates the smaller one is taken.
    """
    seen = parts.sum(axis=-2)
    high = seen @ RATES / seen.sum(axis=-1)
    low: Floats = np.zeros_like(high)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        excluded = log_wealth(parts, bets, middle) >= threshold
        low, high = np.where(excluded, middle, low), np.where(excluded, high, middle)
    return low


def group_variance(counts: ArrayLike) -> float:
    """Variance of a group's win rate, from how often each result was seen.

    Half a group is added to each of the five results, so that it is never zero: 100 groups without
    any difference give 0.003, and none at all 0.125.

    Parameters
    ----------
    counts
        Groups with 0, 1, 2, 3 and 4 half-wins.

    Returns
    -------
    float
        Between 0 and 1/4.
    """
    padded = np.asarray(counts, dtype=np.float64) + 0.5
    mean = float(padded @ RATES / padded.sum())
    return float(padded @ (RATES - mean) ** 2 / padded.sum())
