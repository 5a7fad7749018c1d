"""The model of Bradley, Terry and Davidson: strengths of policies from the games of pairings.

Knows frames with one row a pairing and the likelihood of their games. Strengths are in log odds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from reports.statistics.intervals import Floats

_SURE = 1e-6  # of the log likelihood: the square of a step in standard errors
_MOST_STEPS = 200  # an undefeated policy gains about one unit of log odds a step


@dataclass(frozen=True)
class Strengths:
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
    def of(cls, pairings: pd.DataFrame, prior: float) -> Strengths:
        policies = tuple(policies_of(pairings))
        one, two = (
            np.stack([indicator(policies, p) for p in pairings[c]]) for c in ("first", "second")
        )
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
        """The likeliest parameters, by Newton's method with steps halved until they pay.

        The likelihood is concave, strictly so for the prior. Once a step promises less than
        `_SURE`, its length is below a thousandth of a standard error and whole steps converge
        quadratically: to a millionth, then to rounding errors. Differences of the likelihood,
        which rounding errors would drown there, are not asked for again.
        """
        parameters: Floats = np.zeros(len(self.policies) + self.ties)
        for _ in range(_MOST_STEPS):
            step, promised = self._step(parameters)
            if promised < _SURE:
                break
            parameters = parameters + self._halved(parameters, step, promised) * step
        for _ in range(3):
            parameters = parameters + self._step(parameters)[0]
        return parameters

    def _step(self, parameters: Floats) -> tuple[Floats, float]:
        """Newton's step, and the growth of the likelihood that its slope promises."""
        slope = self.gradient(parameters)
        step = np.asarray(np.linalg.solve(self.curvature(parameters), slope), dtype=np.float64)
        return step, float(slope @ step)

    def _halved(self, parameters: Floats, step: Floats, promised: float) -> float:
        """The largest of 1, 1/2, 1/4, ... of a step that gains a part of what was promised."""
        before, share = self.likelihood(parameters), 1.0
        noise = 1e-14 * float(self.games.sum())
        while self.likelihood(parameters + share * step) < before + 0.1 * share * promised - noise:
            share /= 2
        return share

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


def policies_of(pairings: pd.DataFrame) -> list[str]:
    """Policies in order of appearance, the first column's before the second's."""
    return list(dict.fromkeys([*pairings["first"], *pairings["second"]]))


def indicator(policies: tuple[str, ...], name: Any) -> Floats:
    return np.array([policy == name for policy in policies], dtype=np.float64)
