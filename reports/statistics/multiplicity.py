"""Many tests at once: p-values adjusted so that one level holds for all together.

Knows p-values and the frames that hold them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from reports.statistics.intervals import Floats, normal_quantile

if TYPE_CHECKING:
    import pandas as pd


def holm(p_values: ArrayLike) -> Floats:
    """Adjust p-values for all tests of a family: compare each with 1 - level.

    References
    ----------
    Holm, S. (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal
    of Statistics 6, 65-70. Valid whatever the dependence between the tests.
    """
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    steps = np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted


def adjust_for_all(pairings: pd.DataFrame, level: float = 0.95) -> pd.DataFrame:
    """Rows of pairings with ``p_adjusted`` (Holm) and ``difference_adjusted``.

    Rows are those of `reports.statistics.pairings.compare_pair`.

    The chance of any wrong ``difference_adjusted`` in the whole table is at most 1 - level.
    """
    normal_quantile(level)
    adjusted = holm(pairings["p_value"])
    return pairings.assign(p_adjusted=adjusted, difference_adjusted=adjusted < 1 - level)
