"""Everything that a comparison says, computed once for all that show it.

Knows `reports.results.comparison.Comparison` and brings the estimators together: estimates of every
table, one joint rating, the ranking, cycles.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd

from reports.analysis.estimates import estimates
from reports.results.cheats import name_of
from reports.results.comparison import Comparison
from reports.statistics.cycles import cycles as circles
from reports.statistics.cycles import significant_wins
from reports.statistics.intervals import Estimate, normal_quantile
from reports.statistics.ranking import ranking
from reports.statistics.ratings import Ratings, rate
from reports.statistics.versus import versus

_EQUAL = 1e-6  # Elo points: far above rounding errors, far below what can be told apart


@dataclass(frozen=True)
class Analysis:
    """A comparison and what follows from it.

    Attributes
    ----------
    comparison
        What was read.
    level
        Coverage of every interval, each taken alone, and of all that is said of several
        together.
    estimates
        As `reports.analysis.estimates.estimates` gives it.
    versus
        One row for two policies, ``first, second, win_rate, win_rate_low, win_rate_high,
        difference_adjusted`` and more: the estimates of pairings, or what
        `reports.statistics.versus` makes of larger tables.
    ratings
        The joint fit.
    standings
        The policies from best to worst: ``policy, rating, low, high, group, probability_best``.
    cycles
        Policies that clearly beat each other in a circle; empty if the relation is transitive.
    """

    comparison: Comparison
    level: float
    estimates: pd.DataFrame
    versus: pd.DataFrame
    ratings: Ratings
    standings: pd.DataFrame
    cycles: list[list[str]]

    @property
    def order(self) -> list[str]:
        """Names of the policies from best to worst."""
        return [str(name) for name in self.standings["policy"]]

    def ahead(self, policy: str, other: str) -> Estimate:
        """How many rating points a policy is ahead of another."""
        one, two = (self.ratings.policies.index(name) for name in (policy, other))
        contrast = np.zeros(len(self.ratings.policies))
        contrast[one] += 1
        contrast[two] -= 1
        value = float(contrast @ self.ratings.values)
        error = math.sqrt(max(float(contrast @ self.ratings.covariance @ contrast), 0.0))
        half = normal_quantile(self.level) * error
        return Estimate(value, value - half, value + half, error)


def analyse(comparison: Comparison, level: float = 0.95) -> Analysis:
    """Estimate, rate and rank.

    Parameters
    ----------
    comparison
        As loaded. The anchor that the experiment names is the zero of the ratings.
    level
        Of all intervals and tests, strictly between 0 and 1.

    Returns
    -------
    Analysis

    Raises
    ------
    ValueError
        If the level is outside (0, 1).
    """
    table = estimates(comparison, level)
    pairs, covariance = table, None
    if not comparison.pairings:
        numbers = range(len(comparison.tables))
        moments = {number: comparison.tallies.moments(number) for number in numbers}
        seated = dict(enumerate(comparison.tables))
        pairs, covariance = versus(comparison.policies, seated, moments, level)
    anchor = comparison.experiment.get("options", {}).get("anchor")
    zero = name_of(anchor, comparison.cheats) if anchor else None
    ratings = rate(pairs, zero, covariance)
    order = _settled(ranking(ratings, level), comparison)
    found = circles(significant_wins(pairs))
    return Analysis(comparison, level, table, pairs, ratings, order, found)


def _settled(table: pd.DataFrame, comparison: Comparison) -> pd.DataFrame:
    """The ranking with equals in the order asked for, whatever rounding errors say."""
    asked = {name: place for place, name in enumerate(comparison.policies)}
    lower = table["rating"].diff() < -_EQUAL
    ties = table.assign(tie=lower.cumsum(), asked=table["policy"].map(asked))
    order = ties.sort_values(["group", "tie", "asked"]).index
    return table.loc[order].reset_index(drop=True)


def standings(comparison: Comparison, level: float = 0.95) -> pd.DataFrame:
    """The policies from best to worst, see `Analysis`; for more than this use `analyse`."""
    return analyse(comparison, level).standings
