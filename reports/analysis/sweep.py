"""Everything that a sweep says, computed once for all that show it.

Knows `reports.results.sweep.Sweep` and the estimators of `reports.statistics`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from reports.results.sweep import Sweep
from reports.statistics.best import best_region
from reports.statistics.groups import CREDIT, Groups
from reports.statistics.pairings import compare_table


@dataclass(frozen=True)
class Sweeping:
    """A sweep and what follows from it.

    Attributes
    ----------
    sweep
        What was read.
    level
        Coverage of every interval, each taken alone, and of all that is said of several points
        together.
    estimates
        One row a point, in the order of the grids: the columns of its ``points``, then ``games``,
        ``win_rate``, ``points_per_round`` and ``rounds_won`` with their intervals, and others as
        `reports.statistics.pairings.compare_table` has them, all from the side of the point; and
        ``behind, behind_most, p_best, best`` of `reports.statistics.best.best_region`.
    """

    sweep: Sweep
    level: float
    estimates: pd.DataFrame

    @property
    def ranked(self) -> pd.DataFrame:
        """The estimates from the highest win rate to the lowest, equals in the order of grids."""
        return self.estimates.sort_values("win_rate", ascending=False, kind="stable")

    @property
    def region(self) -> pd.DataFrame:
        """The rows of the points that may be the best, the highest win rate first."""
        ranked = self.ranked
        return ranked[ranked["best"]]

    def of_grid(self, grid: str) -> pd.DataFrame:
        """The rows of the points of a grid."""
        return self.estimates[self.estimates["grid"] == grid]


def analyse_sweep(sweep: Sweep, level: float = 0.95) -> Sweeping:
    """Estimate, and find the points that may be the best.

    Parameters
    ----------
    sweep
        As loaded.
    level
        Of all intervals and tests, strictly between 0 and 1.

    Raises
    ------
    ValueError
        If the level is outside (0, 1).
    """
    moments = [sweep.tallies.moments(number) for number in sweep.points["matchup"]]
    rows = pd.DataFrame([compare_table(found, level)[0] for found in moments])
    whole = Groups.of(moments[0])
    totals = np.array([Groups.of(found).total(whole.credit(0)) for found in moments])
    common = whole.count, CREDIT * whole.seatings
    best = best_region(totals, sweep.tallies.products(len(moments)), *common, level)
    rows = rows.drop(columns="estimator")
    return Sweeping(sweep, level, pd.concat([sweep.points, rows, best], axis=1))
