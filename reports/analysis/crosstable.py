"""A comparison as seen from a policy: against every other one, and at a single table.

Knows `reports.analysis.comparison.Analysis`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from reports.analysis.comparison import Analysis
from reports.statistics.measures import rounds_won


def ranked(analysis: Analysis, matchup: int) -> tuple[str, ...]:
    """The policies of a table in the order of the ranking."""
    return tuple(sorted(analysis.comparison.tables[matchup], key=analysis.order.index))


def seen_from(analysis: Analysis, matchup: int, policy: str) -> dict[str, Any]:
    """The estimates of a pairing from the side of either of its policies.

    Parameters
    ----------
    analysis
        Of a comparison of pairings.
    matchup
        Number of the pairing.
    policy
        One of its two.

    Returns
    -------
    dict
        A row of the estimates; what the first policy has is now of this one.
    """
    found = analysis.estimates.iloc[matchup]
    row: dict[str, Any] = {str(name): value for name, value in found.items()}
    if row["first"] == policy:
        return row
    row |= {"first": policy, "second": row["first"]}
    for name in ("win_rate", "games_win_rate", "rounds_win_rate"):
        row[name] = 1 - row[name]
    for low, high in (
        ("win_rate_low", "win_rate_high"),
        ("games_low", "games_high"),
        ("rounds_low", "rounds_high"),
    ):
        row[low], row[high] = 1 - row[high], 1 - row[low]
    row["points_per_round"] *= -1
    row["points_low"], row["points_high"] = -row["points_high"], -row["points_low"]
    won = rounds_won(analysis.comparison.tallies.moments(matchup), 1, analysis.level)
    return row | {
        "rounds_won": won.value,
        "rounds_won_low": won.low,
        "rounds_won_high": won.high,
    }


def cross_table(analysis: Analysis, column: str = "win_rate") -> pd.DataFrame:
    """Win rate of the policy of the row against that of the column, in order of the ranking.

    Parameters
    ----------
    analysis
        Of a comparison.
    column
        ``win_rate``, ``win_rate_low`` or ``win_rate_high``.

    Returns
    -------
    DataFrame
        Square; nan where two never met or neither won.
    """
    order = analysis.order
    matrix = pd.DataFrame(np.nan, index=order, columns=order)
    ends = {"win_rate_low": "win_rate_high", "win_rate_high": "win_rate_low"}
    table = analysis.versus
    for first, second, own, other in zip(
        *(table["first"], table["second"], table[column], table[ends.get(column, column)]),
        strict=True,
    ):
        matrix.loc[first, second] = own
        matrix.loc[second, first] = 1 - other
    return matrix


def clear(analysis: Analysis) -> pd.DataFrame:
    """Whether two policies clearly differ, all pairs together; square, order of the ranking."""
    order = analysis.order
    matrix = pd.DataFrame(False, index=order, columns=order)
    table = analysis.versus
    for first, second, differs in zip(
        *(table["first"], table["second"], table["difference_adjusted"]), strict=True
    ):
        matrix.loc[first, second] = matrix.loc[second, first] = differs
    return matrix
