"""One ranking for many policies: ratings, groups that the data cannot separate, cycles.

Knows frames with one row a pairing: names ``first`` and ``second`` beside columns of
`reports.comparisons.compare_pair`. Ratings are on the Elo scale: 400 points are a factor of ten in
the odds of a game.

>>> ratings = rate(pairings, anchor="greedy")
>>> ranking(ratings)
>>> cycles(significant_wins(adjust_for_all(pairings)))
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reports.comparisons import holm
from reports.intervals import normal_quantile

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

ELO = 400 / math.log(10)
"""Elo points of one unit of the log odds."""

PRIOR = 1.0
"""Games that each policy is taken to have drawn against an average opponent: half of a group."""

_DRAWS = 100_000


@dataclass(frozen=True)
class Ratings:
    """The joint fit.

    ``policies`` in order of appearance; ``values``, Elo points, and their ``covariance``;
    ``anchor``, the policy at zero, or None if the mean is zero; ``draw_parameter``, Davidson's
    nu: between equals nu games are drawn for every two that are won, 0 if none was.
    """

    policies: tuple[str, ...]
    values: Floats
    covariance: Floats
    anchor: str | None
    draw_parameter: float

    @property
    def standard_errors(self) -> Floats:
        """Of each rating against the zero; that of the anchor is 0."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))


def rate(
    pairings: pd.DataFrame,
    anchor: str | None = None,
    covariance: Floats | None = None,
    prior: float = PRIOR,
) -> Ratings:
    """Fit the model of Bradley, Terry and Davidson to all pairings at once.

    Parameters
    ----------
    pairings
        One row a pairing: ``first, second, games, win_rate, effective_games``, and ``drawn``, the
        number of drawn games, if there are any. Every policy must be linked to every other by
        pairings. Pairings weigh by their games, so where all played equally often the ratings
        rank policies as their mean win rates do, whether the model fits or not.
    anchor
        The policy whose rating is zero; default: the mean is.
    covariance
        Of the win rates of the rows, where it is known. Default: pairings are independent and
        each has the larger of the variance observed, ``p (1 - p) / effective_games``, and what
        the fit expects, which matters where one side swept all games. Pairings played on the same
        deals may not be independent: then the covariance must be given.
    prior
        Games drawn against an average opponent, above 0: keeps undefeated and winless policies
        finite, and moves others by about a part in the number of their games.

    Returns
    -------
    Ratings
        The covariance is the sandwich estimate: curvature of the likelihood of games on both
        sides, in between the variance of win rates over groups.

    Raises
    ------
    ValueError
        If a policy meets itself, policies fall into sets that never met, the anchor is none of
        them, or numbers are out of range.

    References
    ----------
    Bradley, R. A. and Terry, M. E. (1952). Rank analysis of incomplete block designs: I. The
    method of paired comparisons. Biometrika 39, 324-345.

    Davidson, R. R. (1970). On extending the Bradley-Terry model to accommodate ties in paired
    comparison experiments. Journal of the American Statistical Association 65, 317-328.

    White, H. (1982). Maximum likelihood estimation of misspecified models. Econometrica 50, 1-25.
    """
    model = _Model.of(pairings, prior)
    if anchor is not None and anchor not in model.policies:
        raise ValueError(f"the anchor {anchor!r} is not among the policies")
    parameters = model.fit()
    bread = np.linalg.inv(model.curvature(parameters))
    meat = model.scores_covariance(parameters, pairings, covariance)
    size = len(model.policies)
    zero = np.full(size, 1 / size) if anchor is None else _is(model.policies, anchor)
    relative = ELO * (np.eye(size) - zero)
    theta = bread @ meat @ bread
    return Ratings(
        policies=model.policies,
        values=relative @ parameters[:size],
        covariance=relative @ theta[:size, :size] @ relative.T,
        anchor=anchor,
        draw_parameter=float(np.exp(parameters[size])) if model.ties else 0.0,
    )


def ranking(ratings: Ratings, level: float = 0.95) -> pd.DataFrame:
    """The policies from best to worst.

    Parameters
    ----------
    ratings
        As `rate` returns them.
    level
        Coverage of each interval, taken alone, and of all groups together.

    Returns
    -------
    DataFrame
        ``policy, rating, low, high, group, probability_best``. Groups are numbered from 1 and do
        not overlap: each is a run of the ranking and begins with the first policy that is clearly
        weaker, `separated`, than the one its predecessor began with. All members of a group are
        as good as its first as far as the data can tell; neighbours across a border may be too,
        so for any two policies ask `separated`.
    """
    half = normal_quantile(level) * ratings.standard_errors
    table = pd.DataFrame({"policy": ratings.policies, "rating": ratings.values})
    table = table.assign(low=ratings.values - half, high=ratings.values + half)
    order = np.argsort(-ratings.values, kind="stable")
    groups = _groups(separated(ratings, level)[np.ix_(order, order)])
    best = probability_best(ratings)[order]
    return table.iloc[order].assign(group=groups, probability_best=best).reset_index(drop=True)


def separated(ratings: Ratings, level: float = 0.95) -> Bools:
    """Which policies the data tell apart, shape (k, k), symmetric.

    All pairwise differences of ratings are tested together, by Holm's procedure: the chance of
    any wrong separation is at most 1 - level.
    """
    normal_quantile(level)
    variance = np.diag(ratings.covariance)
    one, two = np.triu_indices(len(variance), 1)
    spread = np.maximum((variance[:, None] + variance - 2 * ratings.covariance)[one, two], 0)
    difference = np.abs(ratings.values[one] - ratings.values[two])
    certain = np.where(difference > 1e-9, math.inf, 0.0)
    scores = np.divide(difference, np.sqrt(spread), out=certain, where=spread > 0)
    p_values = holm([math.erfc(score / math.sqrt(2)) for score in scores])
    apart = np.zeros_like(ratings.covariance, dtype=np.bool_)
    apart[one, two] = apart[two, one] = p_values < 1 - level
    return apart


def probability_best(ratings: Ratings) -> Floats:
    """Each policy's probability of having the highest true rating, in the order of the ratings.

    The true ratings are taken to be jointly normal around the estimates, all being equally
    plausible beforehand. From 100,000 draws of a fixed seed: the standard error is below 0.002
    and the result always the same. Policies whose difference never varies share the first place.
    """
    values, vectors = np.linalg.eigh(ratings.covariance)
    root = vectors * np.sqrt(np.maximum(values, 0))
    normal = np.random.default_rng(0).standard_normal((_DRAWS, len(values)))
    drawn = ratings.values + np.einsum("nk,jk->nj", normal, root)
    top = drawn >= drawn.max(axis=1, keepdims=True) - 1e-9
    shares: Floats = np.mean(top / top.sum(axis=1, keepdims=True), axis=0)
    return shares


def significant_wins(pairings: pd.DataFrame) -> pd.DataFrame:
    """Who beats whom beyond doubt: true where the policy of the row beats that of the column.

    Parameters
    ----------
    pairings
        ``first, second, win_rate`` and ``difference_adjusted``, as
        `reports.comparisons.adjust_for_all` gives it.
    """
    policies = _names(pairings)
    wins = pd.DataFrame(False, index=policies, columns=policies)
    clear = pairings[pairings["difference_adjusted"]]
    for one, two, rate in zip(clear["first"], clear["second"], clear["win_rate"], strict=True):
        winner, loser = (one, two) if rate > 0.5 else (two, one)
        wins.loc[winner, loser] = True
    return wins


def cycles(wins: pd.DataFrame) -> list[list[str]]:
    """Policies that beat each other in a circle.

    Parameters
    ----------
    wins
        Square and boolean, as from `significant_wins`: row beats column, never both ways.

    Returns
    -------
    list of list of str
        For every set of policies that are tied together by cycles, its shortest ones, each once:
        every policy beats the next, the last the first, beginning with whichever comes first in
        the frame. Empty: the wins agree with one order of all policies.
    """
    beats = wins.to_numpy(dtype=np.bool_)
    if beats.shape[0] != beats.shape[1] or np.any(beats & beats.T):
        raise ValueError("wins must be square, and no two policies beat each other")
    reach = beats.copy()
    for through in range(len(beats)):
        reach |= np.outer(reach[:, through], reach[through])
    names = [str(name) for name in wins.index]
    found: list[list[str]] = []
    for knot in sorted({tuple(np.flatnonzero(row).tolist()) for row in reach & reach.T} - {()}):
        for length in range(3, len(knot) + 1):
            closed = [cycle for start in knot for cycle in _closed(beats, (start,), length)]
            if closed:
                found += [[names[i] for i in cycle] for cycle in closed]
                break
    return found


@dataclass(frozen=True)
class _Model:
    """Davidson's model as a multinomial logit of three outcomes: linear in log strengths.

    A game of i and j is won by i, drawn, won by j with odds ``exp(t_i) : nu exp((t_i + t_j) / 2) :
    exp(t_j)``. The parameters are t and log nu, the last only if games were drawn. Rows of
    ``design`` are pairings, then each policy against the average opponent, whose t is 0.
    """

    policies: tuple[str, ...]
    design: Floats
    games: Floats
    score: Floats
    tied: Floats
    ties: bool

    @classmethod
    def of(cls, pairings: pd.DataFrame, prior: float) -> _Model:
        policies = tuple(_names(pairings))
        one, two = (np.stack([_is(policies, p) for p in pairings[c]]) for c in ("first", "second"))
        games = pairings["games"].to_numpy(dtype=np.float64)
        score = pairings["win_rate"].to_numpy(dtype=np.float64)
        drawn = pairings["drawn"] if "drawn" in pairings else 0 * pairings["games"]
        tied = drawn.to_numpy(dtype=np.float64) / games
        if np.any((one * two).sum(axis=1)):
            raise ValueError("a policy cannot be rated against itself")
        if not (prior > 0 and np.all(games > 0) and np.all((score >= 0) & (score <= 1))):
            raise ValueError("ratings need games, win rates between 0 and 1 and a prior above 0")
        if np.linalg.matrix_rank(one - two) < len(policies) - 1:
            raise ValueError("ratings need pairings that link all policies")
        size = len(policies)
        return cls(
            policies=policies,
            design=np.concatenate([one - two, np.eye(size)]),
            games=np.concatenate([games, np.full(size, prior)]),
            score=np.concatenate([score, np.full(size, 0.5)]),
            tied=np.concatenate([tied, np.zeros(size)]),
            ties=bool(np.any(tied > 0)),
        )

    def fit(self) -> Floats:
        from scipy.optimize import minimize  # type: ignore[import-untyped]

        start = np.zeros(len(self.policies) + self.ties)
        with np.errstate(invalid="ignore"):  # scipy divides 0 by 0 where a step ends on the rim
            result = minimize(
                lambda t: -self.likelihood(t) / self.games.sum(),
                start,
                jac=lambda t: -self.gradient(t) / self.games.sum(),
                hess=lambda t: self.curvature(t) / self.games.sum(),
                method="trust-exact",
                options={"gtol": 1e-7},
            )
        parameters: Floats = result.x
        for _ in range(3):  # Newton's steps, past where differences of the likelihood can lead
            parameters = parameters + np.linalg.solve(
                self.curvature(parameters), self.gradient(parameters)
            )
        return parameters

    def likelihood(self, parameters: Floats) -> float:
        half, draw = self._logits(parameters)
        scale = np.logaddexp(np.logaddexp(half, -half), draw)
        tied = self.tied * draw if self.ties else 0.0
        return float(np.sum(self.games * ((2 * self.score - 1) * half + tied - scale)))

    def gradient(self, parameters: Floats) -> Floats:
        score, tied = self.expected(parameters)
        slope = (self.games * (self.score - score)) @ self.design
        return np.append(slope, np.sum(self.games * (self.tied - tied))) if self.ties else slope

    def curvature(self, parameters: Floats) -> Floats:
        """Minus the second derivatives: a game's covariance of score and draw, seen from below."""
        return self._spread(self.games, *_covariances(*self.expected(parameters)))

    def expected(self, parameters: Floats) -> tuple[Floats, Floats]:
        """Expected score of the first and share of draws, by row of the design."""
        half, draw = self._logits(parameters)
        scale = np.logaddexp(np.logaddexp(half, -half), draw)
        tied = np.exp(draw - scale)
        return np.exp(half - scale) + tied / 2, tied

    def scores_covariance(
        self, parameters: Floats, pairings: pd.DataFrame, covariance: Floats | None
    ) -> Floats:
        """Covariance of the gradient over groups; the prior has none."""
        number = len(pairings)
        games = self.games[:number]
        score, tied = (values[:number] for values in self.expected(parameters))
        fitted, cross, between = _covariances(score, tied)
        effective = pairings["effective_games"].to_numpy(dtype=np.float64)
        seen = self.score[:number] * (1 - self.score[:number])
        own = games * np.maximum(seen, fitted) / effective
        total = self._spread(games, own, cross, between)
        if covariance is None:
            return total
        design = self.design[:number] * games[:, None]
        size = len(self.policies)
        total[:size, :size] = design.T @ np.asarray(covariance) @ design
        return total

    def _logits(self, parameters: Floats) -> tuple[Floats, Floats]:
        """Half the difference in strength, and log nu."""
        size = len(self.policies)
        draw = parameters[size] if self.ties else -math.inf
        half = self.design @ parameters[:size] / 2
        return half, np.full_like(half, draw)

    def _spread(self, games: Floats, score: Floats, cross: Floats, tied: Floats) -> Floats:
        design = self.design[: len(games)]
        block = design.T @ (design * (games * score)[:, None])
        if not self.ties:
            return block
        edge = ((games * cross) @ design)[:, None]
        return np.block([[block, edge], [edge.T, np.array([[games @ tied]])]])


def _covariances(score: Floats, tied: Floats) -> tuple[Floats, Floats, Floats]:
    """Of one game: variance of the score, covariance of score and draw, variance of a draw."""
    return score * (1 - score) - tied / 4, tied * (0.5 - score), tied * (1 - tied)


def _names(pairings: pd.DataFrame) -> list[str]:
    """Policies in order of appearance, the first column's before the second's."""
    return list(dict.fromkeys([*pairings["first"], *pairings["second"]]))


def _is(policies: tuple[str, ...], name: Any) -> Floats:
    return np.array([policy == name for policy in policies], dtype=np.float64)


def _groups(apart: Bools) -> list[int]:
    """Numbers of the groups, given who is separated, in the order of the ranking."""
    numbers, head = [1], 0
    for place in range(1, len(apart)):
        begins = apart[head, place]
        head = place if begins else head
        numbers.append(numbers[-1] + int(begins))
    return numbers


def _closed(beats: Bools, path: tuple[int, ...], length: int) -> Iterator[tuple[int, ...]]:
    """Cycles of this length that go on from a path and begin with their smallest member."""
    if len(path) == length:
        if beats[path[-1], path[0]]:
            yield path
        return
    for following in np.flatnonzero(beats[path[-1]]):
        if following > path[0] and following not in path:
            yield from _closed(beats, (*path, int(following)), length)
