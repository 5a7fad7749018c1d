"""What changed in a comparison against an earlier one.

Knows the estimates of both (`reports.analysis.estimates`) and nothing about files.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from reports.statistics.intervals import normal_quantile

_COLUMNS = ["first", "second", "win_rate_before", "win_rate", "change"]


def changes(before: pd.DataFrame, now: pd.DataFrame, level: float = 0.95) -> pd.DataFrame:
    """The change of the win rate in every pairing that both comparisons have.

    Parameters
    ----------
    before, now
        As `reports.analysis.estimates.estimates` returns them for pairings.
    level
        Coverage of each interval, taken alone.

    Returns
    -------
    DataFrame
        ``first, second, win_rate_before, win_rate, change, low, high``, in the order of `now`, from
        the first policy's side there. The runs are treated as independent; if they share their
        deals, the intervals are wider than they need be. Where a win rate has no error, because
        its groups all came out alike, half the length of its interval stands in for it.
    """
    both = _both(before.assign(error=_errors), now.assign(error=_errors))
    half = normal_quantile(level) * np.hypot(both["error"], both["error_before"])
    return both[_COLUMNS].assign(low=both["change"] - half, high=both["change"] + half)


def farthest_changes(before: pd.DataFrame, now: pd.DataFrame) -> pd.DataFrame:
    """The change of the win rate in every pairing that two runs have, by their intervals alone.

    Parameters
    ----------
    before, now
        ``first, second, win_rate, win_rate_low, win_rate_high``.

    Returns
    -------
    DataFrame
        As `changes` returns it. The farthest ends of both intervals bound the change: it misses no
        more often than both of them together, with two of 95 % at most one time in ten.
    """
    both = _both(before, now)
    low = both["win_rate_low"] - both["win_rate_high_before"]
    return both[_COLUMNS].assign(low=low, high=both["win_rate_high"] - both["win_rate_low_before"])


def _both(before: pd.DataFrame, now: pd.DataFrame) -> pd.DataFrame:
    """The rows of `now`, and beside them those of `before` from the same policy's side."""
    turned = before.rename(columns={"first": "second", "second": "first"}).assign(
        win_rate=1 - before["win_rate"],
        win_rate_low=1 - before["win_rate_high"],
        win_rate_high=1 - before["win_rate_low"],
    )
    either_way = pd.concat([before, turned])
    both = now.merge(either_way, on=["first", "second"], suffixes=("", "_before"))
    return both.assign(change=both["win_rate"] - both["win_rate_before"])


def _errors(rows: pd.DataFrame) -> pd.Series:
    length = (rows["win_rate_high"] - rows["win_rate_low"]) / (2 * normal_quantile(0.95))
    return rows["standard_error"].where(rows["standard_error"] > 0, length)
