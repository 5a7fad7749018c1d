"""Where the axes of histograms end, how wide their bins are, and how they say so.

Knows frames and rules, not figures.
"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from reports.results.rules import Rules, rounds_of
from reports.statistics.distributions import quantiles
from reports.statistics.intervals import Floats
from reports.words.formats import counted
from reports.words.penalties import unit

_TAIL = 0.999
_WIDTHS = (1, 2, 5, 10, 20, 50, 100)
_MOST_BINS = 42


def binned(histogram: pd.DataFrame, end: int, width: int, origin: int = 0) -> tuple[Floats, Floats]:
    """Sum the shares of a histogram in bins.

    Parameters
    ----------
    histogram
        ``value`` (not negative) and ``share``.
    end
        Largest value of interest; what lies beyond its bin is left out.
    width
        Whole numbers in a bin.
    origin
        Some bin starts here.

    Returns
    -------
    edges, shares
        Edges lie between whole numbers, one more than shares.
    """
    start = origin - width * math.ceil(origin / width)
    bins = (end - start) // width + 1
    index = (histogram["value"].to_numpy() - start) // width
    inside = index < bins
    weights = histogram["share"].to_numpy(dtype=np.float64)[inside]
    shares = np.bincount(index[inside], weights, minlength=bins).astype(np.float64)
    return start - 0.5 + width * np.arange(bins + 1.0), shares


def axis_end(distributions: pd.DataFrame, *metrics: str, least: int = 1) -> tuple[int, str]:
    """Where an axis ends, so that a long tail does not press everything else together.

    Parameters
    ----------
    distributions
        One matchup, the long frame.
    *metrics
        That share the axis.
    least
        An axis is not cut where nothing lies beyond this.

    Returns
    -------
    end, words
        The 99.9 % quantile, the largest over players and metrics, and words that say so; or the
        largest value and no words if nothing lies beyond.
    """
    table = pd.concat([quantiles(distributions, metric, (_TAIL, 1.0)) for metric in metrics])
    if table.empty:
        return least, ""
    quantile, largest = int(table[_TAIL].max()), int(table[1.0].max())
    if largest <= max(quantile, least):
        return max(quantile, least), ""
    return quantile, f"; cut at {quantile}, the 99.9 % quantile"


def bin_width(end: int) -> int:
    """A round number of values in a bin that needs no more than some forty bins."""
    return next((width for width in _WIDTHS if end <= _MOST_BINS * width), _WIDTHS[-1])


def score_words(rules: Rules, width: int) -> str:
    """Words for an axis of final scores."""
    rounds = rounds_of(rules)
    after = f" after {counted(rounds, 'round')}" if rounds else ""
    return f"final score{after}, {unit(rules)}{width_words(width)}"


def width_words(width: int) -> str:
    """Words for an axis whose bins hold more than one value."""
    return f" in steps of {width}" if width > 1 else ""
