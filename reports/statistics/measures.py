"""Comparing policies on equal deals: from the moments of groups to estimates with intervals.

Knows the moments of a table's groups and nothing about files, names or plots. A *group* is the m
games of one deal stream, the policies in all m seatings; it is the only thing treated as
independent. Its vector ``v = [1, credit_0.., points_0.., won_0.., rounds]`` holds k entries of
each kind: credit (12 a game won, 12/t for a t-way draw), points, rounds won. All functions here
take ``moments``, the integer sum of ``v v^T`` over the groups, shape (3k + 2, 3k + 2). They raise
`ValueError` where it cannot be that, or where the level is outside (0, 1).

Every variance is that of group totals (a ratio of means, by the delta method), computed exactly.
No interval has zero width, none of a share leaves [0, 1], and the extremes are bounded thus:

- A clean sweep of n groups says as much as n games: nothing shows that games of one deal differ.
- Where groups hardly differ, so that the variance is near zero without a sweep, an estimate is
  worth n**2 / 4 games at most: about one more group that differs may have gone unseen.

Cochran, W. G. (1977). Sampling Techniques, 3rd ed., chapter 6: ratios of group totals.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.statistics.intervals import normal_quantile, wilson

if TYPE_CHECKING:
    import pandas as pd

    from reports.statistics.score_chain import ChainEstimate

Moments = NDArray[np.int64]
Row = dict[str, Any]

CREDIT = 12
"""Credit of a game: to be divided by two, three or four without remainder."""


class Estimate(NamedTuple):
    """A value, the ends of its interval, and its standard error as observed (0 if all agree)."""

    value: float
    low: float
    high: float
    standard_error: float


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
    groups = _Groups.of(moments)
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
    groups = _Groups.of(moments)
    contrast = groups.credit(policy) - groups.credit(other)
    value, variance = groups.ratio(contrast, groups.game())
    if not groups.count:
        return Estimate(value, -1.0, 1.0, math.nan)
    scale = CREDIT * groups.seatings
    square = groups.product(contrast, contrast) / (scale**2 * groups.count)
    low, high = _paired_score(value, square, groups.count, groups.seatings, normal_quantile(level))
    return Estimate(value, low, high, math.sqrt(variance))


def points_per_round(moments: Moments, policy: int = 0, level: float = 0.95) -> Estimate:
    """Points of a policy less the mean of the others' points, per round played.

    Student's interval of a ratio of totals. To the squared deviations it adds those of four more
    groups in which one game's points all went one way (the "plus four" of Agresti and Coull
    1998): too little to notice where groups vary, an honest width where none was seen to. Under
    goat counting points are penalties. Fewer than two groups: the ends are nan.
    """
    groups = _Groups.of(moments)
    others = groups.policies - 1
    everyone = np.sum([groups.points(i) for i in range(groups.policies)], axis=0)
    lead = groups.policies * groups.points(policy) - everyone
    value, variance = groups.ratio(lead, others * groups.rounds())
    half = math.nan
    if groups.count > 1:
        one_game = groups.total(everyone) / (groups.count * groups.seatings)
        shrink = groups.count / (groups.count - 1) / groups.total(groups.rounds()) ** 2
        half = _student(level, groups.count - 1) * math.sqrt(variance + 4 * one_game**2 * shrink)
    return Estimate(value, value - half, value + half, math.sqrt(variance))


def rounds_won(moments: Moments, policy: int = 0, level: float = 0.95) -> Estimate:
    """Share of the rounds played that a policy wins; `clustered_wilson` of group totals."""
    groups = _Groups.of(moments)
    value, variance = groups.ratio(groups.won(policy), groups.rounds())
    low, high = clustered_wilson(value, variance, groups.count, level)
    return Estimate(value, low, high, math.sqrt(variance))


def effective_games(moments: Moments, policy: int = 0) -> float:
    """How many independent games would give a policy's win rate p with the same variance.

    ``p (1 - p) / variance``, within the bounds of the module's docstring. That numerator is a
    single game's variance where no game is drawn and all seatings are equally good; the moments
    do not hold it otherwise, and it is then too large, by a quarter of the share of two-way draws
    and by the variance of the win rate over seatings.
    """
    groups = _Groups.of(moments)
    return equivalent_games(*_credit_share(groups, policy), groups.count)


def variance_factor(moments: Moments, policy: int = 0) -> float:
    """How many independent games one game of a group is worth: `effective_games` a game.

    The same as the variance of one game over m times the variance of a group's mean. It is a
    bound, not a measurement, where nothing varies: 1/m after a clean sweep. nan without games.
    """
    groups = _Groups.of(moments)
    return effective_games(moments, policy) / groups.games if groups.count else math.nan


def alike(moments: Moments) -> bool:
    """Whether nothing tells the policies apart: equal credit and points in every single group."""
    groups = _Groups.of(moments)
    kinds = (groups.credit, groups.points)
    contrasts = [kind(0) - kind(i) for kind in kinds for i in range(1, groups.policies)]
    return groups.count > 0 and not any(groups.product(c, c) for c in contrasts)


def compare_pair(
    moments: Moments,
    chain: ChainEstimate | None = None,
    level: float = 0.95,
    estimator: Literal["games", "rounds"] | None = None,
) -> Row:
    """Everything about a pairing in one tidy row, seen from the first policy.

    Parameters
    ----------
    moments
        Of a pairing, k = 2.
    chain
        The score chain of the same games at the same level, where it is valid.
    level
        Coverage of each interval, taken alone.
    estimator
        Where the win rate comes from; default: the narrower interval, games for `alike` policies.

    Returns
    -------
    dict
        ``games, groups, alike, estimator``; ``win_rate``, ``points_per_round`` (ends
        ``points_low``, ``points_high``) and ``rounds_won``, each with ``_low`` and ``_high``;
        ``standard_error``, ``effective_games``, ``variance_factor`` and the two-sided ``p_value``
        against 1/2, all of the chosen win rate; ``difference``: its interval excludes 1/2;
        ``games_X`` and ``rounds_X`` for X in ``win_rate, low, high, standard_error,
        effective_games``: both estimators, rounds nan without a chain.

    Raises
    ------
    ValueError
        Also if rounds are asked for without a chain.
    """
    if _Groups.of(moments).policies != 2:
        raise ValueError("a pairing has two policies; see compare_table")
    if estimator == "rounds" and chain is None:
        raise ValueError("the estimator 'rounds' needs a score chain")
    row = _row(moments, 0, level)
    games = {**win_rate(moments, 0, level)._asdict(), "effective_games": row["effective_games"]}
    games["win_rate"] = games.pop("value")
    names = ("win_rate", "low", "high", "standard_error", "effective_games")
    rounds = dict.fromkeys(names, math.nan) if chain is None else asdict(chain)
    if estimator is None:
        tighter = rounds["high"] - rounds["low"] < games["high"] - games["low"]
        estimator = "rounds" if tighter and not row["alike"] else "games"
    chosen = rounds if estimator == "rounds" else games
    row |= {"estimator": estimator, "win_rate": chosen["win_rate"]}
    row |= {"win_rate_low": chosen["low"], "win_rate_high": chosen["high"]}
    row |= {name: chosen[name] for name in ("standard_error", "effective_games")}
    row["variance_factor"] = chosen["effective_games"] / row["games"] if row["games"] else math.nan
    row["difference"] = not chosen["low"] <= 0.5 <= chosen["high"]
    row["p_value"] = chain.p_value if chain and estimator == "rounds" else _mcnemar(moments)
    for kind, values in (("games", games), ("rounds", rounds)):
        row |= {f"{kind}_{name}": values[name] for name in names}
    return row


def compare_table(moments: Moments, level: float = 0.95) -> list[Row]:
    """One row a policy for tables of any size.

    Returns
    -------
    list of dict
        In the order of the moments, with the columns of `compare_pair` up to ``difference``, here
        against the fair share 1/k; no p-value and no score chain.
    """
    return [_row(moments, i, level) for i in range(_Groups.of(moments).policies)]


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
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
    """Rows of `compare_pair` with ``p_adjusted`` (Holm) and ``difference_adjusted``.

    The chance of any wrong ``difference_adjusted`` in the whole table is at most 1 - level.
    """
    normal_quantile(level)
    adjusted = holm(pairings["p_value"])
    return pairings.assign(p_adjusted=adjusted, difference_adjusted=adjusted < 1 - level)


def equivalent_games(share: float, variance: float, units: float) -> float:
    """Independent games that would give a share this variance, bounded (module's docstring).

    Parameters
    ----------
    share, variance
        Estimate in [0, 1] and the estimated variance of the estimate.
    units
        Number of groups, or what stands for it.
    """
    if not 0 < share < 1 or not variance >= 0:  # a sweep, or too few groups for a variance
        return units
    most = max(units, units * units / 4)
    return min(share * (1 - share) / variance, most) if variance else most


def clustered_wilson(
    share: float, variance: float, units: float, level: float = 0.95
) -> tuple[float, float]:
    """Wilson's interval at the effective number of games, for shares of clustered observations.

    Parameters are those of `equivalent_games`. The variance being estimated from units - 1
    degrees of freedom, the number is multiplied by (z / t)**2.

    References
    ----------
    Korn, E. L. and Graubard, B. I. (1998). Confidence intervals for proportions with small
    expected number of positive counts estimated from survey data. Survey Methodology 24, 193-201.

    Franco, C., Little, R. J. A., Louis, T. A. and Slud, E. V. (2019). Comparative study of
    confidence intervals for proportions in complex sample surveys. Journal of Survey Statistics
    and Methodology 7, 334-364: Wilson's among those that serve.
    """
    if not units > 0:
        return 0.0, 1.0
    games = equivalent_games(share, variance, units)
    if 0 < share < 1 and units > 1:
        games *= (normal_quantile(level) / _student(level, units - 1)) ** 2
    low, high = wilson(share * games, games, level)
    return float(low), float(high)


@dataclass(frozen=True)
class _Groups:
    """The moments, read: exact integers without bounds, and where to find what."""

    matrix: NDArray[np.object_]
    policies: int
    seatings: int

    @classmethod
    def of(cls, moments: Moments) -> _Groups:
        matrix = np.asarray(moments)
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not _whole(matrix):
            raise ValueError("moments must be a square matrix of integers")
        policies, rest = divmod(len(matrix) - 2, 3)
        if rest or policies < 2 or not np.array_equal(matrix, matrix.T):
            raise ValueError("moments must be symmetric, of 3k + 2 rows for k >= 2 policies")
        exact = matrix.astype(object)
        count = exact[0, 0]
        credit = exact[0, 1 : policies + 1].sum()
        if count < 0 or credit % (CREDIT * count or 1) or (count > 0) != (credit > 0):
            raise ValueError("moments must hold the credit of whole groups: 12 for every game")
        return cls(exact, policies, credit // (CREDIT * count) if count else 1)

    @property
    def count(self) -> int:
        return int(self.matrix[0, 0])

    @property
    def games(self) -> int:
        return self.count * self.seatings

    def credit(self, policy: int) -> NDArray[np.object_]:
        return self._pick(0, policy)

    def points(self, policy: int) -> NDArray[np.object_]:
        return self._pick(1, policy)

    def won(self, policy: int) -> NDArray[np.object_]:
        return self._pick(2, policy)

    def rounds(self) -> NDArray[np.object_]:
        return self._pick(3, 0)

    def game(self) -> NDArray[np.object_]:
        """All the credit there is: 12 a game."""
        return self._unit(0, CREDIT * self.seatings)

    def total(self, contrast: NDArray[np.object_]) -> int:
        return int(contrast @ self.matrix[0])

    def product(self, one: NDArray[np.object_], other: NDArray[np.object_]) -> int:
        return int(one @ self.matrix @ other)

    def ratio(self, above: NDArray[np.object_], below: NDArray[np.object_]) -> tuple[float, float]:
        """Ratio of two totals and its variance over groups; nan where they do not exist."""
        a, b, n = self.total(above), self.total(below), self.count
        if b == 0:
            return math.nan, math.nan
        squares = b * b * self.product(above, above) + a * a * self.product(below, below)
        spread = squares - 2 * a * b * self.product(above, below)
        return a / b, n * spread / ((n - 1) * b**4) if n > 1 else math.nan

    def _pick(self, kind: int, policy: int) -> NDArray[np.object_]:
        if not 0 <= policy < self.policies:
            raise ValueError(f"there is no policy {policy} at a table of {self.policies}")
        return self._unit(1 + kind * self.policies + policy)

    def _unit(self, place: int, length: int = 1) -> NDArray[np.object_]:
        unit = np.zeros(len(self.matrix), dtype=object)
        unit[place] = length
        return unit


def _row(moments: Moments, policy: int, level: float) -> Row:
    groups = _Groups.of(moments)
    rate = win_rate(moments, policy, level)
    points = points_per_round(moments, policy, level)
    won = rounds_won(moments, policy, level)
    return {
        **{"games": groups.games, "groups": groups.count, "alike": alike(moments)},
        **{"estimator": "games", "win_rate": rate.value},
        **{"win_rate_low": rate.low, "win_rate_high": rate.high},
        **{"points_per_round": points.value, "points_low": points.low, "points_high": points.high},
        **{"rounds_won": won.value, "rounds_won_low": won.low, "rounds_won_high": won.high},
        **{"standard_error": rate.standard_error},
        **{"effective_games": effective_games(moments, policy)},
        **{"variance_factor": variance_factor(moments, policy)},
        **{"difference": not rate.low <= 1 / groups.policies <= rate.high},
    }


def _credit_share(groups: _Groups, policy: int) -> tuple[float, float]:
    return groups.ratio(groups.credit(policy), groups.game())


def _mcnemar(moments: Moments) -> float:
    """Two-sided p-value of equal win rates: Tango's score test of no difference is McNemar's."""
    groups = _Groups.of(moments)
    contrast = groups.credit(0) - groups.credit(1)
    square = groups.product(contrast, contrast)
    return math.erfc(abs(groups.total(contrast)) / math.sqrt(2 * square)) if square else 1.0


def _paired_score(
    mean: float, square: float, units: float, most: float, z: float
) -> tuple[float, float]:
    """Tango's interval of a mean in [-1, 1] from its first two moments.

    -1, 0 and 1 with these moments need square >= abs(mean). Otherwise the groups vary less than
    any such mixture: they count as up to `most` observations each, with square = abs(mean).
    """
    if square < abs(mean):
        spread = square - mean * mean
        least = abs(mean) - mean * mean
        units *= min(most, least / spread) if spread > 0 else most
        square = abs(mean)
    up, down = (square + mean) / 2, (square - mean) / 2
    return -_upper_limit(down, up, units, z), _upper_limit(up, down, units, z)


def _upper_limit(up: float, down: float, units: float, z: float) -> float:
    """Where the score statistic of a difference reaches -z, given the shares of +1 and -1."""
    low, high = up - down, 1.0
    for _ in range(64):
        middle = (low + high) / 2
        # The share of -1 that is most likely if this is the difference.
        b = (2 - up + down) * middle - up - down
        c = down * middle * (1 - middle)
        root = math.sqrt(b * b + 8 * c)
        likely = 2 * c / (b + root) if b > 0 else (root - b) / 4
        variance = (2 * likely + middle * (1 - middle)) / units
        if (middle - up + down) ** 2 > z * z * variance:
            high = middle
        else:
            low = middle
    return high


def _whole(matrix: NDArray[Any]) -> bool:
    return bool(np.issubdtype(matrix.dtype, np.integer))


def _student(level: float, freedom: float) -> float:
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    normal_quantile(level)
    return float(stdtrit(freedom, (1 + level) / 2))
