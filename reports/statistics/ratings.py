"""One joint fit for many policies: ratings on the Elo scale, and how sure they are.

Knows frames with one row a pairing: names ``first`` and ``second`` beside columns of
`reports.statistics.pairings.compare_pair`. On the Elo scale 400 points are a factor of ten in the
odds of a game.

>>> ratings = rate(pairings, anchor="greedy")
>>> ranking(ratings)
>>> cycles(significant_wins(adjust_for_all(pairings)))
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd

from reports.statistics.intervals import Floats
from reports.statistics.strengths import Strengths, indicator

ELO = 400 / math.log(10)
"""Elo points of one unit of the log odds."""

PRIOR = 1.0
"""Games that each policy is taken to have drawn against an average opponent: half of a group."""


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
    model = Strengths.of(pairings, prior)
    if anchor is not None and anchor not in model.policies:
        raise ValueError(f"the anchor {anchor!r} is not among the policies")
    parameters = model.fit()
    bread = np.linalg.inv(model.curvature(parameters))
    meat = model.scores_covariance(parameters, pairings, covariance)
    size = len(model.policies)
    zero = np.full(size, 1 / size) if anchor is None else indicator(model.policies, anchor)
    relative = ELO * (np.eye(size) - zero)
    theta = bread @ meat @ bread
    return Ratings(
        policies=model.policies,
        values=relative @ parameters[:size],
        covariance=relative @ theta[:size, :size] @ relative.T,
        anchor=anchor,
        draw_parameter=float(np.exp(parameters[size])) if model.ties else 0.0,
    )
