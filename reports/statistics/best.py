"""Which of several candidates may be the best, from paired differences on common groups.

Knows sums and sums of products of the candidates' credits over the same groups of games; nothing
about files or names.
"""

from __future__ import annotations

from math import erfc, sqrt

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reports.statistics.intervals import Floats, normal_quantile
from reports.statistics.multiplicity import holm

Counts = NDArray[np.int64]


def best_region(
    totals: Counts, products: Counts, groups: int, scale: int, level: float = 0.95
) -> pd.DataFrame:
    """The candidates that are not shown to be worse than another, and what each can lose.

    A candidate is among the best if no other has a higher true mean. To say that it is not takes
    one rival that is clearly better, so its p-value is the smallest of those against its rivals
    times their number (Bonferroni); over candidates these are adjusted by Holm's procedure. Both
    hold whatever the dependence, so with probability `level` no candidate that is among the best is
    left out, however many of them are equally good.

    Parameters
    ----------
    totals
        Credit of each of k >= 2 candidates over all groups, whole numbers.
    products
        Sums over groups of the products of two candidates' credits, (k, k).
    groups
        How many groups there are.
    scale
        The highest credit of a group; what is returned is in shares of it.
    level
        Strictly between 0 and 1.

    Returns
    -------
    DataFrame
        In the order of the candidates: ``behind``, the highest observed mean less the own;
        ``behind_most``, a bound of how far the own true mean lies below the highest one;
        ``p_best``, the adjusted p-value of being among the best; ``best``, whether it may be. The
        bounds hold for all candidates together at the level: one-sided, Bonferroni over the rivals
        of the best.

    Raises
    ------
    ValueError
        If the level is outside (0, 1).

    References
    ----------
    Edwards, D. G. and Hsu, J. C. (1983). Multiple comparisons with the best treatment. Journal of
    the American Statistical Association 78, 965-971: the bounds. A paired difference is tested by
    its sum over the root of its sum of squares, for two candidates McNemar's test, and bounded by
    the inverse of that test, as if one group more had gone all against the candidate.
    """
    rivals = len(totals) - 1
    quantile = normal_quantile(1 - 2 * (1 - level) / rivals)
    lead = (totals - totals[:, None]) / scale  # of the column over the row
    own = np.diag(products)
    squares = (own + own[:, None] - 2 * products) / scale**2
    score = np.divide(lead, np.sqrt(squares), out=np.zeros_like(lead), where=squares > 0)
    np.fill_diagonal(score, -np.inf)
    sides = [erfc(highest / sqrt(2)) / 2 for highest in score.max(axis=1)]
    p_values = holm([min(1.0, rivals * p_value) for p_value in sides])
    best = p_values >= 1 - level
    most = _bounds(lead / groups, squares / groups, groups, quantile)
    np.fill_diagonal(most, 0)
    return pd.DataFrame(
        {
            "behind": lead.max(axis=1) / groups,
            "behind_most": most[:, best].max(axis=1).clip(0, 1),
            "p_best": p_values,
            "best": best,
        }
    )


def _bounds(mean: Floats, square: Floats, groups: int, quantile: float) -> Floats:
    """Upper bounds of mean differences from their means and mean squares."""
    left = groups - quantile**2
    if left <= 0:
        return np.ones_like(mean)
    spread = np.maximum(square - mean**2, 0) + 1 / groups
    return mean + quantile * np.sqrt(spread / left)
