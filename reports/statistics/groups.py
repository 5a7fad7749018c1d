"""The moments of a table's groups, read: exact integers, and where to find what.

Knows how moments are laid out. A *group* is the m games of one deal stream, the policies in all m
seatings; it is the only thing treated as independent. Its vector
``v = [1, credit_0.., points_0.., won_0.., rounds]`` holds k entries of each kind: credit (12 a game
won, 12/t for a t-way draw), points, rounds won. *Moments* are the integer sum of ``v v^T`` over the
groups, shape (3k + 2, 3k + 2). Beyond a number a game that few rules ever reach, rounds are cut off
in products, not in sums: a ratio to rounds stays exact, and its variance alone is then approximate.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Moments = NDArray[np.int64]

CREDIT = 12
"""Credit of a game: to be divided by two, three or four without remainder."""


@dataclass(frozen=True)
class Groups:
    """Moments, checked: exact integers without bounds.

    Raises
    ------
    ValueError
        By `of`, if they cannot be moments.
    """

    matrix: NDArray[np.object_]
    policies: int
    seatings: int

    @classmethod
    def of(cls, moments: Moments) -> Groups:
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


def _whole(matrix: NDArray[Any]) -> bool:
    return bool(np.issubdtype(matrix.dtype, np.integer))
