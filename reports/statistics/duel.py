"""A duel: two policies play groups until it is clear which is better, or that it does not matter.

Knows the results of groups and asks the gamblers of `reports.statistics.betting`. A winner is
called when the interval of level 1 - alpha leaves out 1/2; equivalence, when those who bet against
1/2 + margin and 1/2 - margin are both 1 / beta times as rich. With the margin as resolution, the
two pairs of gamblers are the two sequential probability ratio tests of Sobel and Wald's choice
between three means, with boundaries that hold exactly instead of approximately.

References
----------
Sobel, M. and Wald, A. (1949). A sequential decision procedure for choosing one of three hypotheses
concerning the unknown mean of a normal distribution. Annals of Mathematical Statistics 20, 502-522.

Wald, A. (1945). Sequential tests of statistical hypotheses. Annals of Mathematical Statistics 16,
117-186.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike

from reports.statistics.confidence import ConfidenceSequence, check_within

if TYPE_CHECKING:
    import pandas as pd


Word = Literal["first", "second", "equivalent", "undecided"]


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
        check_within("margin", margin, 0.5)
        check_within("alpha", alpha, 1)
        check_within("beta", beta, 1)
        check_within("precision", 0.5 if precision is None else precision, 1)
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
        return self._ended()

    def reach(self, seen: ArrayLike) -> Decision | None:
        """Go on to what was seen up to the next look, or up to the last group; as `feed` does.

        Parameters
        ----------
        seen
            Groups with 0, 1, 2, 3 and 4 half-wins, from the first one on, at most `max_groups`.

        Returns
        -------
        Decision or None
            None as long as the duel goes on.

        Raises
        ------
        ValueError
            If the next look lies before it.
        """
        if self._decision is None and self._sequence.reach(np.asarray(seen, dtype=np.int64)):
            self._settle(self._word())
        return self._ended()

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

    def _ended(self) -> Decision | None:
        """The decision, if there is one; the last group brings it at the latest."""
        return self.close() if self._sequence.groups == self.max_groups else self._decision

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
