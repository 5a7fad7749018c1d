"""The Markov chain of a game's scores: the chance to win it from the outcomes of single rounds.

Knows shares of outcomes. A round's *outcome* is its gain, signed: positive for A, negative for B, 0
for nobody. The state of a game is (score of A, score of B, opener), and openers alternate.

Kemeny, J. G. and Snell, J. L. (1960). Finite Markov Chains, chapter 3: expected visits and
absorption.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from reports.statistics.intervals import Floats


def game_win_rates(opened: ArrayLike, answered: ArrayLike, target: int) -> tuple[float, float]:
    """Chance that A wins the game, exactly, if A and if B opens it.

    Parameters
    ----------
    opened, answered
        Chances of the outcomes -G..G of a round that A and that B opens, shape (2G + 1,) each.
    target
        Points that win.
    """
    values = Chain(np.stack([np.asarray(opened), np.asarray(answered)]), target).needs[:, -1, -1]
    return float(values[0]), float(values[1])


class Chain:
    """Expected visits and values of all states of a game.

    A's and B's gains being nonnegative, visits have a generating function. With ``F_o(z, w)`` that
    of the gains of A (powers of z) and B (powers of w) in a round that o opens, the states (score
    a, score b) in which the first opener opens again are the coefficients of ``1 / (1 - F_A F_B)``
    and those in which the other does follow by one factor more. The target only cuts them off.

    Convolutions go through Fourier transforms, whose errors stay below 1e-13. No product is handed
    to threads of a linear algebra library: neither results nor speed depend on their number.

    Parameters
    ----------
    shares
        Shape (2, 2G + 1): chances of the outcomes by opener, A first.
    target
        Points that win.

    Attributes
    ----------
    visits
        By first opener, opener, score of A, score of B.
    needs
        A's chance to win by who opens and how many points, less 1, A and B need.
    """

    def __init__(self, shares: Floats, target: int) -> None:
        if target < 1 or int(target) != target:
            raise ValueError(f"target must be a whole number of at least 1, not {target}")
        self.target = target
        reach = shares.shape[1] // 2
        place = np.clip(np.arange(-reach, reach + 1), -target, target) + target
        folded = np.array([np.bincount(place, row, minlength=2 * target + 1) for row in shares])
        self.up, self.down = folded[:, target:], folded[:, target::-1]  # by gain, from 0
        if folded[:, target].prod() >= 1:
            raise ValueError("every round is void: no game ends")
        again = self._returns()
        other = [self._one_round(again, opener) for opener in (0, 1)]
        self.visits = np.array([[again, other[0]], [other[1], again]])
        tails = np.cumsum(self.up[:, :0:-1], axis=1)[:, ::-1]
        wins = _convolve(np.cumsum(self.visits, axis=3), tails[:, :, None], axis=2, over=1)
        self.needs = _snap(wins)

    def _returns(self) -> Floats:
        """The coefficients of ``1 / (1 - F_A F_B)``, a row of equal powers of z at a time."""
        size = self.target
        up, down = self.up[:, :size], self.down[:, :size]
        still = np.convolve(*down)[:size]
        inverse = np.zeros(size)
        for power in range(size):
            inverse[power] = (power == 0) + still[1 : power + 1] @ inverse[:power][::-1]
            inverse[power] /= 1 - still[0]
        gains = np.stack([np.convolve(*up)[:size], up[0], up[1]])
        losses = np.stack([np.eye(1, size)[0], down[1], down[0]])
        losses[1:, 0] = 0.0  # what is void is among the gains already
        # Multiplication by losses / (1 - still), as a matrix.
        ahead = np.arange(size) - np.arange(size)[:, None]
        ways = _convolve(losses, inverse[None], axis=1)[:, ahead] * (ahead >= 0)
        ways = ways.reshape(3 * size, size)
        rows = np.zeros((size, size))
        rows[0] = inverse
        for power in range(1, size):
            came = np.einsum("ka,ab->kb", gains[:, power:0:-1], rows[:power])
            rows[power] = np.einsum("r,rc->c", came.ravel(), ways)
        return rows

    def _one_round(self, visits: Floats, opener: int) -> Floats:
        """Visits a round later."""
        size = self.target
        up, down = self.up[opener, :size], self.down[opener, :size].copy()
        down[0] = 0.0
        return _convolve(visits, up[:, None], axis=0) + _convolve(visits, down[None], axis=1)

    def influence(self) -> Floats:
        """What one outcome more would move, shape (2 first openers, 2 openers, 2 target + 1).

        The gain in value of every step with that outcome, summed over expected visits; its mean
        over the outcomes of an opener is zero.
        """
        size = self.target
        after = self.needs[::-1]
        result = np.zeros((2, 2, 2 * size + 1))
        gained = _convolve(self.visits, after[:, :, ::-1], axis=2, over=3)
        lost = _convolve(self.visits, after[:, ::-1], axis=3, over=2)
        result[:, :, size : 2 * size] = gained[:, :, ::-1]
        result[:, :, size + 1 :] += np.cumsum(self.visits.sum(axis=3)[:, :, ::-1], axis=2)
        result[:, :, 1:size] = lost[:, :, : size - 1]
        here = np.sum(self.visits * self.needs[:, ::-1, ::-1], axis=(2, 3))
        result -= here[:, :, None]
        return result


def _convolve(one: Floats, other: Floats, axis: int, over: int | None = None) -> Floats:
    """Convolution along an axis, cut off at its length and summed over another axis."""
    size = one.shape[axis]
    back = axis - one.ndim  # the other may lack leading axes
    product = np.fft.rfft(one, 2 * size, back) * np.fft.rfft(other, 2 * size, back)
    if over is not None:
        product = product.sum(axis=over, keepdims=True)
    whole = np.fft.irfft(product, 2 * size, back).take(range(size), back)
    result: Floats = whole if over is None else whole.squeeze(over)
    return result


def _snap(values: Floats) -> Floats:
    """Chances free of rounding errors: what is within 1e-12 of 0 or 1 is just that."""
    return np.where(values < 1e-12, 0.0, np.where(values > 1 - 1e-12, 1.0, values))
