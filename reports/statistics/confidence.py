"""Intervals of the win rate that hold at every look at once, as groups come in.

Knows the results of groups, as `reports.statistics.betting` does. Groups arrive in index order, in
chunks of any size; everything here depends on the stream alone and not on how it was cut, because
statistics are taken at fixed numbers of groups, the *looks*: every 20 groups up to 2,000, then one
hundredth later each time.

The means at which neither the gambler on "more" nor the one on "less" has become 2 / alpha times as
rich form an interval that is valid at all looks at once, for any number of groups and any
distribution, as long as every group has the same expected result whatever came before.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.statistics.betting import (
    RATES,
    Counts,
    group_variance,
    log_wealth,
    lower_bounds,
)
from reports.statistics.intervals import Floats
from reports.statistics.looks import next_look

if TYPE_CHECKING:
    import pandas as pd


_ALWAYS: Counts = np.full((1, 5), np.iinfo(np.int64).max)


class ConfidenceSequence:
    """Intervals of the win rate, all of which hold at once.

    Parameters
    ----------
    level
        The probability that the interval contains the mean at every look, at least; strictly
        between 0 and 1.
    resolution
        Half the width at which the interval is to be tightest, strictly between 0 and 1/2. None
        tunes for no size.

    Raises
    ------
    ValueError
        If a parameter is out of range.
    """

    def __init__(self, level: float = 0.95, resolution: float | None = None) -> None:
        check_within("level", level, 1)
        check_within("resolution", 0.25 if resolution is None else resolution, 0.5)
        self.level = level
        self.groups = 0
        self._resolution = resolution
        self._seen: Counts = np.zeros(5, dtype=np.int64)
        self._looks: list[Counts] = []
        self._next = next_look(0)
        # Bets stay as they are while the number of groups doubles: what had been seen when each
        # was made, and the bet per point of the win rate.
        self._starts = [self._seen]
        self._stakes = [self._stake()]

    def feed(self, chunk: ArrayLike) -> None:
        """Take the next groups of the stream; see `looks` for what they are."""
        for _ in self.looks(chunk):
            pass

    def looks(self, chunk: ArrayLike) -> Iterator[int]:
        """Take the next groups of the stream and pause at every look.

        Parameters
        ----------
        chunk
            Results of the next groups, integers from 0 to 4, in index order.

        Yields
        ------
        int
            Groups up to this look. Groups after the last one asked for are not taken.

        Raises
        ------
        ValueError
            If the chunk is not a row of integers from 0 to 4.
        """
        results = _checked(chunk)
        at = 0
        while at < results.size:
            part = results[at : at + self._next - self.groups]
            at += part.size
            if self.reach(self._seen + np.bincount(part, minlength=5)):
                yield self.groups

    def reach(self, seen: Counts) -> bool:
        """Go on to what was seen up to a later group, no later than the next look.

        Parameters
        ----------
        seen
            Groups with 0, 1, 2, 3 and 4 half-wins, from the first one on.

        Returns
        -------
        bool
            Whether there is a look here; it was taken then.

        Raises
        ------
        ValueError
            If the next look lies before it.
        """
        groups = int(seen.sum())
        if not self.groups <= groups <= self._next:
            raise ValueError(f"{groups} groups are not within {self.groups} and {self._next}")
        self.groups, self._seen = groups, seen
        if groups < self._next:
            return False
        self._next = next_look(groups)
        self.look()
        return True

    def look(self) -> None:
        """Look now, at the end of a stream; nothing happens if the last look was just here.

        Raises
        ------
        ValueError
            If there are no groups yet.
        """
        if not self.groups:
            raise ValueError("there are no groups to look at")
        if self._looks and self._looks[-1].sum() == self.groups:
            return
        self._looks.append(self._seen)
        if self._resolution is not None and self.groups >= 2 * self._starts[-1].sum():
            self._starts.append(self._seen)
            self._stakes.append(self._stake())

    @property
    def win_rate(self) -> float:
        """Mean of the groups up to the last look."""
        return float(self._last() @ RATES / self._last().sum())

    def interval(self) -> tuple[float, float]:
        """The interval at the last look: within [0, 1], and the win rate within it."""
        low, high = self._intervals(self._last()[None, :])
        return float(low[0]), float(high[0])

    def log_wealth(self, means: ArrayLike) -> tuple[Floats, Floats]:
        """How rich those have become who bet against each mean, as logarithms, at the last look.

        Parameters
        ----------
        means
            Candidate means, strictly between 0 and 1.

        Returns
        -------
        above, below
            Of the gambler on a larger and the one on a smaller mean. If the mean is at most
            (at least) the candidate, ``above`` (``below``) reaches ``log(c)`` at any look with
            probability at most ``1 / c``.
        """
        candidates = np.asarray(means, dtype=np.float64)
        parts = self._parts(self._last()[None, :])
        wealth = log_wealth(parts, self._bets(), np.stack([candidates, 1 - candidates]))
        return wealth[0], wealth[1]

    def path(self) -> pd.DataFrame:
        """The looks so far: ``groups``, ``win_rate``, ``low``, ``high``, one row each."""
        import pandas as pd

        seen = np.array(self._looks, dtype=np.int64).reshape(-1, 5)
        groups = seen.sum(axis=1)
        low, high = self._intervals(seen)
        columns = {"groups": groups, "win_rate": seen @ RATES / groups, "low": low, "high": high}
        return pd.DataFrame(columns)

    def narrower(self, width: float) -> bool:
        """Whether the interval at the last look is at most this wide.

        The capital of any bet z standard errors away is about exp(z**2 / 2) at most, which bounds
        the width from below; where four fifths of that are too wide, the interval is not computed.
        """
        seen = self._last()
        variance = float(seen @ (RATES - self.win_rate) ** 2 / seen.sum())
        if 1.6 * sqrt(2 * self._threshold() * variance / float(seen.sum())) > width:
            return False
        low, high = self.interval()
        return high - low <= width

    def _last(self) -> Counts:
        if not self._looks:
            raise ValueError("there has been no look yet")
        return self._looks[-1]

    def _stake(self) -> float:
        if self._resolution is None:
            return 0.0
        return self._resolution / (group_variance(self._seen) + self._resolution**2)

    def _bets(self) -> Floats | None:
        return None if self._resolution is None else np.array(self._stakes)

    def _parts(self, seen: Counts) -> Counts:
        """Results under each bet, of the first policy and of the second.

        From (looks, 5) counts up to each look, an array of (2, looks, bets, 5).
        """
        starts = np.array(self._starts)
        ends = np.concatenate([starts[1:], _ALWAYS])
        parts = np.minimum(np.maximum(seen[:, None, :], starts), ends) - starts
        return np.stack([parts, parts[..., ::-1]])

    def _intervals(self, seen: Counts) -> tuple[Floats, Floats]:
        bounds = lower_bounds(self._parts(seen), self._bets(), self._threshold())
        return bounds[0], 1 - bounds[1]

    def _threshold(self) -> float:
        return log(2 / (1 - self.level))


def check_within(name: str, value: float, top: float) -> None:
    if not 0 < value < top:
        raise ValueError(f"{name} must lie strictly between 0 and {top}, not {value}")


def _checked(chunk: ArrayLike) -> NDArray[np.integer]:
    results = np.asarray(chunk)
    if results.size == 0:
        return np.zeros(0, dtype=np.uint8)
    if results.ndim != 1 or results.dtype.kind not in "iu":
        raise ValueError("results of groups must be a row of integers")
    if results.min() < 0 or results.max() > 4:
        raise ValueError("results of groups must be half-wins, 0 to 4")
    return results
