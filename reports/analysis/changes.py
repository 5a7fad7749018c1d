"""What changed in a comparison against an earlier one.

Knows the estimates of both (`reports.analysis.estimates`) and nothing about files.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from reports.statistics.intervals import normal_quantile


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
    turned = before.rename(columns={"first": "second", "second": "first"})
    turned = turned.assign(win_rate=1 - before["win_rate"])
    earlier = pd.concat([before, turned]).assign(error=_errors)
    both = now.assign(error=_errors).merge(
        earlier, on=["first", "second"], suffixes=("", "_before"), how="inner"
    )
    change = both["win_rate"] - both["win_rate_before"]
    half = normal_quantile(level) * np.hypot(both["error"], both["error_before"])
    columns = ["first", "second", "win_rate_before", "win_rate"]
    return both[columns].assign(change=change, low=change - half, high=change + half)


def _errors(rows: pd.DataFrame) -> pd.Series:
    length = (rows["win_rate_high"] - rows["win_rate_low"]) / (2 * normal_quantile(0.95))
    return rows["standard_error"].where(rows["standard_error"] > 0, length)
