"""What groups of games on equal deals say of a policy: games, points and rounds won.

Knows moments of groups (`reports.statistics.groups`) and nothing about files, names or plots. All
functions raise `ValueError` where moments cannot be, or where the level is outside (0, 1).

Every variance is that of group totals (a ratio of means, by the delta method), computed exactly;
what bounds the extremes is told in `reports.statistics.clustered`.

Cochran, W. G. (1977). Sampling Techniques, 3rd ed., chapter 6: ratios of group totals.
"""

from __future__ import annotations

import math

import numpy as np

from reports.statistics.clustered import clustered_wilson, equivalent_games, paired_score
from reports.statistics.groups import CREDIT, Groups, Moments
from reports.statistics.intervals import Estimate, normal_quantile, student_quantile


def win_rate(moments: Moments, policy: int = 0, level: float = 0.95) -> Estimate:
    """Share of the games that a policy wins, drawn games divided among those who drew.

    Two policies: the score interval of paired proportions, which is n / (n + z**2) to 1 after a
    clean sweep of n groups, and 1/2 -+ z**2 / (2 n + 2 z**2) where every group is exactly 1/2.
    More policies: `clustered_wilson`. No groups: nan between 0 and 1.

    References
    ----------
    Tango, T. (1998). Equivalence test and confidence interval for the difference in proportions
    for the paired-sample design. Statistics in Medicine 17, 891-908. With drawn games its counts
    of discordant pairs are those that give the observed mean and variance.
    """
    groups = Groups.of(moments)
    share, variance = _credit_share(groups, policy)
    if groups.policies > 2:
        low, high = clustered_wilson(share, variance, groups.count, level)
        return Estimate(share, low, high, math.sqrt(variance))
    lead = win_rate_difference(moments, policy, 1 - policy, level)
    return Estimate(share, (1 + lead.low) / 2, (1 + lead.high) / 2, lead.standard_error / 2)


def win_rate_difference(
    moments: Moments, policy: int = 0, other: int = 1, level: float = 0.95
) -> Estimate:
    """Win rate of one policy less that of another at the same table, from -1 to 1.

    The interval is Tango's, as for `win_rate`: it treats the difference of a group as a mixture
    of -1, 0 and 1 with the same mean and variance. No groups: nan between -1 and 1.
    """
    groups = Groups.of(moments)
    contrast = groups.credit(policy) - groups.credit(other)
    value, variance = groups.ratio(contrast, groups.game())
    if not groups.count:
        return Estimate(value, -1.0, 1.0, math.nan)
    scale = CREDIT * groups.seatings
    square = groups.product(contrast, contrast) / (scale**2 * groups.count)
    low, high = paired_score(value, square, groups.count, groups.seatings, normal_quantile(level))
    return Estimate(value, low, high, math.sqrt(variance))


def points_per_round(moments: Moments, policy: int = 0, level: float = 0.95) -> Estimate:
    """Points of a policy less the mean of the others' points, per round played.

    Student's interval of a ratio of totals. To the squared deviations it adds those of four more
    groups in which one game's points all went one way (the "plus four" of Agresti and Coull
    1998): too little to notice where groups vary, an honest width where none was seen to. Under
    goat counting points are penalties. Fewer than two groups: the ends are nan.
    """
    groups = Groups.of(moments)
    others = groups.policies - 1
    everyone = np.sum([groups.points(i) for i in range(groups.policies)], axis=0)
    lead = groups.policies * groups.points(policy) - everyone
    value, variance = groups.ratio(lead, others * groups.rounds())
    half = math.nan
    if groups.count > 1:
        one_game = groups.total(everyone) / (groups.count * groups.seatings)
        shrink = groups.count / (groups.count - 1) / groups.total(groups.rounds()) ** 2
        half = student_quantile(level, groups.count - 1) * math.sqrt(
            variance + 4 * one_game**2 * shrink
        )
    return Estimate(value, value - half, value + half, math.sqrt(variance))


def rounds_won(moments: Moments, policy: int = 0, level: float = 0.95) -> Estimate:
    """Share of the rounds played that a policy wins; `clustered_wilson` of group totals."""
    groups = Groups.of(moments)
    value, variance = groups.ratio(groups.won(policy), groups.rounds())
    low, high = clustered_wilson(value, variance, groups.count, level)
    return Estimate(value, low, high, math.sqrt(variance))


def effective_games(moments: Moments, policy: int = 0) -> float:
    """How many independent games would give a policy's win rate p with the same variance.

    ``p (1 - p) / variance``, within the bounds of `reports.statistics.clustered`. That numerator is
    a single game's variance where no game is drawn and all seatings are equally good; the moments
    do not hold it otherwise, and it is then too large, by a quarter of the share of two-way draws
    and by the variance of the win rate over seatings.
    """
    groups = Groups.of(moments)
    return equivalent_games(*_credit_share(groups, policy), groups.count)


def variance_factor(moments: Moments, policy: int = 0) -> float:
    """How many independent games one game of a group is worth: `effective_games` a game.

    The same as the variance of one game over m times the variance of a group's mean. It is a
    bound, not a measurement, where nothing varies: 1/m after a clean sweep. nan without games.
    """
    groups = Groups.of(moments)
    return effective_games(moments, policy) / groups.games if groups.count else math.nan


def alike(moments: Moments) -> bool:
    """Whether nothing tells the policies apart: equal credit and points in every single group."""
    groups = Groups.of(moments)
    kinds = (groups.credit, groups.points)
    contrasts = [kind(0) - kind(i) for kind in kinds for i in range(1, groups.policies)]
    return groups.count > 0 and not any(groups.product(c, c) for c in contrasts)


def _credit_share(groups: Groups, policy: int) -> tuple[float, float]:
    return groups.ratio(groups.credit(policy), groups.game())
