"""Who wins how often against whom where more than two sit at a table.

Knows moments of groups (`reports.statistics.groups`) and which policies sat where. For two policies
it counts the games that one of the two won, at all tables where both sat: of these, the share of
the first. That is what the model of Bradley and Terry describes if a game is won with odds that do
not depend on who else plays (Luce's axiom of choice), so that ratings can be fitted to it.

Luce, R. D. (1959). Individual Choice Behavior. Wiley, chapter 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from reports.statistics.clustered import clustered_wilson, equivalent_games
from reports.statistics.groups import CREDIT, Moments
from reports.statistics.intervals import Floats
from reports.statistics.multiplicity import adjust_for_all

Table = Sequence[str]


def versus(
    policies: Sequence[str],
    tables: Mapping[int, Table],
    moments: Mapping[int, Moments],
    level: float = 0.95,
) -> tuple[pd.DataFrame, Floats]:
    """Break tables up into pairs of policies.

    Parameters
    ----------
    policies
        All of them.
    tables
        By number the policies in the order of the moments.
    moments
        Of the groups of every table.
    level
        Of intervals, each taken alone, and of the adjusted differences together.

    Returns
    -------
    frame
        One row for two policies of which either ever won a game at a table with both:
        ``first, second, games`` (won by either, drawn ones in parts), ``win_rate`` with
        ``win_rate_low`` and ``win_rate_high``, ``effective_games``, ``p_value``,
        ``difference``, ``p_adjusted``, ``difference_adjusted``.
    covariance
        Of the win rates: rows of one table hang together.
    """
    pairs = list(combinations(range(len(policies)), 2))
    place = {name: index for index, name in enumerate(policies)}
    seated = [[place[name] for name in tables[number]] for number in tables]
    ledger = [_Credits.of(moments[number]) for number in tables]
    won = np.zeros((len(policies), len(policies)))
    square, units = np.zeros_like(won), np.zeros_like(won)
    for table, credit in zip(seated, ledger, strict=True):
        cells = np.ix_(table, table)
        won[cells] += credit.total[:, None]  # of the row's policy, against the column's
        square[cells] += credit.apart
        units[cells] += (credit.total[:, None] + credit.total) / CREDIT / credit.seatings
    kept = [pair for pair in pairs if won[pair] + won[pair[::-1]] > 0]
    rates = {pair: won[pair] / (won[pair] + won[pair[::-1]]) for pair in kept}
    covariance = _covariance(kept, rates, won, seated, ledger)
    rows = []
    for number, pair in enumerate(kept):
        variance = float(covariance[number, number])
        row = _row(float(rates[pair]), variance, float(units[pair]), level)
        games = (won[pair] + won[pair[::-1]]) / CREDIT
        first, second = (policies[index] for index in pair)
        apart = abs(won[pair] - won[pair[::-1]])
        p_value = math.erfc(apart / math.sqrt(2 * square[pair])) if square[pair] else 1.0
        rows.append({"first": first, "second": second, "games": games, **row, "p_value": p_value})
        # Where nothing varied, as much as the bounds on effective games leave open.
        swept = rates[pair] in (0, 1)
        share = (won[pair] + CREDIT / 2) / (CREDIT * games + CREDIT) if swept else rates[pair]
        floor = share * (1 - share) / row["effective_games"]
        covariance[number, number] = max(variance, floor)
    return adjust_for_all(pd.DataFrame(rows), level), covariance


class _Credits:
    """Credit of a table's policies: totals, and second moments over its groups."""

    def __init__(self, total: Floats, covariance: Floats, apart: Floats, seatings: int) -> None:
        self.total, self.covariance, self.apart, self.seatings = total, covariance, apart, seatings

    @classmethod
    def of(cls, moments: Moments) -> _Credits:
        size = (len(moments) - 2) // 3
        exact = np.asarray(moments).astype(object)
        groups, total = exact[0, 0], exact[0, 1 : size + 1]
        squares = exact[1 : size + 1, 1 : size + 1]
        spread = (groups * squares - np.outer(total, total)).astype(np.float64)
        own = np.diag(squares)
        apart = (own[:, None] + own - 2 * squares).astype(np.float64)
        seatings = int(total.sum() // (CREDIT * groups))
        # Covariance of the totals of so many independent groups.
        return cls(total.astype(np.float64), spread / max(groups - 1, 1), apart, seatings)


def _covariance(
    pairs: Sequence[tuple[int, int]],
    rates: Mapping[tuple[int, int], float],
    won: Floats,
    seated: Sequence[Sequence[int]],
    ledger: Sequence[_Credits],
) -> Floats:
    """Covariance of ratios of totals, by the delta method; tables are independent."""
    number = {pair: index for index, pair in enumerate(pairs)}
    result = np.zeros((len(pairs), len(pairs)))
    for table, credit in zip(seated, ledger, strict=True):
        rows, places = [], []
        by_policy = sorted(range(len(table)), key=table.__getitem__)
        for one, two in combinations(by_policy, 2):
            pair = (table[one], table[two])
            if pair not in number:
                continue
            slope = np.zeros(len(table))
            slope[one], slope[two] = 1 - rates[pair], -rates[pair]
            rows.append(slope / (won[pair] + won[pair[::-1]]))
            places.append(number[pair])
        slopes = np.array(rows).reshape(len(rows), len(table))
        result[np.ix_(places, places)] += slopes @ credit.covariance @ slopes.T
    return result


def _row(rate: float, variance: float, units: float, level: float) -> dict[str, Any]:
    low, high = clustered_wilson(rate, variance, units, level)
    return {
        **{"win_rate": rate, "win_rate_low": low, "win_rate_high": high},
        **{"effective_games": equivalent_games(rate, variance, units)},
        **{"difference": not low <= 0.5 <= high},
    }
