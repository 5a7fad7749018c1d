"""Made-up comparisons whose truth is known exactly: mirrored rounds, mirrored games, tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from reports.statistics.chain import Chain, game_win_rates

Ints = NDArray[np.int64]

TARGET = 100


@dataclass(frozen=True)
class Deals:
    """Equally likely deals: outcome ``x`` with A opening and ``y`` with B opening, signed."""

    x: Ints
    y: Ints

    @classmethod
    def draw(cls, skill: float, number: int = 20_000, opening: float = 0.2) -> Deals:
        """Deals whose luck changes sides with the seats, in part; gains are skewed."""
        rng = np.random.default_rng(1)
        luck, one, two = rng.normal(0, [[0.9], [0.7], [0.7]], (3, number))
        latent = np.stack([skill + opening + luck + one, skill - opening - luck + two])
        size = np.ceil(14 * np.abs(latent) ** 1.3)
        gains = np.where(np.abs(latent) < 0.01, 0, np.sign(latent) * np.minimum(size, 80))
        return cls(*gains.astype(np.int64))

    @property
    def reach(self) -> int:
        return int(max(np.abs(self.x).max(), np.abs(self.y).max()))

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        size = 2 * self.reach + 1
        counts = [np.bincount(v + self.reach, minlength=size) for v in (self.x, self.y)]
        return np.array(counts) / len(self.x)

    @cached_property
    def win_rate(self) -> float:
        return sum(game_win_rates(*self.shares, TARGET)) / 2

    @cached_property
    def opened(self) -> float:
        return game_win_rates(*self.shares, TARGET)[0]

    @cached_property
    def rounds(self) -> NDArray[np.float64]:
        """Expected rounds of two games that A and that B opens, by who opens the round."""
        return Chain(self.shares, TARGET).visits.sum(axis=(0, 2, 3))

    @property
    def points_per_round(self) -> float:
        return float(self.rounds @ [self.x.mean(), self.y.mean()] / self.rounds.sum())

    @property
    def rounds_won(self) -> float:
        return float(self.rounds @ [(self.x > 0).mean(), (self.y > 0).mean()] / self.rounds.sum())


@dataclass(frozen=True)
class Played:
    """Moments of mirrored games, and the outcomes of their rounds."""

    vectors: Ints
    paired: Ints
    first: Ints
    second: Ints

    @property
    def moments(self) -> Ints:
        return moments(self.vectors)


def moments(vectors: Ints) -> Ints:
    """Sum of ``v v^T`` over the rows ``v``, which lack the leading 1."""
    full = np.column_stack([np.ones(len(vectors), dtype=np.int64), vectors])
    return full.T @ full


def play(deals: Deals, groups: int, rng: np.random.Generator, target: int = TARGET) -> Played:
    """Play every group's two games to the end, round r of both on the same deal."""
    scores = np.zeros((2, 2, groups), dtype=np.int64)  # game, side, group
    won, rounds = np.zeros_like(scores), np.zeros((2, groups), dtype=np.int64)
    reach = deals.reach
    paired = np.zeros((2 * reach + 1, 2 * reach + 1), dtype=np.int64)
    alone = np.zeros((2, 2 * reach + 1), dtype=np.int64)
    lot = rng.integers(0, 2, groups)
    turn = 0
    while (on := scores.max(axis=1) < target).any():
        deal = rng.integers(0, len(deals.x), groups)
        opener = (lot + turn) % 2  # who opens in the first game; in the second it is the other
        outcomes = np.stack([deals.x[deal], deals.y[deal]])
        both = on.all(axis=0)
        np.add.at(paired, tuple(outcomes[:, both] + reach), 1)
        for game in (0, 1):
            opens = opener if game == 0 else 1 - opener
            gain = np.where(on[game], np.where(opens == 0, outcomes[0], outcomes[1]), 0)
            scores[game] += np.stack([np.maximum(gain, 0), np.maximum(-gain, 0)])
            won[game] += np.stack([gain > 0, gain < 0])
            rounds[game] += on[game]
            for side in (0, 1):
                single = on[game] & ~both & (opens == side)
                np.add.at(alone[side], outcomes[side, single] + reach, 1)
        turn += 1
    credit = 12 * (scores >= target).sum(axis=0)
    vectors = np.vstack([credit, scores.sum(axis=0), won.sum(axis=0), rounds.sum(axis=0)])
    return Played(vectors.T, paired, alone[0], alone[1])


def pair_moments(wins: int, splits: int, losses: int) -> Ints:
    """Moments of a pairing by groups won twice, once and never: one round of 10 points a game."""
    rows = ((24, 0, 20, 0, 2, 0, 2), (12, 12, 10, 10, 1, 1, 2), (0, 24, 0, 20, 0, 2, 2))
    vectors = np.repeat(np.array(rows), [wins, splits, losses], axis=0)
    return moments(vectors)


def mirrored(rate: float, correlation: float) -> list[float]:
    """Chances that a group is won twice, once, never, its games being correlated."""
    both = rate * rate + correlation * rate * (1 - rate)
    neither = (1 - rate) ** 2 + correlation * rate * (1 - rate)
    return [both, 1 - both - neither, neither]
