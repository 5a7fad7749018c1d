"""Comparing two policies group by group: a confidence sequence, and a duel that may stop early.

Knows the results of groups and nothing else. A group is two games on the same deals with the seats
swapped; its result counts the half-wins of the first policy, 0 to 4, so its win rate is a quarter
of the result. Groups arrive in index order, in chunks of any size; everything here depends on the
stream alone and not on how it was cut, because statistics are taken at fixed numbers of groups, the
*looks*: every 20 groups up to 2,000, then one hundredth later each time.

Method: testing by betting. For every candidate mean m a gambler bets on each group x with odds that
are fair if m is the mean: a share b of the capital turns into b (x / 4) / m, the rest is kept. If m
is the mean, the capital is a nonnegative martingale and reaches c times what it was at the start
with probability at most 1 / c, ever (Ville). The means at which neither the gambler on "more" nor
the one on "less" has become 2 / alpha times as rich form an interval that is valid at all looks at
once, for any number of groups and any distribution, as long as every group has the same expected
result whatever came before. The capital is split evenly over 24 constant shares that halve every
second step, the hedged grid Kelly of Waudby-Smith and Ramdas with a geometric grid: counts of the
five results are all it needs, and it reaches 3.5 standard errors to each side at any size from a
thousand to ten million groups. If a *resolution* is named, four fifths of the capital follow the
bet that is best where the mean is that far from m (resolution / variance, the variance estimated
from earlier groups): 2.8 standard errors where the interval reaches that far, 3.9 at other sizes.

The duel asks the same gamblers. A winner is called when the interval of level 1 - alpha leaves
out 1/2; equivalence, when those who bet against 1/2 + margin and 1/2 - margin are both 1 / beta
times as rich. With the margin as resolution, the two pairs of gamblers are the two sequential
probability ratio tests of Sobel and Wald's choice between three means, with boundaries that hold
exactly instead of approximately.

References
----------
Waudby-Smith, I. and Ramdas, A. (2024). Estimating means of bounded random variables by betting.
Journal of the Royal Statistical Society B 86, 1-27.

Sobel, M. and Wald, A. (1949). A sequential decision procedure for choosing one of three hypotheses
concerning the unknown mean of a normal distribution. Annals of Mathematical Statistics 20, 502-522.

Wald, A. (1945). Sequential tests of statistical hypotheses. Annals of Mathematical Statistics 16,
117-186.

Ville, J. (1939). Etude critique de la notion de collectif. Gauthier-Villars.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log, sqrt
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Word = Literal["first", "second", "equivalent", "undecided"]

RATES: Floats = np.arange(5) / 4
LARGEST_SHARE = 0.9
TUNED = 0.8  # of the capital, where a resolution is named
_SHARES: Floats = LARGEST_SHARE * 2.0 ** (-np.arange(24) / 2)
_HALVINGS = 32  # bounds to 1e-9
_ALWAYS: Counts = np.full((1, 5), np.iinfo(np.int64).max)


def next_look(groups: int) -> int:
    """The number of groups at the next look: 20, 40, ..., 2080, 2100, 2121, 2142, ..."""
    return groups + max(20, groups // 100)


def group_variance(counts: ArrayLike) -> float:
    """Variance of a group's win rate, from how often each result was seen.

    Half a group is added to each of the five results, so that it is never zero: 100 groups without
    any difference give 0.003, and none at all 0.125.

    Parameters
    ----------
    counts
        Groups with 0, 1, 2, 3 and 4 half-wins.

    Returns
    -------
    float
        Between 0 and 1/4.
    """
    padded = np.asarray(counts, dtype=np.float64) + 0.5
    mean = float(padded @ RATES / padded.sum())
    return float(padded @ (RATES - mean) ** 2 / padded.sum())


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
        _within("level", level, 1)
        _within("resolution", 0.25 if resolution is None else resolution, 0.5)
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
            self.groups += part.size
            self._seen = self._seen + np.bincount(part, minlength=5)
            if self.groups == self._next:
                self._next = next_look(self.groups)
                self.look()
                yield self.groups

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
        wealth = _log_wealth(parts, self._bets(), np.stack([candidates, 1 - candidates]))
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
        bounds = _lower_bounds(self._parts(seen), self._bets(), self._threshold())
        return bounds[0], 1 - bounds[1]

    def _threshold(self) -> float:
        return log(2 / (1 - self.level))


@dataclass(frozen=True)
class Decision:
    """How a duel ended.

    Attributes
    ----------
    decision
        "first" or "second": that policy is better; "equivalent": the win rate differs from 1/2 by
        less than the margin; "undecided": neither was shown.
    groups
        Groups played up to the decision.
    win_rate
        Of the first policy.
    low, high
        The confidence sequence of the win rate at the deciding look.
    """

    decision: Word
    groups: int
    win_rate: float
    low: float
    high: float


class Duel:
    """Two policies play groups until it is clear which is better, or that it does not matter.

    If they differ by less than the margin, but do differ, the better one and "equivalent" are both
    right. Where both are shown at the same look, the decision is "equivalent": the difference is
    real and too small to matter.

    Parameters
    ----------
    margin
        The smallest difference of the win rate from 1/2 that matters, strictly between 0 and 1/2.
    alpha
        Probability to call a winner, at most, if the policies are equal; at most half of it to
        call the wrong one if they are not.
    beta
        Probability to call them equivalent, at most, if they differ by the margin or more.
    max_groups
        Where the duel ends undecided, at least 1.
    precision
        If given, the duel is no test: it runs until the interval is no wider than this
        (``high - low <= precision``) or the groups are used up. Whatever the interval then
        leaves out is decided: below or above 1/2, or the margin and more to both sides. alpha and
        beta are not used.
    level
        Of the confidence sequence, strictly between 0 and 1. As long as it is at most 1 - alpha,
        the interval leaves out 1/2 when a winner is called.

    Raises
    ------
    ValueError
        If a parameter is out of range.
    """

    def __init__(
        self,
        margin: float = 0.005,
        alpha: float = 0.05,
        beta: float = 0.05,
        max_groups: int = 10_000_000,
        precision: float | None = None,
        level: float = 0.95,
    ) -> None:
        _within("margin", margin, 0.5)
        _within("alpha", alpha, 1)
        _within("beta", beta, 1)
        _within("precision", 0.5 if precision is None else precision, 1)
        if max_groups < 1:
            raise ValueError(f"max_groups must be at least 1, not {max_groups}")
        self.margin = margin
        self.alpha = alpha
        self.beta = beta
        self.max_groups = max_groups
        self.precision = precision
        resolution = margin if precision is None else precision / 2
        self._sequence = ConfidenceSequence(level, resolution)
        self._decision: Decision | None = None

    def feed(self, chunk: ArrayLike) -> Decision | None:
        """Take the next groups of the stream; after a decision they are ignored.

        Parameters
        ----------
        chunk
            Results of the next groups, integers from 0 to 4, in index order.

        Returns
        -------
        Decision or None
            None as long as the duel goes on.

        Raises
        ------
        ValueError
            If the chunk is not a row of integers from 0 to 4.
        """
        if self._decision is None:
            left = self.max_groups - self._sequence.groups
            for _ in self._sequence.looks(np.asarray(chunk)[:left]):
                self._settle(self._word())
                if self._decision is not None:
                    return self._decision
            if self._sequence.groups == self.max_groups:
                return self.close()
        return self._decision

    def close(self) -> Decision:
        """End the duel with the groups played so far, as if there had not been more to play.

        Raises
        ------
        ValueError
            If there are none.
        """
        if self._decision is None:
            self._sequence.look()
            word = self._word() if self.precision is None else self._shown()
            self._settle(word or "undecided")
        assert self._decision is not None
        return self._decision

    @property
    def groups(self) -> int:
        """Groups played so far; once decided, those up to the decision."""
        return self._sequence.groups

    def path(self) -> pd.DataFrame:
        """The looks so far: ``groups``, ``win_rate``, ``low``, ``high``, one row each."""
        return self._sequence.path()

    def _settle(self, word: Word | None) -> None:
        if word is not None:
            sequence = self._sequence
            low, high = sequence.interval()
            self._decision = Decision(word, sequence.groups, sequence.win_rate, low, high)

    def _word(self) -> Word | None:
        if self.precision is not None:
            return self._shown() if self._sequence.narrower(self.precision) else None
        means = [0.5 - self.margin, 0.5, 0.5 + self.margin]
        above, below = self._sequence.log_wealth(means)
        if min(above[0], below[2]) >= log(1 / self.beta):
            return "equivalent"
        if above[1] >= log(2 / self.alpha) and self._sequence.win_rate > 0.5:
            return "first"
        if below[1] >= log(2 / self.alpha) and self._sequence.win_rate < 0.5:
            return "second"
        return None

    def _shown(self) -> Word:
        low, high = self._sequence.interval()
        if 0.5 - self.margin < low and high < 0.5 + self.margin:
            return "equivalent"
        return "first" if low > 0.5 else "second" if high < 0.5 else "undecided"


def _within(name: str, value: float, top: float) -> None:
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


def _log_wealth(parts: Counts, bets: Floats | None, mean: Floats) -> Floats:
    """Logarithm of the capital of those who bet that the mean is larger.

    Falls as `mean` grows, for any results: each factor ``1 - b + b (x / 4) / mean`` does.

    Parameters
    ----------
    parts
        Results under each bet, (..., bets, 5).
    bets
        The tuned bets per point of the win rate, (bets,), or None: the grid alone.
    mean
        Candidates, (...).
    """
    # 1e-300: where no game was won, the search for the bound comes down to 0.
    gains = RATES / np.maximum(mean, 1e-300)[..., None, None] - 1
    logs = np.log1p(_SHARES[:, None] * gains) * parts.sum(axis=-2, keepdims=True)
    grid = logs.sum(axis=-1)
    largest = grid.max(axis=-1, keepdims=True)
    mixed: Floats = largest[..., 0] + np.log(np.exp(grid - largest).sum(axis=-1) / len(_SHARES))
    if bets is None:
        return mixed
    shares = np.minimum(bets * mean[..., None], LARGEST_SHARE)
    tuned = (np.log1p(shares[..., None] * gains) * parts).sum(axis=(-1, -2))
    capital: Floats = np.logaddexp(mixed + log(1 - TUNED), tuned + log(TUNED))
    return capital


def _lower_bounds(parts: Counts, bets: Floats | None, threshold: float) -> Floats:
    """The mean at which the log capital of those who bet on more falls below the threshold.

    Found by halving between 0 and the observed rate, so it is never above that; of the last two
    candidates the smaller one is taken.
    """
    seen = parts.sum(axis=-2)
    high = seen @ RATES / seen.sum(axis=-1)
    low: Floats = np.zeros_like(high)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        excluded = _log_wealth(parts, bets, middle) >= threshold
        low, high = np.where(excluded, middle, low), np.where(excluded, high, middle)
    return low
