"""Histograms in long form: shares, moments, quantiles.

Knows the columns of ``distributions.csv`` (`reports.statistics.columns`) and nothing about files or
plots.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from reports.statistics.columns import METRICS, OWNER
from reports.statistics.intervals import mean_interval

_OWNER = list(OWNER)


def distribution(distributions: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Histogram of one metric with shares.

    Parameters
    ----------
    distributions
        The long frame of a results directory, or a part of it.
    metric
        A key of `reports.statistics.columns.METRICS`.

    Returns
    -------
    DataFrame
        ``matchup, side, seat, policy, value, count, share, cumulative``, in ascending order.
        Shares add up to 1 within each group; values that never occurred have no row. Empty if
        nothing was observed.

    Raises
    ------
    ValueError
        If there is no such metric.
    """
    if metric not in METRICS:
        raise ValueError(f"no metric {metric!r}; there are {', '.join(METRICS)}")
    rows = distributions.loc[distributions["metric"] == metric, [*_OWNER, "value", "count"]]
    rows = rows.sort_values(["matchup", "side", "seat", "value"], ignore_index=True)
    counts = rows.groupby(_OWNER, dropna=False, sort=False)["count"]
    observations = counts.transform("sum")
    return rows.assign(
        share=rows["count"] / observations, cumulative=counts.cumsum() / observations
    )


def moments(distributions: pd.DataFrame, metric: str, level: float = 0.95) -> pd.DataFrame:
    """Number of observations, mean with interval, and standard deviation of each histogram.

    Parameters
    ----------
    distributions, metric
        As for `distribution`.
    level
        Coverage of the interval of the mean.

    Returns
    -------
    DataFrame
        ``matchup, side, seat, policy, count, mean, mean_low, mean_high, sd``, one row per
        histogram. Observations are games (``score``, ``rounds``), which are independent, or
        rounds, which are treated as independent. The interval and ``sd`` (unbiased variance) are
        nan below two observations.

    Raises
    ------
    ValueError
        As `distribution`.
    """
    rows = distribution(distributions, metric)
    value = rows["value"].astype("float64")
    rows = rows.assign(total=value * rows["count"], squares=value**2 * rows["count"])
    groups = rows.groupby(_OWNER, dropna=False, sort=False)
    table = groups[["count", "total", "squares"]].sum().reset_index()
    n, total = table["count"], table["total"]
    low, high = mean_interval(total, table["squares"], n, level)
    deviations = (table["squares"] - total**2 / n).clip(lower=0)
    sd = (deviations / (n - 1).where(n > 1)) ** 0.5
    table = table.assign(mean=total / n, mean_low=low, mean_high=high, sd=sd)
    return table.drop(columns=["total", "squares"])


def quantiles(
    distributions: pd.DataFrame, metric: str, levels: Sequence[float] = (0.05, 0.5, 0.95)
) -> pd.DataFrame:
    """Quantiles of each histogram.

    Parameters
    ----------
    distributions, metric
        As for `distribution`.
    levels
        In (0, 1].

    Returns
    -------
    DataFrame
        ``matchup, side, seat, policy`` and one column per level, named by it. The quantile is
        the smallest observed value that at least this share of the observations does not exceed.

    Raises
    ------
    ValueError
        As `distribution`, or if a level is outside (0, 1].
    """
    if not all(0 < level <= 1 for level in levels):
        raise ValueError("quantile levels must lie in (0, 1]")
    rows = distribution(distributions, metric)
    table = rows[_OWNER].drop_duplicates(ignore_index=True)
    groups = list(rows.groupby(_OWNER, dropna=False, sort=False))
    for level in levels:
        table[level] = [_quantile(group, level) for _, group in groups]
    return table


def _quantile(histogram: pd.DataFrame, level: float) -> int:
    reached = histogram["count"].cumsum().to_numpy()
    # 0.07 of 100 is 7.000000000000001 in floats, and must not become the eighth observation.
    wanted = level * reached[-1] * (1 - 1e-12)
    return int(histogram["value"].iloc[np.searchsorted(reached, wanted)])
