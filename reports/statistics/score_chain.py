"""The score chain: the chance of winning a game from the outcomes of rounds.

Knows histograms of signed gains. Where policies ignore the score, openers alternate, the first is
drawn by lot and only one side gains in a round, a game is a Markov chain over (score of A, score
of B, opener) whose steps depend on who opens alone. Estimating the two distributions of a round's
outcome and computing the rest exactly is far less noisy than counting games that were won. Who may
use it is the caller's to know; nothing here can tell.

A round's *outcome* is its gain, signed: positive for A, negative for B, 0 for nobody.

The chain itself is `reports.statistics.chain`. Hampel, F. R. (1974). The influence curve and its
role in robust estimation. Journal of the American Statistical Association 69, 383-393: the delta
method used for standard errors.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.statistics.chain import Chain
from reports.statistics.clustered import clustered_wilson, equivalent_games
from reports.statistics.intervals import Estimate, Floats, normal_quantile

MOST_POINTS = 1_000
"""The highest target that a chain is worked out for: time goes by its cube, memory by its square.

There a chain takes seconds and 0.2 GB.
"""


@dataclass(frozen=True)
class ChainEstimate:
    """What a score chain says about A against B; all but the counts from A's side.

    ``win_rate`` with ``standard_error``, ``low`` and ``high``; ``p_value``, two-sided, of a win
    rate of 1/2; ``opened`` and ``answered``: the win rate where A and where B opens the game;
    ``mean_points`` a round, openers alternating, and ``mean_points_opened``,
    ``mean_points_answered`` where A and where B opened it; ``rounds`` observed, the mean
    ``rounds_per_game``, hence the ``games`` they make, which would be worth as many independent
    ones if only their winners were counted; ``effective_games``, how many independent games give
    this standard error; ``variance_factor``, their ratio.
    """

    win_rate: float
    standard_error: float
    low: float
    high: float
    p_value: float
    opened: Estimate
    answered: Estimate
    mean_points: Estimate
    mean_points_opened: Estimate
    mean_points_answered: Estimate
    rounds: int
    rounds_per_game: float
    games: float
    effective_games: float

    @property
    def variance_factor(self) -> float:
        """Independent games that one game's rounds are worth."""
        return self.effective_games / self.games


def score_chain(
    paired: ArrayLike, first: ArrayLike, second: ArrayLike, target: int, level: float = 0.95
) -> ChainEstimate:
    """Estimate A's win rate from the outcomes of mirrored rounds.

    Parameters
    ----------
    paired
        Counts, shape (2G + 1, 2G + 1): ``paired[x + G, y + G]`` deals had outcome x with A
        opening and y with B opening. G may exceed the target.
    first, second
        Counts, shape (2G + 1,), of rounds that A and that B opened without a mirrored partner.
    target
        Points that win, at least 1.
    level
        Coverage, strictly between 0 and 1.

    Returns
    -------
    ChainEstimate
        Deals are independent and whether one is played depends on earlier ones alone, so squared
        influences add up over deals, the two rounds of a deal taken together. Intervals of win
        rates are Wilson's at the effective number of games, with the bounds of
        `reports.statistics.measures`, a group being two games' worth of rounds.

    Raises
    ------
    ValueError
        If shapes or counts are impossible, if A or B never opened, or if every round is void.
    """
    rounds = _Rounds.of(paired, first, second)
    chain = Chain(rounds.shares(), target)
    opened, answered = chain.needs[:, -1, -1]
    influence = chain.influence()[:, :, rounds.clipped(target)]
    errors = [rounds.error(values) for values in (*influence, influence.mean(axis=0))]
    length = float(chain.visits.sum() / 2)
    units = rounds.total / (2 * length)
    values = (float(opened), float(answered), float(opened + answered) / 2)
    estimates = [_share(v, e, units, level) for v, e in zip(values, errors, strict=True)]
    rate = estimates[2]
    games = equivalent_games(rate.value, rate.standard_error**2, units)
    points = rounds.points(level)
    return ChainEstimate(
        win_rate=rate.value,
        standard_error=rate.standard_error,
        low=rate.low,
        high=rate.high,
        p_value=_p_value(rate.value, games, units),
        opened=estimates[0],
        answered=estimates[1],
        mean_points=points[0],
        mean_points_opened=points[1],
        mean_points_answered=points[2],
        rounds=rounds.total,
        rounds_per_game=length,
        games=2 * units,
        effective_games=games,
    )


@dataclass(frozen=True)
class _Rounds:
    """Observed outcomes: of mirrored rounds, of those that A and that B opened alone, of all."""

    paired: Floats
    alone: tuple[Floats, Floats]
    opened: tuple[Floats, Floats]

    @classmethod
    def of(cls, paired: ArrayLike, first: ArrayLike, second: ArrayLike) -> _Rounds:
        joint, one, two = (np.asarray(counts) for counts in (paired, first, second))
        size = joint.shape[0] if joint.ndim == 2 else 0
        if size % 2 == 0 or joint.shape != (size, size) or not one.shape == two.shape == (size,):
            raise ValueError("paired must be square, of the odd length of first and second")
        if any(np.any(counts < 0) for counts in (joint, one, two)):
            raise ValueError("counts of rounds must not be negative")
        joint, alone = joint.astype(np.float64), (one.astype(np.float64), two.astype(np.float64))
        opened = (joint.sum(axis=1) + one, joint.sum(axis=0) + two)
        if not all(counts.sum() > 0 for counts in opened):
            raise ValueError("a score chain needs rounds opened by either side")
        return cls(joint, alone, opened)

    @property
    def total(self) -> int:
        return int(sum(counts.sum() for counts in self.opened))

    def shares(self) -> Floats:
        return np.stack([counts / counts.sum() for counts in self.opened])

    def outcomes(self) -> NDArray[np.intp]:
        reach = len(self.paired) // 2
        return np.arange(-reach, reach + 1)

    def clipped(self, target: int) -> NDArray[np.intp]:
        """Places of the outcomes among -target..target, what exceeds it being as good."""
        return np.clip(self.outcomes(), -target, target) + target

    def error(self, influence: Floats) -> float:
        """Standard error of an estimate from the influence of its outcomes, (2, 2G + 1)."""
        one, two = (row / counts.sum() for row, counts in zip(influence, self.opened, strict=True))
        # A sum of squares, nothing subtracted: exactly zero where mirrored rounds cancel.
        square = np.sum(self.paired * (one[:, None] + two) ** 2)
        square += np.sum(self.alone[0] * one**2) + np.sum(self.alone[1] * two**2)
        return math.sqrt(square)

    def points(self, level: float) -> list[Estimate]:
        """Mean outcome of a round: openers alternating, opened by A, opened by B."""
        outcomes = self.outcomes()
        means = self.shares() @ outcomes
        away = outcomes - means[:, None]
        weights = np.array([[0.5, 0.5], [1.0, 0.0], [0.0, 1.0]])
        return [_mean(w @ means, self.error(w[:, None] * away), level) for w in weights]


def _share(value: float, error: float, units: float, level: float) -> Estimate:
    return Estimate(value, *clustered_wilson(value, error**2, units, level), error)


def _mean(value: float, error: float, level: float) -> Estimate:
    half = normal_quantile(level) * error
    return Estimate(float(value), float(value) - half, float(value) + half, error)


def _p_value(share: float, games: float, units: float) -> float:
    """Of a share of 1/2: the test that `clustered_wilson` inverts."""
    from scipy.special import ndtr, stdtr  # type: ignore[import-untyped]

    score = -abs(2 * share - 1) * math.sqrt(games)
    measured = 0 < share < 1 and units > 1
    return float(2 * (stdtr(units - 1, score) if measured else ndtr(score)))
